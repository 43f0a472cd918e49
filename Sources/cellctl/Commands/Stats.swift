import ArgumentParser

/// `cellctl stats`.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Print the daemon's counters and latencies.",
    usage: "cellctl stats [<options>]")

  @OptionGroup var options: RequestOptions

  func run() throws {
    let reply = try options.connection.connect().call("stats")
    try options.printer.print(reply.result) { try Listing.linesForOutput(of: $0) }
  }
}
