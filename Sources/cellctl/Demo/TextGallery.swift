import CellEngine
import CellProtocol

/// Everything that the guideline names, in every profile and class, as text.
struct TextGallery {
  /// The width of the terminal, in columns.
  private let width: Int
  private let format: RowFormat
  private let plan: GalleryPlan

  /// - Throws: `Failure` with status `usage` for an unknown profile or member.
  init(_ options: EnvironmentOptions, width: Int, format: RowFormat) throws {
    self.width = width
    self.format = format
    plan = try GalleryPlan(options, unit: .column, width: width)
  }

  /// Prints all exhibits.
  func run() throws {
    let output = StandardOutput()
    for exhibit in Exhibit.all where exhibit.reveal == nil {
      for line in exhibit.name.wrapped(columns: width) + exhibit.rule.wrapped(columns: width) {
        try output.line(line)
      }
      try output.line("")
      for variants in plan.variants {
        let panels = try variants.flatMap { try self.panels(of: exhibit, at: $0) }
        for line in Panel.lines(of: panels, width: width) { try output.line(line) }
      }
      try output.flush()
    }
  }

  private func panels(of exhibit: Exhibit, at variant: GalleryVariant) throws -> [Panel] {
    let cells = try exhibit.records.map { try Self.cell($0) }
    let style = try Self.style(
      plan.environment(at: variant, own: exhibit.environment), cells, exhibit.selection)
    guard exhibit.isHeader, let cell = cells.first else {
      return [Panel(caption: variant.caption, width: variant.width, rows: rows(of: cells, style))]
    }
    return pages(of: cell, style).enumerated().map { page, lines in
      Panel(
        caption: page == 0 ? variant.caption : "\(variant.caption), page \(page + 1)", width: variant.width,
        rows: [lines])
    }
  }

  private func rows(of cells: [Cell], _ style: Style) -> [[String]] {
    let packed = cells.map(CellRecord.init)
    let prepared = PreparedCells(packed, for: Preparation(style))
    var layout = CellLayout(style)
    var rows: [[String]] = []
    for index in cells.indices {
      layout.layOut(packed[index], state: CellState(of: cells[index]), prepared: prepared, at: index) { row in
        rows.append(lines(of: row))
      }
    }
    return rows
  }

  /// Returns the lines of each page of a cell's header.
  private func pages(of cell: Cell, _ style: Style) -> [[String]] {
    let packed = CellRecord(cell)
    let prepared = PreparedCells(header: packed, for: Preparation(style))
    var layout = CellLayout(style)
    var pages: [[String]] = []
    var count = 1
    while pages.count < count {
      layout.layOutHeader(packed, state: CellState(of: cell), prepared: prepared, page: pages.count) {
        row, _, all in
        count = all
        pages.append(lines(of: row))
      }
    }
    return pages
  }

  private func lines(of row: borrowing Row) -> [String] {
    var bytes: [UInt8] = []
    if format == .ansi {
      ANSIRenderer(pads: true).append(row, to: &bytes)
    } else {
      TextRenderer(pads: true).append(row, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
  }

  private static func style(
    _ parameters: Parameters, _ cells: [Cell], _ selection: SelectionMode
  ) throws -> Style {
    let set = try JSONDocument(parameters.json).withRoot { (root) throws(RPCError) in
      try EnvironmentCodec.read(root)
    }
    return try Style(set, selection: selection, kept: KeptColumns(ColumnNeeds(of: cells)))
  }

  private static func cell(_ json: String) throws -> Cell {
    try JSONDocument(Array(json.utf8)).withRoot { (root) throws(RPCError) in try CellCodec.read(root) }
  }
}
