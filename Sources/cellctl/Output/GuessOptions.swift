import ArgumentParser
import Glibc

/// How much a command guesses, and what it reports.
struct GuessOptions: ParsableArguments {
  @Flag(help: "Do not guess the format, the list and its fields.")
  var noGuess = false

  @Flag(help: "Print the lists and fields that were compared, with their points.")
  var explain = false

  @Flag(help: "Print no notes.")
  var quiet = false

  @Flag(help: "End with 5 if a record or a slot is not shown, or if a state is not known.")
  var strict = false

  /// The options of a command that does not guess.
  static var silent: GuessOptions {
    var options = GuessOptions()
    (options.noGuess, options.explain, options.quiet, options.strict) = (true, false, false, false)
    return options
  }

  /// Prints a sentence about what was decided.
  @Sendable func note(_ sentence: String) {
    if !quiet { StandardError.note(sentence) }
  }

  /// Returns an input, and completes the way from it to cells with what is guessed.
  /// - Parameters:
  ///   - path: the name of the file.
  ///   - isStream: whether its first records are shown before the others come.
  ///   - ids: what ids are for.
  /// - Throws: `Failure` with status `badData` if it is not a text with records.
  func source(
    _ source: any ByteSource, path: String, isStream: Bool = false, ids: IDPurpose = .rows,
    options: RecordOptions, pipeline: inout RecordPipeline
  ) throws -> any ByteSource {
    guard !noGuess, pipeline.program == nil, pipeline.format != .mdk else { return source }
    let guesses = pipeline.mapping == nil && pipeline.columns.isEmpty
    let input = try GuessedInput(
      source, path: path, format: options.from, isStream: isStream,
      selection: guesses ? pipeline.selection : nil)
    pipeline.format = input.format
    if pipeline.columns.isEmpty { pipeline.table = input.table }
    for sentence in input.notes { note(sentence) }
    if input.hasOtherLines {
      pipeline.skipsBadRecords = true
      note("lines that are not JSON are skipped")
    }
    if let preset = input.preset, options.isEmpty {
      pipeline.use(preset)
      note("using the preset \(preset.name) (--preset \(preset.name))")
    } else if let guess = input.guess {
      try guess.set(in: &pipeline, lasts: ids == .lists)
      if !guess.others.isEmpty {
        note("other lists: \(guess.others.map { "--at \($0.shellQuoted)" }.joined(separator: ", "))")
      }
      // A line that fills a narrow terminal hides the rows.
      let isShort =
        Terminal.size(of: STDERR_FILENO).map { guess.line.count > 4 * $0.columns } == true && !explain
      note(isShort ? "guessed \(guess.summary) (--explain shows all)" : guess.line)
      if explain { for line in guess.explanation { StandardError.line("  \(line.printable)") } }
    }
    if input.lacksIDs, ids != .stored, pipeline.idRule == nil {
      pipeline.idRule = .hash
      note("the cells have no id (--id hash)")
    }
    return input
  }
}

/// The use of ids: printed rows, lists that change while they are shown, or stored lists. Stored
/// lists need ids of their own.
enum IDPurpose {
  case rows, lists, stored
}
