import Foundation
import Glibc
import Testing

/// A watch in a pipe and on a terminal.
@Suite struct CellctlWatchTests {
  private let cellctl: CellctlSession

  init() throws {
    cellctl = try CellctlSession()
  }

  /// The lines of a running process, as they arrive.
  private struct Lines {
    let running: CellctlProcess.Running
    private var rest: [UInt8] = []

    init(_ running: CellctlProcess.Running) {
      self.running = running
    }

    /// Returns the next line, or nil if none arrives in time.
    mutating func next() -> String? {
      let descriptor = running.output.fileHandleForReading.fileDescriptor
      while true {
        if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          defer { rest.removeSubrange(...end) }
          return String(decoding: rest[..<end], as: UTF8.self)
        }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, SocketClient.patience) > 0 else { return nil }
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &piece, piece.count)
        guard count > 0 else { return nil }
        rest += piece[..<count]
      }
    }

    /// Returns the lines before the next empty line.
    mutating func frame() -> [String] {
      var lines: [String] = []
      while let line = next(), !line.isEmpty { lines.append(line) }
      return lines
    }
  }

  @Test func `a pipe gets a frame after each change, and the end of the session`() throws {
    try cellctl.run("push", "s", input: #"{"id":"a","title":"A"}"#)
    var lines = Lines(try CellctlProcess.start(["watch", "s"], socket: cellctl.socketPath))
    #expect(lines.frame() == ["A"])
    try cellctl.run("push", "s", input: #"{"id":"b","title":"B"}"#)
    #expect(lines.frame() == ["A", "B"])
    try cellctl.run("move", "s", "b", "--to", "start")
    #expect(lines.frame() == ["B", "A"])
    try cellctl.run("drop", "s")
    lines.running.process.waitUntilExit()
    #expect(lines.running.process.terminationStatus == 4)
  }

  @Test func `ndjson is a line per change, and per invoked action`() throws {
    try cellctl.run("push", "s", input: #"{"id":"a","title":"A","actions":[{"id":"go","title":"Go"}]}"#)
    var lines = Lines(
      try CellctlProcess.start(["watch", "s", "-o", "ndjson", "--events"], socket: cellctl.socketPath))
    let first = try cellctl.object(lines.next() ?? "")
    #expect((first["rows"] as? [Any])?.count == 1)
    try cellctl.run("act", "s", "a", "go")
    let event = try cellctl.object(lines.next() ?? "")
    #expect(event["event"] as? String == "action.invoked")
    #expect(event["action"] as? String == "go")
    try cellctl.run("push", "s", input: #"{"id":"b","title":"B"}"#)
    var change = try cellctl.object(lines.next() ?? "")
    while (change["rows"] as? [Any])?.count != 2, let line = lines.next() {
      change = try cellctl.object(line)
    }
    let rows = change["rows"] as? [[String: Any]]
    #expect(rows?.first?["same"] as? Bool == true)
    #expect(rows?.last?["lines"] as? [String] == ["B"])
    kill(lines.running.process.processIdentifier, SIGINT)
    lines.running.process.waitUntilExit()
    #expect(lines.running.process.terminationStatus == 130)
  }

  @Test func `a view that changes to points ends the watch with an error`() throws {
    try cellctl.run("push", "s", input: #"{"id":"a","title":"A"}"#)
    var lines = Lines(
      try CellctlProcess.start(["watch", "s", "--view", "main"], socket: cellctl.socketPath))
    #expect(lines.frame() == ["A"])
    try cellctl.run("view", "s", "unit=point", #"font={"family":"fixed"}"#)
    let errors = lines.running.errors.fileHandleForReading.readDataToEndOfFile()
    lines.running.process.waitUntilExit()
    #expect(lines.running.process.terminationStatus == 1)
    #expect(String(decoding: errors, as: UTF8.self).contains("in points"))
  }

  @Test func `the watch ends when its reader does, also without a change`() throws {
    try cellctl.run("push", "s", input: #"{"id":"a","title":"A"}"#)
    var lines = Lines(try CellctlProcess.start(["watch", "s"], socket: cellctl.socketPath))
    #expect(lines.frame() == ["A"])
    try lines.running.output.fileHandleForReading.close()
    let errors = lines.running.errors.fileHandleForReading.readDataToEndOfFile()
    lines.running.process.waitUntilExit()
    #expect(lines.running.process.terminationStatus == 0)
    #expect(errors.isEmpty)
  }

  @Test func `an unknown session is an error at once`() throws {
    #expect(try cellctl.run("watch", "nothing").status == 4)
  }

  @Test func `a pipe waits for a session if it is asked to`() throws {
    var lines = Lines(try CellctlProcess.start(["watch", "later", "--wait"], socket: cellctl.socketPath))
    try cellctl.run("push", "later", input: #"{"id":"a","title":"A"}"#)
    #expect(lines.frame() == ["A"])
    lines.running.process.terminate()
  }

  @Test(arguments: [["--on", "open", "less"], ["--print"]])
  func `a pipe has no keys`(options: [String]) throws {
    let run = try CellctlProcess.run(["watch", "s"] + options, socket: cellctl.socketPath)
    #expect(run.status == 2)
    #expect(run.errors.contains("need a terminal"))
  }

  @Test func `a terminal is drawn, resized and restored`() throws {
    try cellctl.run(
      "push", "s", input: #"{"id":"a","title":"Alpha","subtitle":"under it","status":"Open"}"#)
    let terminal = try PseudoTerminal(columns: 60, lines: 10)
    let process = try terminal.start(["watch", "s"], socket: cellctl.socketPath)
    #expect(terminal.wait(for: "compact 58"))
    #expect(terminal.text.contains("\u{1B}[?1049h"))
    try terminal.resize(columns: 44, lines: 12)
    #expect(terminal.wait(for: "compact 42"))
    try cellctl.run("push", "s", input: #"{"id":"b","title":"Beta"}"#)
    #expect(terminal.wait(for: "Beta"))
    terminal.type("e")
    #expect(terminal.wait(for: "expanded"))
    terminal.type("q")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(terminal.wait(for: "\u{1B}[?1049l"))
  }

  @Test(arguments: [true, false])
  func `the mouse is reported unless the terminal keeps it`(isReported: Bool) throws {
    try cellctl.run("push", "s", input: #"{"id":"a","title":"Alpha"}"#)
    let terminal = try PseudoTerminal(columns: 60, lines: 10)
    let options = isReported ? [] : ["--no-mouse"]
    let process = try terminal.start(["watch", "s"] + options, socket: cellctl.socketPath)
    #expect(terminal.wait(for: "Alpha"))
    terminal.type("q")
    process.waitUntilExit()
    #expect(terminal.wait(for: "\u{1B}[?1049l"))
    // Everything that was turned on is turned off.
    for mode in ["?1000", "?1006"] {
      for state in ["h", "l"] { #expect(terminal.text.contains("\u{1B}[\(mode)\(state)") == isReported) }
    }
    for mode in ["?1049", "?2004"] {
      for state in ["h", "l"] { #expect(terminal.text.contains("\u{1B}[\(mode)\(state)")) }
    }
  }

  @Test func `an interrupt restores the terminal and exits with 130`() throws {
    try cellctl.run("push", "s", input: #"{"id":"a","title":"Alpha"}"#)
    let terminal = try PseudoTerminal(columns: 60, lines: 10)
    let process = try terminal.start(["watch", "s"], socket: cellctl.socketPath)
    #expect(terminal.wait(for: "Alpha"))
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(terminal.wait(for: "\u{1B}[?1049l"))
  }

  @Test(arguments: [SIGINT, SIGTERM], [false, true])
  func `a signal ends a watch whose daemon does not answer`(number: Int32, isPlain: Bool) throws {
    let daemon = try DaemonProcess()
    _ = try daemon.connect()
    let cells = (1...200).map { #"{"id":"\#($0)","title":"Job \#($0)"}"# }.joined(separator: "\n")
    _ = try CellctlProcess.run(["push", "s"], input: cells, socket: daemon.socketPath)
    let terminal = try PseudoTerminal(columns: 60, lines: 10)
    let options = isPlain ? ["--plain"] : []
    let process = try terminal.start(
      ["watch", "s", "--timeout", "3600"] + options, socket: daemon.socketPath)
    #expect(terminal.wait(for: isPlain ? "1 of 200" : "of 200"))
    daemon.signal(SIGSTOP)
    // The last row is far away, so that the daemon is asked for it.
    terminal.type(isPlain ? "last\n" : "G")
    #expect(eventually { terminal.isRead })
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(isPlain || terminal.wait(for: "\u{1B}[?1049l"))
    #expect(terminal.echoes)
  }

  @Test(
    .enabled(if: TmuxTerminal.isInstalled),
    arguments: [("watch", "G", "q", 0), ("pick", "NPage", "C-g", 1)] as [(String, String, String, Int32)])
  func `a key ends a list whose daemon does not answer`(
    command: String, key: String, end: String, status: Int32
  ) throws {
    let daemon = try DaemonProcess()
    _ = try daemon.connect()
    let cells = (1...200).map { #"{"id":"\#($0)","title":"Job \#($0)"}"# }.joined(separator: "\n")
    _ = try CellctlProcess.run(["push", "s"], input: cells, socket: daemon.socketPath)
    let terminal = try TmuxTerminal(
      "cellctl \(command) s --timeout 3600", socket: daemon.socketPath, columns: 60, lines: 10)
    #expect(terminal.wait(for: "of 200"))
    daemon.signal(SIGSTOP)
    try terminal.press(key, end)
    #expect(terminal.wait(for: "ended with \(status)"))
  }

  @Test func `keys are of the terminal while records come from standard input`() throws {
    let cells = (1...30).map { #"{"id":"\#($0)","title":"Job \#($0)"}"# }.joined(separator: "\n")
    let folder = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try cells.write(toFile: folder + "/cells", atomically: true, encoding: .utf8)
    for command in ["cat \(folder)/cells | cellctl watch -", "cellctl watch - < \(folder)/cells"] {
      let terminal = try TmuxTerminal(
        command, socket: CellctlSession().socketPath, columns: 60, lines: 10)
      #expect(terminal.wait(for: "of 30"))
      try terminal.press("G")
      #expect(terminal.wait(cursorAt: "Job 30"), "\(terminal.lines)")
      try terminal.press("q")
      #expect(terminal.wait(for: "ended with 0"), "\(terminal.lines)")
    }
  }

  @Test func `keys that are typed while the daemon is slow are not lost`() throws {
    let daemon = try DaemonProcess()
    _ = try daemon.connect()
    let cells = (1...200).map { #"{"id":"\#($0)","title":"Job \#($0)"}"# }.joined(separator: "\n")
    _ = try CellctlProcess.run(["push", "s"], input: cells, socket: daemon.socketPath)
    let terminal = try PseudoTerminal(columns: 60, lines: 10)
    let process = try terminal.start(["watch", "s", "--timeout", "3600"], socket: daemon.socketPath)
    #expect(terminal.wait(for: "of 200"))
    daemon.signal(SIGSTOP)
    for key in ["G", "f", "j", "q", "7"] {
      terminal.type(key)
      #expect(eventually { terminal.isRead })
    }
    daemon.signal(SIGCONT)
    // In a filter, q is a letter.
    #expect(terminal.wait(for: "filter: jq7"))
    terminal.type("\u{1B}")
    #expect(terminal.wait(for: "of 200"))
    terminal.type("q")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `a signal ends a watch that waits for the greeting of a new daemon`() throws {
    let daemon = try DaemonProcess()
    _ = try daemon.connect()
    let (terminal, process) = try watchAlpha(socket: daemon.socketPath, "--timeout", "3600")
    daemon.removesDirectory = false
    daemon.kill9()
    unlink(daemon.socketPath)
    let silent = try ScriptedServer(replies: [], in: daemon.directory)
    silent.waitForRequest()
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(terminal.wait(for: "\u{1B}[?1049l"))
  }

  @Test(arguments: ["dumb", ""])
  func `a terminal that cannot be drawn on gets sentences`(name: String) throws {
    try cellctl.run("push", "s", input: #"{"id":"a","title":"Alpha"}"#)
    let terminal = try PseudoTerminal(columns: 60, lines: 10)
    let process = try terminal.start(["watch", "s"], socket: cellctl.socketPath, environment: ["TERM": name])
    #expect(terminal.wait(for: "1 of 1: Alpha"))
    terminal.type("quit\n")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    terminal.echo("[end]")
    #expect(terminal.wait(for: "[end]"))
    #expect(!terminal.text.contains("\u{1B}"), "\(terminal.text)")
  }

  /// A terminal that shows a session with one cell.
  private func watchAlpha(socket path: String, _ options: String...) throws -> (PseudoTerminal, Process) {
    _ = try CellctlProcess.run(["push", "s"], input: #"{"id":"a","title":"Alpha"}"#, socket: path)
    let terminal = try PseudoTerminal(columns: 60, lines: 10)
    let process = try terminal.start(["watch", "s"] + options, socket: path)
    #expect(terminal.wait(for: "1 of 1"))
    return (terminal, process)
  }

  @Test func `a terminal shows a restart of the daemon, and goes on`() throws {
    let directory = try StoreDirectory()
    let first = try directory.start()
    let path = first.socketPath
    let (terminal, process) = try watchAlpha(socket: path)
    first.signal(SIGTERM)
    #expect(try first.exitStatus() == 0)
    #expect(terminal.wait(for: "reconnecting"))
    let second = try directory.start()
    _ = try CellctlProcess.run(["push", "s"], input: #"{"id":"b","title":"Beta"}"#, socket: path)
    #expect(terminal.wait(for: "Beta"))
    #expect(terminal.wait(for: "1–2 of 2"))
    second.signal(SIGKILL)
    #expect(eventually { terminal.text.components(separatedBy: "reconnecting").count > 2 })
    // The keys work without a daemon, too.
    terminal.type("q")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `a watch waits for a session that a restart has lost`() throws {
    let directory = try StoreDirectory()
    let first = try directory.start()
    let path = first.socketPath
    let (terminal, process) = try watchAlpha(socket: path)
    first.signal(SIGKILL)
    _ = try first.exitStatus()
    let second = try directory.startWithoutStore()
    #expect(terminal.wait(for: "no such session yet"))
    _ = try CellctlProcess.run(["push", "s"], input: #"{"id":"b","title":"Beta"}"#, socket: path)
    #expect(terminal.wait(for: "Beta"))
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    withExtendedLifetime(second) {}
  }

  @Test func `a pipe goes on after a restart if it is asked to`() throws {
    let directory = try StoreDirectory()
    let first = try directory.start()
    let path = first.socketPath
    _ = try CellctlProcess.run(["push", "s"], input: #"{"id":"a","title":"A"}"#, socket: path)
    var ending = Lines(try CellctlProcess.start(["watch", "s"], socket: path))
    var text = Lines(try CellctlProcess.start(["watch", "s", "--reconnect"], socket: path))
    var json = Lines(try CellctlProcess.start(["watch", "s", "--reconnect", "-o", "ndjson"], socket: path))
    for frame in [ending.frame(), text.frame()] { #expect(frame == ["A"]) }
    #expect(json.next()?.contains(#""lines":["A"]"#) == true)
    first.signal(SIGKILL)
    _ = try first.exitStatus()
    ending.running.process.waitUntilExit()
    #expect(ending.running.process.terminationStatus == 3)
    let second = try directory.start()
    #expect(json.next()?.contains(#""lines":["A"]"#) == true)
    // Nothing has changed, so no frame comes before that of the push.
    _ = try CellctlProcess.run(["push", "s"], input: #"{"id":"b","title":"B"}"#, socket: path)
    #expect(text.frame() == ["A", "B"])
    for lines in [text, json] { lines.running.process.terminate() }
    withExtendedLifetime(second) {}
  }
}
