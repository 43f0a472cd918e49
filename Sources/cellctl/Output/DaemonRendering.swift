import CellClient
import CellProtocol

/// Lays out cells in a private daemon, which has the fonts that points and pictures need.
struct DaemonRendering {
  let environment: Parameters
  let format: RowFormat
  /// Whether a mapping made the cells.
  let isMapped: Bool
  /// Is called when all records were read.
  let finish: () throws -> Void
  private static let session = "render"

  /// Prints the rows of all records. Starts the daemon and ends it.
  func print(
    _ reader: RecordReader, options: RowOptions, form: RowsForm, count: Int? = nil, to output: StandardOutput
  ) throws {
    let daemon = try Plugin.started()
    do {
      let client = try Client(socketPath: daemon.socketPath, timeout: 60)
      let sender = CellSender(
        client: client, session: Self.session, mode: .push(partial: false), isMapped: isMapped)
      while let (cell, position) = try reader.nextCell() { try sender.add(cell, from: position) }
      try sender.finish()
      var status: CommandStatus?
      do { try finish() } catch let end as CommandStatus { status = end }
      var parameters = Parameters()
      parameters.set("session", Self.session)
      parameters.set("environment", environment)
      parameters.set("format", format.rawValue)
      var pages = RowPages(client: client, parameters: parameters, start: 0, count: count)
      try RowsOutput(title: Self.session, options: options, form: form, output: output).print {
        try options.environment.theme()
      } pages: { body in
        while try pages.next(body) {}
      }
      if let status { throw status }
    } catch {
      throw daemon.explained(error)
    }
  }
}
