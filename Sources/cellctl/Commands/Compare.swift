import ArgumentParser
import CellClient
import CellEngine
import CellProtocol
import CellWire

/// The argument of `compare --format`.
enum PageFormat: String, ExpressibleByArgument, CaseIterable {
  case html, svg, png

  var picture: PictureFormat { PictureFormat(row: self == .html ? .html : .svg, isPNG: self == .png) }
}

/// `cellctl compare SESSION|FILE`.
struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Show cells in all profiles, classes and themes on one page.",
    usage: "cellctl compare [<session>|<file>] [<options>]",
    discussion: """
      Prints a page with the first cells of a session, or of records like those of 'render'. Below the rows are their \
      diagnostics and the findings of 'lint'. A name that is not a file is a session. A private daemon draws the page, \
      in points.
      """)

  @OptionGroup var list: ListArgument
  @OptionGroup var records: ShownRecords

  @Option(
    help: ArgumentHelp("The profiles, separated by commas.", valueName: "names"),
    completion: .profileName)
  var profile: ChoiceList<ProfileChoice> = ChoiceList(ProfileChoice.allCases)

  @Option(
    name: .customLong("class"),
    help: ArgumentHelp("The width classes, separated by commas.", valueName: "classes"))
  var widthClass: ChoiceList<WidthClass> = ChoiceList(WidthClass.allCases)

  @Option(help: ArgumentHelp("The themes, separated by commas.", valueName: "themes"))
  var theme: ChoiceList<Environment.Theme> = ChoiceList([.light, .dark])

  @Option(help: ArgumentHelp("The maximum number of cells: 1 to 200.", valueName: "cells"))
  var count = 12

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set any other member; see 'cellctl help environment'.", valueName: "member=value"),
    completion: .environmentMember)
  var members: [EnvironmentMember] = []

  @Flag(help: "Draw the distances between elements over the rows, in points.")
  var annotate = false

  @Option(help: ArgumentHelp("The format of the page.", valueName: "format"))
  var format: PageFormat = .html

  @Option(help: ArgumentHelp("The pixels of a png per point; 2 by default.", valueName: "factor"))
  var zoom: Double?

  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard (1...200).contains(count) else { throw ValidationError("--count must be from 1 to 200") }
    try RowOptions.check(zoom: zoom, isPNG: format == .png)
    let own = ["profile", "theme", "width", "widthClass"]
    if let member = members.first(where: { own.contains($0.name) }) {
      throw ValidationError("--set cannot set '\(member.name)' here, as the page shows several")
    }
  }

  func run() throws {
    let (title, cells) = try cells()
    let format = format.picture
    let sections = try sections(of: cells)
    let page = ComparisonPage(
      title: title, theme: ThemeColors(named: theme.values.first?.rawValue), sections: sections,
      isHTML: format.row == .html)
    try PictureFile(format: format, zoom: zoom).print(page.document, size: page.size)
  }

  // MARK: - The cells

  /// The cells that are compared.
  private struct Cells {
    var cells: [(cell: CellBuilder.Cell, position: RecordPosition)] = []
    /// The settings of their session.
    var settings = Parameters()
    /// Whether a mapping or a program made them.
    var isMapped = false
  }

  /// Returns the name of the session, or of the file without its folder, and the first cells.
  private func cells() throws -> (title: String, cells: Cells) {
    switch try list.source(list.name ?? "-", isOfSession: false, connection: connection) {
    case .session(let name) where records.options.isEmpty || list.session != nil:
      return (name, try cells(ofSession: name))
    case .session(let name), .file(let name):
      let title = name == "-" ? "Cells" : name.split(separator: "/").last.map(String.init) ?? name
      return (title, try cells(ofFile: name))
    }
  }

  private func cells(ofFile file: String) throws -> Cells {
    let input = try InputSource(path: file)
    StandardError.announceKeyboard(input)
    var guessing = GuessOptions.silent
    (guessing.noGuess, guessing.quiet) = (records.noGuess, records.quiet)
    var pipeline = try records.options.pipeline(note: guessing.note)
    let source = try guessing.source(
      input, path: file, isStream: input.size == nil, options: records.options, pipeline: &pipeline)
    let reader = try pipeline.reader(of: source, limit: Limits.standard.line)
    var cells = Cells(isMapped: pipeline.program != nil || pipeline.mapping != nil)
    reading: while cells.cells.count < count {
      switch try reader.next() {
      case .cell(let cell, let position): cells.cells.append((cell, position))
      case .rejected, .idle: break
      case .end: break reading
      }
    }
    return cells
  }

  private func cells(ofSession name: String) throws -> Cells {
    let client = try connection.connect()
    var parameters = list.owner.parameters(session: name)
    let info = try ShownList.info(of: name, parameters, client)
    var cells = Cells()
    for name in ["selection", "preserve"] { cells.settings.set(name, json: info[name]?.text ?? "null") }
    parameters.set("count", count)
    let found = try client.call("cells.get", parameters).withResult { result in
      result["cells"]?.elements.map { Array($0.raw) } ?? []
    }
    cells.cells = found.enumerated().map { index, json in
      (CellBuilder.Cell(id: "\(index)", json: json), RecordPosition(number: index + 1, noun: "cell"))
    }
    return cells
  }

  // MARK: - The page

  private static let session = "compare"

  /// Returns the rows of each profile, from a private daemon: a line of panels for each theme.
  private func sections(of cells: Cells) throws -> [ComparisonPage.Section] {
    if cells.cells.isEmpty { StandardError.note("there are no cells") }
    let daemon = try Plugin.started()
    do {
      let client = try Client(socketPath: daemon.socketPath, timeout: 60)
      var creation = cells.settings
      creation.set("session", Self.session)
      _ = try client.call("session.create", creation)
      let sender = CellSender(
        client: client, session: Self.session, mode: .push(partial: false), isMapped: cells.isMapped)
      for (cell, position) in cells.cells { try sender.add(cell, from: position) }
      try sender.finish()
      return try profile.values.map(\.profile).compactMap { profile in
        let classes = widthClass.values.filter { $0 != .medium || profile.widthClasses.medium != nil }
        guard !classes.isEmpty else { return nil }
        return ComparisonPage.Section(
          name: profile.name, classes: classes.map(\.rawValue).joined(separator: ", "),
          groups: try theme.values.map { theme in
            try classes.map { try panel(profile, $0, theme, client) }
          })
      }
    } catch {
      throw daemon.explained(error)
    }
  }

  /// Returns the rows in one environment. The notes of all themes are the same.
  private func panel(
    _ profile: Profile, _ widthClass: WidthClass, _ theme: Environment.Theme, _ client: Client
  ) throws -> ComparisonPage.Panel {
    // The width has the class in every profile.
    let width = EnvironmentOptions.pictureWidth(of: widthClass)
    var environment = Parameters()
    environment.set("unit", LengthUnit.point.rawValue)
    environment.set("separator", "line")
    environment.set("width", width)
    environment.set("widthClass", widthClass.rawValue)
    environment.set("profile", profile.name)
    environment.set(try EnvironmentMember.parameters(of: members))
    environment.set("theme", theme.rawValue)
    var request = Parameters()
    request.set("session", Self.session)
    request.set("environment", environment)
    var panel = ComparisonPage.Panel(
      caption: "\(profile.name), \(widthClass.rawValue), \(width), \(theme.rawValue)", rows: [])
    let hasNotes = theme == self.theme.values.first
    if hasNotes {
      panel.notes = try client.call("lint", request).withResult { result in
        result["findings"]?.elements.map(Self.note) ?? []
      }
    }
    request.set("format", format.picture.row.rawValue)
    request.set("count", count)
    try client.call("rows.pull", request).withResult { result in
      let rows = result["rows"].map { Array($0.elements) } ?? []
      panel.rows = rows.compactMap(PicturePage.Row.init)
      guard hasNotes else { return }
      var diagnostics: [String] = []
      for note in rows.flatMap({ $0["diagnostics"]?.elements.compactMap(\.string) ?? [] })
      where !diagnostics.contains(note) { diagnostics.append(note) }
      panel.notes = diagnostics + panel.notes
    }
    if annotate { try annotate(&panel, request, client) }
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

/// The values of an option, separated by commas.
struct ChoiceList<Choice: CaseIterable & RawRepresentable<String>>: ExpressibleByArgument {
  let values: [Choice]

  init(_ values: [Choice]) { self.values = values }

  init?(argument: String) {
    let names = argument.split(separator: ",").map { $0.filter { $0 != " " } }
    let values = names.compactMap(Choice.init)
    guard !values.isEmpty, values.count == names.count else { return nil }
    self.values = values
  }

  static var allValueStrings: [String] { Choice.allCases.map(\.rawValue) }

  var defaultValueDescription: String {
    values.count == Choice.allCases.count ? "all" : values.map(\.rawValue).joined(separator: ",")
  }
}

/// The name of a profile.
struct ProfileChoice: RawRepresentable, CaseIterable {
  let profile: Profile

  init?(rawValue: String) {
    guard let profile = Profile.named(rawValue) else { return nil }
    self.profile = profile
  }

  private init(_ profile: Profile) { self.profile = profile }

  static var allCases: [ProfileChoice] { Profile.all.map(ProfileChoice.init) }

  var rawValue: String { profile.name }
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
