import ArgumentParser
import CellEngine
import CellProtocol

extension Environment.ClassChoice: ExpressibleByArgument {}

extension RowFormat: ExpressibleByArgument {
  /// Whether a row has lines that can be printed as they are.
  var isPrintable: Bool { self == .text || self == .ansi }
}

/// The environment that rows are laid out in, and the format they come in.
struct EnvironmentOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("Columns, or 'unlimited'.", valueName: "columns"))
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

  @Option(help: ArgumentHelp("How the daemon draws a row.", valueName: "format"))
  var format: RowFormat?

  @Option(help: ArgumentHelp("Whether there are colours.", valueName: "when"))
  var color: ColorChoice = .auto

  /// The format that was asked for, else what suits standard output. Lines have no colour where none is wanted, whatever
  /// their format; JSON is data and has what was asked for.
  func rowFormat(for output: OutputForm) -> RowFormat {
    guard output == .text else { return format ?? .text }
    return switch format {
    case .ansi: color.isRefused ? .text : .ansi
    case nil: color.isColored ? .ansi : .text
    case let format?: format
    }
  }

  /// How the rows are printed: as was asked for, else as suits their format.
  func form(_ output: OutputOptions) -> OutputForm {
    output.chosen ?? (format?.isPrintable == false ? .ndjson : .text)
  }

  /// Checks that the format and the form of output go together.
  func validate(_ output: OutputOptions) throws {
    if output.chosen == .text, let format, !format.isPrintable {
      throw ValidationError("the format \(format.rawValue) is JSON; use -o json or -o ndjson")
    }
  }

  /// Whether any option speaks about the environment itself.
  var isSpecific: Bool {
    width != nil || widthClass != nil || profile != nil || noTruncation || !members.isEmpty
  }

  /// The members as parameters, width first; what stands last wins.
  func environment(width preset: @autoclosure () throws -> WidthArgument) throws -> Parameters {
    let chosen = try EnvironmentMember.parameters(of: members)
    var environment = Parameters()
    let width = noTruncation ? .unlimited : try width ?? preset()
    environment.set("width", json: width.json)
    if let widthClass { environment.set("widthClass", widthClass.rawValue) }
    if let profile { environment.set("profile", profile) }
    environment.set(chosen)
    return environment
  }
}
