import ArgumentParser
import CellProtocol

/// `cellctl render [FILE]`.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Lay out cells without a session.",
    usage: "cellctl render [<file>] [<options>]",
    discussion: """
      Reads records like 'push' and prints rows like 'rows'. Points and pictures need fonts, so a private daemon is \
      started for them.
      """)

  @OptionGroup var records: RecordInput
  @OptionGroup var guessing: GuessOptions
  @OptionGroup var query: QueryOptions

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The number of rows; all by default.", valueName: "count"))
  var count: Int?

  @Flag(help: "Fill lines with spaces up to the width.")
  var pad = false

  @OptionGroup var rows: RowOptions
  @OptionGroup var output: RowsOutputOptions

  func validate() throws {
    try RowBounds.check(start: 0, count: count)
    try rows.validate(output)
  }

  func run() throws {
    var pipeline = try records.pipeline(note: guessing.note)
    let file = try InputSource(path: records.file)
    StandardError.announceKeyboard(file)
    let source = try guessing.source(
      file, path: records.file, isStream: file.size == nil, options: records.options, pipeline: &pipeline)
    let reader = try pipeline.reader(of: source, limit: Limits.standard.line)
    var rendering = RecordRendering(
      options: rows, output: output, pads: pad,
      isMapped: pipeline.program != nil || pipeline.mapping != nil)
    rendering.guessing = guessing
    (rendering.query, rendering.count) = (query, count)
    rendering.isStream = (source as? GuessedInput)?.isOpen == true
    try rendering.print(reader)
  }
}
