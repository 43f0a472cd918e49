import CHiredis
import Glibc

/// The place where a Redis server listens.
enum RedisEndpoint: Sendable, Equatable {
  case host(String, port: UInt16)
  case socket(String)
}

/// A reply of a Redis server.
enum RedisReply: Sendable, Equatable {
  case null
  case status(String)
  case error(String)
  case integer(Int64)
  case bytes([UInt8])
  case array([RedisReply])

  var text: String? {
    switch self {
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .status(let text): text
    case .integer(let value): String(value)
    case .null, .error, .array: nil
    }
  }

  var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  var elements: [RedisReply]? { if case .array(let elements) = self { elements } else { nil } }

  /// Whether somebody else has replaced a key of the command.
  var isOfWrongType: Bool {
    guard case .error(let text) = self else { return false }
    return ["FOREIGN ", "WRONGTYPE ", "ERR value is not an integer"].contains(where: text.hasPrefix)
  }

  /// The key that somebody else has replaced, in an error of a function of celld.
  var foreignKey: String? {
    guard case .error(let text) = self, text.hasPrefix("FOREIGN ") else { return nil }
    return String(text.dropFirst(8))
  }

  /// A reply that is pairs of names and values.
  var pairs: [String: [UInt8]] {
    var pairs: [String: [UInt8]] = [:]
    let elements = elements ?? []
    for index in stride(from: 0, to: elements.count - 1, by: 2) {
      if let name = elements[index].text, let value = elements[index + 1].bytes { pairs[name] = value }
    }
    return pairs
  }
}

/// The end of a connection, or a command that the server refused.
struct RedisError: Error, Sendable {
  /// A text that goes on "The Redis server … ".
  let message: String

  static func foreign(_ key: String) -> RedisError {
    RedisError(
      message:
        "has a value at the key \(key) that celld never writes. Put a backup back, or move the key away "
        + "with RENAME")
  }
}

/// A connection to a Redis server. Belongs to one thread. Nothing but ``init(_:within:)`` and
/// ``call(_:within:)`` waits.
final class RedisConnection {
  private let context: UnsafeMutablePointer<redisContext>
  /// The commands without a reply.
  private(set) var unanswered = 0

  /// Connects.
  ///
  /// - Parameter milliseconds: the time for it.
  init(_ endpoint: RedisEndpoint, within milliseconds: Int) throws(RedisError) {
    let made =
      switch endpoint {
      case .host(let host, let port): redisConnectNonBlock(host, Int32(port))
      case .socket(let path): redisConnectUnixNonBlock(path)
      }
    guard let made else { throw RedisError(message: "cannot be reached: there is no memory") }
    context = made
    // A context with an error must be freed, too: deinit does it.
    if made.pointee.err != 0 { throw RedisError(message: "cannot be reached: \(failure)") }
    var waiting = pollfd(fd: made.pointee.fd, events: Int16(POLLOUT), revents: 0)
    guard poll(&waiting, 1, Int32(milliseconds)) > 0 else {
      throw RedisError(message: "cannot be reached: it did not answer in \(milliseconds) ms")
    }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(made.pointee.fd, SOL_SOCKET, SO_ERROR, &code, &size)
    guard code == 0 else {
      throw RedisError(message: "cannot be reached: \(String(cString: strerror(code)))")
    }
    if case .host = endpoint {
      var on: Int32 = 1
      setsockopt(made.pointee.fd, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
    }
    _ = fcntl(made.pointee.fd, F_SETFD, FD_CLOEXEC)
  }

  deinit { redisFree(context) }

  var descriptor: Int32 { context.pointee.fd }

  /// The bytes of commands that the socket did not take yet.
  var unsentBytes: Int { sdslen(context.pointee.obuf) }

  /// Queues a command.
  func send(_ command: RedisCommand) {
    unanswered += 1
    for bytes in [command.head, command.bytes] {
      bytes.withUnsafeBytes {
        _ = redisAppendFormattedCommand(
          context, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
      }
    }
  }

  /// Hands queued commands to the socket, as far as it takes them.
  func flush() throws(RedisError) {
    guard unsentBytes > 0 else { return }
    var isDone: Int32 = 0
    guard redisBufferWrite(context, &isDone) == REDIS_OK else {
      throw RedisError(message: "is away: \(failure)")
    }
  }

  /// Takes bytes from the socket, if there are any.
  func fill() throws(RedisError) {
    guard redisBufferRead(context) == REDIS_OK else { throw RedisError(message: "is away: \(failure)") }
  }

  /// The next reply or message; `nil` if it is not complete yet.
  func receive() throws(RedisError) -> RedisReply? {
    var found: UnsafeMutableRawPointer?
    guard redisReaderGetReply(context.pointee.reader, &found) == REDIS_OK else {
      throw RedisError(message: "sent something that is not a reply")
    }
    guard let found else { return nil }
    defer { freeReplyObject(found) }
    if unanswered > 0 { unanswered -= 1 }
    return Self.reply(found.assumingMemoryBound(to: redisReply.self).pointee)
  }

  /// Sends a command, and waits for its reply.
  func call(_ command: RedisCommand, within milliseconds: Int) throws(RedisError) -> RedisReply {
    try call([command], within: milliseconds)[0]
  }

  /// Sends commands together, and waits for their replies.
  ///
  /// - Parameter milliseconds: the maximum time in which nothing comes.
  func call(_ commands: [RedisCommand], within milliseconds: Int) throws(RedisError) -> [RedisReply] {
    for command in commands { send(command) }
    var end = monotonicMilliseconds() + milliseconds
    var replies: [RedisReply] = []
    while replies.count < commands.count {
      try flush()
      if let reply = try receive() {
        replies.append(reply)
        continue
      }
      let rest = end - monotonicMilliseconds()
      var waiting = pollfd(
        fd: descriptor, events: Int16(POLLIN | (unsentBytes > 0 ? POLLOUT : 0)), revents: 0)
      guard rest > 0, poll(&waiting, 1, Int32(rest)) != 0 else {
        throw RedisError(message: "is away: it did not answer in \(milliseconds) ms")
      }
      if waiting.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
        try fill()
        end = monotonicMilliseconds() + milliseconds
      }
    }
    return replies
  }

  private var failure: String {
    withUnsafeBytes(of: context.pointee.errstr) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func reply(_ reply: redisReply) -> RedisReply {
    func bytes() -> [UInt8] {
      guard let start = reply.str else { return [] }
      return Array(UnsafeRawBufferPointer(start: start, count: reply.len))
    }
    switch reply.type {
    case REDIS_REPLY_STRING: return .bytes(bytes())
    case REDIS_REPLY_STATUS: return .status(String(decoding: bytes(), as: UTF8.self))
    case REDIS_REPLY_ERROR:
      // The place in the text of a function is for nobody.
      let text = String(decoding: bytes(), as: UTF8.self)
      return .error(String(text[..<(text.firstRange(of: " script: ")?.lowerBound ?? text.endIndex)]))
    case REDIS_REPLY_INTEGER: return .integer(reply.integer)
    case REDIS_REPLY_ARRAY:
      return .array(
        (0..<reply.elements).map { index in
          reply.element[index].map { Self.reply($0.pointee) } ?? .null
        })
    default: return .null
    }
  }
}

private func monotonicMilliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int(time.tv_sec) * 1_000 + time.tv_nsec / 1_000_000
}
