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
    let version: JSON = ["version": .string(celldVersion), "protocol": JSON(protocolVersion)]
    try ResultPrinter(form: output.form).print(version) { _ in [Cellctl.versionLine] }
  }
}
