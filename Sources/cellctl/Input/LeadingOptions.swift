/// Options before the name of the command: `cellctl --socket PATH rows jobs`.
enum LeadingOptions {
  /// The options that are allowed there, and whether they have a value.
  private static let options = [
    "--socket": true, "--timeout": true, "--no-spawn": false, "-o": true, "--output": true, "--owner": true,
  ]

  /// Moves the options after the command, where the argument parser expects them. `-V` becomes
  /// `--version`.
  /// - Throws: `Failure` with status `usage` if no command follows the options.
  static func reordered(_ arguments: [String]) throws -> [String] {
    if arguments.first == "-V" { return ["--version"] + arguments.dropFirst() }
    var rest = arguments[...]
    var leading: [String] = []
    while let option = rest.first, let takesValue = options[name(of: option)] {
      leading.append(option)
      rest.removeFirst()
      if takesValue, option == name(of: option), let value = rest.popFirst() { leading.append(value) }
    }
    guard !leading.isEmpty else { return arguments }
    guard let command = rest.popFirst() else {
      throw Failure(
        .usage, "a command is missing after the options", hint: "'cellctl --help' lists the commands")
    }
    // Help is about commands, not about a daemon.
    if command == "help" || command.hasPrefix("-") { return [command] + rest }
    return [command] + leading + rest
  }

  /// Returns the name of an option: `--socket` for `--socket=PATH`, `-o` for `-ojson`.
  private static func name(of option: String) -> String {
    if option.hasPrefix("--") { return String(option.prefix { $0 != "=" }) }
    return option.hasPrefix("-o") ? "-o" : option
  }
}
