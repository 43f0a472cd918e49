import CellEngine
import CellProtocol
import Testing

@testable import cellctl

/// Conditions, orders, menus and commands of a list in a terminal.
@Suite struct ListPartTests {
  private func parsed(_ text: String?) throws -> JSON {
    try JSON(parsing: text ?? "null")
  }

  @Test func `each typed word is in some text of the cell`() throws {
    let condition = try parsed(TextCondition(text: " pump  hall ").json)
    let words = try #require(condition["all"]?.array)
    #expect(words.map { $0["contains"]?.string } == ["pump", "hall"])
    #expect(words.allSatisfy { $0["field"]?.string == "text" })
    #expect(TextCondition(text: "  ").json == nil)
    #expect(try parsed(TextCondition(text: "pump").json)["field"]?.string == "text")
  }

  @Test func `many words stay below the limit of conditions`() throws {
    let text = (1...30).map { "w\($0)" }.joined(separator: " ")
    let words = try #require(try parsed(TextCondition(text: text).json)["all"]?.array)
    #expect(words.count == 16)
    #expect(words.last?["contains"]?.string?.hasSuffix("w29 w30") == true)
  }

  private func query(_ arguments: String...) throws -> ListQuery {
    let watch = try #require(try Cellctl.parseAsRoot(["watch", "s"] + arguments) as? Watch)
    return ListQuery(options: watch.seen.options.environment, query: watch.query)
  }

  @Test func `a filter adds to the conditions, and orders follow each other`() throws {
    var query = try query("--where", "status=Open", "--sort", "title", "--group", "number")
    query.filter = "pump"
    query.fold("\"7\"")
    let first = try parsed(String(decoding: query.environment(columns: 40, lines: 9).json, as: UTF8.self))
    #expect(first["width"]?.int == 40)
    #expect(first["height"]?.int == 9)
    #expect(first["where"]?["all"]?.array?.count == 2)
    #expect(first["sort"]?.array?.compactMap(\.string) == ["title"])
    #expect(first["collapsed"]?.array?.compactMap(\.string) == ["7"])
    var names: [String?] = []
    for _ in 0..<5 {
      names.append(query.orderName)
      query.sortNext()
    }
    // `--sort title` is the order at the start.
    #expect(names == [nil, "session order", "status", "number", "unread first"])
    #expect(query.orderName == nil)
    query.fold("\"7\"")
    let last = try parsed(String(decoding: query.environment(columns: 40, lines: 9).json, as: UTF8.self))
    #expect(last["collapsed"]?.array?.isEmpty == true)
  }

  @Test func `a menu has the actions of a cell, then the known ones`() throws {
    let menu = ActionMenu(
      try JSON(
        parsing: """
          {"id":"1","title":"Pump","preview":"p","accessory":"detail","actions":[{"id":"follow","title":"Follow",
          "kind":"toggle","on":true},{"id":"call","title":"Call","enabled":false},{"id":"more","title":"More",
          "kind":"menu","items":[{"id":"pdf","title":"PDF"}]}],"swipe":{"trailing":["call",{"id":"del","title":"Delete"}]}}
          """))
    #expect(menu.items.map(\.id) == ["follow", "call", "pdf", "del", "open", "detail", "peek"])
    #expect(menu.lines[0] == "1  Follow (on)")
    #expect(menu.lines[1] == "2  Call (disabled)")
    #expect(menu.lines[2] == "3  More › PDF")
  }

  private func words(_ command: String, _ cell: String) throws -> [String] {
    let command = try ActionCommand(action: "open", command: command)
    return try JSONDocument(cell.utf8).withRoot { try command.words(for: $0) }
  }

  @Test func `values of a cell are words of a command, never more than one`() throws {
    let cell = #"{"id":"a b; rm *","title":"$(x) 'q'","data":{"path":"/t"}}"#
    #expect(
      try words("show --id={id} {title} '{data/path}/x y' {subtitle}", cell) == [
        "show", "--id=a b; rm *", "$(x) 'q'", "/t/x y", "",
      ])
  }

  @Test func `a value that would be an option is refused`() throws {
    let cell = #"{"id":"-rf","title":"x"}"#
    #expect(throws: Failure.self) { try words("rm {id}", cell) }
    #expect(throws: Failure.self) { try words("rm {id}.txt", cell) }
    #expect(throws: Failure.self) { try words("rm {subtitle}{id}", cell) }
    #expect(try words("rm ./{id} -- --x={id}", cell) == ["rm", "./-rf", "--", "--x=-rf"])
  }

  @Test(arguments: ["", "  ", "{id} x", "less '{id}", "less {id"])
  func `a command without a program of its own is refused`(command: String) {
    #expect(throws: Failure.self) { try ActionCommand(action: "open", command: command) }
  }

  @Test func `a cell is in the environment of its command`() throws {
    let command = try ActionCommand(action: "open", command: "less")
    let variables = try JSONDocument(Array(#"{"id":"7","title":"-x"}"#.utf8)).withRoot {
      Dictionary(
        uniqueKeysWithValues: command.variables(for: $0, session: "jobs").map { ($0.name, $0.value) })
    }
    #expect(variables["CELLCTL_ID"] == "7")
    #expect(variables["CELLCTL_TITLE"] == "-x")
    #expect(variables["CELLCTL_HREF"] == "")
    #expect(variables["CELLCTL_SESSION"] == "jobs")
    #expect(variables["CELLCTL_ACTION"] == "open")
  }

  @Test func `parts of a status line are dropped until the rest fits`() {
    let parts = ["jobs", "5–9 of 200", "", "medium 80", "? keys"]
    #expect(ListFrame.joined(parts, columns: 80) == " jobs · 5–9 of 200 · medium 80 · ? keys")
    #expect(ListFrame.joined(parts, columns: 30) == " jobs · 5–9 of 200 · ? keys")
    #expect(ListFrame.joined(parts, columns: 20) == " jobs · 5–9 of 200")
  }
}
