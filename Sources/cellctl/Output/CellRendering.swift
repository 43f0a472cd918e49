import CellEngine
import CellProtocol

/// Lays out and prints cells in this process, with the same result as a daemon.
struct CellRendering {
  private var environment: CellEngine.Environment
  private let format: RowFormat
  private let pads: Bool
  /// The terminal that rows are written to, if it decides how they are laid out.
  var terminal: TerminalText?
  /// The number of cells that are prepared together.
  private static let run = 256

  /// - Throws: `Failure` with status `usage` if the environment has an unknown member or value.
  init(environment: Parameters, format: RowFormat, pads: Bool) throws {
    self.format = format
    self.pads = pads
    do throws(RPCError) {
      self.environment = try Self.read(environment)
    } catch {
      throw Failure(.usage, "\(error.path.map { "\($0.dropFirst()): " } ?? "")\(error.message)")
    }
  }

  /// Prints the rows of cells. All rows keep the columns that some of them need.
  mutating func print(_ cells: [Cell], to rows: RowsOutput) throws {
    if let terminal, try isUncertain(cells) { terminal.set(in: &environment) }
    if rows.form == .text, TerminalText.takes(format) { rows.output.model = model }
    // One JSON value has the height of all rows.
    let run = rows.form == .json ? max(1, cells.count) : Self.run
    try rows.print(theme: { .light }, pages: { try forEachPage(of: cells, run: run, $0) })
  }

  /// Returns the lines of the rows of cells.
  func lines(of cells: [Cell]) throws -> [String] {
    var lines: [String] = []
    try forEachPage(of: cells) { page in
      page["rows"]?.elements.forEach { lines += $0["lines"]?.elements.compactMap(\.string) ?? [] }
    }
    return lines
  }

  /// Lays out cells, and calls `body` with results like those of `rows.pull`.
  private func forEachPage(of cells: [Cell], run: Int = run, _ body: (JSONNode) throws -> Void) throws {
    let resolved = try style(for: cells)
    var layout = CellLayout(resolved)
    var writer = RowWriter(format: format, pads: pads)
    var y = 0
    for start in stride(from: 0, to: max(1, cells.count), by: run) {
      let run = cells[start..<min(start + run, cells.count)]
      let packed = run.map(CellRecord.init)
      let prepared = PreparedCells(packed, for: Preparation(resolved))
      var json = head(of: resolved, count: cells.count)
      for (index, cell) in zip(run.indices, run) {
        layout.layOut(
          packed[index - start], state: CellState(of: cell), prepared: prepared, at: index - start,
          detail: writer.detail
        ) { row in
          json.beginObject()
          json.name("id")
          json.string(cell.id)
          json.name("index")
          json.integer(index)
          json.name("y")
          json.length(y, in: resolved.unit)
          writer.write(row, to: &json)
          json.endObject()
          y += Int(row.height)
        }
      }
      json.endArray()
      json.name("height")
      json.length(y, in: resolved.unit)
      json.endObject()
      try JSONDocument(json.bytes).withRoot(body)
    }
  }

  /// Whether terminals draw some row differently.
  private func isUncertain(_ cells: [Cell]) throws -> Bool {
    let candidates = cells.filter { cell in
      CellRecord(cell).withBytes { String(decoding: $0, as: UTF8.self).isUncertainInTerminals }
    }
    return try !candidates.isEmpty && lines(of: candidates).contains(where: \.isUncertainInTerminals)
  }

  private var model: WidthModel {
    WidthModel(mode: environment.widthModel ?? WidthModel().mode, ambiguous: environment.ambiguousWidth ?? 1)
  }

  private func style(for cells: [Cell]) throws -> Style {
    do {
      return try Style(environment, kept: KeptColumns(ColumnNeeds(of: cells)))
    } catch {
      throw ErrorReply(.unsupported(error)).failureOfArguments
    }
  }

  private static func read(_ parameters: Parameters) throws(RPCError) -> CellEngine.Environment {
    let document: JSONDocument
    do { document = try JSONDocument(parameters.json) } catch { throw .parseError(error) }
    return try document.withRoot { (root) throws(RPCError) in try EnvironmentCodec.read(root) }
  }

  /// Begins the result of a pull, up to its rows.
  private func head(of resolved: Style, count: Int) -> JSONWriter {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("widthClass")
    writer.string(resolved.widthClass.rawValue)
    writer.name("heightClass")
    writer.string(resolved.heightClass.rawValue)
    writer.name("width")
    if let width = resolved.definiteWidth { writer.double(width) } else { writer.null() }
    writer.name("count")
    writer.integer(count)
    writer.diagnostics(resolved.diagnostics)
    writer.name("rows")
    writer.beginArray()
    return writer
  }
}
