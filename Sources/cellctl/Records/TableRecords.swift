import CCSV
import CellWire

/// Cuts a table with a header line into records: objects whose members are named by the header.
///
/// Values are texts. An empty field has no member. The parser is libcsv, which keeps quotes inside
/// of unquoted fields.
final class TableRecords: RecordSplitter {
  private let limit: Int
  private var parser = csv_parser()
  private var delimiter: UInt8?
  /// Whether each file shows its delimiter.
  private let choosesDelimiter: Bool
  private var header: [String]
  /// The number of columns of the header line, with those at its end that have no name.
  private var headerWidth = 0
  private var fields: [String] = []
  /// Whether all fields of the row are UTF-8.
  private var isUTF8 = true
  private var complete: [(fields: [String], isUTF8: Bool)] = []
  /// The index of the next record in `complete`.
  private var upcoming = 0
  private var count = 0
  /// The bytes since the end of the last row.
  private var pending = 0
  private var failure: Failure?
  /// The bytes before the delimiter is known, and before a byte order mark is complete.
  private var start: [UInt8] = []
  private var hasStarted = false
  private let hasHeader: Bool
  /// The form of a table that was looked at before. Its rows need not have all columns.
  private let shape: TableShape?
  /// The number of rows with other numbers of columns, and of columns without a name of their own.
  private var raggedRows = 0
  private var unnamedColumns = 0
  /// The number of rows above the header that were skipped.
  private var skipped = 0
  /// Whether the next row is the first one of another file. It can be the header again.
  private var isAtNewFile = false

  /// - Parameters:
  ///   - delimiter: the byte between fields. Nil for a comma, or a semicolon if the header has
  ///     semicolons and no commas.
  ///   - header: the names of the columns, if the input has no header line.
  ///   - shape: the form of the table. Its rows are padded, and unnamed columns are numbered.
  ///   - limit: the maximum length of a record, in bytes.
  init(delimiter: UInt8?, header: [String] = [], shape: TableShape? = nil, limit: Int) {
    self.limit = limit
    self.shape = shape
    let delimiter = shape?.delimiter ?? delimiter
    self.delimiter = delimiter
    choosesDelimiter = delimiter == nil
    self.header = TableShape.distinct(shape?.names ?? []) + header
    hasHeader = self.header.isEmpty
    headerWidth = self.header.count
    csv_init(&parser, 0)
    if let delimiter {
      csv_set_delim(&parser, delimiter)
      // A table separated by tabs has no quotes, unless its fields show them.
      if shape.map({ !$0.hasQuotes }) ?? (delimiter == UInt8(ascii: "\t")) { csv_set_quote(&parser, 0) }
    }
  }

  deinit {
    csv_free(&parser)
  }

  /// Returns the first rows of a text, also the header.
  static func rows(of text: ArraySlice<UInt8>, _ shape: TableShape, limit: Int) -> [[String]] {
    let table = TableRecords(delimiter: nil, shape: shape, limit: InputLimits.document)
    var rest = text
    while !rest.isEmpty, table.complete.count < limit, table.failure == nil, table.pending < 1 << 20 {
      table.append(rest.prefix(1 << 12))
      rest = rest.dropFirst(1 << 12)
    }
    if rest.isEmpty { table.finish() }
    return table.complete.prefix(limit).map(\.fields)
  }

  func append(_ bytes: ArraySlice<UInt8>) {
    guard !hasStarted else { return parse(bytes) }
    start += bytes
    let isKnown = start.count >= 3 || !TextEncoding.mark.starts(with: start)
    guard delimiter == nil ? start.contains(0x0A) || start.count > limit : isKnown else { return }
    begin()
  }

  func finish() {
    if !hasStarted { begin() }
    guard failure == nil else { return }
    let isOpen = parser.quoted != 0 && parser.pstate == Self.fieldHasBegun
    if isOpen || csv_fini(&parser, onField, onRow, Unmanaged.passUnretained(self).toOpaque()) != 0 {
      failure = Failure(
        .badData, "record \(count + complete.count - upcoming + 1): a field has no closing quote",
        hint: "add the missing \", or use --from tsv for a table without quotes")
    }
  }

  func startFile() {
    hasStarted = false
    if choosesDelimiter { delimiter = nil }
    pending = 0
    isAtNewFile = hasHeader && !header.isEmpty
  }

  func next() throws -> Record? {
    while upcoming < complete.count {
      var (row, isUTF8) = complete[upcoming]
      upcoming += 1
      if let shape, shape.isBarred {
        row = TableShape.unbarred(row)
        if TableShape.isRuler(row) { continue }
      }
      if shape != nil, row.allSatisfy({ $0.trimmingBlanks.isEmpty }) { continue }
      if skipped < shape?.preamble ?? 0 {
        skipped += 1
        continue
      }
      // Lines that end with a separator have a column without a name and values.
      let columns = header.isEmpty ? 1 : header.count
      if header.isEmpty { headerWidth = row.count }
      while row.count > columns, row.last?.isEmpty == true { row.removeLast() }
      let isHeader = isAtNewFile && row == header
      isAtNewFile = false
      if isHeader { continue }
      if header.isEmpty {
        guard isUTF8 else { throw TextEncoding.failure(at: RecordPosition(noun: "the header")) }
        try setHeader(row)
        continue
      }
      count += 1
      return Record(
        bytes: try object(of: row), position: RecordPosition(number: count), isUTF8: isUTF8)
    }
    complete.removeAll(keepingCapacity: true)
    upcoming = 0
    if let failure { throw failure }
    guard pending <= limit else {
      throw Failure(
        .badData, "record \(count + 1): the record is longer than \(limit) bytes",
        hint: "a quote may be missing; use --from tsv for a table without quotes")
    }
    return nil
  }

  /// The state of libcsv inside of a field.
  private static let fieldHasBegun: Int32 = 2

  private func begin() {
    hasStarted = true
    if start.starts(with: TextEncoding.mark) { start.removeFirst(TextEncoding.mark.count) }
    if delimiter == nil { chooseDelimiter() }
    parse(start[...])
    start = []
  }

  private func chooseDelimiter() {
    let line = start.prefix { $0 != 0x0A && $0 != 0x0D }
    let isComma = line.contains(UInt8(ascii: ",")) || !line.contains(UInt8(ascii: ";"))
    let named = TableShape.namedDelimiter(line)
    if named != nil { start.removeFirst(line.count) }
    delimiter = named ?? UInt8(ascii: isComma ? "," : ";")
    csv_set_delim(&parser, delimiter ?? 0)
  }

  private func parse(_ bytes: ArraySlice<UInt8>) {
    guard failure == nil else { return }
    pending += bytes.count
    let rows = complete.count
    let read = bytes.withUnsafeBytes {
      csv_parse(
        &parser, $0.baseAddress, $0.count, onField, onRow, Unmanaged.passUnretained(self).toOpaque())
    }
    if complete.count > rows { pending = 0 }
    guard read < bytes.count else { return }
    let reason = csv_strerror(csv_error(&parser)).map { String(cString: $0) } ?? "unknown error"
    failure = Failure(.badData, "cannot read the table after record \(count): \(reason)")
  }

  fileprivate func add(_ field: UnsafeRawBufferPointer) {
    let text = String(validating: field, as: UTF8.self)
    isUTF8 = isUTF8 && text != nil
    fields.append(text ?? String(decoding: field, as: UTF8.self))
  }

  fileprivate func endRow() {
    complete.append((fields, isUTF8))
    fields = []
    isUTF8 = true
  }

  private func setHeader(_ row: [String]) throws {
    guard shape == nil else {
      header = TableShape.distinct(row)
      unnamedColumns = row.indices.count { row[$0].trimmingBlanks != header[$0] }
      return
    }
    header = row
    var seen: Set<ExactText> = []
    for (index, name) in row.enumerated() {
      guard !name.isEmpty else {
        throw Failure(.badData, "the header has no name for column \(index + 1)")
      }
      guard seen.insert(name.exact).inserted else {
        throw Failure(.badData, "the header has two columns named \"\(name)\"")
      }
    }
  }

  /// Returns a sentence about what was padded and numbered, once.
  func takeNote() -> String? {
    var parts: [String] = []
    if raggedRows > 0 { parts.append("\(raggedRows.counted("row")) with other numbers of columns") }
    if unnamedColumns > 0 {
      parts.append("\(unnamedColumns.counted("column")) numbered, which had no name or that of another")
    }
    (raggedRows, unnamedColumns) = (0, 0)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private func object(of row: [String]) throws -> [UInt8] {
    if shape != nil {
      if row.count != header.count { raggedRows += 1 }
      while header.count < row.count { header = TableShape.distinct(header + [""]) }
    }
    guard row.count > headerWidth || row.count <= header.count else {
      throw Failure(
        .badData, "record \(count) has a value in column \(row.count), and the header has no name for it")
    }
    guard row.count <= header.count else {
      throw Failure(
        .badData, "record \(count) has \(row.count.counted("field")), and the header has \(header.count)",
        hint: hasHeader ? "quote fields with separators, or name the format with --from" : nil)
    }
    var writer = JSONWriter()
    writer.object { writer in
      for (name, value) in zip(header, row) where !value.isEmpty {
        writer.name(escaping: name)
        writer.string(value)
      }
    }
    return writer.bytes
  }
}

/// Receives a field of the parser.
private func onField(_ field: UnsafeMutableRawPointer?, _ count: Int, _ table: UnsafeMutableRawPointer?) {
  guard let table else { return }
  Unmanaged<TableRecords>.fromOpaque(table).takeUnretainedValue()
    .add(UnsafeRawBufferPointer(start: field, count: field == nil ? 0 : count))
}

/// Receives the end of a row.
private func onRow(_ end: Int32, _ table: UnsafeMutableRawPointer?) {
  guard let table else { return }
  Unmanaged<TableRecords>.fromOpaque(table).takeUnretainedValue().endRow()
}
