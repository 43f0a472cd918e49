import ArgumentParser
import CellClient
import CellWire

/// `cellctl sessions`.
struct Sessions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions", abstract: "List the sessions of the daemon.",
    usage: "cellctl sessions [<prefix>] [<options>]", aliases: ["ls"])

  @Argument(help: "Only sessions whose names start with this prefix.")
  var prefix: String?

  @OptionGroup var options: RequestOptions

  func run() throws {
    var parameters = Parameters()
    if let prefix { parameters.set("prefix", prefix) }
    let client = try options.connection.connect()
    let result = try client.callForAll("session.list", parameters, list: "sessions")
    try options.printer.print(result, listing: "sessions") { sessions in
      guard !sessions.isEmpty else {
        StandardError.line(prefix.map { "no sessions that start with \($0.printable)" } ?? "no sessions")
        return []
      }
      var table = Table(
        "SESSION", "CELLS", "BYTES", "OWNER", "PROFILE", "SELECTION", "VIEWS", numbers: ["CELLS", "BYTES"])
      for session in sessions {
        table.append([
          session["session"]?.string ?? "", "\(session["count"]?.int ?? 0)",
          "\(session["bytes"]?.int ?? 0)", session["ownerName"]?.string ?? "",
          session["profile"]?.string ?? "",
          session["selection"]?.string ?? "", session.viewNames.joined(separator: " "),
        ])
      }
      return try table.linesForOutput()
    }
  }
}

extension JSON {
  /// The names of the views in the info of a session.
  var viewNames: [String] {
    self["views"]?.array?.compactMap { $0.string ?? $0["view"]?.string } ?? []
  }
}
