import CellProtocol
import Glibc

/// A command that is run for an invoked action: the words of `--on ACTION 'command {id}'`.
struct ActionCommand {
  let action: String
  private let words: [Template]

  /// Reads the arguments of `--on`.
  /// - Throws: `Failure` with status `usage` if the command has no words, or a broken field.
  init(action: String, command: String) throws {
    self.action = action
    words = try CommandWords.split(command).map { word in
      var reader = TemplateReader(word)
      return try reader.template(stopAtSeparator: false)
    }
    guard let program = words.first else {
      throw Failure(.usage, "the command of --on \(action) is empty", hint: "write --on open 'less {id}'")
    }
    guard program.fields.isEmpty else {
      throw Failure(
        .usage, "the program of --on \(action) is a field of the cell", hint: "name the program itself")
    }
  }

  /// Reads pairs of an action and a command.
  static func commands(_ arguments: [String]) throws -> [ActionCommand] {
    try stride(from: 0, to: arguments.count - 1, by: 2).map {
      try ActionCommand(action: arguments[$0], command: arguments[$0 + 1])
    }
  }

  /// Returns the words for a cell. Fields are replaced after the command was split, so a value is
  /// never more than one word.
  /// - Throws: `Failure` if a word would begin with `-` because of a value. A program would read it
  ///   as an option.
  func words(for cell: JSONNode) throws -> [String] {
    try words.map { template in
      let word = template.text(of: cell) ?? ""
      if case .field? = template.parts.first, word.hasPrefix("-") {
        throw Failure(
          .badData, "a value of the cell begins with \"-\", so the command was not run: \(word.printable)")
      }
      return word
    }
  }

  /// Returns the variables for the command: `CELLCTL_SESSION`, `CELLCTL_ACTION`, and one for each
  /// text of the cell, such as `CELLCTL_ID` and `CELLCTL_TITLE`.
  func variables(for cell: JSONNode, session: String) -> [(name: String, value: String)] {
    let texts = ["id", "title", "subtitle", "footnote", "caption", "description", "number", "href"]
    return [("CELLCTL_SESSION", session), ("CELLCTL_ACTION", action)]
      + texts.map { name in
        (
          "CELLCTL_\(name.uppercased())",
          cell.members.first { $0.name.string == name }?.value.mappedText ?? ""
        )
      }
  }

  /// Runs the command and waits for its end.
  /// - Parameters:
  ///   - cell: the cell, as `cells.get` returns it.
  ///   - input: its standard input; nil for none.
  ///   - output: its standard output and error.
  /// - Throws: `Failure` if it cannot be started, or fails.
  func run(for cell: JSONNode, session: String, input: Int32?, output: Int32) throws {
    let words = try words(for: cell)
    guard let program = words.first,
      let executable = program.contains("/") ? program : Executable.findInPath(program)
    else {
      throw Failure(.failed, "\(words.first ?? "") is not in PATH", hint: "install it, or name its path")
    }
    var process = ChildProcess(executable: executable, arguments: Array(words.dropFirst()))
    process.input = input
    process.output = output
    process.errors = output
    let variables = variables(for: cell, session: session)
    // Values cannot have a null character in the environment.
    for (name, value) in variables { setenv(name, value, 1) }
    defer { for (name, _) in variables { unsetenv(name) } }
    let status = try RunningChild(process).wait()
    guard status & 0x7F == 0 else {
      throw Failure(.failed, "\(program) was ended by signal \(status & 0x7F)")
    }
    guard status == 0 else { throw Failure(.failed, "\(program) ended with exit status \(status >> 8)") }
  }
}
