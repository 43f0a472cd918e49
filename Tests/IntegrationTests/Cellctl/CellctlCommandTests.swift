import Foundation
import Testing

/// The commands that change a session, and those that speak with the daemon.
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

  @Test func `cells move to an end, an index, and beside each other`() throws {
    #expect(try cellctl.run("move", "s", "c", "--to", "start").status == 0)
    #expect(try cellctl.texts("id", of: "s") == ["c", "a", "b"])
    #expect(try cellctl.run("move", "s", "c", "--after", "a").status == 0)
    #expect(try cellctl.texts("id", of: "s") == ["a", "c", "b"])
    #expect(try cellctl.run("move", "s", "b", "--before", "c").status == 0)
    #expect(try cellctl.run("move", "s", "a", "--to", "2").status == 0)
    #expect(try cellctl.texts("id", of: "s") == ["b", "c", "a"])
    #expect(try cellctl.run("move", "s", "z", "--to", "end").status == 4)
  }

  @Test func `a patch is members, or an object`() throws {
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
  }

  @Test func `removing names what was not there`() throws {
    let run = try cellctl.run("remove", "s", "a", "x", "y")
    #expect(run.status == 4)
    #expect(run.errors.contains("x, y"))
    #expect(try cellctl.texts("id", of: "s") == ["b", "c"])
    #expect(try cellctl.run("remove", "s", "--all").status == 0)
    #expect(try cellctl.cells(of: "s").isEmpty)
  }

  @Test func `selecting follows the session's mode`() throws {
    #expect(try cellctl.run("select", "s", "a").status == 2)
    try cellctl.run("call", "session.configure", #"{"session":"s","selection":"multiple"}"#)
    let all = try cellctl.run("select", "s", "--all", "-o", "json")
    #expect(try cellctl.object(all.output)["selected"] as? Int == 3)
    let fewer = try cellctl.run("select", "s", "b", "--op", "remove", "-o", "json")
    #expect(try cellctl.object(fewer.output)["selected"] as? Int == 2)
    let none = try cellctl.run("select", "s", "-o", "json")
    #expect(try cellctl.object(none.output)["selected"] as? Int == 0)
  }

  @Test func `an action is invoked, and an unknown one is told with its neighbour`() throws {
    let run = try cellctl.run("act", "s", "b", "follow", "-o", "json")
    #expect(try cellctl.object(run.output)["delivered"] as? Int == 0)
    #expect(try cellctl.run("rows", "s").output.contains("✓ Follow"))
    let wrong = try cellctl.run("act", "s", "b", "folow")
    #expect(wrong.status == 1)
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

  @Test func `raw lines go in and come out as they are`() throws {
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

  @Test func `one raw request prints its result or ends with its error`() throws {
    #expect(try cellctl.run("call", "ping").output == "{}\n")
    let unknown = try cellctl.run("call", "pnig")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("ping"))
    #expect(try cellctl.run("call", "session.info", #"{"session":"t"}"#).status == 4)
    #expect(try cellctl.run("call", "ping", "{x").status == 5)
  }

  @Test func `the doctor names the daemon, and what is wrong with a socket for all`() throws {
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
