import CellClient
import CellEngine
import CellProtocol
import CellWire

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
  /// The conditions, the order and the groups of rows; nil for all in the order of the records.
  var query: QueryOptions?
  /// The maximum number of rows.
  var count: Int?

  /// Is called when all records were read. Rows are printed although it throws, if there are some.
  var finish: () throws -> Void = {}

  /// Prints the rows of all records.
  func print(_ reader: RecordReader) throws {
    let form = options.form(output)
    options.environment.reportUnusedOptions()
    let format = options.rowFormat(for: form)
    var members = try options.parameters(width: WidthArgument.preset())
    query?.set(in: &members)
    let unit = try JSON(parsing: members.json)["unit"]?.string
    if format.isPicture || unit == LengthUnit.point.rawValue {
      let rendering = DaemonRendering(
        environment: members, format: format, isMapped: isMapped, finish: finish)
      return try rendering.print(
        reader, options: options, form: form, count: count, to: output.standardOutput(for: form))
    }
    var rendering = try CellRendering(environment: members, format: format, pads: pads)
    rendering.looksForSlots = guessing.strict
    if form == .text { rendering.terminal = TerminalText(options.environment, format: format) }
    let isOrdered = query?.sort != nil || query?.group != nil
    if isStream, form != .json, !isOrdered { return try stream(reader, rendering, form: form) }
    var cells: [PackedCell] = []
    var skipped = SkippedRecords()
    var failure: (any Error)?
    do {
      try read(reader, into: &cells, &skipped)
      try finish()
    } catch let status as CommandStatus {
      failure = status
    } catch {
      // The rows of the records before it help to find it. One JSON value would be incomplete.
      guard form != .json, !cells.isEmpty else { throw error }
      failure = error
    }
    let rows = rendering.ordered(cells)
    try rendering.print(
      count.map { Array(rows.prefix($0)) } ?? rows, of: cells,
      to: RowsOutput(title: "", options: options, form: form, output: output.standardOutput(for: form)))
    if let sentence = skipped.sentence { guessing.note(sentence) }
    if let failure { throw failure }
    if cells.isEmpty, skipped.count == 0 { StandardError.note("there are no records") }
    if rows.isEmpty, !cells.isEmpty { StandardError.note("no record meets the condition") }
    try check(skipped, reader, rendering.missingSlots)
  }

  /// Looks for what is not shown as it is in the records.
  private func check(
    _ skipped: SkippedRecords, _ reader: RecordReader, _ missingSlots: Set<String>
  ) throws {
    guard guessing.strict else { return }
    let words = reader.unknownStates.sorted().prefix(5).map { "\"\($0)\"" }
    if !words.isEmpty { guessing.note("no state is known for \(words.joined(separator: ", "))") }
    for sentence in missingSlots.sorted() { guessing.note(sentence) }
    guard skipped.count == 0, words.isEmpty, missingSlots.isEmpty else {
      throw SilentExit(status: .badData)
    }
  }

  /// Prints rows as their records come.
  private func stream(_ reader: RecordReader, _ rendering: CellRendering, form: RowsForm) throws {
    var rendering = rendering
    let rows = RowsOutput(
      title: "", options: options, form: form, output: output.standardOutput(for: form))
    var skipped = SkippedRecords()
    var left = count ?? .max
    func next(_ rendering: CellRendering) throws -> [PackedCell] {
      while left > 0 {
        var cells: [PackedCell] = []
        try read(reader, limit: 256, into: &cells, &skipped)
        guard !cells.isEmpty else { break }
        let shown = rendering.ordered(cells).prefix(left)
        left -= shown.count
        if !shown.isEmpty { return Array(shown) }
      }
      return []
    }
    let ordering = rendering
    let first = try next(ordering)
    if !first.isEmpty {
      try rendering.print(first, to: rows) {
        try rows.output.flush()
        return try next(ordering)
      }
    }
    if let sentence = skipped.sentence { guessing.note(sentence) }
    // A command that prints on is not waited for.
    if left > 0 { try finish() }
    if first.isEmpty, skipped.count == 0 { StandardError.note("there are no records") }
    try check(skipped, reader, rendering.missingSlots)
  }

  /// Reads the cells of the records that are there, at least one; all without a limit.
  private func read(
    _ reader: RecordReader, limit: Int = .max, into cells: inout [PackedCell], _ skipped: inout SkippedRecords
  ) throws {
    let waits = limit == .max
    var decoder = RecordDecoder()
    while cells.count < limit {
      switch try reader.next(milliseconds: waits ? -1 : cells.isEmpty ? Self.pause : 0) {
      case .cell(let record, let position):
        do {
          cells.append(try cell(record, at: position, &decoder))
        } catch let failure as Failure where reader.skipsBadRecords {
          skipped.add(position, failure)
        }
      case .rejected(let position, let failure): skipped.add(position, failure)
      case .idle:
        if !waits, !cells.isEmpty { return }
        // A reader that has gone shows only when something is written.
        if !waits, Terminal.isOutputClosed { throw ClosedPipe() }
      case .end: return
      }
    }
  }

  /// The milliseconds between two looks at the reader of the rows.
  private static let pause: Int32 = 250

  private func cell(
    _ record: CellBuilder.Cell, at position: RecordPosition, _ decoder: inout RecordDecoder
  ) throws -> PackedCell {
    do throws(RPCError) {
      return try Self.document(record.json).withRoot { (root) throws(RPCError) in
        try decoder.read(root)
        return PackedCell(decoder.record(), decoder.state)
      }
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
