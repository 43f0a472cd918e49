import CellWire
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

  @Test(arguments: 1...4)
  func `a push of an export changes nothing, whatever the cells have`(seed: UInt64) throws {
    var cells = ArbitraryCells(seed: seed)
    let input = (0..<300).map { cells.cell(id: "\($0)") + "\n" }.joined()
    let session = try CellctlSession()
    try session.run("push", "jobs", "--partial", "--selection", "multiple", input: input)
    let exported = try session.run("export", "jobs").output
    #expect(exported.split(separator: "\n").count > 100)
    try session.run("push", "copy", "--selection", "multiple", input: exported)
    #expect(try session.run("export", "copy").output == exported)
    let again = try session.run("push", "jobs", "-o", "json", input: exported)
    let tally = try session.object(again.output)
    #expect(tally["unchanged"] as? Int == exported.split(separator: "\n").count)
    #expect(tally["updated"] as? Int == 0)
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

  @Test func `an export follows symbolic links, and keeps the mode of the file`() throws {
    let session = try CellctlSession()
    try session.run("push", "jobs", input: #"{"id":"a","title":"A"}"#)
    let directory = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let files = FileManager.default
    try files.createDirectory(atPath: directory + "/data", withIntermediateDirectories: false)
    try "old".write(toFile: directory + "/data/cells", atomically: false, encoding: .utf8)
    try files.setAttributes([.posixPermissions: 0o666], ofItemAtPath: directory + "/data/cells")
    for (link, target) in [
      ("first", "second"), ("second", "data/cells"), ("new", "data/later"), ("loop", "loop"),
    ] {
      try files.createSymbolicLink(atPath: "\(directory)/\(link)", withDestinationPath: target)
    }
    for (link, file) in [("first", "data/cells"), ("new", "data/later")] {
      let run = try session.run("export", "jobs", "\(directory)/\(link)")
      #expect(run.status == 0, "\(run.errors)")
      let text = try String(contentsOfFile: "\(directory)/\(file)", encoding: .utf8)
      #expect(text.contains(#""title":"A""#))
    }
    for link in ["first", "second", "new"] {
      #expect((try? files.destinationOfSymbolicLink(atPath: "\(directory)/\(link)")) != nil)
    }
    let mode = try files.attributesOfItem(atPath: directory + "/data/cells")[.posixPermissions] as? Int
    #expect(mode == 0o666)
    #expect(try files.contentsOfDirectory(atPath: directory + "/data").sorted() == ["cells", "later"])
    let run = try session.run("export", "jobs", directory + "/loop")
    #expect(run.status == 1 && run.errors.contains("loop"), "\(run.errors)")
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

/// Cells that the schema describes: any members, any values, and texts that are hard to write.
private struct ArbitraryCells {
  private var state: UInt64
  private static let texts = [
    "A", "", " ", "two words", "tab\t", "line\nfeed", "\u{0}\u{1B}[31m", "\u{202E}rtl", "é 👷🏽‍♀️ 定期", "\"\\/",
    "-rf",
    "\u{2028}\u{FEFF}", "$(id)", "null", "1e9",
  ]

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  private mutating func number(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  private mutating func text() -> String { JSON.string(Self.texts[number(below: Self.texts.count)]).text }

  mutating func cell(id: String) -> String {
    var members = [#""id":"\#(id)","title":"\#(id)""#]
    for property in Self.members(of: "Cell") where !["id", "title"].contains(property.name) {
      if number(below: 4) == 0 {
        members.append("\"\(property.name)\":\(value(of: property.schema, depth: 0))")
      }
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func members(of component: String) -> [Schema.Property] {
    guard case .object(let members)? = Schema.components.first(where: { $0.name == component })?.schema else {
      return []
    }
    return members.list
  }

  private mutating func object(_ members: [Schema.Property], depth: Int) -> String {
    let chosen = members.filter { $0.isRequired || number(below: 2) == 0 }
    return "{"
      + chosen.map { "\"\($0.name)\":\(value(of: $0.schema, depth: depth + 1))" }.joined(separator: ",") + "}"
  }

  private mutating func value(of schema: Schema, depth: Int) -> String {
    switch schema {
    case .text: return text()
    case .name, .rowName: return "\"n\(number(below: 1000))\""
    case .boolean: return number(below: 2) == 0 ? "true" : "false"
    case .integer(let range): return "\(max(range.lowerBound, min(range.upperBound, number(below: 9))))"
    case .number(let range):
      return "\(max(range.lowerBound, min(range.upperBound, Double(number(below: 40)) / 8)))"
    case .choice(let names): return "\"\(names[number(below: names.count)])\""
    case .array(let element, let most):
      let count = depth > 3 ? 0 : number(below: min(most ?? 3, 3) + 1)
      return "[" + (0..<count).map { _ in value(of: element, depth: depth + 1) }.joined(separator: ",") + "]"
    case .object(let members), .oneOf(let members), .open(let members):
      return object(members.list, depth: depth)
    case .map(let names, let schema):
      return "{\"\(names[number(below: names.count)])\":\(value(of: schema, depth: depth + 1))}"
    case .either(let schemas, _): return value(of: schemas[number(below: schemas.count)], depth: depth)
    case .nullable(let schema): return number(below: 3) == 0 ? "null" : value(of: schema, depth: depth)
    case .reference(let name): return object(Self.members(of: name), depth: depth)
    case .any: return #"{"n":1.10,"t":\#(text()),"l":[1e400,-0,9007199254740993,null,{}]}"#
    }
  }
}
