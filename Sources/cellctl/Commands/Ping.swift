import ArgumentParser

/// `cellctl ping`.
struct Ping: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Ask the daemon whether it is there.")

  @Option(name: [.customShort("n"), .long], help: ArgumentHelp("How often.", valueName: "count"))
  var count = 1

  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard count > 0 else { throw ValidationError("--count takes a number above 0") }
  }

  func run() throws {
    let client = try connection.connect()
    let standardOutput = StandardOutput()
    for _ in 0..<count {
      let clock = ContinuousClock()
      var reply: Message?
      let time = try clock.measure { reply = try client.call("ping") }
      switch output.form {
      case .text: try standardOutput.line("celld \(client.hello.version) answered in \(time.short)")
      case .json, .ndjson: try standardOutput.line(reply?.result.text ?? "")
      }
    }
    try standardOutput.flush()
  }
}
