import Foundation
import Glibc
import Testing

/// cellctl with no daemon, with one that it starts, with an older one and with one that hangs.
@Suite struct CellctlConnectionTests {
  @Test func `without a daemon and without starting one it exits with 3`() throws {
    let run = try CellctlProcess.run(["ping", "--no-spawn"])
    #expect(run.status == 3)
    #expect(run.errors.contains("/nonexistent/celld.sock"))
    #expect(run.errors.contains("--no-spawn"))
  }

  /// Needs the right to change the owner of a directory.
  @Test(.enabled(if: getuid() == 0))
  func `neither program uses a socket in a directory of another user`() throws {
    let runtime = try DaemonProcess.makeDirectory()
    let server = try ScriptedServer(replies: [], in: runtime + "/celld")
    defer { try? FileManager.default.removeItem(atPath: runtime) }
    chown(runtime + "/celld", 65_534, 65_534)
    let environment = ["XDG_RUNTIME_DIR": runtime]
    let run = try CellctlProcess.run(["doctor"], socket: "", environment: environment)
    #expect(run.output.replacing(/\n +/, with: " ").contains("\(runtime)/celld belongs to the user 65534"))
    defer { withExtendedLifetime(server) {} }
    chmod(runtime + "/celld", 0o777)
    let named = try CellctlProcess.run(["ping", "--timeout", "60"], socket: server.socketPath)
    #expect(named.status == 3)
    #expect(named.errors.contains("run 'chmod o-w \(runtime)/celld'"))
    let refused = try CellctlProcess.run(
      ["--socket", server.socketPath], environment: environment, program: DaemonProcess.program)
    #expect(refused.status == 1 && refused.errors.contains("run 'chmod o-w \(runtime)/celld'"))
  }

  @Test func `an unusable socket path is named with the limit`() throws {
    let path = "/tmp/" + String(repeating: "x", count: 120)
    let run = try CellctlProcess.run(["ping"], socket: path)
    #expect(run.status == 3)
    #expect(run.errors.contains("107"))
  }

  @Test func `a daemon is started and used again`() throws {
    let directory = try DaemonProcess.makeDirectory()
    let socket = directory + "/celld.sock"
    defer {
      Self.endDaemon(at: socket)
      try? FileManager.default.removeItem(atPath: directory)
    }
    let first = try CellctlProcess.run(["call", "hello"], socket: socket)
    #expect(first.status == 0, "\(first.errors)")
    let second = try CellctlProcess.run(["call", "hello", "--no-spawn"], socket: socket)
    #expect(second.status == 0, "\(second.errors)")
    #expect(Self.processID(in: first.output) != nil)
    #expect(Self.processID(in: first.output) == Self.processID(in: second.output))
  }

  @Test func `a daemon that cannot start is reported with its reason at once`() throws {
    let directory = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = directory + "/file"
    try Data().write(to: URL(fileURLWithPath: path))
    let run = try CellctlProcess.run(["ping"], socket: path)
    #expect(run.status == 3)
    #expect(
      run.errors == "cellctl: cannot start celld: \(path) exists and is not a socket; "
        + "remove it or choose another path with --socket\n")
  }

  @Test func `a socket in a folder that does not exist has a fix`() throws {
    let directory = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let run = try CellctlProcess.run(["ping"], socket: directory + "/none/celld.sock")
    #expect(run.status == 3)
    #expect(run.errors.contains("make its folder with: mkdir -p \(directory)/none\n"), "\(run.errors)")
  }

  @Test func `a socket path that is too long has the fix of the message only`() throws {
    let run = try CellctlProcess.run(["ping"], socket: "/tmp/" + String(repeating: "x", count: 200))
    #expect(run.status == 3)
    #expect(run.errors.contains("name a shorter one") && !run.errors.contains("--no-spawn"), "\(run.errors)")
  }

  @Test func `many that start at once share one daemon`() async throws {
    let directory = try DaemonProcess.makeDirectory()
    let socket = directory + "/celld.sock"
    defer {
      Self.endDaemon(at: socket)
      try? FileManager.default.removeItem(atPath: directory)
    }
    let runs = try (0..<6).map { _ in try CellctlProcess.start(["call", "hello"], socket: socket) }
    let outputs = runs.map {
      String(decoding: $0.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    for run in runs {
      run.process.waitUntilExit()
      #expect(run.process.terminationStatus == 0)
    }
    #expect(Set(outputs.map(Self.processID)).count == 1)
  }

  @Test func `an older daemon is reported, with the command that restarts it`() throws {
    let server = try ScriptedServer(replies: [
      #"{"jsonrpc":"2.0","id":"hello","result":{"server":"celld","version":"0.0.3","protocol":0,"pid":1}}"#
    ])
    let run = try CellctlProcess.run(["sessions"], socket: server.socketPath)
    #expect(run.status == 6)
    #expect(run.errors.contains("celld 0.0.3"))
    #expect(run.errors.contains("protocol 0"))
    #expect(run.errors.contains("protocol 1"))
    #expect(run.errors.contains("kill \(getpid())"))
    #expect(run.output.isEmpty)
  }

  @Test func `a daemon without the method hello is an older one`() throws {
    let server = try ScriptedServer(replies: [
      #"{"jsonrpc":"2.0","id":"hello","error":{"code":-32601,"message":"no such method"}}"#
    ])
    let run = try CellctlProcess.run(["ping"], socket: server.socketPath)
    #expect(run.status == 6)
  }

  @Test func `a newer daemon asks for a newer cellctl`() throws {
    let server = try ScriptedServer(replies: [
      #"{"jsonrpc":"2.0","id":"hello","result":{"server":"celld","version":"9.0.0","protocol":2}}"#
    ])
    let run = try CellctlProcess.run(["ping"], socket: server.socketPath)
    #expect(run.status == 6)
    #expect(run.errors.contains("install the cellctl"))
  }

  @Test func `if the daemon starts too slowly for the timeout, cellctl exits with 124`() throws {
    var status: Int32 = 0
    // On a busy machine, the daemon can be ready when cellctl looks for it again.
    for _ in 0..<100 where status == 0 {
      let directory = try DaemonProcess.makeDirectory()
      let socket = directory + "/celld.sock"
      defer {
        Self.endDaemon(at: socket)
        try? FileManager.default.removeItem(atPath: directory)
      }
      let run = try CellctlProcess.run(["ping", "--timeout", "0.000001"], socket: socket)
      status = run.status
      guard status != 0 else { continue }
      #expect(run.errors.contains("--timeout"))
      #expect(try CellctlProcess.run(["ping"], socket: socket).status == 0)
    }
    #expect(status == 124)
  }

  @Test func `a daemon that hangs is reported after the timeout`() throws {
    let server = try ScriptedServer(replies: [])
    let run = try CellctlProcess.run(["ping", "--timeout", "0.3"], socket: server.socketPath)
    #expect(run.status == 124)
    #expect(run.errors.contains("--timeout"))
  }

  private static let hello =
    #"{"jsonrpc":"2.0","id":"hello","result":{"server":"celld","version":"0.1.0","protocol":1}}"#

  private static func busy(id: String, retryAfter: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32015,"message":"The daemon is busy."#
      + #"","data":{"kind":"busy","retryAfter":\#(retryAfter)}}}"#
  }

  @Test(arguments: ["1", "null"])
  func `a busy daemon is asked again`(id: String) throws {
    let server = try ScriptedServer(replies: [
      Self.hello, Self.busy(id: id, retryAfter: 40), Self.busy(id: id, retryAfter: 40),
      #"{"jsonrpc":"2.0","id":1,"result":{"sessions":[{"session":"jobs"}]}}"#,
    ])
    let start = ContinuousClock.now
    let run = try CellctlProcess.run(["sessions", "-o", "ndjson"], socket: server.socketPath)
    #expect(run.status == 0 && run.output.contains("jobs") && run.errors.isEmpty, "\(run.errors)")
    #expect(start.duration(to: .now) >= .milliseconds(80))
  }

  @Test func `a busy daemon is not asked longer than the timeout`() throws {
    let server = try ScriptedServer(replies: [Self.hello, Self.busy(id: "1", retryAfter: 120_000)])
    let start = ContinuousClock.now
    let run = try CellctlProcess.run(["sessions", "--timeout", "60"], socket: server.socketPath)
    #expect(run.status == 1)
    #expect(run.errors == "cellctl: The daemon is busy.\n")
    #expect(start.duration(to: .now) < .seconds(100))
    let full = try ScriptedServer(replies: [Self.busy(id: "null", retryAfter: 120_000)])
    let refused = try CellctlProcess.run(["sessions", "--timeout", "60"], socket: full.socketPath)
    #expect(refused.status == 1 && refused.errors == "cellctl: The daemon is busy.\n")
  }

  @Test func `after an interrupt it exits with 130`() throws {
    let server = try ScriptedServer(replies: [])
    let run = try CellctlProcess.start(["ping"], socket: server.socketPath)
    server.waitForRequest()
    kill(run.process.processIdentifier, SIGINT)
    run.process.waitUntilExit()
    #expect(run.process.terminationStatus == 130)
  }

  @Test func `the doctor finds no daemon and starts none`() throws {
    let directory = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let run = try CellctlProcess.run(["doctor"], socket: directory + "/celld.sock")
    #expect(run.status == 0)
    #expect(run.output.contains("none is running"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
  }

  /// The member `pid` of a hello.
  private static func processID(in hello: String) -> Int? {
    let object = try? JSONSerialization.jsonObject(with: Data(hello.utf8)) as? [String: Any]
    return object?["pid"] as? Int
  }

  private static func endDaemon(at socket: String) {
    let hello = try? CellctlProcess.run(["call", "hello", "--no-spawn"], socket: socket)
    if let hello, let id = processID(in: hello.output) { kill(pid_t(id), SIGTERM) }
  }
}
