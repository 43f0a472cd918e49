import ArgumentParser
import CellProtocol

/// `cellctl info SESSION`.
struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Print the settings and the size of a session.",
    usage: "cellctl info <session> [<options>]")

  @OptionGroup var session: SessionArgument

  @OptionGroup var options: RequestOptions

  func run() throws {
    let reply = try options.connection.connect().call("session.info", session.parameters)
    try options.printer.print(reply.result) { try Listing.linesForOutput(of: $0) }
  }
}
