/// `cellctl help TOPIC`, and the check of command names. It runs before the argument parser, which
/// knows no topics and suggests no names.
enum Help {
  /// Names that users know from other programs, and the command for each.
  private static let otherNames = [
    "add": "push", "list": "sessions", "delete": "drop", "print": "rows", "web": "serve", "open": "watch",
  ]

  /// Prints a topic, if the arguments ask for one.
  /// - Returns: whether they did. If not, the argument parser handles them.
  /// - Throws: `Failure` with status `usage` for an unknown command or topic.
  static func run(_ arguments: [String]) throws -> Bool {
    guard let first = arguments.first, !first.hasPrefix("-") else { return false }
    if Cellctl.command(named: first) != nil { return false }
    let commands = Cellctl.commandNames + Cellctl.aliases
    guard first == "help" else {
      try require(first, "command", among: commands + ["help"])
      return false
    }
    guard arguments.count >= 2, !arguments[1].hasPrefix("-") else { return false }
    guard let topic = HelpTopic.named(arguments[1]) else {
      try require(arguments[1], "command or topic", among: commands + HelpTopic.all.map(\.name))
      return false
    }
    guard arguments.count == 2 else {
      throw Failure(
        .usage, "unexpected argument '\(arguments[2])'", hint: "write 'cellctl help \(topic.name)'")
    }
    try topic.page.print()
    return true
  }

  private static func require(_ name: String, _ kind: String, among known: [String]) throws {
    guard !known.contains(name) else { return }
    let hint =
      otherNames[name].map { "Did you mean '\($0)'?" }
      ?? Suggestion.sentence(
        for: name, among: known, otherwise: "'cellctl --help' lists the commands and topics")
    throw Failure(.usage, "unknown \(kind) '\(name)'", hint: hint)
  }
}
