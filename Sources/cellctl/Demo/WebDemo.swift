import CellClient
import CellProtocol

/// The demonstration in a browser: the packages of this machine and its processes, which change, in
/// a daemon of its own.
struct WebDemo {
  /// The time between two looks at the processes.
  private static let milliseconds: Int32 = 2000

  /// The maximum number of cells; nil is all.
  let limit: Int?

  /// Serves the lists until it is interrupted.
  func run() throws {
    let source = try DemoSource.ofThisMachine().limited(to: limit)
    var processes: DemoSource { .processesOfThisMachine().limited(to: limit) }
    let sources = source.name == processes.name ? [source] : [source, processes]
    let daemon = try Plugin.started()
    defer { daemon.stop() }
    let gateway = try WebGateway(
      sessions: sources.map(\.name), socket: daemon.socketPath.path, port: 0,
      options: ["--end-with-input"])
    do {
      let client = try Client(socketPath: daemon.socketPath, timeout: 60)
      for source in sources {
        try source.push(to: client)
        var parameters = Parameters()
        parameters.set("session", source.name)
        parameters.set("selection", "multiple")
        _ = try client.call("session.configure", parameters)
      }
      try gateway.run(everyMilliseconds: Self.milliseconds) { try Self.replace(processes, at: client) }
    } catch {
      throw daemon.explained(error)
    }
  }

  /// Makes a list equal to what its source has now.
  private static func replace(_ source: DemoSource, at client: Client) throws {
    let sender = CellSender(client: client, session: source.name, mode: .replace)
    for (index, cell) in source.cells.enumerated() {
      try sender.add(cell, from: RecordPosition(line: index + 1))
    }
    try sender.finish()
  }
}
