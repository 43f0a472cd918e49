import ArgumentParser
import CellWire

/// `cellctl ping`.
struct Ping: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ping", abstract: "Measure the time of an answer of the daemon.",
    usage: "cellctl ping [<options>]",
    discussion: "Prints to standard error. -o json and -o ndjson print the times to standard output.")

  @Option(
    name: [.customShort("n"), .long], help: ArgumentHelp("The number of requests.", valueName: "count"))
  var count = 1

  @OptionGroup var output: OutputOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard count > 0 else { throw ValidationError("--count must be at least 1") }
  }

  func run() throws {
    let client = try connection.connect()
    let standardOutput = StandardOutput()
    var times: [String] = []
    for _ in 0..<count {
      let time = try ContinuousClock().measure { _ = try client.call("ping") }
      let milliseconds = JSON(time.milliseconds).text
      times.append(milliseconds)
      switch output.form {
      case .text: StandardError.line("celld \(client.hello.version) answered in \(time.short)")
      case .ndjson: try standardOutput.line(#"{"milliseconds":\#(milliseconds)}"#)
      case .json: break
      }
      try standardOutput.flush()
    }
    if output.form == .json {
      try standardOutput.line(#"{"milliseconds":[\#(times.joined(separator: ","))]}"#)
      try standardOutput.flush()
    }
  }
}
