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

  /// A slot has the name of the member that fills it.
  @Test func theTableNamesTheSlotOfEachMember() {
    for row in Cell.rows { #expect(row.member.slot == Slot(rawValue: row.member.name.description)) }
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

  /// Reads a cell, alone and after others. Returns its record, its state and its selection.
  private func decode(_ json: String, _ decoder: inout RecordDecoder) throws -> Cell {
    try JSONDocument(json.utf8).withRoot { (root) throws in
      let alone = Result { () throws(RPCError) in try CellCodec.read(root) }
      let later = Result { () throws(RPCError) in try decoder.read(root) }
      switch (alone, later) {
      case (.failure(let error), .failure(let expected)):
        try #require(error == expected, "\(json)")
        throw error
      case (.success(let cell), .success):
        try #require(decoder.record() == CellRecord(cell), "\(json)")
        try #require(decoder.record().note.traits == CellRecord(cell).note.traits, "\(json)")
        try #require(decoder.state == CellState(of: cell), "\(json)")
        return cell
      default:
        Issue.record("\(alone) instead of \(later): \(json)")
        throw CancellationError()
      }
    }
  }

  /// A decoder keeps nothing of the cells before, whether they are in order or not.
  @Test func aDecoderForgetsTheCellBefore() throws {
    var random = RandomCells(seed: 46)
    var decoder = RecordDecoder()
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
      do { _ = try decode(JSON.object(cell).text, &decoder) } catch is RPCError { failures += 1 }
    }
    #expect((2_000..<18_000).contains(failures))
  }

  /// A patch copies the members that it leaves alone, and has the result of a merge of all members.
  @Test func patchesAreMergesOfTheWholeCell() throws {
    var random = RandomCells(seed: 48)
    var numbers = SeededGenerator(seed: 49)
    var decoder = RecordDecoder()
    var failures = 0
    for _ in 0..<3_000 {
      var (first, old, new) = (JSONWriter(), JSONWriter(), JSONWriter())
      // Without parts that show nothing: a client's cell has none.
      CellCodec.write(random.cell(id: "a"), to: &first)
      let cell = try read(first.bytes)
      let (record, state) = (CellRecord(cell), CellState(of: cell))
      CellCodec.write(record, state, to: &old)
      CellCodec.write(random.cell(id: "a"), to: &new)
      let changes = try #require(JSON(parsing: new.bytes).members).filter { $0.name != "id" }
      var members: [JSON.Member] = []
      for _ in 0..<Int.random(in: 0...3, using: &numbers) {
        guard var member = changes.randomElement(using: &numbers) else { continue }
        if Int.random(in: 0..<4, using: &numbers) == 0 { member.value = .null }
        if !members.contains(where: { $0.name == member.name }) { members.append(member) }
      }
      let patch = JSON.object(members)
      var whole = try JSON(parsing: old.bytes)
      // A selected object that becomes a part of the list loses its selection.
      if let kind = patch["kind"]?.string, Cell.Kind(rawValue: kind)?.isObject == false {
        whole["selected"] = nil
      }
      whole = whole.merging(patch)
      do {
        try CellCodec.read(record, state, with: patch, into: &decoder)
        let merged = try read(Array(whole.text.utf8))
        try #require(
          decoder.record() == CellRecord(merged),
          "\(patch.text) of \(String(decoding: old.bytes, as: UTF8.self))")
        try #require(decoder.record().note.traits == CellRecord(merged).note.traits, "\(patch.text)")
        try #require(decoder.state == CellState(of: merged), "\(patch.text)")
      } catch let error as RPCError {
        failures += 1
        let expected = #expect(throws: RPCError.self) { try read(Array(whole.text.utf8)) }
        #expect(expected?.path == error.path, "\(patch.text)")
      }
    }
    #expect(failures < 1_000)
  }

  /// Readers find a member of an object by its tag.
  @Test(arguments: CellMember.Kind.allCases) func everyMemberHasATagOfItsOwn(kind: CellMember.Kind) {
    let members = CellMember.members(of: kind)
    let tags = members.map(\.tag).filter { $0 > 0 }
    #expect(Set(tags).count == tags.count)
    #expect(Set(members.map(\.name.description)).count == members.count)
    // Sets of members are words of 64 bits, and their places an array of 32.
    #expect(members.count <= 32)
  }

  @Test(arguments: [
    (#"{"title":"","id":"a"}"#, #"{"id":"a","title":""}"#),
    (#"{"id":7,"title":"T","number":-12}"#, #"{"id":"7","title":"T","number":"-12"}"#),
    (#"{"id":-0,"title":"T","number":-0}"#, #"{"id":"0","title":"T","number":"0"}"#),
    (
      #"{"id":"a","title":"T","status":"Open","tags":["","b",null],"icons":["","!","📦"]}"#,
      #"{"id":"a","title":"T","icons":[{"text":"!"},{"text":"📦"}],"status":[{"text":"Open","state":"neutral"}],"tags":["b"]}"#
    ),
    (
      #"{"id":"a","title":"T","status":["Open",{"text":"Late","state":"Error"},{"state":"positive"},null,""]}"#,
      #"{"id":"a","title":"T","status":[{"text":"Open","state":"neutral"},{"text":"Late","state":"negative"}]}"#
    ),
    (
      #"{"id":"a","title":"T","status":{"text":null,"state":null},"subtitle":"","caption":null}"#,
      #"{"id":"a","title":"T"}"#
    ),
    (
      #"{"id":"a","title":"T","icons":["flag","sap-icon://cart",{"text":"flag"},{"label":"x"}]}"#,
      #"{"id":"a","title":"T","icons":[{"name":"flag"},{"name":"sap-icon://cart"},{"text":"flag"}]}"#
    ),
    (
      #"{"id":"a","title":"T","rating":3.5,"image":"AB","avatars":[{"person":false},{"person":true}]}"#,
      #"{"id":"a","title":"T","image":{"initials":"AB"},"avatars":[{"person":true}],"rating":{"value":3.5,"max":5}}"#
    ),
    (
      #"{"id":"a","title":"T","header":{"chart":{"trend":"+2 %","values":[1,2]}},"swipe":{},"truncate":{"title":"head","status":"middle"}}"#,
      #"{"id":"a","title":"T","header":{"chart":{"trend":"+2 %","values":[1,2]}},"truncate":{"title":"head","status":"middle"}}"#
    ),
    (#"{"id":"a","kind":"skeleton"}"#, #"{"id":"a","title":"","kind":"skeleton"}"#),
    (
      #"{"id":"a","kind":"grid","title":"T","columns":[{"text":"x"},{},{"text":"y","width":0.5},{"text":"z","width":20}]}"#,
      #"{"id":"a","title":"T","kind":"grid","columns":[{"text":"x","width":"rest"},{"text":"","width":"rest"},{"text":"y","width":0.5},{"text":"z","width":20}]}"#
    ),
    (
      #"{"id":"a","title":"T","menu":["open",{"id":"m","items":[{"id":"n"}]},"x"],"actions":[{"id":"b","items":[{"id":"c"}]}]}"#,
      #"{"id":"a","title":"T","actions":[{"id":"b","kind":"button","items":[{"id":"c","kind":"button"}]}],"menu":["open",{"id":"m","kind":"button","items":[{"id":"n","kind":"button"}]},"x"]}"#
    ),
  ]) func shortFormsHaveALongForm(short: String, long: String) throws {
    var decoder = RecordDecoder()
    let cell = try decode(short, &decoder)
    var json = JSONWriter()
    CellCodec.write(cell, to: &json)
    #expect(String(decoding: json.bytes, as: UTF8.self) == long)
  }

  @Test(arguments: [
    (#"{"id":"a"}"#, "/title"), (#"{"title":"T"}"#, "/id"), (#"{"id":"","title":"T"}"#, "/id"),
    (#"{"id":"a","title":null}"#, "/title"), (#"{"id":"a","title":7}"#, "/title"),
    (#"{"id":"a","title":"T","other":1}"#, "/other"), (#"{"id":"a","title":"T","number":1.5}"#, "/number"),
    (#"{"id":"a","title":"T","unread":1}"#, "/unread"),
    (#"{"id":"a","title":"T","status":["x",{"text":"x","state":"bad"}]}"#, "/status/1/state"),
    (#"{"id":"a","title":"T","status":{"text":"x","icon":{"name":7}}}"#, "/status/icon/name"),
    (#"{"id":"a\u0000","title":"T"}"#, "/id"), (#"{"id":"a","title":"T","accessory":"x"}"#, "/accessory"),
    ("[]", ""), ("7", ""), (#"{"id":"a","title":"T","selected":true,"kind":"section"}"#, "/selected"),
    (#"{"id":"a","title":"T","header":{"footnotes":["a","b","c"]}}"#, "/header/footnotes/2"),
    (#"{"id":"a","title":"T","header":{"chart":{"values":[1,"x"]}}}"#, "/header/chart/values/1"),
    (#"{"id":"a","title":"T","rating":{"max":3}}"#, "/rating/value"),
    (#"{"id":"a","title":"T","rating":{"value":4,"max":3}}"#, "/rating/value"),
    (#"{"id":"a","title":"T","actions":[{"id":"b","items":[{"id":"b"}]}]}"#, "/actions/0/items/0/id"),
    (#"{"id":"a","title":"T","swipe":{"trailing":[{"id":"b"},"b",{"id":"b"}]}}"#, "/swipe/trailing/2/id"),
    (#"{"id":"a","title":"T","truncate":{"title":"x"}}"#, "/truncate/title"),
    (#"{"id":"a","title":"T","columns":[{"width":"wide"}]}"#, "/columns/0/width"),
    (#"{"id":"a","title":"T","detailActions":"x"}"#, "/detailActions"),
  ]) func errorsNameThePlace(json: String, path: String) throws {
    var decoder = RecordDecoder()
    do {
      _ = try decode(json, &decoder)
      Issue.record("\(json) is a cell")
    } catch let error as RPCError {
      #expect(error.path == path, "\(error)")
    }
  }
}
