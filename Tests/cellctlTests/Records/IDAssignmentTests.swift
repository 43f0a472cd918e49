import CellWire
import Testing

@testable import cellctl

@Suite struct IDAssignmentTests {
  /// The ids of records by hash; letters are short for the hashes.
  private func ids(_ records: String, isOpenEnded: Bool) throws -> [String] {
    var pipeline = RecordPipeline()
    (pipeline.idRule, pipeline.isOpenEnded) = (.hash, isOpenEnded)
    var ids = IDAssignment(pipeline, hashLimit: 2)
    return try records.map { letter in
      let bytes = Array(#"{"title":"\#(letter)"}"#.utf8)
      let record = Record(bytes: bytes, position: RecordPosition(line: 1))
      let id = try JSONDocument(bytes).withRoot { try ids.id(of: $0, record: record).text }
      return id.replacing(IDRule.hash(of: bytes), with: "\(letter)")
    }
  }

  @Test func `equal records are counted, in a stream among the last ones`() throws {
    #expect(try ids("abcdeaa", isOpenEnded: false) == ["a", "b", "c", "d", "e", "a-2", "a-3"])
    #expect(try ids("aabcaa", isOpenEnded: true) == ["a", "a-2", "b", "c", "a-3", "a-4"])
    // Four different records later, nothing is known about it.
    #expect(try ids("aabcdeaa", isOpenEnded: true) == ["a", "a-2", "b", "c", "d", "e", "a", "a-2"])
  }
}
