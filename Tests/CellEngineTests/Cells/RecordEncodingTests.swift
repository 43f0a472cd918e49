import CellProtocol
import CellWire
import Testing

@testable import CellEngine

/// Records from JSON, and as JSON.
@Suite struct RecordEncodingTests {
  private func read(_ json: [UInt8]) throws -> Cell {
    try JSONDocument(json).withRoot { (root) throws in try CellCodec.read(root) }
  }

  @Test func aRecordIsReadAsTheSameCell() throws {
    var random = RandomCells(seed: 44)
    for index in 0..<2_000 {
      var long = JSONWriter()
      CellCodec.write(random.cell(id: "\(index)"), to: &long)
      // Without parts that show nothing: a client's cell has none.
      let cell = try read(long.bytes)
      let (record, state) = (CellRecord(cell), CellState(of: cell))
      var json = JSONWriter()
      CellCodec.write(record, state, to: &json)
      let again = try read(json.bytes)
      try #require(
        CellRecord(again) == record && CellState(of: again) == state,
        "\(cell) is written as \(String(decoding: json.bytes, as: UTF8.self))")
    }
  }

  /// Records are compared eight bytes at a time.
  @Test func recordsDifferInEachByte() {
    for count in 0..<40 {
      let title = String(repeating: "x", count: count)
      let record = CellRecord(Cell(id: "1", title: title))
      #expect(record == CellRecord(Cell(id: "1", title: title)))
      #expect(record != CellRecord(Cell(id: "1", title: title + "x")))
      for index in 0..<count {
        let other = title.prefix(index) + "y" + title.dropFirst(index + 1)
        #expect(record != CellRecord(Cell(id: "1", title: String(other))))
      }
    }
  }

  /// A cell that is read as bytes is the cell that is read as strings, or has the same error.
  ///
  /// - Returns: whether all members are bytes; `nil` after an error.
  private func check(_ json: String, _ draft: inout CellDraft) throws -> Bool? {
    try JSONDocument(json.utf8).withRoot { (root) throws in
      let bytes = Result { () throws(RPCError) in try CellCodec.read(root, into: &draft) }
      let strings = Result { () throws(RPCError) in try CellCodec.read(root) }
      switch (bytes, strings) {
      case (.failure(let error), .failure(let expected)):
        try #require(error == expected, "\(json)")
        return nil
      case (.success, .success(let cell)):
        var writer = RecordWriter()
        try #require(writer.record(of: draft) == CellRecord(cell), "\(json)")
        try #require(ColumnNeeds(of: draft) == ColumnNeeds(of: CellDraft(cell)), "\(json)")
        try #require(draft.isUnread == cell.unread && draft.isSelected == cell.selected, "\(json)")
        try #require(draft.cell.everyAction == cell.everyAction, "\(json)")
        return draft.isBytes
      default:
        Issue.record("\(bytes) instead of \(strings): \(json)")
        return nil
      }
    }
  }

  @Test func cellsAreTheSameAsBytes() throws {
    var random = RandomCells(seed: 45)
    var draft = CellDraft(Cell(id: "old", title: "Old"))
    var count = 0
    for index in 0..<2_000 {
      var json = JSONWriter()
      CellCodec.write(random.cell(id: "\(index)"), to: &json)
      if try check(String(decoding: json.bytes, as: UTF8.self), &draft) != nil { count += 1 }
    }
    #expect(count > 1_900)
  }

  /// Members of valid cells, with values of any member.
  @Test func invalidCellsHaveTheSameErrors() throws {
    var random = RandomCells(seed: 46)
    var draft = CellDraft(Cell(id: "old", title: "Old"))
    var members: [JSON.Member] = []
    for index in 0..<300 {
      var json = JSONWriter()
      CellCodec.write(random.cell(id: "\(index)"), to: &json)
      members += try JSON(parsing: json.bytes).members ?? []
    }
    let others: [JSON] = [
      .null, "", "\u{7}", 7, -1, .number("-0"), .number("1.5"), .bool(true), [], [""], [[]], ["a", 1],
      ["a", .null],
      [:], ["text": 1], ["text": "a", "state": "ok"], ["text": "a", "state": "bad"],
      ["text": "a", "icon": "!"],
      ["name": "flag"], ["label": "a"], ["a", ["text": "b", "label": "c"]], "accept", "menu", "skeleton",
      .string(String(repeating: "x", count: 300)),
    ]
    var numbers = SeededGenerator(seed: 47)
    var failures = 0
    for number in 0..<20_000 {
      var cell: [JSON.Member] = number % 8 == 0 ? [] : [.init("id", "a"), .init("title", "T")]
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        var member = members.randomElement(using: &numbers) ?? .init("id", "a")
        if Int.random(in: 0..<4, using: &numbers) == 0 {
          member.value = others.randomElement(using: &numbers) ?? .null
        }
        if Int.random(in: 0..<40, using: &numbers) == 0 { member.name = "other" }
        cell.removeAll { $0.name == member.name }
        cell.append(member)
      }
      if number % 3 == 0 { cell.shuffle(using: &numbers) }
      if try check(JSON.object(cell).text, &draft) == nil { failures += 1 }
    }
    #expect((2_000..<18_000).contains(failures))
  }

  @Test(arguments: [
    #"{"title":"","id":"a"}"#, #"{"id":7,"title":"T","number":-12}"#, #"{"id":-5,"title":"T","number":"x"}"#,
    #"{"id":"a","title":"T","status":"Open","tags":["","b",null],"icons":["","!","📦"]}"#,
    #"{"id":"a","title":"T","status":["Open",{"text":"Late","state":"negative"},{"state":"positive"},null,""]}"#,
    #"{"id":"a","title":"T","status":{"text":null,"state":null},"subtitle":"","caption":null}"#,
    #"{"id":"a","title":"\u0007T\n\u202e","description":"two\nlines","unread":true,"selected":false}"#,
    #"{"id":"a","title":"T","accessory":"disclosure","unread":null,"icons":[],"number":""}"#,
    #"{"id":"a","title":"T","icons":["flag","sap-icon://cart","sap-icon://none",{"text":"flag"},"up"]}"#,
    #"{"id":"a","title":"T","icons":[{"text":"!"},{"text":""},{},{"text":null},null,"ab"]}"#,
    #"{"id":"a","title":"T","tags":"x","preview":"P","href":"https://example.com"}"#,
  ]) func shortFormsAreBytes(json: String) throws {
    var draft = CellDraft(Cell(id: "old", title: "Old"))
    #expect(try check(json, &draft) == true)
  }

  @Test(arguments: [
    #"{"id":-0,"title":"T"}"#, #"{"id":"a","title":"T","number":-0}"#,
    #"{"id":"a","title":"T","icons":["a",{"name":"flag"}]}"#, #"{"id":"a","title":"T","image":"AB"}"#,
    #"{"id":"a","title":"T","status":["y",{"text":"x","icon":"!"}]}"#,
    #"{"id":"a","title":"T","status":{"text":"x","state":"Error"}}"#, #"{"id":"a","kind":"skeleton"}"#,
  ]) func otherFormsAreStrings(json: String) throws {
    var draft = CellDraft(Cell(id: "old", title: "Old"))
    #expect(try check(json, &draft) == false)
  }

  @Test(arguments: [
    #"{"id":"a"}"#, #"{"title":"T"}"#, #"{"id":"","title":"T"}"#, #"{"id":"a","title":null}"#,
    #"{"id":"a","title":7}"#, #"{"id":"a","title":"T","other":1}"#, #"{"id":"a","title":"T","number":1.5}"#,
    #"{"id":"a","title":"T","unread":1}"#, #"{"id":"a","title":"T","status":{"text":"x","state":"bad"}}"#,
    #"{"id":"a\u0000","title":"T"}"#, #"{"id":"a","title":"T","accessory":"x"}"#, "[]", "7",
    #"{"id":"a","title":"T","selected":true,"kind":"section"}"#,
  ]) func errorsAreTheSameAsBytes(json: String) throws {
    var draft = CellDraft(Cell(id: "old", title: "Old"))
    #expect(try check(json, &draft) == nil)
  }
}
