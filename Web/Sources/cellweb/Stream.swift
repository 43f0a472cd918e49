import CellProtocol
import NIOCore
import ServiceLifecycle

/// The stream of one page: the lines of a connection to the daemon, which is opened again if the
/// daemon was restarted.
struct Stream: Sendable {
  let streams: Streams
  let sockets: [SocketPath]
  let sessions: [String]

  /// Writes events until the page has left or the program ends.
  func run(writing events: inout EventWriter) async throws {
    var failures = 0
    while !Task.isShuttingDownGracefully {
      try Task.checkCancellation()
      do {
        let connection = try await DaemonConnection.open(sockets)
        failures = 0
        try await relay(connection, writing: &events)
        try Task.checkCancellation()
        if Task.isShuttingDownGracefully { return }
        try await events.write(event: "away", data: Self.away("The daemon has closed the connection."))
      } catch let error as DaemonConnection.Absence {
        // The first failure is reported, and later ones only now and then: a write finds out
        // whether the page has left.
        if failures % 40 == 0 {
          try await events.write(event: "away", data: Self.away(error.sentence))
        }
        failures += 1
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private func relay(_ connection: DaemonConnection, writing events: inout EventWriter) async throws {
    try await connection.use { inbound, outbound in
      let name = await streams.add(outbound)
      do {
        try await relay(inbound, as: name, writing: &events)
      } catch {
        await streams.remove(name)
        throw error
      }
      await streams.remove(name)
    }
  }

  private func relay(
    _ inbound: DaemonConnection.Inbound, as name: String, writing events: inout EventWriter
  ) async throws {
    try await events.write(
      event: "connected",
      data: JSON.object([
        .init("stream", .string(name)), .init("sessions", .array(sessions.map(JSON.string))),
      ])
      .text)
    var decoder = LineDecoder(limit: Bounds.line)
    var buffers = inbound.makeAsyncIterator()
    // An error of the socket is the end of the connection.
    while let buffer = try? await buffers.next() {
      buffer.withUnsafeReadableBytes { decoder.append($0) }
      while let line = decoder.next() {
        // A row and a reply have limits far below this one.
        guard case .line(let bytes) = line else { continue }
        events.append(line: bytes)
      }
      try await events.flush()
    }
  }

  private static func away(_ sentence: String) -> String {
    JSON.object([.init("message", .string(sentence))]).text
  }
}
