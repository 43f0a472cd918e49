import CellWire

/// The form of a table: what separates its columns, where it begins, and their names.
struct TableShape: Equatable {
  var delimiter: UInt8
  /// Whether fields can be in double quotes.
  var hasQuotes = true
  /// The number of rows before the header, or before the first row if there is none.
  var preamble = 0
  /// The number of them that are neither comments nor name the separator.
  var rowsAbove = 0
  /// The names of the columns if the table has no header line, or if a comment has them.
  var names: [String]?
  /// Whether rows begin and end with a separator, as in Markdown.
  var isBarred = false
  /// The number of columns of most rows.
  var width = 1
  /// The share of the rows that have them.
  var share = 1.0

  /// The rows that are looked at.
  private static let sample = 200
  private static let delimiters: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

  /// Finds the form of a text; nil if it is not a table.
  /// - Parameters:
  ///   - delimiter: the separator, if it is known.
  ///   - isCertain: whether the text is a table.
  init?(_ text: ArraySlice<UInt8>, delimiter: UInt8? = nil, isCertain: Bool = false) {
    let known = delimiter ?? Self.namedDelimiter(text)
    let shapes = (known.map { [$0] } ?? Self.delimiters).compactMap { Self.shape(text, delimiter: $0) }
    guard var (shape, rows, _) = shapes.max(by: { $0.points < $1.points }) else { return nil }
    if known == nil, !isCertain {
      guard shape.share >= 0.7, rows.count >= 2, !rows.allSatisfy(Self.isLogLine) else { return nil }
      // Commas and bars are often in texts that are not tables.
      guard ![0x2C, 0x7C].contains(shape.delimiter) || shape.width > 2 || shape.share >= 0.9 else {
        return nil
      }
    }
    shape.rowsAbove = Self.preamble(rows, width: shape.width)
    shape.preamble += shape.rowsAbove
    rows.removeFirst(shape.rowsAbove)
    if shape.names == nil, !Self.isHeader(rows[0], of: rows.dropFirst()) {
      shape.names = (0..<(rows.map(\.count).max() ?? 1)).map { "column\($0 + 1)" }
    }
    self = shape
  }

  private init(delimiter: UInt8) {
    self.delimiter = delimiter
  }

  /// The sentence about what is not a plain table; nil if it is one.
  var note: String? {
    var parts: [String] = []
    if rowsAbove > 0 { parts.append("\(rowsAbove.counted("line")) before the table skipped") }
    if names?.first == "column1" { parts.append("no header: the columns are column1, column2 …") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Names columns without a name, and numbers those whose name another one has.
  static func distinct(_ names: [String]) -> [String] {
    var counts: [ExactText: Int] = [:]
    var taken = Set(names.map(\.exact))
    return names.enumerated().map { index, name in
      var name = name.trimmingBlanks
      if name.isEmpty { name = "column\(index + 1)" }
      counts[name.exact, default: 0] += 1
      guard var number = counts[name.exact], number > 1 else { return name }
      while taken.contains("\(name)_\(number)".exact) { number += 1 }
      taken.insert("\(name)_\(number)".exact)
      return "\(name)_\(number)"
    }
  }

  /// Whether a comma is that of the milliseconds of a time: `10:01:02,123 INFO started`.
  private static func isLogLine(_ row: [String]) -> Bool {
    guard row.count > 1, row[0].suffix(3).first == ":" else { return false }
    let digits = row[1].prefix { $0.isNumber }
    return digits.count == 3 && row[1].dropFirst(3).first.map { " ]".contains($0) } == true
  }

  // MARK: Rows

  private static func shape(
    _ text: ArraySlice<UInt8>, delimiter: UInt8
  ) -> (shape: TableShape, rows: [[String]], points: Double)? {
    var shape = TableShape(delimiter: delimiter)
    let head = String(decoding: text.prefix(1 << 16), as: UTF8.self)
    // A table separated by tabs has no quotes, unless its fields show them.
    shape.hasQuotes =
      delimiter != 0x09
      || ["\"\t", "\"\n", "\"\r\n"].contains(where: head.contains)
        && ["\t\"", "\n\""].contains(where: "\n\(head)".contains)
    var rows = TableRecords.rows(of: text, shape, limit: sample)
    shape.isBarred = delimiter == 0x7C && rows.allSatisfy { $0.count > 2 && $0[0].trimmingBlanks.isEmpty }
    if shape.isBarred { rows = rows.map(unbarred).filter { !isRuler($0) } }
    rows.removeAll { $0.allSatisfy { $0.trimmingBlanks.isEmpty } }
    let above = rows.prefix { $0[0].hasPrefix("#") || $0[0].lowercased() == "sep=" }
    let comments = above.filter { $0[0].hasPrefix("#") }.map(uncommented)
    shape.preamble = above.count
    rows.removeFirst(above.count)
    guard !rows.isEmpty else { return nil }
    var counts: [Int: Int] = [:]
    for row in rows { counts[row.count, default: 0] += 1 }
    let (width, hits) =
      counts.max { ($0.key > 1 ? $0.value : 0, $0.key) < ($1.key > 1 ? $1.value : 0, $1.key) } ?? (1, 0)
    guard width > 1 else { return nil }
    (shape.width, shape.share) = (width, Double(hits) / Double(rows.count))
    // A comma in a sentence comes before a blank.
    let pieces = head.utf8.split(separator: 0x2C).dropFirst()
    let blanks =
      delimiter == 0x2C ? Double(pieces.count { $0.first == 0x20 }) / Double(max(1, pieces.count)) : 0
    shape.names = comments.last { $0.count == width }
    let points =
      4 * shape.share + 0.15 * Double(min(width, 8)) - 4 * blanks
      + (delimiter == 0x09 ? 0.5 : delimiter == 0x3B ? 0.2 : 0)
    return (shape, rows, points)
  }

  static func unbarred(_ row: [String]) -> [String] {
    var row = row[...]
    if row.count > 2, row.first?.trimmingBlanks.isEmpty == true { row.removeFirst() }
    if row.count > 1, row.last?.trimmingBlanks.isEmpty == true { row.removeLast() }
    return row.map(\.trimmingBlanks)
  }

  static func isRuler(_ row: [String]) -> Bool {
    row.allSatisfy { cell in !cell.isEmpty && cell.allSatisfy { "-: ".contains($0) } }
  }

  // MARK: Above the table

  /// The separator that spreadsheets name: `sep=;`, also in quotes.
  static func namedDelimiter(_ text: some Collection<UInt8>) -> UInt8? {
    let line = text.prefix { $0 != 0x0A && $0 != 0x0D }.filter { $0 != 0x22 }
    let isNamed = line.count == 5 && String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep="
    return isNamed ? line.last : nil
  }

  /// The fields of a comment, which can be the names of the columns: `#fields: a,b`.
  private static func uncommented(_ row: [String]) -> [String] {
    let names = row.map(\.trimmingBlanks)
    let first = String(names[0].drop { $0 == "#" }).trimmingBlanks
    if ["fields", "fields:"].contains(first.lowercased()) { return Array(names.dropFirst()) }
    return [first.lowercased().hasPrefix("fields:") ? String(first.dropFirst(7)).trimmingBlanks : first]
      + names.dropFirst()
  }

  /// The number of rows above the header, which have fewer columns than the table.
  private static func preamble(_ rows: [[String]], width: Int) -> Int {
    // Spreadsheets write all columns of the lines above a table, too: a line of names ends them.
    let sparse = rows.prefix(min(rows.count - 1, 20)).prefix { row in
      let filled = row.count { !$0.trimmingBlanks.isEmpty }
      return filled <= 1 && width > 2 || Double(filled) < max(2, Double(width) * 0.6)
    }
    let isHeader = rows[sparse.count].allSatisfy { isName($0.trimmingBlanks) }
    return isHeader
      ? sparse.count
      : sparse.prefix { row in row.count != width || row.count { !$0.trimmingBlanks.isEmpty } <= 1 }.count
  }

  // MARK: The header

  /// Whether a row has the names of the columns of the others.
  private static func isHeader(_ row: [String], of below: ArraySlice<[String]>) -> Bool {
    let names = row.map(\.trimmingBlanks)
    guard names.contains(where: { !$0.isEmpty }), names.allSatisfy({ $0.isEmpty || isName($0) }) else {
      return false
    }
    guard !below.isEmpty else { return true }
    let known = names.count { name in
      let field = FieldName(name)
      return FieldWords.titles[field.joined] != nil || FieldWords.statuses[field.joined] != nil
        || field.words.contains { FieldWords.titles[$0] != nil || FieldWords.statuses[$0] != nil }
        || field.has(FieldWords.dates) || field.has(FieldWords.quantities)
    }
    let sample = below.prefix(50)
    func hasBelow(_ column: Int, _ test: (String) -> Bool) -> Bool {
      sample.contains {
        $0.indices.contains(column) && !$0[column].trimmingBlanks.isEmpty && test($0[column].trimmingBlanks)
      }
    }
    let isRepeated = names.indices.contains { index in
      !names[index].isEmpty && hasBelow(index) { $0 == names[index] }
    }
    if known * 4 >= names.count, known > 0 { return true }
    if names.indices.contains(where: { index in hasBelow(index) { !isName($0) } }) { return !isRepeated }
    return !isRepeated && Set(names).count == names.count && names.allSatisfy { $0.count <= 30 }
  }

  /// Whether a text can be the name of a column.
  static func isName(_ text: String) -> Bool {
    switch ValueKind(of: text) {
    case .empty, .bool, .number, .numeric, .date, .uuid, .hash, .ip, .mac, .url, .email, .resource, .amount,
      .long:
      false
    default: true
    }
  }
}
