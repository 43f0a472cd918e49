import ArgumentParser
import CellWire

/// `cellctl version`.
struct Version: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Print the version of cellctl and of the protocol.",
    usage: "cellctl version [<options>]",
    discussion: "-V and --version do the same. 'cellctl doctor' checks the version of the daemon.")

  @OptionGroup var output: OutputOptions

  func run() throws {
    let standardOutput = StandardOutput()
    switch output.form {
    case .text: try standardOutput.line(Cellctl.versionLine)
    case .json, .ndjson:
      try standardOutput.line(
        #"{"version":\#(JSONText.string(celldVersion)),"protocol":\#(protocolVersion)}"#)
    }
    try standardOutput.flush()
  }
}
