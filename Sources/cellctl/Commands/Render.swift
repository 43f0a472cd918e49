import ArgumentParser
import CellWire

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
  @OptionGroup var shown: RenderOptions

  @Flag(help: "Fill lines with spaces up to the width.")
  var pad = false

  func run() throws {
    let file = try InputSource(path: records.file)
    StandardError.announceKeyboard(file)
    try shown.print(
      file, path: records.file, isStream: file.size == nil, options: records.options,
      pipeline: try records.options.pipeline(note: shown.guessing.note), pads: pad)
  }
}

/// The guesses of `render` and `show`, and the rows that they print.
struct RenderOptions: ParsableArguments {
  @OptionGroup var guessing: GuessOptions
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

  /// Prints the rows of an input.
  /// - Parameters:
  ///   - path: the name of the file.
  ///   - isStream: whether rows are printed before all records have come.
  ///   - pipeline: the way from the input to cells, as far as options name it.
  ///   - end: is called when all records were read.
  func print(
    _ input: any ByteSource, path: String, isStream: Bool, options: RecordOptions, pipeline: RecordPipeline,
    pads: Bool = false, then end: @escaping (RecordReader) throws -> Void = { _ in }
  ) throws {
    var pipeline = pipeline
    let source = try guessing.source(
      input, path: path, isStream: isStream, options: options, pipeline: &pipeline)
    let reader = try pipeline.reader(of: source, limit: Limits.standard.line)
    let rendering = RecordRendering(
      options: rows, output: output, pads: pads,
      isMapped: pipeline.program != nil || pipeline.mapping != nil, guessing: guessing,
      isStream: (source as? GuessedInput)?.isOpen == true, query: query, count: count,
      finish: { try end(reader) })
    try rendering.print(reader)
  }
}
