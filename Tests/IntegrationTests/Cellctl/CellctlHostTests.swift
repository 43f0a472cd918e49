import Foundation
import Glibc
import Testing

/// `--host`, over a real ssh.
@Suite struct CellctlHostTests {
  private let other: OtherMachine

  init() throws {
    other = try OtherMachine()
  }

  @Test func `a daemon is started there once, and outlives ssh`() throws {
    let push = try other.run("push", "lots", input: #"{"id":"1","title":"Wheat"}"#)
    #expect(push.status == 0, "\(push.errors)")
    let daemon = try #require(other.daemon)
    #expect(getsid(daemon) == daemon)
    // It has none of the descriptors of ssh: its standard streams are not pipes of sshd.
    for stream in [STDIN_FILENO, STDOUT_FILENO] {
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(daemon)/fd/\(stream)")
      #expect(target == "/dev/null")
    }
    #expect(try other.run("rows", "lots").output == "Wheat\n")
    #expect(other.daemon == daemon)
  }

  @Test func `the option, the variables and the defaults have an order`() throws {
    let session = try CellctlSession()
    try session.run("push", "lots", input: #"{"id":"1","title":"Local"}"#)
    _ = try other.run("push", "lots", input: #"{"id":"1","title":"Remote"}"#)
    let variables = other.environment.merging(["CELLD_HOST": other.address]) { $1 }
    func rows(_ arguments: String..., socket: String) throws -> CellctlProcess {
      try CellctlProcess.run(["rows", "lots"] + arguments, socket: socket, environment: variables)
    }
    #expect(try rows("--host", other.address, socket: session.socketPath).output == "Remote\n")
    #expect(try rows(socket: session.socketPath).output == "Local\n")
    #expect(try rows(socket: "").output == "Remote\n")
    #expect(try rows("--socket", session.socketPath, socket: "").output == "Local\n")
    let both = try rows("--socket", session.socketPath, "--host", other.address, socket: "")
    #expect(both.status == 2 && both.errors.contains("--host and --socket exclude each other"))
    let leading = try CellctlProcess.run(
      ["--host", other.address, "rows", "lots"], environment: other.environment)
    #expect(leading.output == "Remote\n")
  }

  @Test(arguments: ["with a blank; and more", "50%25 'quoted'", "ends \"here\"\n$(x)", "Öl%20&%3F"])
  func `a path is no text of a shell`(name: String) throws {
    let folder = "\(other.folder)/\(name.removingPercentEncoding ?? "")"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let daemon = try DaemonProcess(in: folder)
    _ = try daemon.connect()
    let ping = try other.run("ping", path: "\(other.folder)/\(name)/celld.sock")
    #expect(ping.status == 0, "\(ping.errors)")
  }

  @Test func `long lists go both ways`() throws {
    let records = (0..<20_000).map {
      #"{"id":"\#($0)","title":"\#(String(repeating: "x", count: 500))"}"# + "\n"
    }
    let push = try other.run("push", "lots", input: records.joined())
    #expect(push.status == 0, "\(push.errors)")
    #expect(try other.run("export", "lots").lines.count == 20_000)
  }

  @Test func `a login shell that prints is skipped`() throws {
    try other.atLogin(
      #"echo Welcome; printf '{"relay":true}\n{"relay":1,"socket":null}\n\033]0;title\007> '"#)
    #expect(try other.run("ping").status == 0)
    try other.atLogin("yes welcome | head -c 60000")
    #expect(try other.run("ping").status == 0)
    try other.atLogin("yes welcome | head -c 8000")
    let noisy = try other.run("ping")
    #expect(noisy.status == 3 && noisy.errors.contains("prints more than 64 KiB before cellctl"))
    try other.atLogin("yes | tr -d '\\n' | head -c 99999")
    #expect(try other.run("ping").errors.contains("prints more than 64 KiB before cellctl"))
  }

  @Test(
    arguments: [
      (
        nil, 3,
        ["there is no program cellctl on 127.0.0.1", "install celld there", "a forwarded socket still works"]
      ),
      (
        "echo \"Error: Unexpected argument 'relay'\" >&2; exit 2", 6,
        ["is older and has no relay", "still works"]
      ),
      (#"read line; echo '{"relay":2,"server":"9"}'"#, 6, ["has relay 2, not 1", "same version"]),
      (
        #"read line; echo '{"relay":1,"error":"the socket is asleep"}'"#, 3,
        ["127.0.0.1: the socket is asleep"]
      ),
      ("read -r line; echo \"$line\" >&2", 3, [#"({"relay":1,"socket":null})"#]),
      ("exit 7", 3, ["127.0.0.1 did not answer (status 7)", "ssh -l "]),
      ("echo 'closed on Sundays'; echo; exit 4", 3, ["127.0.0.1 did not answer (closed on Sundays)"]),
    ] as [(String?, Int32, [String])])
  func `the message names what is missing there`(program: String?, status: Int32, words: [String]) throws {
    try other.atLogin("PATH='\(other.folder)/programs:/usr/bin:/bin'")
    if let program {
      try FileManager.default.createDirectory(
        atPath: other.folder + "/programs", withIntermediateDirectories: false)
      try other.write("#!/bin/sh\n\(program)\n", to: "programs/cellctl")
      chmod(other.folder + "/programs/cellctl", 0o755)
    }
    let run = try other.run("ping")
    #expect(run.status == status)
    for word in words { #expect(run.errors.contains(word), "\(run.errors)") }
  }

  @Test func `ssh itself can be missing, and the other machine too`() throws {
    let none = try CellctlProcess.run(
      ["ping", "--host", "ssh://orchard"], environment: ["PATH": "/no-such-folder"])
    #expect(none.status == 3 && none.errors.contains("there is no program ssh here\n  install it"))
    try other.perform("stop")
    let gone = try other.run("ping")
    #expect(gone.status == 3 && gone.errors.contains("ssh cannot connect to 127.0.0.1: "), "\(gone.errors)")
  }

  @Test(arguments: [
    "ssh://-oProxyCommand=x", "ssh://-x@h", "ssh://a b", "ssh://h:0", "ssh://h/%", "orchard", "",
  ])
  func `an address that could mean something else is refused`(address: String) throws {
    let run = try CellctlProcess.run(["ping", "--host", address])
    #expect(run.status == 2 && run.errors.contains("the address of --host"), "\(run.errors)")
  }

  @Test func `a watch in a pipe goes on after the connection was lost`() throws {
    _ = try other.run("push", "lots", input: #"{"id":"1","title":"Wheat"}"#)
    let watch = try CellctlProcess.start(
      ["watch", "lots", "--reconnect", "--host", other.address], socket: "", environment: other.environment)
    defer { watch.process.terminate() }
    #expect(line(of: watch.output) == "Wheat")
    try other.perform("drop")
    _ = try CellctlProcess.run(["patch", "lots", "1", "title=Rye"], socket: other.socketPath)
    #expect(line(of: watch.output) == "Rye")
  }

  @Test func `a lost connection starts no daemon`() throws {
    let daemon = try DaemonProcess()
    _ = try daemon.connect()
    _ = try CellctlProcess.run(
      ["push", "lots"], input: #"{"id":"1","title":"Wheat"}"#, socket: daemon.socketPath)
    let watch = try CellctlProcess.start(
      ["watch", "lots", "--reconnect", "--host", other.address + daemon.socketPath], socket: "",
      environment: other.environment)
    defer { watch.process.terminate() }
    #expect(line(of: watch.output) == "Wheat")
    daemon.kill9()
    #expect(line(of: watch.errors).hasSuffix("reconnecting"))
    for _ in 0..<3 {
      #expect(try CellctlProcess.run(["ping", "--no-spawn"], socket: daemon.socketPath).status == 3)
    }
  }

  @Test func `ssh ends with cellctl`() throws {
    _ = try other.run("push", "lots", input: #"{"id":"1","title":"Wheat"}"#)
    for number in [SIGTERM, SIGKILL] {
      let watch = try CellctlProcess.start(
        ["watch", "lots", "--host", other.address], socket: "", environment: other.environment)
      #expect(line(of: watch.output) == "Wheat")
      let children = try CellctlProcess.children(of: watch.process.processIdentifier)
      #expect(children.count == 1)
      kill(watch.process.processIdentifier, number)
      watch.process.waitUntilExit()
      #expect(eventually { children.allSatisfy { kill($0, 0) != 0 } })
    }
  }

  @Test(.enabled(if: TmuxTerminal.isInstalled))
  func `a watch on a terminal asks at a key, and goes on`() throws {
    _ = try other.run("push", "lots", input: #"{"id":"1","title":"Wheat"}"#)
    let known = try other.read("known_hosts")
    try other.write("", to: "known_hosts")
    let terminal = try TmuxTerminal(
      "cellctl watch lots --host \(other.address)", socket: "", columns: 100, lines: 40,
      environment: other.environment)
    // Earlier questions stay on the screen below the list.
    func asks(_ count: Int) -> Bool {
      terminal.wait { lines in
        lines.count { $0.hasPrefix("The authenticity of host") } == count
          && lines.last { !$0.isEmpty }?.hasPrefix("Are you sure you want to continue connecting") == true
      }
    }
    // The first connection asks before the screen opens.
    #expect(asks(1))
    try terminal.type("yes\n")
    #expect(terminal.wait(for: "Wheat"))
    #expect(!terminal.lines.joined().contains("yes"))
    // A later one asks nothing.
    try other.write("", to: "known_hosts")
    try other.perform("drop")
    #expect(terminal.wait(for: "ssh has a question: Ctrl-R asks it"))
    #expect(terminal.lines.joined().contains("Wheat"))
    // Ctrl-C ends the question, and the rows stay.
    try terminal.press("C-r")
    #expect(asks(2))
    try terminal.press("C-c")
    #expect(terminal.wait(for: "ssh has a question: Ctrl-R asks it"))
    try terminal.press("C-r")
    #expect(asks(3))
    try terminal.type("yes\n")
    #expect(terminal.wait(for: "1 of 1"))
    _ = try CellctlProcess.run(["patch", "lots", "1", "title=Rye"], socket: other.socketPath)
    #expect(terminal.wait(for: "Rye"))
    // A host that goes away, and comes back.
    try other.perform("stop")
    #expect(terminal.wait(for: "reconnecting"))
    #expect(terminal.lines.joined().contains("Rye"))
    try other.write(known, to: "known_hosts")
    try other.perform("start")
    #expect(terminal.wait(for: "1 of 1"))
    try terminal.type("q")
    #expect(terminal.wait(for: "ended with 0"))
  }

  @Test(.enabled(if: TmuxTerminal.isInstalled), arguments: ["", "--wait | cat"])
  func `a session is waited for without another ssh`(options: String) throws {
    _ = try other.run("push", "other", input: #"{"id":"1","title":"Wheat"}"#)
    try other.atLogin("echo x >> '\(other.folder)/logins'")
    let terminal = try TmuxTerminal(
      "cellctl watch lots --host \(other.address) \(options)", socket: "", columns: 60, lines: 10,
      environment: other.environment)
    func requests() throws -> Int {
      let stats = try CellctlProcess.run(["call", "stats"], socket: other.socketPath).output
      let reply = try JSONSerialization.jsonObject(with: Data(stats.utf8)) as? [String: Any]
      return (reply?["daemon"] as? [String: Any])?["requests"] as? Int ?? 0
    }
    #expect(eventually { (try? other.read("logins")) == "x\n" })
    // Each look has two requests of its own.
    let (before, looks) = (try requests(), 6)
    var count = 0
    #expect(
      try eventually {
        count += 1
        return try requests() - before > 2 * count + looks
      })
    #expect(try other.read("logins") == "x\n")
    let record = #"{"id":"1","title":"Rye"}"#
    _ = try CellctlProcess.run(["push", "lots"], input: record, socket: other.socketPath)
    #expect(terminal.wait(for: "Rye"))
    #expect(try other.read("logins") == "x\n")
  }

  @Test func `a page of another machine shares its ssh connections`() throws {
    let folder = "\(other.folder)/programs"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let program = URL(fileURLWithPath: folder + "/cellctl")
    try FileManager.default.copyItem(at: CellctlProcess.program, to: program)
    try other.write(
      #"""
      #!/usr/bin/python3
      import os, socket, sys
      path = sys.argv[sys.argv.index("--socket") + 1]
      def window():
          connection = socket.socket(socket.AF_UNIX)
          connection.connect(path)
          connection.send(b'{"id":1,"method":"ping"}\n')
          return connection
      windows = [window() for _ in range(9)]
      for number, one in enumerate(windows):
          reasons = set()
          while True:
              try:
                  line = one.makefile().readline()
              except ConnectionResetError:
                  line = ""
              if "daemon.away" in line:
                  reasons.add(line)
              elif line:
                  break
              else:
                  windows[number] = one = window()
          print(number, "result" in line, *reasons, sep=" ", end="\n" if not reasons else "")
      folder = os.path.dirname(path)
      print(*sorted(os.listdir(folder)), oct(os.stat(folder).st_mode), folder)
      """#, to: "programs/cellweb")
    chmod(folder + "/cellweb", 0o755)
    let run = try CellctlProcess.run(
      ["serve", "lots", "--host", other.address], socket: "", environment: other.environment, program: program
    )
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.lines
    for number in 0..<9 { #expect(lines.contains { $0.hasPrefix("\(number) True") }, "\(run.output)") }
    // A window that waits knows why.
    #expect(lines.contains { $0.contains("ssh may have a question in the terminal of cellctl serve") })
    let last = try #require(lines.last)
    #expect(last.hasPrefix("0 1 celld.sock 0o40700 "), "\(last)")
    let place = try #require(last.split(separator: " ").last)
    #expect(access(String(place), F_OK) != 0)
  }

  private func line(of pipe: Pipe) -> String {
    var line: [UInt8] = []
    // After the lines of a frame comes an empty one.
    while let byte = try? pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A || line.isEmpty {
      if byte != 0x0A { line.append(byte) }
    }
    return String(decoding: line, as: UTF8.self)
  }
}

/// `cellctl relay` without ssh.
@Suite struct CellctlRelayTests {
  @Test(arguments: ["", "hello\n", "{\"relay\":1", "{}\n", "{\"relay\":\"1\"}\n", "[1]\n"])
  func `another first line is refused`(line: String) throws {
    let run = try CellctlProcess.run(["relay"], input: line)
    #expect(run.status == 2 && run.output.hasPrefix(#"{"relay":1,"error":"expected"#) && run.lines.count == 1)
  }

  @Test func `another version is refused`() throws {
    let run = try CellctlProcess.run(["relay"], input: #"{"relay":2,"socket":null}"# + "\n")
    #expect(run.status == 6 && run.lines.count == 1 && run.output.contains("has relay 1, not 2"))
  }

  @Test func `a line without an end is refused`() throws {
    let run = try CellctlProcess.run(["relay"], input: String(repeating: " ", count: 1 << 20))
    #expect(run.status == 2 && run.lines.count == 1)
  }

  @Test func `without spawn, no daemon is started`() throws {
    let folder = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try CellctlProcess.run(
      ["relay"], input: #"{"relay":1,"socket":"\#(folder)/celld.sock","spawn":false}"# + "\n")
    #expect(run.status == 3 && run.lines.count == 1 && run.output.contains("no daemon: no socket at"))
  }

  @Test func `the end of the input still brings the replies, and a slow reader all of them`() throws {
    let daemon = try DaemonProcess()
    _ = try daemon.connect()
    let title = String(repeating: "x", count: 1000)
    let requests = (0..<5000).map {
      #"{"id":\#($0),"method":"cells.push","params":{"session":"s\#($0 % 3)","cells":[{"id":"\#($0)","title":"\#(title)"}]}}"#
        + "\n"
        + #"{"id":"get","method":"cells.get","params":{"session":"s\#($0 % 3)","ids":["\#($0)"]}}"# + "\n"
    }
    let running = try CellctlProcess.start(
      ["relay"], input: #"{"relay":1,"socket":"\#(daemon.socketPath)"}"# + "\n" + requests.joined(),
      socket: "/nonexistent/celld.sock", environment: ["CELLD_HOST": "ssh://orchard"])
    // Its memory stays small while nobody reads.
    #expect(
      try eventually {
        let status = try String(
          contentsOfFile: "/proc/\(running.process.processIdentifier)/wchan", encoding: .utf8)
        return status.contains("poll")
      })
    let output = running.output.fileHandleForReading.readDataToEndOfFile()
    running.process.waitUntilExit()
    let lines = output.split(separator: 0x0A)
    #expect(lines.first.map { String(decoding: $0, as: UTF8.self) } == #"{"relay":1,"server":"0.1.0"}"#)
    #expect(lines.count == 10_001 && running.process.terminationStatus == 0)
  }

  @Test func `it ends when the daemon ends, although its input is open`() throws {
    let daemon = try DaemonProcess()
    _ = try daemon.connect()
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = CellctlProcess.program
    process.arguments = ["relay"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(
      contentsOf: Data((#"{"relay":1,"socket":"\#(daemon.socketPath)"}"# + "\n").utf8))
    #expect(try output.fileHandleForReading.read(upToCount: 1) != nil)
    daemon.kill9()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    withExtendedLifetime(input) {}
  }
}
