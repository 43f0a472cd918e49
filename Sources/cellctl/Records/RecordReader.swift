/// Reads the cells of an input, in order.
final class RecordReader {
  /// The result of a read.
  enum Result {
    case cell(CellBuilder.Cell, RecordPosition)
    /// A record that cannot become a cell, if such records are skipped.
    case rejected(RecordPosition, Failure)
    /// Nothing came in the given time.
    case idle
    case end
  }

  private let stream: RecordStream
  /// The stream of the input, if the records are made of its records.
  private let input: RecordStream
  private var builder: CellBuilder
  /// Whether records that cannot become cells are reported one by one.
  let skipsBadRecords: Bool
  private let limit: Int
  private var hasFailed = false
  /// The number of records that were read.
  private(set) var recordCount = 0
  /// The words of statuses whose state is unknown.
  var unknownStates: Set<String> { builder.unknownStates }
  /// The number of bytes of the input that were read.
  var bytesRead: Int { input.bytesRead }

  /// - Parameter limit: the maximum length of a record, in bytes.
  init(_ stream: RecordStream, input: RecordStream, _ pipeline: RecordPipeline, limit: Int) {
    (self.stream, self.input, self.limit) = (stream, input, limit)
    builder = CellBuilder(pipeline)
    skipsBadRecords = pipeline.skipsBadRecords
  }

  /// Returns the next cell with the position of its record. Waits for at most `milliseconds`; -1
  /// waits forever.
  func next(milliseconds: Int32 = -1) throws -> Result {
    guard !hasFailed else { return .end }
    let result: RecordStream.Result
    do {
      result = try stream.next(milliseconds: milliseconds)
    } catch let failure as Failure where skipsBadRecords && failure.status == .badData {
      // Nothing can be read after it, but the records before it are good.
      hasFailed = true
      return .rejected(RecordPosition(noun: "the input"), failure)
    }
    switch result {
    case .idle: return .idle
    case .end:
      builder.reportUnusedFields()
      return .end
    case .record(let record):
      recordCount += 1
      do {
        guard record.bytes.count <= limit else { throw InputLimits.tooLong(record.position, limit: limit) }
        return .cell(try builder.cell(of: record), record.position)
      } catch let failure as Failure where skipsBadRecords && failure.status == .badData {
        return .rejected(record.position, failure)
      }
    }
  }

  /// Returns the next cell, or nil at the end.
  func nextCell() throws -> (cell: CellBuilder.Cell, position: RecordPosition)? {
    guard case .cell(let cell, let position) = try next() else { return nil }
    return (cell, position)
  }
}
