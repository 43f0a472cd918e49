import ArgumentParser
import CellClient
import CellEngine
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
    guard zoom == nil || format == .png else {
      throw ValidationError("--zoom needs --format png; svg and html are sharp at every size")
    }
    guard zoom.map({ $0 > 0 && $0 <= 16 }) ?? true else {
      throw ValidationError("--zoom must be a number above 0 and at most 16")
    }
    let own = ["profile", "theme", "width", "widthClass"]
    if let member = members.first(where: { own.contains($0.name) }) {
      throw ValidationError("--set cannot set '\(member.name)' here, as the page shows several")
    }
  }

  func run() throws {
    let (title, source) = try source()
    var comparison = Comparison(
      title: title, source: source,
      profiles: profile.values.map(\.profile), classes: widthClass.values, themes: theme.values,
      members: try EnvironmentMember.parameters(of: members), format: format.picture, zoom: zoom,
      isAnnotated: annotate)
    try comparison.run()
  }

  /// Returns the name of the session, or of the file without its folder, and the first cells.
  private func source() throws -> (title: String, cells: Comparison.Source) {
    let file: String
    switch try list.source(list.name ?? "-", isOfSession: false, connection: connection) {
    case .session(let name) where records.options.isEmpty || list.session != nil:
      return (name, try session(name))
    case .session(let name), .file(let name): file = name
    }
    let input = try InputSource(path: file)
    StandardError.announceKeyboard(input)
    var guessing = GuessOptions.silent
    (guessing.noGuess, guessing.quiet) = (records.noGuess, records.quiet)
    var pipeline = try records.options.pipeline(note: guessing.note)
    let source = try guessing.source(
      input, path: file, isStream: input.size == nil, options: records.options, pipeline: &pipeline)
    let reader = try pipeline.reader(of: source, limit: Limits.standard.line)
    var cells: [Comparison.Source.Record] = []
    reading: while cells.count < count {
      switch try reader.next() {
      case .cell(let cell, let position):
        cells.append(Comparison.Source.Record(cell: cell, position: position))
      case .rejected, .idle: break
      case .end: break reading
      }
    }
    let title = file == "-" ? "Cells" : file.split(separator: "/").last.map(String.init) ?? file
    return (
      title,
      Comparison.Source(
        cells: cells, settings: Parameters(),
        isMapped: pipeline.program != nil || pipeline.mapping != nil)
    )
  }

  private func session(_ name: String) throws -> Comparison.Source {
    let client = try connection.connect()
    var parameters = list.owner.parameters(session: name)
    let info: JSON
    do {
      info = try client.call("session.info", parameters).result
    } catch let failure as Failure where failure.status == .notFound {
      throw Failure(
        failure.status, "there is neither a file nor a session \"\(name)\"",
        hint: "'cellctl sessions' lists the sessions")
    }
    var settings = Parameters()
    for name in ["selection", "preserve"] { settings.set(name, json: info[name]?.text ?? "null") }
    parameters.set("count", count)
    let cells = try client.call("cells.get", parameters).withResult { result in
      (result["cells"]?.elements.map { Array($0.raw) } ?? []).enumerated().map { index, json in
        Comparison.Source.Record(
          cell: CellBuilder.Cell(id: "\(index)", json: json),
          position: RecordPosition(number: index + 1, noun: "cell"))
      }
    }
    return Comparison.Source(cells: cells, settings: settings, isMapped: false)
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
