import CellWire
import Foundation
import Testing

/// The commands that change a session, and those about the daemon.
@Suite struct CellctlCommandTests {
  private let cellctl: CellctlSession

  init() throws {
    cellctl = try CellctlSession()
    try cellctl.run(
      "push", "s",
      input: """
        {"id":"a","title":"A","unread":true}
        {"id":"b","title":"B","actions":[{"id":"follow","title":"Follow","kind":"toggle"}]}
        {"id":"c","title":"C"}
        """)
  }

  @Test func `cells move to the start or end, to an index, or next to another cell`() throws {
    #expect(try cellctl.run("move", "s", "c", "--to", "start").status == 0)
    #expect(try cellctl.texts("id", of: "s") == ["c", "a", "b"])
    #expect(try cellctl.run("move", "s", "c", "--after", "a").status == 0)
    #expect(try cellctl.texts("id", of: "s") == ["a", "c", "b"])
    #expect(try cellctl.run("move", "s", "b", "--before", "c").status == 0)
    #expect(try cellctl.run("move", "s", "a", "--to", "2").status == 0)
    #expect(try cellctl.texts("id", of: "s") == ["b", "c", "a"])
    #expect(try cellctl.run("move", "s", "z", "--to", "end").status == 4)
  }

  @Test func `a patch is a list of members or an object`() throws {
    #expect(try cellctl.run("patch", "s", "a", "title=true", "unread=false", "status=done").status == 0)
    #expect(try cellctl.run("patch", "s", "c", #"{"subtitle":"under","title":"See"}"#).status == 0)
    let cells = try cellctl.cells(of: "s")
    #expect(cells[0]["title"] as? String == "true")
    #expect(cells[0]["unread"] as? Bool ?? false == false)
    #expect((cells[0]["status"] as? [[String: Any]])?.first?["text"] as? String == "done")
    #expect(cells[2]["subtitle"] as? String == "under")
    #expect(try cellctl.run("patch", "s", "c", #"{"titel":"x"}"#).status == 5)
    #expect(try cellctl.run("patch", "s", "z", "title=x").status == 4)
    #expect(try cellctl.run("patch", "nothing", "z", "title=x").status == 4)
    let path = try cellctl.run("patch", "s", "a", "status/state=positive")
    #expect(path.status == 2 && path.errors.contains("the whole member as JSON; 'cellctl explain status'"))
  }

  @Test(arguments: [
    (#"title="two words""#, "two words"), (#"title="null""#, "null"), (#"title="a" b"#, #""a" b"#),
    (#"title=""""#, #"""""#), (#"title="\"quoted\"""#, #""quoted""#),
    ("title=5", "5"), ("title={}", "{}"), (#"title="open"#, #""open"#),
  ])
  func `quotes around a whole text are those of JSON`(member: String, title: String) throws {
    let run = try cellctl.run("patch", "s", "a", member)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try cellctl.texts("title", of: "s")[0] == title)
  }

  @Test func `removing reports unknown ids`() throws {
    let run = try cellctl.run("remove", "s", "a", "x", "y")
    #expect(run.status == 4)
    #expect(run.errors.contains("x, y"))
    #expect(try cellctl.texts("id", of: "s") == ["b", "c"])
    #expect(try cellctl.run("remove", "s", "--all").status == 0)
    #expect(try cellctl.cells(of: "s").isEmpty)
  }

  @Test func `a terminal gets confirmations with numbers that agree`() throws {
    let terminal = try PseudoTerminal(columns: 80, lines: 24)
    for (arguments, sentence) in [
      (["move", "s", "c", "--to", "start"], "1 cell moved"), (["remove", "s", "x"], "s has no cell x"),
      (["remove", "s", "x", "y"], "s has no cells x, y"), (["remove", "s", "a", "b"], "2 cells removed"),
      (["patch", "s", "c", "title=D"], "cell c changed"), (["drop", "s"], "session s deleted"),
      (["sessions"], "no sessions"),
    ] {
      try terminal.start(arguments, socket: cellctl.socketPath).waitUntilExit()
      #expect(terminal.wait(for: sentence), "\(terminal.text)")
    }
    #expect(!terminal.text.contains("0 cells"))
  }

  @Test func `selecting follows the session's mode`() throws {
    let refused = try cellctl.run("select", "s", "a")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("'cellctl configure SESSION --selection multiple'"))
    #expect(!refused.errors.contains("session.configure"))
    #expect(try cellctl.run("push", "s", "/dev/null", "--selection", "multiple").status == 0)
    let all = try cellctl.run("select", "s", "--all", "-o", "json")
    #expect(try cellctl.object(all.output)["selected"] as? Int == 3)
    let fewer = try cellctl.run("select", "s", "b", "--op", "remove", "-o", "json")
    #expect(try cellctl.object(fewer.output)["selected"] as? Int == 2)
    let none = try cellctl.run("select", "s", "-o", "json")
    #expect(try cellctl.object(none.output)["selected"] as? Int == 0)
  }

  @Test func `the members of a view cannot name another session or view`() throws {
    try cellctl.run("push", "other", input: #"{"id":"a","title":"A"}"#)
    for member in ["session=other", "view=second"] {
      let run = try cellctl.run("view", "s", member, "widthClass=compact")
      #expect(run.status == 2)
      #expect(run.errors.contains("no member"))
    }
    for session in ["s", "other"] {
      let view = try cellctl.object(cellctl.run("view", session, "--view", "main", "-o", "json").output)
      #expect((view["set"] as? [String: Any])?["widthClass"] == nil)
    }
  }

  @Test func `an unknown profile is an error with and without a daemon`() throws {
    let rows = try cellctl.run("rows", "s", "--set", "profile=io")
    let render = try cellctl.run("render", "--profile", "io", input: #"{"id":"a","title":"A"}"#)
    #expect(rows.status != 0)
    #expect(render.status != 0)
    #expect(rows.errors.contains("ios"))
    #expect(render.errors.contains("ios"))
  }

  @Test func `a session is pushed with a profile`() throws {
    let cell = #"{"id":"a","title":"A","accessory":"disclosure"}"#
    try cellctl.run("push", "phone", "--profile", "ios", input: cell)
    #expect(
      try cellctl.object(cellctl.run("info", "phone", "-o", "json").output)["profile"] as? String == "ios")
    #expect(try cellctl.run("rows", "phone", "--width", "12").lines == ["A          ›"])
    #expect(try cellctl.run("rows", "phone", "--width", "12", "--profile", "compose").lines == ["A"])
  }

  @Test func `hints name commands, except for raw requests`() throws {
    let rows = try cellctl.run("rows", "nothing")
    #expect(rows.status == 4)
    #expect(rows.errors.contains("cellctl push"))
    #expect(!rows.errors.contains("cells.push"))
    #expect(try cellctl.run("call", "session.info", #"{"session":"t"}"#).errors.contains("cells.push"))
  }

  @Test func `columns of tables are aligned in any script`() throws {
    try cellctl.run("push", "名前 一", input: #"{"id":"a","title":"A"}"#)
    let lines = try cellctl.run("sessions").lines
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("SESSION  CELLS"))
    #expect(lines[1].hasPrefix("s            3"))
    #expect(lines[2].hasPrefix("名前 一      1"))
  }

  @Test func `sessions are completed by their whole names`() throws {
    try cellctl.run("push", "two words", input: #"{"id":"a","title":"A"}"#)
    let run = try cellctl.run("---completion", "rows", "--", "positional@0", "2", "0", "cellctl rows ")
    #expect(run.lines == ["s", "two words"])
  }

  @Test func `sessions on later pages of the list are completed, too`() throws {
    let daemon = try DaemonProcess(["--limit", "reply=4000"])
    let client = try RPCClient(daemon)
    let names = (100..<130).map { "session-\($0)" }
    for name in names { _ = try client.call("session.create", ["session": .string(name)]) }
    #expect(try client.call("session.list")["next"] != nil)
    let run = try CellctlProcess.run(
      ["---completion", "rows", "--", "positional@0", "2", "0", "cellctl rows "], socket: daemon.socketPath)
    #expect(run.lines == names)
  }

  @Test(arguments: ["rows s", "sessions", "--help"])
  func `closed standard output is an error, and the daemon receives no output`(arguments: String) throws {
    let shell = Process()
    let errors = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "exec '\(CellctlProcess.program.path)' \(arguments) >&-"]
    shell.environment = ["CELLD_SOCKET": cellctl.socketPath]
    shell.standardError = errors
    try shell.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 1)
    #expect(said == "cellctl: cannot print: standard output is closed\n")
  }

  @Test func `an action is invoked, and an unknown one gets a suggestion`() throws {
    let run = try cellctl.run("act", "s", "b", "follow", "-o", "json")
    #expect(try cellctl.object(run.output)["delivered"] as? Int == 0)
    #expect(try cellctl.run("rows", "s").output.contains("✓ Follow"))
    let wrong = try cellctl.run("act", "s", "b", "folow")
    #expect(wrong.status == 4)
    #expect(wrong.errors.contains("follow"))
  }

  @Test func `sessions and info are tables for people and JSON for programs`() throws {
    let table = try cellctl.run("sessions").lines
    #expect(table.count == 2)
    #expect(table[0].hasPrefix("SESSION"))
    #expect(table[1].hasPrefix("s "))
    #expect(try cellctl.object(cellctl.run("info", "s", "-o", "json").output)["count"] as? Int == 3)
    #expect(try cellctl.run("info", "s").output.contains("profile"))
    #expect(try cellctl.run("sessions", "t").output.isEmpty)
    #expect(try cellctl.run("stats").lines.count > 5)
  }

  @Test func `raw lines are sent and printed unchanged`() throws {
    let input = """
      {"id":"x","method":"ping"}
      {"id":2,"method":"pong"}
      nonsense
      {"method":"ping"}
      [{"id":3,"method":"ping"}]
      """
    let run = try cellctl.run("call", "-", input: input)
    #expect(run.status == 0)
    #expect(run.lines.count == 4)
    #expect(run.lines[0] == #"{"jsonrpc":"2.0","id":"x","result":{}}"#)
    #expect(run.lines[1].contains("methodNotFound"))
    #expect(run.lines[2].contains("parseError"))
    #expect(run.lines[3].hasPrefix("["))
  }

  @Test func `a raw request prints its result, or its error and an exit code`() throws {
    #expect(try cellctl.run("call", "ping").output == "{}\n")
    let unknown = try cellctl.run("call", "pnig")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("ping"))
    #expect(try cellctl.run("call", "session.info", #"{"session":"t"}"#).status == 4)
    #expect(try cellctl.run("call", "ping", "{x").status == 5)
  }

  @Test func `the doctor reports the daemon, and a socket that is open to all users`() throws {
    let healthy = try cellctl.run("doctor")
    #expect(healthy.status == 0, "\(healthy.output)")
    #expect(healthy.output.contains("ok  daemon"))
    #expect(healthy.output.contains("mode 0600"))
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: cellctl.socketPath)
    let open = try cellctl.run("doctor")
    #expect(open.status == 1)
    #expect(open.output.contains("!!  permissions"))
    #expect(open.output.contains("chmod 0600"))
  }
}
