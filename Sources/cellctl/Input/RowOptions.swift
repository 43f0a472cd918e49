import ArgumentParser
import CellClient
import CellEngine
import CellProtocol
import CellWire

/// The environment of rows, and the way they are drawn.
struct RowOptions: EnvironmentArguments {
  @OptionGroup var environment: EnvironmentOptions

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
    guard output != .ids else { return environment.isInPoints ? .frames : .text }
    guard output.hasLines else { return format?.row ?? .text }
    guard let format else { return color.isColored ? .ansi : .text }
    return format.row == .ansi && color.isRefused ? .text : format.row
  }

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

  func validate() throws { try Self.check(zoom: zoom, isPNG: format == .png) }

  /// Checks `--zoom`, which `compare` has, too.
  static func check(zoom: Double?, isPNG: Bool) throws {
    guard let zoom else { return }
    guard zoom > 0, zoom <= 16 else {
      throw ValidationError("--zoom must be a number above 0 and at most 16")
    }
    guard isPNG else {
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

  var isSpecific: Bool { environment.isSpecific }

  func parameters(width preset: @autoclosure () throws -> WidthArgument) throws -> Parameters {
    try environment.parameters(width: preset(), isPicture: format?.picture != nil)
  }
}
