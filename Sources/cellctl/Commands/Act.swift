import ArgumentParser

/// `cellctl act SESSION ID ACTION [VALUE]`.
struct Act: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "act", abstract: "Invoke an action of a cell.",
    usage: "cellctl act <session> <id> <action> [<value>] [<options>]",
    discussion: """
      Every cell has the action 'open', the drill-down. A toggle flips, or takes true or false as VALUE. A download \
      starts, or takes its progress from 0 to 1, or done.
      """)

  @OptionGroup var session: SessionArgument

  @Argument(help: "The id of the cell.", completion: .cellID)
  var id: String

  @Argument(help: "The id of the action.")
  var action: String

  @Argument(help: "A JSON value, or a word.")
  var value: String?

  @OptionGroup var options: RequestOptions

  func run() throws {
    var parameters = session.parameters
    parameters.set("id", id)
    parameters.set("action", action)
    if let value {
      parameters.set("value", json: JSONText.isValue(value) ? value : JSONText.string(value))
    }
    try options.confirm("action.invoke", parameters) {
      "\(action) was delivered to \(($0["delivered"]?.int ?? 0).counted("watcher"))"
    }
  }
}
