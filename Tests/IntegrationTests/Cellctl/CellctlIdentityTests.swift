import Testing

/// Names and ids that are canonically equivalent, but not the same bytes. They are different ones.
@Suite struct CellctlIdentityTests {
  private let cellctl: CellctlSession

  init() throws {
    cellctl = try CellctlSession()
  }

  /// Pairs of Latin, Greek, Hangul, Devanagari, the ångström sign, and marks in another order.
  static let pairs = [
    ("\u{E9}", "e\u{301}"), ("\u{1F71}", "\u{3B1}\u{301}"), ("\u{D55C}", "\u{1112}\u{1161}\u{11AB}"),
    ("\u{958}", "\u{915}\u{93C}"), ("\u{212B}", "A\u{30A}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"),
  ]

  private func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  @Test(arguments: pairs)
  func `two ids are two cells`(pair: (String, String)) throws {
    let cells = #"{"id":"\#(pair.0)","title":"one"}"# + "\n" + #"{"id":"\#(pair.1)","title":"two"}"# + "\n"
    #expect(try cellctl.run("push", "s", input: cells).status == 0)
    #expect(try cellctl.cells(of: "s").count == 2)
    #expect(try cellctl.run("rows", "s").lines == ["one", "two"])
    #expect(try cellctl.run("get", "s", pair.1, "--member", "title").output.contains("two"))
    // Each of them is marked, and has its own words.
    let picked = try CellctlProcess.run(
      ["pick", "s", "--plain"], input: "mark\nmark\nchoose\n", socket: cellctl.socketPath)
    #expect(bytes(picked.lines) == bytes([pair.0, pair.1]), "\(picked.errors)")
    let second = try CellctlProcess.run(
      ["pick", "s", "--plain"], input: "2\nchoose\n", socket: cellctl.socketPath)
    #expect(bytes(second.lines) == bytes([pair.1]), "\(second.errors)")
  }

  @Test(arguments: pairs)
  func `fields, columns, keys and sessions with such names are different ones`(pair: (String, String)) throws
  {
    let (one, two) = pair
    // Records whose ids are names, in two sessions.
    let records = #"{"name":"\#(one)","\#(one)":1,"\#(two)":2}"# + "\n" + #"{"name":"\#(two)","\#(two)":3}"#
    for (session, field, title) in [(one, two, "2"), (two, one, "1")] {
      let pushed = try cellctl.run("push", session, "--map", "title={\(field) or name}", input: records)
      #expect(pushed.status == 0, "\(pushed.errors)")
      #expect(try cellctl.run("rows", session).lines.first == title)
      #expect(try cellctl.cells(of: session).count == 2)
    }
    #expect(try cellctl.run("sessions", "-o", "ndjson").lines.count == 2)
    let table = try cellctl.run(
      "render", "--from", "csv", "--map", "title={\(two)}", input: "\(one),\(two),id\n7,8,9\n")
    #expect(table.lines == ["8"], "\(table.errors)")
    let yaml = "- {id: 1, \"\(one)\": 4, \"\(two)\": 5}\n"
    let document = try cellctl.run("render", "--from", "yaml", "--map", "title={\(two)}", input: yaml)
    #expect(document.lines == ["5"], "\(document.errors)")
  }
}
