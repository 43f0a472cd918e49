import ArgumentParser
import CellEngine
import CellProtocol

extension Environment.ClassChoice: ExpressibleByArgument {}

/// The environment that rows are laid out in, and the format they come in.
struct EnvironmentOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Columns, or points where rows are in points: a whole number up to 1000000, or 'unlimited'.",
      valueName: "width"))
  var width: WidthArgument?

  @Option(
    name: .customLong("class"),
    help: ArgumentHelp("The width class.", valueName: "class"))
  var widthClass: Environment.ClassChoice?

  @Option(help: ArgumentHelp("The style profile.", valueName: "name"), completion: .profileName)
  var profile: String?

  @Flag(name: .customLong("no-trunc"), help: "Cut nothing off: every row is as wide as its content.")
  var noTruncation = false

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Any other member; see 'cellctl help environment'.", valueName: "member=value"))
  var members: [EnvironmentMember] = []

  @Option(help: ArgumentHelp("How rows are drawn; see 'cellctl help formats'.", valueName: "format"))
  var format: FormatArgument?

  @Option(help: ArgumentHelp("How many pixels of a png a point has; two if not given.", valueName: "factor"))
  var zoom: Double?

  @Option(help: ArgumentHelp("Whether there are colours.", valueName: "when"))
  var color: ColorChoice = .auto

  /// The format that was asked for, else what suits standard output. Lines have no colour where none is wanted, whatever
  /// their format; JSON is data and has what was asked for.
  func rowFormat(for output: OutputForm) -> RowFormat {
    guard output == .text else { return format?.row ?? .text }
    return switch format {
    case .ansi: color.isRefused ? .text : .ansi
    case nil: color.isColored ? .ansi : .text
    case let format?: format.row
    }
  }

  /// How the rows are printed: as was asked for, else as suits their format.
  func form(_ output: OutputOptions) -> OutputForm {
    output.chosen ?? (format?.isData == true ? .ndjson : .text)
  }

  /// The picture that is printed in place of lines or JSON.
  func picture(for output: OutputForm) -> PictureFormat? {
    output == .text ? format?.picture : nil
  }

  /// Checks what can be wrong by itself.
  func validate() throws {
    guard let zoom else { return }
    guard zoom > 0, zoom <= 16 else { throw ValidationError("--zoom takes a number above 0, up to 16") }
    guard format == .png else {
      throw ValidationError("--zoom is for --format png; svg and html are sharp at every size")
    }
  }

  /// Checks that the format and the form of output go together.
  func validate(_ output: OutputOptions) throws {
    if output.chosen == .text, let format, format.isData {
      throw ValidationError("the format \(format.rawValue) is JSON; use -o json or -o ndjson")
    }
    if format == .png, output.chosen ?? .text != .text {
      throw ValidationError("a png is no JSON; leave out -o, or use --format svg")
    }
  }

  /// Whether any option speaks about the environment itself.
  var isSpecific: Bool {
    width != nil || widthClass != nil || profile != nil || noTruncation || !members.isEmpty
  }

  /// The width of a picture in points, where nobody says it: that of a phone, a small tablet or a large one.
  static func pictureWidth(of widthClass: Environment.ClassChoice?) -> Int {
    switch widthClass {
    case .compact: 390
    case .medium, .auto, nil: 720
    case .expanded, .regular: 1024
    }
  }

  /// The members as parameters, width first; what stands last wins.
  func environment(width preset: @autoclosure () throws -> WidthArgument) throws -> Parameters {
    let chosen = try EnvironmentMember.parameters(of: members)
    var environment = Parameters()
    let unit = members.last { $0.name == "unit" }?.value
    let isInPoints = unit == LengthUnit.point.rawValue
    // A picture has no terminal's width, and is drawn in points.
    let isPicture = format?.picture != nil && (unit == nil || isInPoints)
    if isPicture {
      environment.set("unit", "point")
      environment.set("separator", "line")
    }
    func usualWidth() throws -> WidthArgument {
      if isPicture { return .columns(Self.pictureWidth(of: widthClass)) }
      return isInPoints ? try preset().inPoints : try preset()
    }
    let width = noTruncation ? .unlimited : try width ?? usualWidth()
    environment.set("width", json: width.json)
    if let widthClass { environment.set("widthClass", widthClass.rawValue) }
    if let profile { environment.set("profile", profile) }
    environment.set(chosen)
    return environment
  }

  /// The colours that `--set theme=…` asks for.
  func theme() throws -> Theme {
    let members = try JSON(parsing: EnvironmentMember.parameters(of: members).json)
    return Theme(named: members["theme"]?.string)
  }
}

extension Theme {
  /// The theme of that name; without one, the light theme.
  init(named name: String?) {
    self = (name.flatMap(CellEngine.Environment.Theme.init) ?? .light).colors
  }
}
