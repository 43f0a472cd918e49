import ArgumentParser
import CellWire

/// An argument that looks like an option and is none of the command.
///
/// The argument parser lets a command check its members first. That error is about what is missing
/// then, and not about the option that was written instead.
struct StrayOption {
  private let name: String
  private let known: Set<String>

  /// Returns nil if all arguments that look like options are known, or if `message` has the name.
  init?(in arguments: [String], message: String) {
    guard let command = arguments.first.flatMap(Cellctl.command(named:)) else { return nil }
    let known = Self.names(of: command)
    let words = arguments.dropFirst().prefix { $0 != "--" }
    let names = zip(arguments, words).compactMap { Self.optionName($1, after: $0) }
    guard let name = names.first(where: { !known.contains($0) && !message.contains("'\($0)") }) else {
      return nil
    }
    self.name = name
    self.known = known
  }

  /// Returns the names of the options of a command.
  static func names(of command: any ParsableCommand.Type) -> Set<String> {
    let help = command.helpMessage(includeHidden: true)
    return Set(help.matches(of: /-?-[A-Za-z][-A-Za-z]*/).map { String($0.output) })
  }

  /// The name of an option, such as `--to` of `--to=end`, or a number below 0. After an option, the
  /// number is its value.
  private static func optionName(_ argument: String, after previous: String) -> String? {
    if argument.hasPrefix("--") { return String(argument.prefix { $0 != "=" }) }
    guard argument.hasPrefix("-"), argument.dropFirst().first?.isNumber == true, !previous.hasPrefix("-")
    else { return nil }
    return argument
  }

  /// The sentence of the error.
  var sentence: String {
    guard name.hasPrefix("--") else {
      return "'\(name)' is not an option; write -- before ids that begin with a dash"
    }
    let nearest = nearestName(to: name, in: known.filter { $0.hasPrefix("--") }.sorted())
    return "unknown option '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
  }
}
