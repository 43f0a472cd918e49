import ArgumentParser
import CellClient
import CellProtocol

/// `cellctl wait SESSION`.
struct Wait: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait", abstract: "Wait until a session or its cells exist.",
    usage: "cellctl wait <session> [<options>]",
    discussion: """
      Ends with 0 as soon as the session exists, has --cells cells, and has each --cell. Ends with 124 after --timeout \
      seconds. Prints nothing.
      """)

  @OptionGroup var session: SessionArgument

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The minimum number of cells.", valueName: "count"))
  var cells: Int?

  @Option(
    name: .customLong("cell"),
    help: ArgumentHelp("The id of a cell; it can be repeated.", valueName: "id"), completion: .cellID)
  var ids: [String] = []

  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard cells ?? 0 >= 0 else { throw ValidationError("--cells must be 0 or more") }
  }

  func run() throws {
    let deadline = Deadline(seconds: connection.replyTimeout)
    var daemon = LastingConnection(connection.connect)
    var pause = 10
    var missing = ""
    while true {
      do {
        if let client = try daemon.connect() {
          guard let reason = try missingPart(client) else { return }
          missing = reason
        }
      } catch let failure as Failure where failure.isTransient {
        // The daemon may be restarted, and the session pushed later.
        if daemon.client?.isClosed == true { _ = daemon.renew() }
        missing = failure.message
      }
      guard try deadline.wait(milliseconds: pause) else {
        throw Failure(.timedOut, "timed out: \(missing)", hint: "--timeout sets the seconds to wait")
      }
      pause = min(pause * 2, 100)
    }
  }

  /// Returns the part of the condition that is not true yet.
  private func missingPart(_ client: Client) throws -> String? {
    var parameters = session.parameters
    if !ids.isEmpty {
      parameters.set("ids", ids)
      let missing =
        try client.call("cells.get", parameters).result["missing"]?.array?.compactMap(\.string) ?? []
      if let id = missing.first { return "\(session.name) has no cell \(id)" }
    }
    let count = try client.call("session.info", session.parameters).result["count"]?.int ?? 0
    guard let cells, count < cells else { return nil }
    return "\(session.name) has \(count.counted("cell")) of \(cells)"
  }
}
