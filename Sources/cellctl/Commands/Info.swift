import ArgumentParser
import CellProtocol

/// `cellctl info SESSION`.
struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Say what a session is and holds.")

  @OptionGroup var session: SessionArgument

  @OptionGroup var options: RequestOptions

  func run() throws {
    let reply = try options.connection.connect().call("session.info", session.parameters)
    try options.printer.print(reply.result) { Listing.lines(of: $0) }
  }
}
