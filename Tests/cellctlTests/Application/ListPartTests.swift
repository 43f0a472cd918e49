import CellEngine
import CellWire
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

  @Test func `a ranked condition sorts by what was typed, unless that is too long`() {
    func fields(_ text: String) -> [String?] {
      TextCondition(text: text, isRanked: true).sort.map { $0["field"]?.string }
    }
    #expect(fields("pmp") == ["title", "subtitle"])
    #expect(fields(" ") == [] && fields(String(repeating: "ы", count: 129)) == [])
    #expect(TextCondition(text: "pmp").sort.isEmpty)
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

  /// The words of `PROGRAM {title}`, and of fields that are empty before the title.
  private func words(title: String) throws -> [String] {
    let cell = #"{"id":"1","title":\#(JSONText.string(title)),"data":{"none":""}}"#
    #expect(try words("show --text={title}", cell) == ["show", "--text=\(title)"])
    return try words("show {title} {subtitle}{title} {data/none}{title}", cell)
  }

  @Test(arguments: [
    "a", "Z", "0", ".x", "_x", "/x", "#x", "$HOME", "`x`", "'x", "\"x", "(x", "[x", "{x", "é", "e\u{301}",
    "Ω", "ß", "한",
    "\u{1112}\u{1161}", "क़", "अ", "٣", "½", "Ⅳ", "«x»", "—", "。", "€", "∑", "→", "😀", "\u{1F1E9}\u{1F1EA}",
    "\u{FFFD}", "ʼ",
  ])
  func `a value can begin a word with a letter, a number or a sign that is not special`(title: String) throws
  {
    #expect(try words(title: title) == ["show", title, title, title])
  }

  @Test(arguments: [
    "-", "+", "@", "=", ":", ":!x", "!", "%", "&", "*", ",", ";", "<", ">", "?", "\\", "]", "^", "|", "}",
    "~", ")", " ", "\t", "\n",
    "\u{1B}", "\u{7F}", "\u{85}", "\u{A0}", "\u{2003}", "\u{2028}", "\u{3000}", "\u{301}a", "\u{93E}",
    "\u{20DD}", "\u{AD}", "\u{200B}-x",
    "\u{200D}", "\u{200E}+x", "\u{202E}", "\u{2060}", "\u{FEFF}-x", "\u{34F}", "\u{115F}", "\u{1160}",
    "\u{3164}", "\u{FFA0}", "\u{180E}",
    "\u{FE0F}", "\u{E0041}", "\u{E000}", "\u{FFFF}", "\u{378}",
  ])
  func `a value cannot begin a word with any other sign`(title: String) throws {
    let failure = try #require(throws: Failure.self) { try words(title: title) }
    let code = String(title.unicodeScalars.first!.value, radix: 16, uppercase: true)
    #expect(
      failure.message.contains("U+" + String(repeating: "0", count: max(4 - code.count, 0)) + code + ", "))
    #expect(failure.message.contains("--on open 'COMMAND --text={title}', or use the variable CELLCTL_TITLE"))
    #expect(failure.message.printable == failure.message)
  }

  @Test func `a refusal names the field that was written`() throws {
    let failure = try #require(throws: Failure.self) {
      try words("less '{subtitle or data/path}'", #"{"id":"1","data":{"path":"+9"}}"#)
    }
    #expect(
      failure.message
        == "{subtitle or data/path} begins with U+002B, \"+\", so the command was not run; "
        + "write --on open 'COMMAND --text={subtitle or data/path}'")
  }

  @Test func `typed words are passed as they are`() throws {
    let cell = #"{"id":"1","title":"-t"}"#
    #expect(
      try words("show -x +9 ' -y ' '' @f --a={title}{subtitle} -{title} ' {title}'", cell)
        == ["show", "-x", "+9", " -y ", "", "@f", "--a=-t", "--t", " -t"])
    #expect(try words("show {subtitle} --a={subtitle}", cell) == ["show", "", "--a="])
  }

  @Test(arguments: ["\u{0}x", "x\u{0}y", "x\u{0}"])
  func `a value with U+0000 is never a word`(title: String) throws {
    let cell = #"{"id":"1","title":\#(JSONText.string(title))}"#
    #expect(throws: Failure.self) { try words("show {title}", cell) }
    #expect(throws: Failure.self) { try words("show --a={title}", cell) }
    #expect(try words("show {id}", cell) == ["show", "1"])
  }

  @Test(arguments: ["", "  ", "{id} x", "less '{id}", "less {id"])
  func `a command without a program of its own is refused`(command: String) {
    #expect(throws: Failure.self) { try ActionCommand(action: "open", command: command) }
  }

  private func variables(_ cell: String, room: Int = 1 << 20) throws -> [String: String?] {
    let command = try ActionCommand(action: "open", command: "less")
    return try JSONDocument(cell.utf8).withRoot {
      Dictionary(
        uniqueKeysWithValues: command.variables(for: $0, session: "jobs", room: room).map {
          ($0.name, $0.value)
        })
    }
  }

  @Test func `a cell is in the environment of its command`() throws {
    let variables = try variables(#"{"id":"7","title":"-x","caption":""}"#)
    #expect(variables["CELLCTL_ID"] == "7")
    #expect(variables["CELLCTL_TITLE"] == "-x")
    #expect(variables["CELLCTL_HREF"] == "")
    #expect(variables["CELLCTL_CAPTION"] == "")
    #expect(variables["CELLCTL_SESSION"] == "jobs")
    #expect(variables["CELLCTL_ACTION"] == "open")
  }

  @Test func `values that no program can have are left out of the environment`() throws {
    let longest = String(repeating: "é", count: 32 << 10)
    let cell = #"{"id":"7","title":"a\u0000b","subtitle":"\#(longest)","description":"\#(longest)x"}"#
    let all = try variables(cell)
    #expect(all["CELLCTL_TITLE"] == .some(nil))
    #expect(all["CELLCTL_DESCRIPTION"] == .some(nil))
    #expect(all["CELLCTL_SUBTITLE"] == longest)
    #expect(all["CELLCTL_ID"] == "7")
    // The longest one is the first to go if the system has no room for all.
    let some = try variables(cell, room: 64 << 10)
    #expect(some["CELLCTL_SUBTITLE"] == .some(nil))
    #expect(some["CELLCTL_ID"] == "7")
  }

  @Test func `parts of a status line are dropped until the rest fits`() {
    let parts = ["jobs", "5–9 of 200", "", "medium 80", "? keys"]
    #expect(ListFrame.joined(parts, columns: 80) == " jobs · 5–9 of 200 · medium 80 · ? keys")
    #expect(ListFrame.joined(parts, columns: 30) == " jobs · 5–9 of 200 · ? keys")
    #expect(ListFrame.joined(parts, columns: 20) == " jobs · 5–9 of 200")
  }
}
