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

  @Flag(help: "Fill lines with spaces up to the width.")
  var pad = false

  @OptionGroup var rows: RowOptions
  @OptionGroup var output: RowsOutputOptions

  func validate() throws {
    try rows.validate(output)
  }

  func run() throws {
    var pipeline = try records.pipeline(note: StandardError.note)
    let file = try InputSource(path: records.file)
    StandardError.announceKeyboard(file)
    var source: any ByteSource = file
    if records.options.isEmpty, Terminal.isOutput {
      let guess = try PresetGuess(file)
      source = guess
      if let preset = guess.preset {
        pipeline.use(preset)
        StandardError.note("using the preset \(preset.name) (--preset \(preset.name))")
      }
    }
    let reader = try pipeline.reader(of: source, limit: Limits.standard.line)
    try RecordRendering(
      options: rows, output: output, pads: pad,
      isMapped: pipeline.program != nil || records.isMapped
    ).print(reader)
  }
}
