import CellProtocol

/// The demonstration in a browser: the things of this machine in a daemon of its own.
struct WebDemo {
  /// The maximum number of cells; nil is all.
  let limit: Int?

  /// Serves the list until it is interrupted.
  func run() throws {
    let source = try DemoSource.ofThisMachine().limited(to: limit)
    let daemon = try PrivateDaemon()
    defer { daemon.stop() }
    let gateway = try WebGateway(
      sessions: [source.name], socket: daemon.socketPath.path, port: 0, endsWithInput: true)
    do {
      let client = try Client(socketPath: daemon.socketPath, timeout: 60)
      let bar = ProgressBar("pushing \(source.name)", total: source.cells.count)
      _ = try Tour.push(source, to: client, bar: bar)
      bar.finish()
      var parameters = Parameters()
      parameters.set("session", source.name)
      parameters.set("selection", "multiple")
      _ = try client.call("session.configure", parameters)
    } catch {
      throw daemon.explained(error)
    }
    try gateway.run()
  }
}
