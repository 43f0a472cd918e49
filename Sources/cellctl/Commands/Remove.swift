import ArgumentParser

/// `cellctl remove SESSION ID…`.
struct Remove: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Remove cells from a session.")

  @Argument(help: "The session.", completion: .sessionName)
  var session: String

  @Argument(help: "The ids of the cells.")
  var ids: [String] = []

  @Flag(help: "Remove every cell.")
  var all = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard all != !ids.isEmpty else { throw ValidationError("give the ids of the cells, or --all") }
  }

  func run() throws {
    let client = try connection.connect()
    var parameters = Parameters()
    parameters.set("session", session)
    if all { parameters.set("all", true) } else { parameters.set("ids", ids) }
    let reply = try client.call("cells.remove", parameters)
    try ResultPrinter(form: output.form).confirm(reply.result) {
      "\($0["removed"]?.int ?? 0) cells removed"
    }
    try reply.requireNothingMissing(in: session)
  }
}
