import ArgumentParser

/// `cellctl drop SESSION…`.
struct Drop: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Delete sessions.")

  @Argument(help: "The sessions.")
  var sessions: [String]

  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let client = try connection.connect()
    for session in sessions {
      var parameters = Parameters()
      parameters.set("session", session)
      let reply = try client.call("session.delete", parameters)
      try ResultPrinter(form: output.form).confirm(reply.result) { _ in "\(session) is deleted" }
    }
  }
}
