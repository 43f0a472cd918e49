import CellProtocol
import Testing

@testable import CellEngine

/// Records as JSON.
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
}
