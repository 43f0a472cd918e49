import Testing

@testable import CellEngine

@Suite struct CellFieldTests {
  private static let cell: Cell = {
    var cell = Cell(id: "id 1", title: "Title")
    cell.subtitle = "Sub"
    cell.footnote = "Foot"
    cell.caption = "Cap"
    cell.description = "Line\nfeed"
    cell.preview = "Pre"
    cell.number = "12"
    cell.icons = [Icon(name: "flag"), Icon(text: "A")]
    cell.image = Image(initials: "IM")
    cell.avatars = [Image(initials: "AV"), Image(initials: "A2")]
    cell.status = [
      Status(text: "Open", state: .critical), Status(text: "Late", icon: Icon(text: "!"), state: .negative),
    ]
    cell.info = Status(text: "Info", state: .positive)
    cell.tags = ["t1", "t2"]
    cell.rating = Rating(value: 3.5, max: 5, count: 7)
    cell.accessory = .disclosure
    cell.actions = [Action(id: "go", title: "Go")]
    cell.menu = [.whole(Action(id: "hidden", title: "Hidden"))]
    cell.href = "https://example.com"
    cell.kind = .contact
    cell.enabled = false
    cell.header = HeaderContent(tags: ["ht"], footnotes: ["hf"], description: "hd")
    cell.columns = [GridColumn(text: "c1"), GridColumn(text: "c2")]
    cell.data =
      #"{"a":{"b":[1,-2.5e3,"x"]},"list":[{"n":1},{"n":[2,3]}],"s":"q\"\\\u0001\u00e9😀\n","no":null,"t":true,"a/b":5,"":6}"#
    return cell
  }()

  private func values(_ path: String, of cell: Cell = Self.cell) -> [String] {
    guard let field = CellField(path) else { return ["no field"] }
    var reader = FieldValues(of: [field])
    var none: Void = ()
    let record = CellRecord(cell)
    return withExtendedLifetime(record) {
      reader.read(record.content, unread: true, selected: false, for: &none) { values, _ in
        Self.texts(values, 0)
      }
    }
  }

  private static func texts(_ values: borrowing FieldValues, _ place: Int) -> [String] {
    var texts: [String] = []
    _ = values.contains(place) { value in
      texts.append(value.withText { String(decoding: $0, as: UTF8.self) })
      return false
    }
    return texts
  }

  @Test(
    arguments: [
      ("id", ["id 1"]), ("kind", ["contact"]), ("title", ["Title"]), ("subtitle", ["Sub"]),
      ("footnote", ["Foot"]),
      ("caption", ["Cap"]), ("description", ["Line\nfeed"]), ("preview", ["Pre"]), ("number", ["12"]),
      ("icons", ["flag", "A"]), ("image", ["IM"]), ("avatars", ["AV", "A2"]), ("status", ["Open", "Late"]),
      ("status/state", ["critical", "negative"]), ("info", ["Info"]), ("info/state", ["positive"]),
      ("tags", ["t1", "t2"]), ("rating", ["3.5"]), ("rating/max", ["5"]), ("rating/count", ["7"]),
      ("accessory", ["disclosure"]), ("actions", ["Go"]), ("actions/id", ["go"]), ("columns", ["c1", "c2"]),
      ("href", ["https://example.com"]), ("unread", ["true"]), ("selected", ["false"]),
      ("enabled", ["false"]),
      ("header/tags", ["ht"]), ("header/footnotes", ["hf"]), ("header/description", ["hd"]), ("data", []),
      ("data/a/b", ["1", "-2500", "x"]), ("data/a/b/1", ["-2500"]), ("data/a", []),
      ("data/list/n", ["1", "2", "3"]),
      ("data/list/1/n", ["2", "3"]), ("data/s", ["q\"\\\u{1}é😀\n"]), ("data/no", []), ("data/t", ["true"]),
      ("data/a~1b", ["5"]), ("data/missing/deep", []), ("data/t/x", []),
    ])
  func everyFieldIsRead(path: String, expected: [String]) {
    #expect(values(path) == expected)
  }

  @Test func textIsAllThatPeopleReadAndAllData() {
    // They are in the order of the record.
    let texts = values("text").sorted()
    #expect(
      texts == [
        "-2500", "1", "1", "12", "2", "3", "5", "6", "Cap", "Foot", "Info", "Late", "Line\nfeed", "Open",
        "Pre", "Sub", "Title", "c1", "c2", "hd", "hf", "ht", "id 1", "q\"\\\u{1}é😀\n", "t1", "t2", "true",
        "x",
      ])
  }

  @Test func everyMemberHasATest() {
    #expect(CellField.paths.count == 33)
    #expect(CellField.paths.allSatisfy { CellField($0)?.path == $0 })
  }

  @Test(arguments: ["", "tilte", "data/", "data//a", "status/text/x", "header", "title/x", "Data/x"])
  func otherPathsAreNoFields(path: String) {
    #expect(CellField(path) == nil)
  }

  @Test(arguments: ["data/a~1b~0c/d", "data/0", "status/state"]) func pathsReadBack(path: String) {
    #expect(CellField(path)?.path == path)
  }

  @Test func defaultsAreValues() {
    var reader = FieldValues(of: ["kind", "enabled", "accessory", "status", "number"].map { CellField($0)! })
    var none: Void = ()
    let record = CellRecord(Cell(id: "1", title: "T"))
    let counts = withExtendedLifetime(record) {
      reader.read(record.content, unread: false, selected: false, for: &none) { values, _ in
        (0..<5).map { Self.texts(values, $0).count }
      }
    }
    #expect(counts == [1, 1, 1, 0, 0])
  }

  /// `data` is found at once in most records, and after all other fields in large ones.
  @Test(arguments: [
    0, 1, 100, 113, 114, 115, 2_000, 2_030, 2_040, 2_050, 20_000, 1_048_500, 1_048_700, 3_000_000,
  ])
  func dataIsFoundInRecordsOfAnySize(padding: Int) {
    let text = String(repeating: "x", count: padding)
    for (description, rest) in [("", text), (text, "")] {
      var cell = Cell(id: "1", title: "T")
      cell.description = description
      cell.data = #"{"rest":"\#(rest)","n":7}"#
      #expect(values("data/n", of: cell) == ["7"])
      #expect(CellRecord(cell).byteCount >= padding)
      cell.data = nil
      #expect(values("data/n", of: cell) == [])
    }
  }

  /// A name with a quotation mark is not found in what looks like it.
  @Test(arguments: [
    (#"{"a":"b","c":1}"#, "a\":\"b", [String]()), (#"{"a":1}"#, "a\":1}", []),
    (#"{"a\":1":2}"#, "a\":1", ["2"]),
    (#"{"a\\b":1}"#, #"a\b"#, ["1"]), (#"{"ab":1,"a":-2.5e1}"#, "a", ["-25"]),
    (#"{"a":123456789012345678}"#, "a", ["1.2345678901234568e+17"]),
  ]) func membersAreFoundByWholeNames(data: String, name: String, expected: [String]) {
    var cell = Cell(id: "1", title: "T")
    cell.data = data
    #expect(values("data/" + name, of: cell) == expected)
  }
}

@Suite struct CellFilterTests {
  private func admits(_ comparison: Comparison, _ cell: Cell) -> Bool {
    var reader = OrderReader(CellOrder(Query(condition: .comparison(comparison))))
    return reader.read(CellRecord(cell), unread: false, selected: false)
  }

  private func cell(_ title: String, data: String = "{}") -> Cell {
    var cell = Cell(id: "1", title: title)
    cell.data = data
    return cell
  }

  @Test func comparisonsOfTexts() {
    let title = CellField("title")!
    #expect(admits(Comparison(title, .is(.text("PUMP"))), cell("Pump")))
    #expect(!admits(Comparison(title, .is(.text("PUMP")), exact: true), cell("Pump")))
    #expect(admits(Comparison(title, .is(.text("Pump")), exact: true), cell("Pump")))
    #expect(admits(Comparison(title, .contains("köl")), cell("In Koln")))
    #expect(!admits(Comparison(title, .contains("köl"), exact: true), cell("In Koln")))
    #expect(admits(Comparison(title, .matches("pump*7?")), cell("Pump station 78")))
    #expect(!admits(Comparison(title, .matches("pump")), cell("Pump station")))
    #expect(admits(Comparison(title, .in([.text("a"), .text("b")])), cell("B")))
    #expect(admits(Comparison(title, .above(.text("item 9"))), cell("Item 10")))
    #expect(!admits(Comparison(title, .above(.text("item 10"))), cell("Item 10")))
    #expect(admits(Comparison(title, .below(.text("item 9"))), cell("Item 8b")))
    #expect(admits(Comparison(title, .below(.text("2026-03-01"))), cell("2026-02-28")))
  }

  @Test func comparisonsOfNumbers() {
    let n = CellField("data/n")!
    let seven = cell("7", data: #"{"n":7}"#)
    #expect(admits(Comparison(n, .is(.number(7))), seven) && admits(Comparison(n, .is(.text("7.0"))), seven))
    #expect(
      admits(Comparison(n, .above(.number(6.5))), seven) && !admits(Comparison(n, .below(.number(7))), seven))
    #expect(admits(Comparison(CellField("title")!, .is(.number(7))), seven))
    #expect(admits(Comparison(CellField("title")!, .above(.number(6))), seven))
    #expect(!admits(Comparison(CellField("title")!, .above(.number(6))), cell("seven")))
    #expect(admits(Comparison(n, .contains("7")), seven) && !admits(Comparison(n, .is(.bool(true))), seven))
    #expect(admits(Comparison(n, .is(.null)), cell("x")) && !admits(Comparison(n, .is(.null)), seven))
    #expect(admits(Comparison(CellField("data/t")!, .is(.bool(true))), cell("x", data: #"{"t":true}"#)))
    #expect(admits(Comparison(CellField("data/t")!, .is(.text("TRUE"))), cell("x", data: #"{"t":true}"#)))
  }

  @Test func statesAreInTheOrderOfSeverity() {
    var cell = cell("x")
    cell.status = [Status(text: "S", state: .critical)]
    let state = CellField("status/state")!
    #expect(admits(Comparison(state, .below(.text("informative"))), cell))
    #expect(admits(Comparison(state, .above(.text("negative"))), cell))
    #expect(!admits(Comparison(state, .above(.text("critical"))), cell))
  }

  @Test(arguments: ["1", "-0", "0.5", "1e3", "-1.5E-3", "123456789012345678"]) func numbersAreRead(
    text: String
  ) {
    #expect(Array(text.utf8).withUnsafeBufferPointer(DecimalNumber.value) == Double(text))
  }

  @Test(arguments: ["", "-", "+1", "0x10", "inf", "nan", "1 ", "1e999", ".5", "--1", "1.2.3", "e5"])
  func otherTextsAreNoNumbers(text: String) {
    #expect(Array(text.utf8).withUnsafeBufferPointer(DecimalNumber.value) == nil)
  }
}
