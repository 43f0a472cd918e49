import ArgumentParser
import CellClient
import CellEngine
import CellWire

extension Environment.ClassChoice: ExpressibleByArgument {}

/// Options that set an environment.
protocol EnvironmentArguments: ParsableArguments {
  /// Whether any option sets a member of the environment.
  var isSpecific: Bool { get }

  /// Returns the members as parameters. The other options win over `--set`.
  /// - Parameter preset: the width, unless an option sets it.
  func parameters(width preset: @autoclosure () throws -> WidthArgument) throws -> Parameters
}

/// The most common members of an environment, and any other one.
struct MemberOptions: ParsableArguments {
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

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set any other member; see 'cellctl help environment'.", valueName: "member=value"),
    completion: .environmentMember)
  var members: [EnvironmentMember] = []

  /// Whether any of the options is given.
  var isSpecific: Bool { width != nil || widthClass != nil || profile != nil || !members.isEmpty }

  /// Sets the members that have an option of their own.
  func set(in environment: inout Parameters) {
    if let width { environment.set("width", json: width.json) }
    if let widthClass { environment.set("widthClass", widthClass.rawValue) }
    if let profile { environment.set("profile", profile) }
  }
}

/// The environment that cells are laid out in.
struct EnvironmentOptions: EnvironmentArguments {
  @OptionGroup var own: MemberOptions

  @Flag(name: .customLong("no-trunc"), help: "Don't truncate: every row is as wide as its content.")
  var noTruncation = false

  /// The members of `--set`.
  var members: [EnvironmentMember] { own.members }

  /// Whether signs are of ASCII.
  var hasASCIIGlyphs: Bool { members.last { $0.name == "glyphs" }?.value == "ascii" }

  /// Whether an option sets the unit to points.
  var isInPoints: Bool { members.last { $0.name == "unit" }?.value == LengthUnit.point.rawValue }

  /// Sentences about options without effect, because another one wins.
  var conflicts: [String] {
    /// A `--set` with another value than that of an option.
    func other(_ name: String, than json: String) -> String? {
      guard let member = members.last(where: { $0.name == name }), member.json != json else { return nil }
      return "--set \(name)=\(member.value)"
    }
    var sentences: [String] = []
    if noTruncation {
      if case .columns? = own.width {
        sentences.append("--no-trunc wins over --width: rows are as wide as their content")
      }
      sentences += ["width", "statusWidth"].compactMap { other($0, than: "null") }
        .map { "--no-trunc wins over \($0): nothing is cut" }
    } else if let width = own.width, let member = other("width", than: width.json) {
      sentences.append("--width wins over \(member)")
    }
    if let widthClass = own.widthClass,
      let member = other("widthClass", than: JSONText.string(widthClass.rawValue))
    {
      sentences.append("--class wins over \(member)")
    }
    if let profile = own.profile, let member = other("profile", than: JSONText.string(profile)) {
      sentences.append("--profile wins over \(member)")
    }
    return sentences
  }

  var isSpecific: Bool { own.isSpecific || noTruncation }

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

  func parameters(width preset: @autoclosure () throws -> WidthArgument) throws -> Parameters {
    try parameters(width: preset(), isPicture: false)
  }

  /// Returns the members as parameters.
  /// - Parameter isPicture: whether the rows are pictures, which are in points by default.
  func parameters(width preset: @autoclosure () throws -> WidthArgument, isPicture: Bool) throws -> Parameters
  {
    let chosen = try EnvironmentMember.parameters(of: members)
    var environment = Parameters()
    let unit = members.last { $0.name == "unit" }?.value
    let isInPoints = unit == LengthUnit.point.rawValue
    // The width of a picture does not depend on the terminal: it is drawn in points.
    let isPicture = isPicture && (unit == nil || isInPoints)
    if isPicture {
      environment.set("unit", "point")
      environment.set("separator", "line")
    }
    func usualWidth() throws -> WidthArgument {
      if isPicture { return .columns(Self.pictureWidth(of: own.widthClass)) }
      return isInPoints ? try preset().inPoints : try preset()
    }
    if own.width == nil, !noTruncation, !chosen.contains("width") {
      environment.set("width", json: try usualWidth().json)
    }
    environment.set(chosen)
    own.set(in: &environment)
    if noTruncation {
      environment.set("width", json: WidthArgument.unlimited.json)
      if chosen.contains("statusWidth") { environment.set("statusWidth", json: "null") }
    }
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
