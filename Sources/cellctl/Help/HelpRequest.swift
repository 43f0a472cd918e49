import ArgumentParser

/// What has to be settled before the argument parser sees the arguments: help topics, and subcommands that do
/// not exist, for which the parser has no suggestion.
enum HelpRequest {
  /// Answers `help TOPIC`.
  /// - Returns: whether that was the request.
  /// - Throws: `Failure` with status `usage` for an unknown subcommand or topic.
  static func answer(_ arguments: [String]) throws -> Bool {
    guard let first = arguments.first, !first.hasPrefix("-") else { return false }
    let commands = Cellctl.configuration.subcommandNames
    guard first == "help" else {
      try require(first, "command", among: commands + ["help"])
      return false
    }
    guard arguments.count >= 2, !arguments[1].hasPrefix("-") else { return false }
    guard let topic = HelpTopic(rawValue: arguments[1]) else {
      try require(arguments[1], "command or topic", among: commands + HelpTopic.allCases.map(\.rawValue))
      return false
    }
    guard arguments.count == 2 else { throw Failure(.usage, "'help \(topic.rawValue)' takes nothing else") }
    let output = StandardOutput()
    try output.write(topic.text)
    try output.flush()
    return true
  }

  private static func require(_ name: String, _ kind: String, among known: [String]) throws {
    guard !known.contains(name) else { return }
    throw Failure(
      .usage, "there is no \(kind) '\(name)'", hint: Suggestion.sentence(for: name, among: known))
  }
}
