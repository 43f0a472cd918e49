import CellEngine
import CellProtocol

/// Everything that the guideline names, drawn in one document. A private daemon lays it out, with
/// its fonts.
struct PictureGallery {
  private let plan: GalleryPlan
  private let format: PictureFormat
  private let theme: ThemeColors
  private let zoom: Double?
  private let gallery: GalleryPage
  private var diagnostics = DiagnosticsPrinter()

  private static let title = "Object cells"
  /// The default width in pixels: a compact panel next to an expanded one.
  private static let defaultWidth = 1438

  /// - Throws: `Failure` with status `usage` for an unknown profile or member.
  init(_ options: RowOptions, format: PictureFormat) throws {
    let members = try JSON(parsing: EnvironmentMember.parameters(of: options.environment.members).json)
    let unit = members["unit"]?.string.flatMap(LengthUnit.init) ?? .point
    let width = if case .columns(let width) = options.environment.width { width } else { Self.defaultWidth }
    plan = try GalleryPlan(options.environment, unit: unit, width: width)
    self.format = format
    theme = try options.environment.theme()
    zoom = options.zoom
    gallery = GalleryPage(title: Self.title, theme: theme, width: Double(width) * unit.dpAcross)
  }

  /// Prints the document.
  mutating func run() throws {
    let sections = try sections()
    try PictureFile(format: format, zoom: zoom).print(size: gallery.size(of: sections)) {
      gallery.svg(sections)
    } html: {
      gallery.html(sections)
    }
  }

  private mutating func sections() throws -> [GalleryPage.Section] {
    let daemon = try PrivateDaemon()
    do {
      let client = try Client(socketPath: daemon.socketPath, timeout: 60)
      var sections = try Exhibit.all.enumerated().map { index, exhibit in
        try section(of: exhibit, in: "exhibit-\(index)", client)
      }
      try plan.addHeadings(to: &sections, of: gallery, format, client)
      return sections
    } catch {
      throw daemon.explained(error)
    }
  }

  private mutating func section(of exhibit: Exhibit, in session: String, _ client: Client) throws
    -> GalleryPage.Section
  {
    var creation = Parameters()
    creation.set("session", session)
    creation.set("selection", exhibit.selection.rawValue)
    _ = try client.call("session.create", creation)
    var push = Parameters()
    push.set("session", session)
    push.set("cells", json: "[\(exhibit.records.joined(separator: ","))]")
    _ = try client.call("cells.push", push)
    let groups = try plan.variants.map { variants in
      try variants.flatMap { variant in
        var request = Parameters()
        request.set("session", session)
        request.set("environment", plan.environment(at: variant, own: exhibit.environment))
        request.set("format", format.row.rawValue)
        if let reveal = exhibit.reveal {
          request.set("reveal", json: #"{"id":"1","what":"\#(reveal.rawValue)"}"#)
        }
        return exhibit.isHeader
          ? try pages(request, caption: variant.caption, client)
          : [try panel(request, caption: variant.caption, client)]
      }
    }
    // With one class only, the panels of different profiles share a line.
    let isNarrow = plan.variants.allSatisfy { $0.count < 2 }
    return GalleryPage.Section(
      name: exhibit.name, explanation: exhibit.rule, groups: isNarrow ? [groups.flatMap(\.self)] : groups)
  }

  private mutating func panel(
    _ request: Parameters, caption: String, _ client: Client
  ) throws -> GalleryPage.Panel {
    try client.call("rows.pull", request).withResult { result in
      diagnostics.print(result)
      let rows = result["rows"].map { Array($0.elements) } ?? []
      return GalleryPage.Panel(
        caption: caption, rows: rows.compactMap(PicturePage.Row.init), notes: GalleryPage.notes(of: rows))
    }
  }

  /// Returns a panel for each page of the header of the first cell.
  private func pages(_ request: Parameters, caption: String, _ client: Client) throws
    -> [GalleryPage.Panel]
  {
    var request = request
    request.set("id", "1")
    var panels: [GalleryPage.Panel] = []
    var count = 1
    while panels.count < count {
      request.set("page", panels.count)
      try client.call("header.pull", request).withResult { result in
        count = result["pages"]?.int64.map(Int.init) ?? 1
        panels.append(
          GalleryPage.Panel(
            caption: panels.isEmpty ? caption : "\(caption), page \(panels.count + 1)",
            rows: [PicturePage.Row(result)].compactMap(\.self), notes: GalleryPage.notes(of: [result])))
      }
    }
    return panels
  }
}
