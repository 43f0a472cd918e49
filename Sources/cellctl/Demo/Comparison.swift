import CellClient
import CellEngine
import CellProtocol
import CellWire

/// The cells of a user in several profiles, classes and themes, drawn in one document. A private
/// daemon lays them out.
struct Comparison {
  /// The cells, and the settings of their list.
  struct Source {
    struct Record {
      var cell: CellBuilder.Cell
      var position: RecordPosition
    }

    var cells: [Record]
    var settings: Parameters
    /// Whether a mapping or a program made the cells.
    var isMapped: Bool
  }

  private static let session = "compare"
  /// The maximum width in points: a compact panel next to a medium one and an expanded one.
  private static let width = 2_300.0

  private let source: Source
  private let themes: [Environment.Theme]
  /// Whether the distances between elements are drawn over the rows.
  private let isAnnotated: Bool
  private let plan: ComparisonPlan
  private let file: PictureFile
  private let page: ComparisonPage

  init(
    title: String, source: Source, profiles: [Profile], classes: [WidthClass], themes: [Environment.Theme],
    members: Parameters, format: PictureFormat, zoom: Double?, isAnnotated: Bool
  ) {
    self.source = source
    self.themes = themes
    self.isAnnotated = isAnnotated
    plan = ComparisonPlan(profiles: profiles, classes: classes, members: members)
    file = PictureFile(format: format, zoom: zoom)
    page = ComparisonPage(title: title, theme: ThemeColors(named: themes.first?.rawValue), width: Self.width)
  }

  /// Prints the document.
  mutating func run() throws {
    let sections = try sections()
    try file.print(size: page.size(of: sections)) { [page] in
      page.svg(sections)
    } html: { [page] in
      page.html(sections)
    }
  }

  private func sections() throws -> [ComparisonPage.Section] {
    if source.cells.isEmpty { StandardError.note("there are no cells") }
    let daemon = try Plugin.started()
    do {
      let client = try Client(socketPath: daemon.socketPath, timeout: 60)
      try push(client)
      var sections = try plan.variants.map { variants in try section(of: variants, client) }
      try plan.addHeadings(to: &sections, of: page, file.format, client)
      return sections
    } catch {
      throw daemon.explained(error)
    }
  }

  private func push(_ client: Client) throws {
    var creation = source.settings
    creation.set("session", Self.session)
    _ = try client.call("session.create", creation)
    let sender = CellSender(
      client: client, session: Self.session, mode: .push(partial: false), isMapped: source.isMapped)
    for record in source.cells { try sender.add(record.cell, from: record.position) }
    try sender.finish()
  }

  /// Returns the rows of a profile: a line of panels for each theme.
  private func section(of variants: [ComparisonVariant], _ client: Client) throws -> ComparisonPage.Section {
    let groups = try themes.enumerated().map { index, theme in
      try variants.map { try panel($0, theme, hasNotes: index == 0, client) }
    }
    return ComparisonPage.Section(
      name: variants.first?.profile.name ?? "",
      explanation: variants.map(\.widthClass.rawValue).joined(separator: ", "), groups: groups)
  }

  private func panel(
    _ variant: ComparisonVariant, _ theme: Environment.Theme, hasNotes: Bool, _ client: Client
  ) throws -> ComparisonPage.Panel {
    var environment = plan.environment(at: variant)
    environment.set("theme", theme.rawValue)
    var request = Parameters()
    request.set("session", Self.session)
    request.set("environment", environment)
    var lint = request
    request.set("format", file.format.row.rawValue)
    request.set("count", max(source.cells.count, 1))
    var panel = try client.call("rows.pull", request).withResult { result in
      ComparisonPage.Panel(
        caption: "\(variant.caption), \(theme.rawValue)",
        rows: result["rows"]?.elements.compactMap(PicturePage.Row.init) ?? [],
        notes: hasNotes ? ComparisonPage.notes(of: result["rows"].map { Array($0.elements) } ?? []) : [])
    }
    if isAnnotated { try annotate(&panel, request, client) }
    guard hasNotes else { return panel }
    lint.set("environment", environment)
    panel.notes += try client.call("lint", lint).withResult { result in
      result["findings"]?.elements.map(Self.note) ?? []
    }
    return panel
  }

  /// Draws the distances between the elements of each row over its picture.
  private func annotate(
    _ panel: inout ComparisonPage.Panel, _ request: Parameters, _ client: Client
  ) throws {
    var request = request
    request.set("format", RowFormat.frames.rawValue)
    let boxes = try client.call("rows.pull", request).withResult { result in
      (result["rows"]?.elements).map { $0.map(Redlines.boxes) } ?? []
    }
    for index in panel.rows.indices where index < boxes.count {
      let size = panel.rows[index].size
      panel.rows[index].picture = Redlines(boxes[index], size: size).drawn(
        over: panel.rows[index].picture, size: size)
    }
  }

  /// Returns the note of a finding of lint.
  private static func note(of finding: JSONNode) -> String {
    let text = { (name: StaticString) in finding[name]?.string ?? "" }
    let ids = finding["ids"]?.elements.compactMap(\.string) ?? []
    let cells = ids.count > 3 ? "\(ids.count) cells" : ids.joined(separator: ", ")
    return "lint, \(text("severity")): \(text("message"))" + (cells.isEmpty ? "" : " (\(cells))")
  }
}

extension Redlines {
  /// The rectangles of the elements of a row in the format `frames`.
  fileprivate static func boxes(of row: JSONNode) -> [Box] {
    guard let elements = row["elements"]?.elements else { return [] }
    return elements.compactMap { element in
      guard var box = Box(element) else { return nil }
      // The room of a text is wider than the text. Shapes fill theirs.
      if element["parts"] == nil, let lines = element["lines"]?.elements {
        let extents = lines.compactMap { line in
          line["x"]?.double.flatMap { x in line["width"]?.double.map { x..<x + max(0, $0) } }
        }
        if let start = extents.map(\.lowerBound).min(), let end = extents.map(\.upperBound).max() {
          (box.x, box.width) = (start, end - start)
        }
      }
      return box.width > 0 && box.height > 0 ? box : nil
    }
  }
}

extension Redlines.Box {
  /// Reads the rectangle of an element.
  fileprivate init?(_ element: JSONNode) {
    guard let x = element["x"]?.double, let y = element["y"]?.double, let width = element["width"]?.double,
      let height = element["height"]?.double
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}
