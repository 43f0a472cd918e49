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
  mutating func print(_ cells: [Cell], form: RowsForm, to output: StandardOutput) throws {
    let rows = try begin(with: cells, form: form, to: output)
    defer { rows.diagnostics.printCounts() }
    if form == .json { try output.write(head(of: rows.style, count: cells.count)) }
    try print(cells, in: rows, form: form, to: output)
    guard form == .json else { return try output.end() }
    var height = JSONWriter()
    height.length(rows.y, in: rows.style.unit)
    try output.line("],\"height\":\(String(decoding: height.bytes, as: UTF8.self))}")
  }

  /// The rows that were printed, and the columns that all keep.
  final class PrintedRows {
    fileprivate let style: Style
    fileprivate var layout: CellLayout
    fileprivate var count = 0
    fileprivate var y = 0
    var diagnostics: DiagnosticsPrinter

    fileprivate init(style: Style, diagnostics: DiagnosticsPrinter) {
      (self.style, self.diagnostics) = (style, diagnostics)
      layout = CellLayout(style)
    }
  }

  /// Begins to print rows, which keep the columns that the first cells need.
  mutating func begin(with cells: [Cell], form: RowsForm, to output: StandardOutput) throws -> PrintedRows {
    if let terminal, try isUncertain(cells) { terminal.set(in: &environment) }
    if form == .text, TerminalText.takes(format) { output.model = model }
    let style = try style(for: cells)
    return PrintedRows(style: style, diagnostics: DiagnosticsPrinter(countsRows: form.hasLines))
  }

  /// Prints the rows of more cells.
  func print(
    _ cells: [Cell], in rows: PrintedRows, form: RowsForm, to output: StandardOutput
  ) throws {
    for start in stride(from: 0, to: cells.count, by: Self.run) {
      let run = cells[start..<min(start + Self.run, cells.count)]
      let packed = run.map(CellRecord.init)
      let prepared = PreparedCells(packed, for: Preparation(rows.style))
      for (index, cell) in zip(run.indices, run) {
        var row: [UInt8] = []
        var height = 0
        var diagnostics: [String] = []
        let (count, y) = (rows.count, rows.y)
        rows.layout.layOut(
          packed[index - start], state: CellState(of: cell), prepared: prepared, at: index - start
        ) { placed in
          row = bytes(of: placed, id: cell.id, index: count, y: y, form: form)
          height = Int(placed.height)
          if form.hasLines { diagnostics = placed.diagnostics }
        }
        rows.diagnostics.count(diagnostics)
        if form == .json, rows.count > 0 { try output.write(",") }
        try output.write(row)
        rows.count += 1
        rows.y += height
      }
    }
  }

  /// Returns the lines of the rows of cells.
  func lines(of cells: [Cell]) throws -> [String] {
    let resolved = try style(for: cells)
    var layout = CellLayout(resolved)
    let packed = cells.map(CellRecord.init)
    let prepared = PreparedCells(packed, for: Preparation(resolved))
    var lines: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      layout.layOut(packed[index], state: CellState(of: cell), prepared: prepared, at: index) {
        TextRenderer().append($0, to: &lines)
      }
    }
    return String(decoding: lines, as: UTF8.self).split(separator: "\n").map(String.init)
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

  /// Returns the members of a pull that come before its rows. The height is known after them only.
  private func head(of resolved: Style, count: Int) -> [UInt8] {
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
    writer.name("rows")
    writer.beginArray()
    return writer.bytes
  }

  private func bytes(
    of row: borrowing Row, id: String, index: Int, y: Int, form: RowsForm
  ) -> [UInt8] {
    if form == .ids { return Array(id.printable.utf8) + [0x0A] }
    if form.hasLines {
      var lines: [UInt8] = []
      let limit = Limits.standard.row
      let isWhole =
        switch format {
        case .ansi: ANSIRenderer(pads: pads).append(row, to: &lines, limit: limit)
        case .markdown: MarkdownRenderer().append(row, to: &lines, limit: limit)
        case .pango: PangoRenderer(pads: pads).append(row, to: &lines, limit: limit)
        default: TextRenderer(pads: pads).append(row, to: &lines, limit: limit)
        }
      if !isWhole { RowPrinter.reportClipped(id) }
      guard form == .null else { return lines }
      return RowPrinter.item(id, lines: lines.last == 0x0A ? lines.dropLast() : lines[...])
    }
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("id")
    writer.string(id)
    writer.name("index")
    writer.integer(index)
    writer.name("y")
    writer.length(y, in: row.style.unit)
    var rowWriter = RowWriter(format: format, pads: pads)
    rowWriter.write(row, to: &writer)
    writer.endObject()
    if form == .ndjson { writer.bytes.append(UInt8(ascii: "\n")) }
    return writer.bytes
  }
}
