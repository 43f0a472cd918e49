import CellProtocol

/// Prints pages of rows as one result.
struct RowPrinter {
  private let form: OutputForm
  private let output = StandardOutput()
  private var hasBegun = false
  private var hasRows = false

  init(form: OutputForm) {
    self.form = form
  }

  /// Prints the rows of one result of `rows.pull`.
  mutating func print(_ result: JSONNode) throws {
    guard let rows = result["rows"] else { return }
    switch form {
    case .text:
      for row in rows.elements {
        guard let lines = row["lines"] else { continue }
        for line in lines.elements {
          if let text = line.utf8 { try output.line(text) }
        }
      }
    case .ndjson:
      for row in rows.elements { try output.line(row.raw) }
    case .json:
      if !hasBegun { try begin(result) }
      for row in rows.elements {
        if hasRows { try output.write(",") }
        hasRows = true
        try output.write(row.raw)
      }
    }
    hasBegun = true
  }

  /// Ends the result; call it once, after the last page.
  mutating func finish() throws {
    if form == .json, hasBegun { try output.line("]}") }
    try output.flush()
  }

  /// The members of the first page, but for those that speak of the page itself.
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
    try output.write(writer.bytes.dropLast())
  }
}
