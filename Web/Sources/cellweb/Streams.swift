import CellProtocol
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// The streams of all pages.
actor Streams {
  private let sockets: [SocketPath]
  private var count = 0
  /// The connections that can take requests, by the name of their stream.
  private var connections: [String: DaemonConnection.Outbound] = [:]

  init(sockets: [SocketPath]) {
    self.sockets = sockets
  }

  /// Opens a stream of server-sent events.
  ///
  /// Each line of the daemon is an event. `connected` begins a connection to the daemon. It has the
  /// name of the stream for requests. `away` ends it. The stream goes on and connects again.
  func response(to request: Request, sessions: [String]) throws -> Response {
    guard count < Bounds.streams else {
      throw Refusal(
        .serviceUnavailable, "All \(Bounds.streams) streams are in use; close other pages of this address.")
    }
    let stream = Stream(streams: self, sockets: sockets, sessions: sessions)
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream"],
      body: ResponseBody { writer in
        await self.began()
        do {
          try await request.body.consumeWithCancellationOnInboundClose { _ in
            var events = EventWriter(writer: writer)
            try await stream.run(writing: &events)
          }
        } catch {
          await self.ended()
          throw error
        }
        await self.ended()
        try await writer.finish(nil)
      })
  }

  private func began() { count += 1 }
  private func ended() { count -= 1 }

  /// Sends a line on the connection of a stream.
  func send(_ line: String, on stream: String) async throws {
    guard let outbound = connections[stream] else {
      throw Refusal(.gone, "The stream is not connected; open a new one.")
    }
    do {
      try await outbound.write(ByteBuffer(string: line))
    } catch {
      throw Refusal(.gone, "The daemon has closed the connection; wait for the next one.")
    }
  }

  /// Makes a connection known under a new name.
  func add(_ outbound: DaemonConnection.Outbound) -> String {
    let name = Token.random()
    connections[name] = outbound
    return name
  }

  /// Forgets a connection.
  func remove(_ name: String) {
    connections[name] = nil
  }
}
