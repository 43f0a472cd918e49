import ArgumentParser
import CellWire

/// A word that looks like an option, in arguments that the argument parser refuses.
///
/// The parser lets a command check its members before it looks for unknown options. It takes a
/// value that begins with a dash for an option, and reports that the value is missing.
enum MisreadWord {
  /// Returns the sentence about the first such word; nil if that of the parser is about it.
  static func sentence(in arguments: [String], message: String) -> String? {
    guard let name = arguments.first, let command = Cellctl.command(named: name) else { return nil }
    let known = names(of: command)
    let words = arguments.dropFirst().prefix { $0 != "--" }
    for (previous, word) in zip(arguments, words) where word.hasPrefix("-") {
      let option = String(word.prefix { $0 != "=" })
      if known.contains(option) { continue }
      if ["--host", "--socket", "--no-spawn"].contains(option) {
        let reason = option == "--host" ? "uses no daemon of another machine" : "has no daemon to choose"
        return "'\(name)' \(reason); leave \(option) out, or use 'push', 'rows' or 'watch'"
      }
      let isNamed = message.contains("'\(option)")
      if option.hasPrefix("--"), !isNamed {
        let nearest = nearestName(to: option, in: known.filter { $0.hasPrefix("--") }.sorted())
        return "unknown option '\(option)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
      }
      if ["'", " "].contains(where: { message.hasPrefix("Missing value for '\(previous)\($0)") }) {
        return
          "'\(word)' after \(previous) begins with a dash, as options do; if it is the value, write \(previous)=\(word)"
      }
      if option.dropFirst().first?.isNumber == true, !previous.hasPrefix("-"), !isNamed {
        return "'\(option)' is not an option; write -- before ids that begin with a dash"
      }
    }
    return nil
  }

  /// Returns the names of the options of a command.
  private static func names(of command: any ParsableCommand.Type) -> Set<String> {
    let help = try? JSON(parsing: command._dumpHelp().utf8)
    let names = help?["command"]?["arguments"]?.array?.flatMap { $0["names"]?.array ?? [] } ?? []
    return Set(names.map { ($0["kind"]?.string == "long" ? "--" : "-") + ($0["name"]?.string ?? "") })
  }
}
