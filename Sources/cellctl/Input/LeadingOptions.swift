import CellWire

/// Options before the name of the command: `cellctl --socket PATH rows jobs`.
enum LeadingOptions {
  /// The options that are allowed there, and whether they have a value.
  private static let options = [
    "--socket": true, "--host": true, "--timeout": true, "--no-spawn": false, "-o": true, "--output": true,
    "--owner": true,
  ]

  /// Moves the options after the command, where the argument parser expects them. `-V` becomes
  /// `--version`.
  /// - Throws: `Failure` with status `usage` if no command follows the options, or an option is
  ///   misspelled.
  static func reordered(_ arguments: [String]) throws -> [String] {
    if arguments.first == "-V" { return ["--version"] + arguments.dropFirst() }
    var rest = arguments[...]
    var leading: [String] = []
    while let option = rest.first, let takesValue = options[name(of: option)] {
      leading.append(option)
      rest.removeFirst()
      if takesValue, option == name(of: option), let value = rest.popFirst() { leading.append(value) }
    }
    if let option = rest.first { try check(option) }
    guard !leading.isEmpty else { return arguments }
    guard let command = rest.popFirst() else {
      throw Failure(
        .usage, "a command is missing after the options", hint: "'cellctl --help' lists the commands")
    }
    // Help is about commands, not about a daemon.
    if command == "help" || command.hasPrefix("-") { return [command] + rest }
    return [command] + leading + rest
  }

  /// Throws if an option is misspelled. The argument parser suggests options of commands only.
  private static func check(_ option: String) throws {
    let known = options.keys.sorted().filter { $0.hasPrefix("--") } + ["--version", "--help"]
    let name = name(of: option)
    guard name.hasPrefix("--"), name != "--", !known.contains(name),
      let nearest = nearestName(to: name, in: known)
    else { return }
    throw Failure(.usage, "unknown option '\(name)'", hint: "Did you mean '\(nearest)'?")
  }

  /// Returns the name of an option: `--socket` for `--socket=PATH`, `-o` for `-ojson`.
  private static func name(of option: String) -> String {
    if option.hasPrefix("--") { return String(option.prefix { $0 != "=" }) }
    return option.hasPrefix("-o") ? "-o" : option
  }
}
