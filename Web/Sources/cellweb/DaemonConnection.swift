import CellProtocol
import NIOCore
import NIOPosix
import ServiceLifecycle

/// A connection to the daemon.
struct DaemonConnection: Sendable {
  typealias Inbound = NIOAsyncChannelInboundStream<ByteBuffer>
  typealias Outbound = NIOAsyncChannelOutboundWriter<ByteBuffer>

  /// The reason why no daemon could be reached.
  struct Absence: Error {
    /// A sentence with the fix.
    let sentence: String
  }

  private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

  /// Connects to the first socket that answers.
  static func open(_ sockets: [SocketPath]) async throws -> DaemonConnection {
    var sentence = "No daemon answers; start one with cellctl ping."
    for socket in sockets {
      do {
        try socket.checkLength()
        try socket.checkDirectory()
      } catch {
        sentence = error.sentence
        continue
      }
      do {
        return DaemonConnection(channel: try await connect(socket.path))
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        continue
      }
    }
    throw Absence(sentence: sentence)
  }

  private static func connect(_ path: String) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(unixDomainSocketPath: path) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel(wrappingChannelSynchronously: channel)
        }
      }
  }

  /// Calls `body` with both directions, and closes the connection afterwards, or at the end of the
  /// program.
  func use(_ body: (Inbound, Outbound) async throws -> Void) async throws {
    try await withGracefulShutdownHandler {
      try await channel.executeThenClose { inbound, outbound in
        try await body(inbound, outbound)
      }
    } onGracefulShutdown: {
      channel.channel.close(promise: nil)
    }
  }
}
