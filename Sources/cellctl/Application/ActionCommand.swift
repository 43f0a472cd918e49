import CellClient
import CellProtocol
import CellWire
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
      return try reader.template(stopAtSeparator: false, keepsBlanks: true)
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
  /// never more than one word. What was typed is passed as it is.
  /// - Throws: `Failure` if a value has U+0000, or if it would begin a word as an option or a
  ///   command.
  func words(for cell: JSONNode) throws -> [String] {
    try words.map { template in
      try template.parts.reduce(into: "") { word, part in
        switch part {
        case .literal(let text): word += text
        case .field(let field):
          let value = field.text(in: cell) ?? ""
          if value.utf8.contains(0) { throw Failure(.badData, "\(field) has U+0000, which no word can have") }
          if word.isEmpty, let first = value.unicodeScalars.first, !first.canBeginWord {
            throw refusal(of: first, from: field)
          }
          word += value
        }
      }
    }
  }

  private func refusal(of first: Unicode.Scalar, from field: Field) -> Failure {
    let name = Self.texts.first { field.description == "{\($0)}" }
    let variable = name.map { ", or use the variable \(Self.variable($0))" } ?? ""
    return Failure(
      .badData,
      "\(field) begins with \(first.introduced), so the command was not run; "
        + "write --on \(action) 'COMMAND --text=\(field)'\(variable)")
  }

  /// The texts of a cell that are variables of its command.
  private static let texts = [
    "id", "title", "subtitle", "footnote", "caption", "description", "number", "href",
  ]

  private static func variable(_ name: String) -> String { "CELLCTL_\(name.uppercased())" }

  /// The maximum number of bytes of a variable.
  static let longestVariable = 64 << 10

  /// Returns the variables for the command: `CELLCTL_SESSION`, `CELLCTL_ACTION`, and one for each
  /// text of the cell, such as `CELLCTL_ID` and `CELLCTL_TITLE`.
  ///
  /// A variable is nil, and not in the environment, if its value has U+0000 or is too long. If the
  /// system cannot start a program with all of them, the longest ones are nil.
  /// - Parameter room: the bytes for all of them.
  func variables(for cell: JSONNode, session: String, room: Int) -> [(name: String, value: String?)] {
    var variables: [(name: String, value: String?)] = [
      ("CELLCTL_SESSION", session), ("CELLCTL_ACTION", action),
    ]
    for name in Self.texts {
      let value = cell.member(named: name)?.mappedText ?? ""
      let isPassed = value.utf8.count <= Self.longestVariable && !value.utf8.contains(0)
      variables.append((Self.variable(name), isPassed ? value : nil))
    }
    func size(_ index: Int) -> Int { variables[index].value.map { Self.size($0.utf8.count + 20) } ?? 0 }
    var excess = variables.indices.map(size).reduce(-room, +)
    for index in variables.indices.sorted(by: { size($0) > size($1) }) where excess > 0 {
      excess -= size(index)
      variables[index].value = nil
    }
    return variables
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
    let variables = variables(for: cell, session: session, room: Self.room(beside: words))
    for (name, value) in variables { _ = value.map { setenv(name, $0, 1) } ?? unsetenv(name) }
    defer { for (name, _) in variables { unsetenv(name) } }
    let status = try RunningChild(process).wait()
    guard status & 0x7F == 0 else {
      throw Failure(.failed, "\(program) was ended by signal \(status & 0x7F)")
    }
    guard status == 0 else { throw Failure(.failed, "\(program) ended with exit status \(status >> 8)") }
  }

  /// The bytes that the system leaves for more variables of a program with these words (execve(2)).
  private static func room(beside words: [String]) -> Int {
    var used = words.reduce(1 << 14) { $0 + size($1.utf8.count) }
    var entry = environ
    while let variable = entry.pointee {
      used += size(strlen(variable))
      entry += 1
    }
    return min(sysconf(Int32(_SC_ARG_MAX)), 6 << 20) - used
  }

  /// The bytes of a word or a variable, with its end and a pointer to it.
  private static func size(_ count: Int) -> Int { count + 1 + MemoryLayout<UnsafeRawPointer>.size }
}

extension Unicode.Scalar {
  /// Whether a value that begins with the scalar can begin a word of a command. Programs read words
  /// that begin with other signs as options or commands, such as `-x`, `+!x` and `@file`.
  var canBeginWord: Bool {
    guard isASCII else { return unseen == nil }
    return properties.isAlphabetic || ("0"..."9").contains(self)
      || "._/#$`'\"([{".unicodeScalars.contains(self)
  }

  /// The code point, and the character if it can be seen: `U+002B, "+"`.
  fileprivate var introduced: String {
    let digits = String(value, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    return "U+\(code), \(unseen ?? "\"\(self)\"")"
  }

  /// The words for a scalar that cannot be seen by itself. Nil for letters, numbers, punctuation
  /// and symbols.
  private var unseen: String? {
    switch properties.generalCategory {
    case .control: "a control character"
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: "white space"
    case .nonspacingMark, .spacingMark, .enclosingMark: "a mark"
    case .format, .surrogate, .privateUse, .unassigned: "an invisible character"
    default: properties.isDefaultIgnorableCodePoint ? "an invisible character" : nil
    }
  }
}
