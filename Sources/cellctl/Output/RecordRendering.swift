import CellEngine
import CellProtocol

/// Prints the rows of records: columns in this process, points and pictures by a private daemon.
struct RecordRendering {
  let options: RowOptions
  let output: RowsOutputOptions
  let pads: Bool
  /// Whether a mapping or a program made the cells.
  let isMapped: Bool
  /// The notes about records that are skipped.
  var guessing = GuessOptions.silent

  /// Whether records come over time. Then rows keep the columns that the first ones need.
  var isStream = false

  /// Is called when all records were read. Rows are printed although it throws, if there are some.
  var finish: () throws -> Void = {}

  /// Prints the rows of all records.
  func print(_ reader: RecordReader) throws {
    let form = options.form(output)
    options.environment.reportUnusedOptions()
    let format = options.rowFormat(for: form)
    let members = try options.parameters(width: WidthArgument.preset())
    let unit = try JSON(parsing: members.json)["unit"]?.string
    if format.isPicture || unit == LengthUnit.point.rawValue {
      let rendering = DaemonRendering(
        environment: members, format: format, isMapped: isMapped, finish: finish)
      return try rendering.print(
        reader, options: options, form: form, to: output.standardOutput(for: form))
    }
    var rendering = try CellRendering(environment: members, format: format, pads: pads)
    if form == .text { rendering.terminal = TerminalText(options.environment, format: format) }
    if isStream, form != .json { return try stream(reader, rendering, form: form) }
    var cells: [Cell] = []
    var skipped = SkippedRecords()
    var failure: (any Error)?
    do {
      try read(reader) {
        cells.append($0)
      } skip: {
        skipped.add($0, $1)
      }
      try finish()
    } catch let status as CommandStatus {
      failure = status
    } catch {
      // The rows of the records before it help to find it. One JSON value would be incomplete.
      guard form != .json, !cells.isEmpty else { throw error }
      failure = error
    }
    try rendering.print(
      cells,
      to: RowsOutput(title: "", options: options, form: form, output: output.standardOutput(for: form)))
    if let sentence = skipped.sentence { guessing.note(sentence) }
    if let failure { throw failure }
    if cells.isEmpty, skipped.count == 0 { StandardError.note("there are no records") }
    try check(skipped)
  }

  private func check(_ skipped: SkippedRecords) throws {
    if guessing.strict, skipped.count > 0 { throw SilentExit(status: .badData) }
  }

  /// Prints rows as their records come.
  private func stream(_ reader: RecordReader, _ rendering: CellRendering, form: RowsForm) throws {
    var rendering = rendering
    let rows = RowsOutput(
      title: "", options: options, form: form, output: output.standardOutput(for: form))
    var skipped = SkippedRecords()
    let first = try nextCells(of: reader, &skipped)
    if !first.isEmpty {
      try rendering.print(first, to: rows) {
        try rows.output.flush()
        return try nextCells(of: reader, &skipped)
      }
    }
    if let sentence = skipped.sentence { guessing.note(sentence) }
    try finish()
    if first.isEmpty, skipped.count == 0 { StandardError.note("there are no records") }
    try check(skipped)
  }

  /// Returns the cells of the records that are there, at least one; none at the end.
  private func nextCells(of reader: RecordReader, _ skipped: inout SkippedRecords) throws -> [Cell] {
    var cells: [Cell] = []
    while cells.count < 256 {
      switch try reader.next(milliseconds: cells.isEmpty ? Self.pause : 0) {
      case .cell(let record, let position):
        do {
          cells.append(try cell(record, at: position))
        } catch let failure as Failure where reader.skipsBadRecords {
          skipped.add(position, failure)
        }
      case .rejected(let position, let failure): skipped.add(position, failure)
      case .idle:
        if !cells.isEmpty { return cells }
        // A reader that has gone shows only when something is written.
        if Terminal.isOutputClosed { throw ClosedPipe() }
      case .end: return cells
      }
    }
    return cells
  }

  /// The milliseconds between two looks at the reader of the rows.
  private static let pause: Int32 = 250

  /// Reads all cells. Records that are none are skipped if the reader skips bad ones.
  private func read(
    _ reader: RecordReader, _ add: (Cell) -> Void, skip: (RecordPosition, Failure) -> Void
  ) throws {
    while true {
      switch try reader.next() {
      case .cell(let record, let position):
        do {
          add(try cell(record, at: position))
        } catch let failure as Failure where reader.skipsBadRecords {
          skip(position, failure)
        }
      case .rejected(let position, let failure): skip(position, failure)
      case .idle: break
      case .end: return
      }
    }
  }

  private func cell(_ record: CellBuilder.Cell, at position: RecordPosition) throws -> Cell {
    do throws(RPCError) {
      return try Self.document(record.json).withRoot { (root) throws(RPCError) in try CellCodec.read(root) }
    } catch {
      throw ErrorReply(error.inside("/cells/0")).failure(ofRecordsAt: [position], isMapped: isMapped)
    }
  }

  private static func document(_ json: [UInt8]) throws(RPCError) -> JSONDocument {
    do { return try JSONDocument(json) } catch { throw .parseError(error) }
  }
}

/// The records that were skipped, with the reason of the first.
struct SkippedRecords {
  private(set) var count = 0
  private var first: String?

  mutating func add(_ position: RecordPosition, _ failure: Failure) {
    count += 1
    first = first ?? failure.message
  }

  /// The sentence about them; nil if there are none.
  var sentence: String? { first.map { "\(count.counted("record")) skipped; the first: \($0)" } }
}
