import ArgumentParser

/// The argument of `--op`.
enum SelectionOperation: String, ExpressibleByArgument, CaseIterable {
  case replace, add, remove, toggle
}

/// `cellctl select SESSION ID…`.
struct Select: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "select", abstract: "Change the selection of a session.",
    usage: "cellctl select <session> [<id> ...] [<options>]",
    discussion: "Without ids and without --all, clears the selection.")

  @OptionGroup var session: SessionArgument

  @Argument(help: "The ids of the cells.", completion: .cellID)
  var ids: [String] = []

  @Flag(help: "Select every cell.")
  var all = false

  @Option(name: .customLong("op"), help: "How to change the selection.")
  var operation: SelectionOperation = .replace

  @Flag(inversion: .prefixedNo, help: "Whether the cells lose their unread marks; named cells do by default.")
  var viewed: Bool?

  @OptionGroup var options: RequestOptions

  func validate() throws {
    guard !all || ids.isEmpty else { throw ValidationError("ids and --all cannot be used together") }
  }

  func run() throws {
    var parameters = session.parameters
    if all { parameters.set("all", true) } else { parameters.set("ids", ids) }
    parameters.set("op", operation.rawValue)
    if let viewed { parameters.set("viewed", viewed) }
    try options.confirm("selection.set", parameters) {
      "\(($0["selected"]?.int ?? 0).counted("cell")) selected"
    }
  }
}
