import CellClient
import CellEngine
import CellProtocol
import CellWire

/// A cell as lists keep it.
struct PackedCell {
  let record: CellRecord
  let state: CellState

  init(_ record: CellRecord, _ state: CellState) {
    self.record = record
    self.state = state
  }

  init(_ cell: Cell) { self.init(CellRecord(cell), CellState(of: cell)) }
}

/// Lays out and prints cells in this process, with the same result as a daemon.
struct CellRendering {
  private var environment: CellEngine.Environment
  private let format: RowFormat
  private let pads: Bool
  /// The terminal that rows are written to, if it decides how they are laid out.
  var terminal: TerminalText?
  /// Whether slots that the profile lacks are looked for, and sentences about them.
  var looksForSlots = false
  private(set) var missingSlots: Set<String> = []
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

  /// Prints the rows of cells. All rows keep the columns that some of the first cells need.
  /// - Parameters:
  ///   - all: the cells whose columns are kept; nil for the cells themselves.
  ///   - next: returns the cells that come after them, and none at the end.
  mutating func print(
    _ cells: [PackedCell], of all: [PackedCell]? = nil, to rows: RowsOutput,
    then next: () throws -> [PackedCell] = { [] }
  ) throws {
    if let terminal, try isUncertain(cells) { terminal.set(in: &environment) }
    if rows.form == .text, TerminalText.takes(format) { rows.output.model = model }
    // One JSON value has the height of all rows.
    let run = rows.form == .json ? max(1, cells.count) : Self.run
    try rows.print(theme: { .light }) { body in
      var pages = Pages(style: try style(for: all ?? cells))
      var cells = cells
      repeat {
        try forEachPage(of: cells, in: &pages, run: run, body)
        cells = try next()
      } while !cells.isEmpty
      missingSlots = pages.missingSlots
    }
  }

  /// Returns the cells that meet the condition, in the order and in the groups of the environment.
  func ordered(_ cells: [PackedCell]) -> [PackedCell] {
    guard let query = environment.query else { return cells }
    var reader = OrderReader(CellOrder(query))
    var found: [(key: [UInt8], group: ArraySlice<UInt8>, value: QueryValue, index: Int)] = []
    for (index, cell) in cells.enumerated()
    where reader.read(cell.record, unread: cell.state.unread, selected: cell.state.selected) {
      let key = reader.key
      found.append((key, key.prefix(reader.groupLength), reader.group, index))
    }
    found.sort { $0.key == $1.key ? $0.index < $1.index : $0.key.lexicographicallyPrecedes($1.key) }
    guard query.group != nil else { return found.map { cells[$0.index] } }
    var rows: [PackedCell] = []
    var rest = found[...]
    while let first = rest.first {
      let group = rest.prefix { $0.group == first.group }
      rest = rest.dropFirst(group.count)
      var json = JSONWriter()
      json.value(first.value)
      var section = Cell(
        id: "\u{1}" + String(decoding: json.bytes, as: UTF8.self), title: first.value.title)
      section.kind = .section
      section.count = group.count
      rows += [PackedCell(section)] + group.map { cells[$0.index] }
    }
    return rows
  }

  /// Returns the lines of the rows of cells.
  func lines(of cells: [PackedCell]) throws -> [String] {
    var lines: [String] = []
    var pages = Pages(style: try style(for: cells))
    try forEachPage(of: cells, in: &pages) { page in
      page["rows"]?.elements.forEach { lines += $0["lines"]?.elements.compactMap(\.string) ?? [] }
    }
    return lines
  }

  /// Lays out cells, and calls `body` with results like those of `rows.pull`.
  private func forEachPage(
    of cells: [PackedCell], in pages: inout Pages, run: Int = run, _ body: (JSONNode) throws -> Void
  ) throws {
    var writer = RowWriter(format: format, pads: pads)
    let unit = pages.style.unit
    for start in stride(from: 0, to: max(1, cells.count), by: run) {
      let run = cells[start..<min(start + run, cells.count)]
      let prepared = PreparedCells(run.map(\.record), for: Preparation(pages.style))
      var json = head(of: pages.style, count: cells.count)
      for (index, cell) in run.enumerated() {
        let (number, y) = (pages.count, pages.y)
        var height = 0
        pages.layout.layOut(
          cell.record, state: cell.state, prepared: prepared, at: index, detail: writer.detail
        ) { row in
          json.beginObject()
          json.name("id")
          json.string(cell.record.id)
          json.name("index")
          json.integer(number)
          json.name("y")
          json.length(y, in: unit)
          writer.write(row, to: &json)
          if cell.record.isSectionOfView {
            let section = Cell(cell.record, state: cell.state)
            json.name("kind")
            json.string(section.kind.rawValue)
            json.name("title")
            json.string(section.title)
            json.name("value")
            json.raw(String(section.id.dropFirst()))
            json.name("count")
            json.integer(section.count ?? 0)
          }
          json.endObject()
          height = Int(row.height)
          guard looksForSlots else { return }
          pages.missingSlots.formUnion(row.diagnostics.filter { $0.contains("has no such slot") })
        }
        pages.count += 1
        pages.y += height
      }
      json.endArray()
      json.name("height")
      json.length(pages.y, in: unit)
      json.endObject()
      try JSONDocument(json.bytes).withRoot(body)
    }
  }

  /// How rows are laid out, and where the next one begins.
  private struct Pages: ~Copyable {
    let style: Style
    var layout: CellLayout
    var count = 0
    var y = 0
    var missingSlots: Set<String> = []

    init(style: Style) {
      self.style = style
      layout = CellLayout(style)
    }
  }

  /// Whether terminals draw some row differently.
  private func isUncertain(_ cells: [PackedCell]) throws -> Bool {
    let candidates = cells.filter { cell in
      cell.record.withBytes { String(decoding: $0, as: UTF8.self).isUncertainInTerminals }
    }
    return try !candidates.isEmpty && lines(of: candidates).contains(where: \.isUncertainInTerminals)
  }

  private var model: WidthModel {
    WidthModel(mode: environment.widthModel ?? WidthModel().mode, ambiguous: environment.ambiguousWidth ?? 1)
  }

  private func style(for cells: [PackedCell]) throws -> Style {
    var needs = ColumnNeeds()
    for cell in cells {
      needs.formUnion(cell.record.note.traits.needs)
      if cell.state.unread, cell.record.note.traits.isObject { needs.unread = true }
    }
    do {
      return try Style(environment, kept: KeptColumns(needs))
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
