import CellProtocol
import CellWire

/// Prints pages of rows as lines or JSON.
struct RowPrinter {
  private let form: RowsForm
  private let neutral: NeutralLine
  private let output: StandardOutput
  private var hasBegun = false
  private var hasRows = false

  /// - Parameter format: the format of the rows.
  init(form: RowsForm, format: RowFormat, to output: StandardOutput) {
    self.form = form
    self.output = output
    neutral = NeutralLine(format)
  }

  /// Prints the rows of a result of `rows.pull`.
  mutating func print(_ result: JSONNode) throws {
    guard let rows = result["rows"] else { return }
    switch form {
    case .text:
      for row in rows.elements {
        guard let lines = row["lines"] else { continue }
        for line in lines.elements {
          if let text = line.utf8 { try output.line(neutral.bytes(of: text)) }
        }
        if row["clipped"]?.bool == true { Self.reportClipped(row["id"]?.string ?? "") }
      }
    case .ids:
      for row in rows.elements { try output.line((row["id"]?.string ?? "").printable) }
    case .null:
      for row in rows.elements {
        guard let elements = row["lines"]?.elements else { continue }
        let lines = elements.compactMap { $0.utf8.map(neutral.bytes) }
        try output.write(Self.item(row["id"]?.string ?? "", lines: lines.joined(separator: [0x0A])))
        if row["clipped"]?.bool == true { Self.reportClipped(row["id"]?.string ?? "") }
      }
    case .ndjson:
      for row in rows.elements { try output.line(json: row.raw) }
    case .json:
      if !hasBegun { try begin(result) }
      for row in rows.elements {
        if hasRows { try output.write(",") }
        hasRows = true
        try output.write(json: row.raw)
      }
    }
    hasBegun = true
  }

  /// Returns `id⇥row␀`. Neither ids nor rows contain the null character.
  static func item(_ id: String, lines: some Sequence<UInt8>) -> [UInt8] {
    Array(id.printable.utf8) + [UInt8(ascii: "\t")] + lines + [0]
  }

  /// Reports a row whose last lines are missing.
  static func reportClipped(_ id: String) {
    StandardError.line(
      "cellctl: row \"\(id.printable)\" is longer than the limit 'row'; its last lines are missing")
  }

  /// Ends the output. Call it once, after the last page.
  mutating func finish() throws {
    if form == .json, hasBegun { try output.line("]}") }
    try output.end()
  }

  /// Starts the JSON result with the members of the first page, except those about the page itself.
  private func begin(_ result: JSONNode) throws {
    var writer = JSONWriter()
    writer.object { writer in
      for member in result.members {
        let name = member.name.string ?? ""
        guard !["rows", "next"].contains(name) else { continue }
        writer.name(escaping: name)
        writer.raw(member.value.raw)
      }
      writer.name("rows")
      writer.beginArray()
    }
    // The object is closed by `finish`.
    try output.write(json: writer.bytes.dropLast())
  }
}
