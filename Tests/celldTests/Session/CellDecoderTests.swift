import CellEngine
import CellWire
import Testing

@testable import celld

@Suite struct CellDecoderTests {
  private func decoder(known: CellList? = nil) -> CellDecoder {
    CellDecoder(partial: true, replyLimit: 1 << 20, known: known)
  }

  private func decode(_ cells: [String], _ body: (JSONNode) throws -> CellDecoder.Decoded) throws
    -> CellDecoder.Decoded
  {
    try JSONDocument("[\(cells.joined(separator: ","))]".utf8).withRoot(body)
  }

  private func cells(_ decoded: CellDecoder.Decoded) -> [PushedCell] { decoded.batches.flatMap { $0 } }

  /// Invalid cells and repeated ids are at the beginning, at the end and inside of batches.
  @Test func coresRejectTheCellsThatOneRejects() throws {
    let texts = (0..<3_000).map { number in
      switch number {
      case 0, 511, 512, 1_023, 1_600, 2_999: #"{"id": "\#(number)"}"#
      case 1, 1_024, 1_599, 1_700, 2_998: #"{"id": "900", "title": "\#(number)"}"#
      default: #"{"id": "\#(number)", "title": "Title"}"#
      }
    }
    let one = try decode(texts) { try decoder().decode($0) }
    let many = try decode(texts) { try decoder().decodeInParallel($0) }
    #expect(one.batches.count == 1 && many.batches.count == 6)
    #expect(one.rejected.bytes == many.rejected.bytes && !one.rejected.isEmpty)
    #expect(cells(one).map(\.packed) == cells(many).map(\.packed))
    #expect(cells(many).map(\.packed.id).filter { $0 == "900" }.count == 1)
    for decoded in [one, many] {
      // Six cells have no title. Of six cells with the id 900, the first is kept.
      #expect(decoded.count == 3_000 - 6 - 5 && decoded.count == cells(decoded).count)
      #expect(decoded.byteCount == cells(decoded).reduce(0) { $0 + $1.byteCount })
    }
  }

  @Test(arguments: [
    #""status": [{"text": "A", "c": null}]"#, #""status": {"": null}"#, #""icons": ["x", {"": null}]"#,
  ]) func anUnknownMemberIsRejectedEvenIfItIsNull(member: String) throws {
    let result = try decode([#"{"id": "1", "title": "T", \#(member)}"#]) { try decoder().decode($0) }
    #expect(cells(result).isEmpty)
    #expect(String(decoding: result.rejected.bytes, as: UTF8.self).contains("nknown member"))
  }

  @Test func cellsThatStayShareTheirRecords() throws {
    let before = (0..<200).map { #"{"id": "\#($0)", "title": "Title", "number": "\#($0)"}"# }
    var after = before.shuffled()
    after[7] = #"{"id": "x", "title": "New", "number": "12345"}"#
    after[8] = #"{"id": "8", "title": "Changed", "number": "123456"}"#
    after = after.enumerated().filter { $0.offset == 8 || $0.element != before[8] }.map(\.element)
    var list = CellList()
    list.insert(cells(try decode(before) { try decoder().decode($0) }).map { $0.entry(revision: 1) }, at: 0)
    let plain = cells(try decode(after) { try decoder().decode($0) })
    let sharing = cells(try decode(after) { try decoder(known: list).decode($0) })
    #expect(sharing.map(\.packed) == plain.map(\.packed))
    #expect(sharing.map(\.packed.note.traits.needs) == plain.map(\.packed.note.traits.needs))
    for cell in sharing {
      let isNew = ["x", "8"].contains(cell.packed.id)
      #expect(isNew == !(list[cell.key]?.packed.isSame(as: cell.packed) ?? false))
    }
  }
}
