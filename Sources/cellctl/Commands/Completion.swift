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
    try output.line(Cellctl.completionScript(for: target))
    try output.flush()
  }
}
