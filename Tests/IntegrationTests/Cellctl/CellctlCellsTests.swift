import Foundation
import Testing

/// `get`, `export`, `configure` and `wait`.
@Suite struct CellctlCellsTests {
  /// Cells with what is hard to write: all kinds of members, controls, and letters of any script.
  private static let cells = """
    {"id":"1","title":"Pump","status":[{"text":"High","state":"negative"}],"data":{"n":1.10,"big":9007199254740993}}
    {"id":"-rf","title":"Lift\\tX\\u0000\\u001b[31m","description":"multi\\nline","selected":true,"unread":true}
    {"id":"\\u00e9 \\ud83d\\udc77","title":"\\u202eright\\u2028","actions":[{"id":"f","kind":"toggle","title":"F","on":true}]}
    {"id":"$(id)","title":"\\\\ \\" '","truncate":{"title":"none"},"icons":["alert"]}
    """

  @Test func `get prints cells, or a member of them`() throws {
    let session = try CellctlSession()
    try session.run("push", "jobs", input: Self.cells)
    let both = try session.run("get", "jobs", "1", "$(id)")
    #expect(both.lines.count == 2 && both.lines[0].hasPrefix(#"{"id":"1","title":"Pump""#))
    let whole = try session.object(session.run("get", "jobs", "1", "-o", "json").output)
    #expect((whole["cells"] as? [Any])?.count == 1)
    #expect(try session.run("get", "jobs", "1", "-o", "text").output.contains("title     Pump\n"))
    #expect(try session.run("get", "jobs", "1", "--member", "status.0.text").output == "High\n")
    #expect(try session.run("get", "jobs", "1", "--member", "data/n").output == "1.10\n")
    #expect(try session.run("get", "jobs", "1", "--member", "title", "-o", "ndjson").output == "\"Pump\"\n")
    let missing = try session.run("get", "jobs", "9", "1")
    #expect(missing.status == 4 && missing.lines.count == 1)
    #expect(missing.errors.contains("jobs has no cell 9"))
  }

  @Test func `a push of an export makes the same list`() throws {
    let session = try CellctlSession()
    try session.run("push", "jobs", "--selection", "multiple", input: Self.cells)
    let exported = try session.run("export", "jobs").output
    #expect(exported.split(separator: "\n").count == 4)
    try session.run("push", "copy", "--selection", "multiple", input: exported)
    #expect(try session.run("export", "copy").output == exported)
    #expect(try session.cells(of: "copy") as NSArray == session.cells(of: "jobs") as NSArray)
    let again = try session.run("push", "jobs", "-o", "json", input: exported)
    #expect(try session.object(again.output)["unchanged"] as? Int == 4)
  }

  @Test func `an export has all pages, in a file that is replaced at its end`() throws {
    let session = try CellctlSession()
    let cells = (0..<12_000).map { #"{"id":"\#($0)","title":"Job \#($0)"}"# }.joined(separator: "\n")
    try session.run("push", "jobs", input: cells)
    let directory = URL(fileURLWithPath: session.socketPath).deletingLastPathComponent()
    let file = directory.appendingPathComponent("jobs.ndjson")
    try "old".write(to: file, atomically: true, encoding: .utf8)
    let run = try session.run("export", "jobs", file.path)
    #expect(run.status == 0 && run.output.isEmpty)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text == (try session.run("export", "jobs").output))
    #expect(text.split(separator: "\n").count == 12_000)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path).count {
        $0.hasPrefix("jobs.ndjson")
      } == 1)
    let failed = try session.run("export", "none", file.path)
    #expect(failed.status == 4)
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
    #expect(try session.run("export", "jobs", "/nonexistent/x").errors.contains("/nonexistent/x"))
  }

  @Test func `configure sets each setting, and keeps the others`() throws {
    let session = try CellctlSession()
    try session.run("push", "jobs", input: Self.cells)
    func setting(_ arguments: String...) throws -> [String: Any] {
      let run = try CellctlProcess.run(
        ["configure", "jobs", "-o", "json"] + arguments, socket: session.socketPath)
      #expect(run.status == 0, "\(run.errors)")
      return try session.object(run.output)
    }
    #expect(try setting("--selection", "single")["selection"] as? String == "single")
    #expect(try setting("--shared")["shared"] as? Bool == true)
    #expect(try setting("--preserve", "status,icons")["preserve"] as? [String] == ["status", "icons"])
    #expect(try setting("--preserve", "none")["preserve"] as? [String] == [])
    #expect(try setting("--preserve", "auto")["preserve"] as? String == "auto")
    #expect(try setting("--durability", "memory")["durability"] as? String == "memory")
    let last = try setting("--profile", "ios", "--no-shared")
    #expect(last["profile"] as? String == "ios" && last["shared"] as? Bool == false)
    #expect(last["selection"] as? String == "single")
    #expect(try session.run("configure", "jobs", "--preserve", "foo").status == 2)
    #expect(try session.run("configure", "none", "--shared").status == 4)
  }

  @Test func `wait ends when the session, the count and the cell are there`() throws {
    let session = try CellctlSession()
    let waiting = try CellctlProcess.start(
      ["wait", "jobs", "--cells", "2", "--cell", "b"], socket: session.socketPath)
    try session.run("push", "jobs", input: #"{"id":"a","title":"A"}"#)
    let early = try session.run("wait", "jobs", "--cells", "2", "--timeout", "0.2")
    #expect(early.status == 124 && early.errors.contains("jobs has 1 cell of 2"))
    #expect(waiting.process.isRunning)
    try session.run("push", "jobs", input: #"{"id":"b","title":"B"}"#)
    waiting.process.waitUntilExit()
    #expect(waiting.process.terminationStatus == 0)
    #expect(try session.run("wait", "jobs", "--cell", "c", "--timeout", "0.2").errors.contains("no cell c"))
    #expect(try session.run("wait", "none", "--timeout", "0.2").status == 124)
  }

  @Test func `options before the command, and other names of commands`() throws {
    let session = try CellctlSession()
    try session.run("push", "jobs", input: Self.cells)
    let rows = try CellctlProcess.run([
      "--socket", session.socketPath, "--no-spawn", "rows", "jobs", "--count", "1",
    ])
    #expect(rows.lines.first?.contains("Pump") == true, "\(rows.errors)")
    #expect(try session.run("ls").output.contains("jobs"))
    #expect(try session.run("rm", "jobs", "1").status == 0)
    #expect(try session.run("act", "jobs", "$(id)", "nope").status == 4)
  }

  @Test func `view prints a table, and takes options as members`() throws {
    let session = try CellctlSession()
    try session.run("push", "jobs", input: Self.cells)
    let arguments = ["--width", "90", "--class", "expanded", "--profile", "android", "--set", "tagLines=1"]
    let change = try CellctlProcess.run(
      ["view", "jobs", "--view", "side", "separator=line"] + arguments, socket: session.socketPath)
    #expect(change.status == 0, "\(change.errors)")
    try session.run("view", "jobs", "class=compact")
    let table = try session.run("view", "jobs").lines.map { $0.split(separator: " ").map(String.init) }
    #expect(table.first == ["VIEW", "WIDTH", "CLASS", "PROFILE", "SET"])
    #expect(table[1] == ["main", "80", "compact", "compose", "widthClass=compact"])
    #expect(table[2].prefix(4) == ["side", "90", "expanded", "android"])
    #expect(
      Set(table[2].dropFirst(4)) == [
        "width=90", "widthClass=expanded", "profile=android", "separator=line", "tagLines=1",
      ])
    #expect(try session.run("view", "jobs", "--width", "unlimited").status == 0)
    #expect(try session.run("view", "jobs").lines[1].contains("unlimited"))
  }
}
