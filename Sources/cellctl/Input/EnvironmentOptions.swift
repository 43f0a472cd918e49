import ArgumentParser
import CellEngine
import CellProtocol

extension Environment.ClassChoice: ExpressibleByArgument {}

/// The environment that rows are laid out in, and their format.
struct EnvironmentOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The width in columns (in points with unit=point): 0 to 1000000, or 'unlimited'.",
      valueName: "width"))
  var width: WidthArgument?

  @Option(
    name: .customLong("class"),
    help: ArgumentHelp("The width class.", valueName: "class"))
  var widthClass: Environment.ClassChoice?

  @Option(help: ArgumentHelp("The style profile.", valueName: "name"), completion: .profileName)
  var profile: String?

  @Flag(name: .customLong("no-trunc"), help: "Don't truncate: every row is as wide as its content.")
  var noTruncation = false

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set any other member; see 'cellctl help environment'.", valueName: "member=value"),
    completion: .environmentMember)
  var members: [EnvironmentMember] = []

  @Option(help: ArgumentHelp("The format of rows; see 'cellctl help formats'.", valueName: "format"))
  var format: FormatArgument?

  @Option(help: ArgumentHelp("The pixels of a png per point; 2 by default.", valueName: "factor"))
  var zoom: Double?

  @Option(help: ArgumentHelp("When to use colours.", valueName: "when"))
  var color: ColorChoice = .auto

  /// Returns the format to ask the daemon for: the chosen one, else ansi if standard output has
  /// colours. A refusal of colours turns ansi into text, but not inside JSON, which is data.
  func rowFormat(for output: RowsForm) -> RowFormat {
    // Only the ids of the rows are printed. Frames exist in both units.
    guard output != .ids else { return isInPoints ? .frames : .text }
    guard output.hasLines else { return format?.row ?? .text }
    guard let format else { return color.isColored ? .ansi : .text }
    return format.row == .ansi && color.isRefused ? .text : format.row
  }

  /// Whether signs are of ASCII.
  var hasASCIIGlyphs: Bool { members.last { $0.name == "glyphs" }?.value == "ascii" }

  private var isInPoints: Bool { members.last { $0.name == "unit" }?.value == LengthUnit.point.rawValue }

  /// Returns the form of the rows: the chosen one, else the one that suits their format.
  func form(_ output: OutputOptions) -> OutputForm {
    output.chosen ?? (format?.isData == true ? .ndjson : .text)
  }

  /// Returns the form of the rows: the chosen one, else the one that suits their format.
  func form(_ output: RowsOutputOptions) -> RowsForm {
    output.chosen ?? (format?.isData == true ? .ndjson : .text)
  }

  /// Returns the document of pictures to print instead of lines or JSON, if any.
  func picture(for output: RowsForm) -> PictureFormat? {
    output == .text ? format?.picture : nil
  }

  func validate() throws {
    guard let zoom else { return }
    guard zoom > 0, zoom <= 16 else {
      throw ValidationError("--zoom must be a number above 0 and at most 16")
    }
    guard format == .png else {
      throw ValidationError("--zoom needs --format png; svg and html are sharp at every size")
    }
  }

  /// Checks that the format fits the form of output.
  func validate(_ output: OutputOptions) throws {
    try validate(output.chosen?.ofRows)
  }

  /// Checks that the format fits the form of output.
  func validate(_ output: RowsOutputOptions) throws {
    try validate(output.chosen)
  }

  private func validate(_ form: RowsForm?) throws {
    guard let form, let format else { return }
    switch form {
    case .text where format.isData:
      throw ValidationError("the format \(format) is JSON; use -o json or -o ndjson")
    case .json where format == .png, .ndjson where format == .png:
      throw ValidationError("a png cannot be printed as JSON; omit -o, or use --format svg")
    case .ids: throw ValidationError("-o ids prints no rows; omit --format")
    case .null where format.row.kind != .lines:
      throw ValidationError("-o null needs a format of lines, such as text or ansi")
    case .text, .json, .ndjson, .null: return
    }
  }

  /// Whether `--no-trunc` makes `--width` useless.
  var hasUnusedWidth: Bool {
    guard noTruncation, case .columns? = width else { return false }
    return true
  }

  /// Whether any option sets a member of the environment.
  var isSpecific: Bool {
    width != nil || widthClass != nil || profile != nil || noTruncation || !members.isEmpty
  }

  /// Returns the default width of a picture in points for an argument of `--class`.
  static func pictureWidth(of widthClass: Environment.ClassChoice?) -> Int {
    switch widthClass {
    case .compact: pictureWidth(of: WidthClass.compact)
    case .medium, .auto, nil: pictureWidth(of: WidthClass.medium)
    case .expanded, .regular: pictureWidth(of: WidthClass.expanded)
    }
  }

  /// Returns the default width of a picture in points: that of a phone, a small tablet or a large
  /// one.
  static func pictureWidth(of widthClass: WidthClass) -> Int {
    switch widthClass {
    case .compact: 390
    case .medium: 720
    case .expanded: 1024
    }
  }

  /// Returns the members as parameters. `--set` wins over the other options.
  func environment(width preset: @autoclosure () throws -> WidthArgument) throws -> Parameters {
    let chosen = try EnvironmentMember.parameters(of: members)
    var environment = Parameters()
    let unit = members.last { $0.name == "unit" }?.value
    let isInPoints = unit == LengthUnit.point.rawValue
    // The width of a picture does not depend on the terminal: it is drawn in points.
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

  /// Returns the colours for `--set theme=…`.
  func theme() throws -> ThemeColors {
    let members = try JSON(parsing: EnvironmentMember.parameters(of: members).json)
    return ThemeColors(named: members["theme"]?.string)
  }
}

extension ThemeColors {
  /// Makes the theme of a name. The default is light.
  init(named name: String?) {
    self = (name.flatMap(CellEngine.Environment.Theme.init) ?? .light).colors
  }
}
