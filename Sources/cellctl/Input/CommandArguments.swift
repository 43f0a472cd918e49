import ArgumentParser

/// A command after `--`, whose output has the records.
struct CommandArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("End the command if it prints more than this: 64M, 2G.", valueName: "size"))
  var maxOutput = ByteLimit.gibibyte

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("A command and its arguments, whose output has the records.", valueName: "command"))
  var words: [String] = []

  /// Returns the command; nil if there is none.
  /// - Parameters:
  ///   - preset: the preset whose command gets the words as arguments.
  ///   - timeout: the seconds of a run.
  func command(of preset: Preset? = nil, timeout: Double?) throws -> Command? {
    var command = try preset.map {
      Command(words: try $0.commandWords + words, goodStatuses: $0.exitStatuses)
    }
    if command == nil, !words.isEmpty { command = Command(words: words) }
    command?.timeout = timeout
    command?.maxOutput = maxOutput
    return command
  }

  /// The command as arguments for another process that runs it.
  func arguments(of preset: String? = nil, timeout: Double?) -> [String] {
    (preset.map { ["--command-of=\($0)"] } ?? []) + (timeout.map { ["--timeout=\($0)"] } ?? [])
      + ["--max-output=\(maxOutput)", "--"] + words
  }
}

extension ByteLimit: ExpressibleByArgument {
  var defaultValueDescription: String { description }
}

/// The paragraph of help about the command of `show`, `watch`, `push` and `pick`.
let commandDiscussion = """
  A command is run without a shell, with an empty input and no terminal. Its process group is ended when cellctl ends, \
  after --timeout, or if it prints more than --max-output: by TERM, and by KILL two seconds later. A run succeeds if \
  the command ends with 0, or with another status after it printed a record. What it leaves in the background is ended, too.
  """
