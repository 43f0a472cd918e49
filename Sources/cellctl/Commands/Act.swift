import ArgumentParser

/// `cellctl act SESSION ID ACTION [VALUE]`.
struct Act: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Invoke an action of a cell.",
    discussion: """
      'open' is the drill-down, which every cell has. A toggle flips, or takes true or false. A download starts, \
      or takes its progress from 0 to 1, or done.
      """)

  @Argument(help: "The session.", completion: .sessionName)
  var session: String

  @Argument(help: "The id of the cell.")
  var id: String

  @Argument(help: "The id of the action.")
  var action: String

  @Argument(help: "A JSON value, or a word.")
  var value: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let client = try connection.connect()
    var parameters = Parameters()
    parameters.set("session", session)
    parameters.set("id", id)
    parameters.set("action", action)
    if let value {
      parameters.set("value", json: JSONText.isValue(value) ? value : JSONText.string(value))
    }
    let reply = try client.call("action.invoke", parameters)
    try ResultPrinter(form: output.form).confirm(reply.result) {
      "\(action) was delivered to \($0["delivered"]?.int ?? 0) watchers"
    }
  }
}
