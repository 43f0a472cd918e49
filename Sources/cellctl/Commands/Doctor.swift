import ArgumentParser
import CellClient
import CellWire

/// `cellctl doctor`.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the daemon, its socket, the locale and the terminal.",
    usage: "cellctl doctor [<options>]",
    discussion: "Does not start a daemon. Ends with 1 if something is wrong (!!).")

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    var findings = [Finding.good("version", "cellctl \(celldVersion), protocol \(protocolVersion)")]
    findings += DaemonDiagnosis(
      endpoint: try connection.endpoint(), timeout: min(connection.replyTimeout, 5)
    ).findings()
    findings += TerminalDiagnosis().findings()
    let columns = Terminal.size()?.columns ?? .max
    let output = StandardOutput()
    for finding in findings {
      for line in finding.lines(columns: columns) { try output.line(line) }
    }
    try output.flush()
    if findings.contains(where: { $0.level == .bad }) { throw SilentExit(status: .failed) }
  }
}
