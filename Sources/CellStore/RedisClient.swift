import Glibc

/// The connections of a node while the server can be reached: commands with the handlers of their
/// replies, and announcements.
final class RedisClient {
  /// The bytes of commands that wait for the socket, and the number of commands without a reply,
  /// from which on no more are made.
  private static let (room, depth) = (1 << 20, 1_024)

  private let options: RedisOptions
  private var link: RedisLink?
  /// The number of the last connection at the server.
  private(set) var number: Int64 = 0
  /// The handlers of the replies that are expected, in their order.
  private var handlers = Ring<(RedisReply) throws(RedisError) -> Void>()
  /// The time of the last bytes of a reply.
  private var replyTime: UInt64 = 0
  /// The time of the first sign of life that was asked for since the last announcement or answer.
  private var askTime: UInt64?
  /// The numbers of replicas that were asked for.
  private var waits: [Int: RedisWait] = [:]
  /// Called with each message of the connection for announcements.
  var onMessage: (RedisReply) throws(RedisError) -> Void = { _ in }

  init(_ options: RedisOptions, _ link: RedisLink) {
    self.options = options
    connect(link)
  }

  func connect(_ link: RedisLink) {
    self.link = link
    number = link.client
    replyTime = monotonicNanoseconds()
    askTime = nil
  }

  /// Closes the connections. No handler is called any more.
  func disconnect() {
    link = nil
    handlers = Ring()
    waits = [:]
  }

  var isConnected: Bool { link != nil }

  /// Whether more changes can be sent.
  var hasRoom: Bool {
    guard let link else { return false }
    return link.commands.unsentBytes < Self.room && link.commands.unanswered < Self.depth
  }

  /// The descriptors to wait for.
  var descriptors: [pollfd] {
    guard let link else { return [] }
    return [link.commands, link.news].map {
      pollfd(fd: $0.descriptor, events: Int16(POLLIN | ($0.unsentBytes > 0 ? POLLOUT : 0)), revents: 0)
    }
      + waits.values.compactMap(\.descriptor).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  }

  /// Sends a command. `handler` is called with its reply, unless the connection ends before.
  func ask(_ command: RedisCommand, _ handler: @escaping (RedisReply) throws(RedisError) -> Void) {
    guard let link else { return }
    if handlers.isEmpty { replyTime = monotonicNanoseconds() }
    link.commands.send(command)
    handlers.append(handler)
  }

  /// Calls `then` when replicas have all that the server has executed, unless the connection ends
  /// before.
  func confirm(_ replicas: Int, _ then: @escaping () throws(RedisError) -> Void) {
    guard let link else { return }
    let wait = waits[replicas] ?? RedisWait(replicas, options, run: link.server.run)
    waits[replicas] = wait
    wait.add(then)
  }

  /// Whether so many replicas do not answer in time.
  func isLate(_ replicas: Int) -> Bool { waits[replicas]?.isLate(monotonicNanoseconds()) ?? false }

  func subscribe(_ channel: String) { link?.news.send(RedisCommand("SUBSCRIBE", channel)) }

  func unsubscribe(_ channel: String) { link?.news.send(RedisCommand("UNSUBSCRIBE", channel)) }

  /// Has the server send a message after all announcements until now.
  func mark(_ number: UInt64) { link?.news.send(RedisCommand("PING", "\(number)")) }

  func flush() throws(RedisError) {
    try link?.commands.flush()
    try link?.news.flush()
    for wait in waits.values { try wait.flush() }
  }

  /// Takes what the server sent.
  func receive() throws(RedisError) {
    guard let link else { return }
    // A large reply may take longer than the patience, as long as something comes.
    try Self.receive(link.commands, onBytes: { replyTime = $0 }) { [self] reply throws(RedisError) in
      guard let handler = handlers.popFirst() else { throw RedisError(message: "sent a reply too many") }
      try handler(reply)
    }
    try Self.receive(link.news, onBytes: { _ in askTime = nil }) { [self] message throws(RedisError) in
      try onMessage(message)
    }
    for wait in waits.values { try wait.receive() }
  }

  private static func receive(
    _ connection: RedisConnection, onBytes: (UInt64) -> Void, _ body: (RedisReply) throws(RedisError) -> Void
  ) throws(RedisError) {
    var readable = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
    // A buffer is filled with 16 KiB at a time.
    for _ in 0..<64 {
      guard poll(&readable, 1, 0) > 0 else { break }
      try connection.fill()
      onBytes(monotonicNanoseconds())
      while let reply = try connection.receive() { try body(reply) }
    }
  }

  /// Throws if the server did not answer in time. Asks for a sign of life.
  func checkDeadlines() throws(RedisError) {
    // Bytes can have come while this process did not run.
    try receive()
    let now = monotonicNanoseconds()
    let patience = UInt64(options.patience) * 1_000_000
    guard handlers.isEmpty || now < replyTime + patience, now < (askTime ?? now) + patience else {
      throw RedisError(message: "is away: it did not answer in \(options.patience) ms")
    }
    for wait in waits.values { try wait.checkDeadline(now) }
    link?.news.send(RedisCommand("PING"))
    askTime = askTime ?? now
  }
}
