import CellProtocol

/// Cells laid out by a daemon of their own, which ends with them: it has the fonts that this process has not.
struct DaemonRendering {
  let environment: Parameters
  let format: RowFormat
  /// Whether the cells were made by a mapping.
  let isMapped: Bool
  private static let session = "render"

  /// Prints the rows of all records.
  func print(_ reader: inout RecordReader, options: EnvironmentOptions, form: OutputForm) throws {
    let daemon = try PrivateDaemon()
    do {
      let client = try Client(place: daemon.place, timeout: 60)
      let sender = CellSender(
        client: client, session: Self.session, mode: .push(partial: false), isMapped: isMapped)
      while let (cell, place) = try reader.next() { try sender.add(cell, from: place) }
      try sender.finish()
      var parameters = Parameters()
      parameters.set("session", Self.session)
      parameters.set("environment", environment)
      parameters.set("format", format.rawValue)
      var pages = RowPages(client: client, parameters: parameters, start: 0, count: nil)
      try RowsOutput(title: Self.session, options: options, form: form).print(&pages) { try options.theme() }
    } catch {
      throw daemon.explained(error)
    }
  }
}
