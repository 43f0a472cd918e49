import ArgumentParser

/// `cellctl stats`.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Print the daemon's counters and latencies.")

  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    let client = try connection.connect()
    let reply = try client.call("stats")
    try ResultPrinter(form: output.form).print(reply.result) { Listing.lines(of: $0) }
  }
}
