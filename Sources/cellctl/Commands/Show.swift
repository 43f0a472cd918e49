import ArgumentParser
import CellProtocol

/// `cellctl show NAME`.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Run the command of a preset, and show its output as rows.",
    usage: "cellctl show <preset> [<options>]",
    discussion: """
      'cellctl presets' lists the presets. The command is run without a shell. 'cellctl watch NAME --every 2s' runs \
      it again and again. --map sets members of the cells, and the others stay. --jq or --preset replaces the program \
      that makes the cells, but not the command.
      """)

  @Argument(help: ArgumentHelp("The preset.", valueName: "preset"), completion: .presetName)
  var name: String

  @OptionGroup var records: RecordOptions
  @OptionGroup var query: QueryOptions

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The number of rows; all by default.", valueName: "count"))
  var count: Int?
  @OptionGroup var rows: RowOptions
  @OptionGroup var output: RowsOutputOptions

  func validate() throws {
    try RowBounds.check(start: 0, count: count)
    try rows.validate(output)
  }

  func run() throws {
    let preset = try PresetLibrary.preset(name)
    var pipeline = try records.pipeline(for: preset, note: StandardError.note)
    pipeline.replacesBadText = true
    let reader = try pipeline.reader(of: preset.start(), limit: Limits.standard.line)
    var rendering = RecordRendering(options: rows, output: output, pads: false, isMapped: true)
    (rendering.query, rendering.count) = (query, count)
    try rendering.print(reader)
  }
}

extension Preset {
  /// The words of the command.
  /// - Throws: `Failure` with status `usage` if there is none.
  var commandWords: [String] {
    get throws {
      guard !command.isEmpty else {
        throw Failure(
          .usage, "the preset \(name) has no command", hint: "cellctl render --preset \(name) reads records")
      }
      return try CommandWords.split(command)
    }
  }

  /// Starts the command.
  /// - Throws: `Failure` if there is none, or if its program is not installed.
  func start() throws -> CommandSource {
    try CommandSource(commandWords, exitStatuses: exitStatuses)
  }
}
