import CellProtocol
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

  /// A plain cell has the record and the needs of the whole cell that is read from the same text.
  private func check(_ json: String) throws -> Bool {
    try JSONDocument(json.utf8).withRoot { (root) throws in
      var plain = PlainCell()
      plain.icons = [(UnsafeRawBufferPointer(start: nil, count: 0), true)]
      guard CellCodec.read(root, into: &plain) else { return false }
      let cell = try CellCodec.read(root)
      try #require(CellRecord(plain) == CellRecord(cell), "\(json)")
      try #require(ColumnNeeds(of: plain) == ColumnNeeds(of: cell), "\(json)")
      #expect(plain.unread == cell.unread && plain.selected == cell.selected)
      return true
    }
  }

  @Test func aPlainCellHasTheSameRecord() throws {
    var random = RandomCells(seed: 45)
    var count = 0
    for index in 0..<2_000 {
      var cell = random.cell(id: "\(index)")
      (cell.image, cell.avatars, cell.info, cell.rating) = (nil, [], nil, nil)
      (cell.actions, cell.swipe, cell.menu, cell.detailActions) = ([], nil, [], [])
      (cell.columns, cell.header, cell.truncate, cell.kind) = ([], nil, [:], .object)
      (cell.href, cell.preview, cell.data, cell.enabled) = (nil, nil, nil, true)
      cell.icons = cell.icons.map { Icon(text: $0.text ?? $0.name) }
      cell.status = cell.status.map { Status(text: $0.text ?? $0.label, state: $0.state) }
      var json = JSONWriter()
      CellCodec.write(cell, to: &json)
      if try check(String(decoding: json.bytes, as: UTF8.self)) { count += 1 }
    }
    #expect(count > 1_000)
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
  ]) func shortFormsArePlain(json: String) throws {
    #expect(try check(json))
  }

  @Test(arguments: [
    #"{"id":"a"}"#, #"{"title":"T"}"#, #"{"id":"","title":"T"}"#, #"{"id":-0,"title":"T"}"#,
    #"{"id":"a","title":null}"#, #"{"id":"a","title":7}"#, #"{"id":"a","title":"T","other":1}"#,
    #"{"id":"a","title":"T","number":1.5}"#, #"{"id":"a","title":"T","tags":"x"}"#,
    #"{"id":"a","title":"T","icons":[{"name":"flag"}]}"#, #"{"id":"a","title":"T","image":"AB"}"#,
    #"{"id":"a","title":"T","status":[{"text":"x","icon":"!"}]}"#, #"{"id":"a","title":"T","unread":1}"#,
    #"{"id":"a","title":"T","status":{"text":"x","state":"bad"}}"#, #"{"id":"a\u0000","title":"T"}"#,
    #"{"id":"a","title":"T","accessory":"x"}"#, "[]", "7",
  ]) func otherCellsAreNotPlain(json: String) throws {
    #expect(try !check(json))
  }
}
