import CellWire
import Glibc
import Synchronization

/// A connection to a daemon for asynchronous programs. Any task can use it: requests of all tasks
/// are sent in the order in which they were called.
public final class AsyncClient: AsyncClientMethods, Sendable {
  let worker: ClientWorker

  /// Connects to the first daemon that answers. The parameters and errors are those of ``Client``.
  public init(
    _ endpoint: Endpoint = Endpoint(), spawn: Bool = true, timeout: Double = 30, reconnect: Bool = true,
    name: String = "swift"
  ) async throws {
    worker = try ClientWorker()
    try await worker.open {
      try Client(endpoint, spawn: spawn, timeout: timeout, reconnect: reconnect, name: name)
    }
  }

  deinit { worker.close() }

  /// Ends all watches, and the connection. Calls that wait for their turn throw
  /// `CelldError.clientClosed`.
  public func close() { worker.close() }

  /// The session of this name. Nothing is sent. `owner` is as in protocol.md, §5.
  public func session(_ name: String, owner: String? = nil) -> AsyncSession {
    AsyncSession(client: self, name: name, owner: owner)
  }

  /// Calls a method by its name, and returns the result.
  public func call(_ method: String, _ parameters: JSON) async throws -> JSON {
    try await worker.run { try $0.client.call(method, parameters) }
  }
}

/// A named list of a daemon. See ``Session``.
public struct AsyncSession: AsyncSessionMethods, Sendable {
  /// The connection.
  public let client: AsyncClient
  /// The name of the session.
  public let name: String
  /// The user whose session it is; nil is the one of the connection.
  public let owner: String?

  public func call(_ method: String, _ parameters: JSON) async throws -> JSON {
    try await run { try $0.call(method, parameters) }
  }

  public func performRows(_ parameters: JSON) async throws -> Rows {
    try await run { try $0.performRows(parameters) }
  }

  public func performReplace(_ parameters: JSON) async throws -> CellsReplaceResult {
    try await run { try $0.performReplace(parameters) }
  }

  public func performWatch(_ parameters: JSON) async throws -> AsyncWatch {
    let (stream, continuation) = AsyncThrowingStream<Rows, any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let actions = AsyncStream<JSON>.makeStream(bufferingPolicy: .bufferingNewest(1000))
    let number = try await client.worker.run { [name, owner] owned in
      let watch = try owned.client.session(name, owner: owner).performWatch(parameters)
      continuation.yield(watch.rows)
      watch.observer = Watch.Observer(
        changed: { continuation.yield($0) }, invoked: { actions.continuation.yield($0) },
        ended: { error in
          continuation.finish(throwing: error)
          actions.continuation.finish()
        })
      return owned.keep(watch)
    }
    return AsyncWatch(
      client: client, number: number, stream: stream, continuation: continuation, invoked: actions)
  }

  private func run<Result: Sendable>(
    _ body: @escaping @Sendable (Session) throws -> Result
  ) async throws -> Result {
    try await client.worker.run { [name, owner] in try body($0.client.session(name, owner: owner)) }
  }
}

/// A window on a list that follows changes: a sequence of complete windows. Of several changes that
/// come before one is read, it has the newest. See ``Watch``.
public final class AsyncWatch: AsyncWatchMethods, AsyncSequence, Sendable {
  public typealias Element = Rows
  public typealias Failure = any Error

  private let client: AsyncClient
  private let number: Int
  private let stream: AsyncThrowingStream<Rows, any Error>
  private let continuation: AsyncThrowingStream<Rows, any Error>.Continuation
  private let invoked: (stream: AsyncStream<JSON>, continuation: AsyncStream<JSON>.Continuation)

  init(
    client: AsyncClient, number: Int, stream: AsyncThrowingStream<Rows, any Error>,
    continuation: AsyncThrowingStream<Rows, any Error>.Continuation,
    invoked: (stream: AsyncStream<JSON>, continuation: AsyncStream<JSON>.Continuation)
  ) {
    self.client = client
    self.number = number
    self.stream = stream
    self.continuation = continuation
    self.invoked = invoked
  }

  deinit { client.worker.enqueue { [number] in $0?.drop(number) } }

  public func makeAsyncIterator() -> AsyncThrowingStream<Rows, any Error>.AsyncIterator {
    stream.makeAsyncIterator()
  }

  /// The complete window, as the last message left it.
  public var rows: Rows {
    get async throws { try await run { $0.rows } }
  }

  /// The actions that users invoke: the parameters of `action.invoked`. The watch needs
  /// `events: true`. If nobody reads them, the newest 1,000 wait.
  public var actions: AsyncStream<JSON> { invoked.stream }

  /// Waits for the next action that a user invokes. Returns nil at the end of the watch.
  public func nextAction() async -> JSON? {
    for await action in invoked.stream { return action }
    return nil
  }

  /// Ends the watch, and the sequence. Closing it again does nothing.
  public func close() {
    continuation.finish()
    invoked.continuation.finish()
    client.worker.enqueue { [number] in $0?.drop(number) }
  }

  public func call(_ method: String, _ parameters: JSON) async throws -> JSON {
    try await run { try $0.call(method, parameters) }
  }

  public func performChange(_ parameters: JSON) async throws {
    try await run { try $0.performChange(parameters) }
  }

  public func performWindow(_ parameters: JSON) async throws -> Rows {
    try await run { try $0.performWindow(parameters) }
  }

  private func run<Result: Sendable>(
    _ body: @escaping @Sendable (Watch) throws -> Result
  ) async throws -> Result {
    try await client.worker.run { [number] owned in
      guard let watch = owned.watches[number] else { throw CelldError.clientClosed }
      return try body(watch)
    }
  }
}

extension ClientWorker.Owned {
  /// Keeps a watch. Returns its number.
  func keep(_ watch: Watch) -> Int {
    count += 1
    watches[count] = watch
    return count
  }

  /// Ends a watch.
  func drop(_ number: Int) {
    watches.removeValue(forKey: number)?.close()
  }
}
