import ArgumentParser
import CellProtocol

/// `cellctl doctor`.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look at the daemon, its socket, the locale and the terminal.",
    discussion: "Starts no daemon. Ends with 1 where something is wrong (!!).")

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    var findings = [
      Finding(
        level: .good, subject: "version", text: "cellctl \(celldVersion), protocol \(protocolVersion)")
    ]
    findings += DaemonDiagnosis(
      endpoint: Endpoint(socket: connection.socket), timeout: min(connection.timeout, 5)
    ).findings()
    findings += TerminalDiagnosis().findings()
    let output = StandardOutput()
    for finding in findings {
      for line in finding.lines { try output.line(line) }
    }
    try output.flush()
    if findings.contains(where: { $0.level == .bad }) { throw Failure(.failed, "") }
  }
}
