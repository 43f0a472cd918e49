import ArgumentParser

/// The shells with completion scripts.
enum ShellArgument: String, ExpressibleByArgument, CaseIterable {
  case bash, zsh, fish
}

/// `cellctl completion SHELL`.
struct Completion: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion", abstract: "Print the completion script of a shell.",
    usage: "cellctl completion <shell>")

  @Argument(help: "The shell.")
  var shell: ShellArgument

  func run() throws {
    guard let target = CompletionShell(rawValue: shell.rawValue) else { return }
    let output = StandardOutput()
    try output.line(Cellctl.completionScript(for: target).completingTopics(in: shell))
    try output.flush()
  }
}

extension String {
  /// The script of a shell, with the commands and topics after `help`. The argument parser adds
  /// that command itself, without its arguments.
  fileprivate func completingTopics(in shell: ShellArgument) -> String {
    let all = Cellctl.commandNames + HelpTopic.all.map(\.name)
    let names = all.joined(separator: " ")
    switch shell {
    case .bash:
      let words = all.joined(separator: "'$'\\n''")
      return replacing(
        after: "_cellctl_help() {", "-1\n}", with: "-1\n    __cellctl_add_completions -W '\(words)'\n}")
    case .zsh: return replacing(after: "_cellctl_help() {", "'*:subcommands:'", with: "'1:topic:(\(names))'")
    case .fish: return self + "\ncomplete -c cellctl -n '__fish_seen_subcommand_from help' -fa '\(names)'"
    }
  }

  /// The text with the first occurrence of a part after a mark replaced.
  private func replacing(after mark: String, _ part: String, with replacement: String) -> String {
    guard let start = ranges(of: mark).first?.upperBound,
      let found = self[start...].ranges(of: part).first
    else { return self }
    return self[..<found.lowerBound] + replacement + self[found.upperBound...]
  }
}
