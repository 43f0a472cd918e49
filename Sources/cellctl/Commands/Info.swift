import ArgumentParser
import CellProtocol

/// `cellctl info SESSION`.
struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Say what a session is and holds.")

  @Argument(help: "The session.", completion: .sessionName)
  var session: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let client = try connection.connect()
    var parameters = Parameters()
    parameters.set("session", session)
    let reply = try client.call("session.info", parameters)
    try ResultPrinter(form: output.form).print(reply.result) { Listing.lines(of: $0) }
  }
}
