import CellEngine
import CellProtocol

/// All that the guideline names, in every profile and class, as one picture of text.
struct Gallery {
  /// Of the terminal, in columns.
  let width: Int
  let format: RowFormat

  /// A width class and a width that is of it in every profile.
  private static let classes = [("compact", 44), ("medium", 80), ("expanded", 110)]

  /// Prints all exhibits.
  func run() throws {
    let output = StandardOutput()
    for exhibit in Exhibit.variations + Exhibit.companions + Exhibit.headers {
      try output.line(exhibit.name)
      try output.line(exhibit.rule)
      try output.line("")
      for profile in Profile.all {
        let panels = try Self.classes.filter { Self.has($0.0, profile) }.flatMap {
          try self.panels(of: exhibit, profile: profile, widthClass: $0.0, width: min($0.1, width))
        }
        for line in Panel.lines(of: panels, width: width) { try output.line(line) }
      }
      try output.flush()
    }
  }

  private static func has(_ widthClass: String, _ profile: Profile) -> Bool {
    widthClass != "medium" || profile.widthClasses.medium != nil
  }

  private func panels(of exhibit: Exhibit, profile: Profile, widthClass: String, width: Int) throws -> [Panel]
  {
    var parameters = Parameters()
    parameters.set("width", width)
    parameters.set("widthClass", widthClass)
    parameters.set("profile", profile.name)
    for (name, value) in exhibit.environment { parameters.set(name, json: value) }
    let cells = try exhibit.cells.map { try Self.cell($0) }
    let selection: SelectionMode = exhibit.isSelectable ? (exhibit.isSingle ? .single : .multiple) : .none
    let environment = try Self.environment(parameters, cells, selection)
    let caption = "\(profile.name), \(widthClass), \(width)"
    guard exhibit.isHeader, let cell = cells.first else {
      return [Panel(caption: caption, width: width, rows: rows(of: cells, environment))]
    }
    return pages(of: cell, environment).enumerated().map { page, lines in
      Panel(caption: page == 0 ? caption : "\(caption), page \(page + 1)", width: width, rows: [lines])
    }
  }

  private func rows(of cells: [Cell], _ environment: LayoutEnvironment) -> [[String]] {
    let packed = cells.map(PackedCell.init)
    let prepared = PreparedCells(packed, for: Preparation(environment))
    var layout = CellLayout(environment)
    var rows: [[String]] = []
    for index in cells.indices {
      layout.layOut(packed[index], state: CellState(of: cells[index]), prepared: prepared, at: index) { row in
        rows.append(lines(of: &row))
      }
    }
    return rows
  }

  /// The lines of each page of a cell's header.
  private func pages(of cell: Cell, _ environment: LayoutEnvironment) -> [[String]] {
    let packed = PackedCell(cell)
    let prepared = PreparedCells(header: packed, for: Preparation(environment))
    var layout = CellLayout(environment)
    var pages: [[String]] = []
    var count = 1
    while pages.count < count {
      layout.layOutHeader(packed, state: CellState(of: cell), prepared: prepared, page: pages.count) {
        row, _, all in
        count = all
        pages.append(lines(of: &row))
      }
    }
    return pages
  }

  private func lines(of row: inout CellLayout) -> [String] {
    var bytes: [UInt8] = []
    if format == .ansi {
      row.appendANSI(to: &bytes, pads: true)
    } else {
      row.appendText(to: &bytes, pads: true)
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
  }

  private static func environment(
    _ parameters: Parameters, _ cells: [Cell], _ selection: SelectionMode
  ) throws -> LayoutEnvironment {
    let set = try JSONDocument(parameters.json).withRoot { (root) throws(RPCError) in
      try EnvironmentCodec.read(root)
    }
    return try LayoutEnvironment(set, selection: selection, kept: KeptColumns(for: cells))
  }

  private static func cell(_ json: String) throws -> Cell {
    let line = Array(json.utf8.filter { $0 != UInt8(ascii: "\n") })
    return try JSONDocument(line).withRoot { (root) throws(RPCError) in try CellCodec.read(root) }
  }
}
