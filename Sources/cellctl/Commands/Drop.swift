import ArgumentParser
import CellClient

/// `cellctl drop SESSION…`.
struct Drop: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop", abstract: "Delete sessions.",
    usage: "cellctl drop <session> ... [<options>]")

  @Argument(help: ArgumentHelp("The sessions.", valueName: "session"), completion: .sessionName)
  var sessions: [String]

  @OptionGroup var owner: OwnerOption

  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let client = try connection.connect()
    let standardOutput = StandardOutput()
    for session in sessions {
      let parameters = owner.parameters(session: session)
      _ = try client.call("session.delete", parameters)
      switch output.form {
      case .text: if StandardError.isTerminal { StandardError.line("session \(session) deleted".printable) }
      case .ndjson: try standardOutput.line(parameters.json)
      case .json: break
      }
    }
    if output.form == .json {
      var result = Parameters()
      result.set("deleted", sessions)
      try standardOutput.line(result.json)
    }
    try standardOutput.flush()
  }
}
