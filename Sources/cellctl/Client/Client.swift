import CellProtocol

/// A conversation with a daemon of our protocol version.
///
/// Requests can be sent before earlier replies arrive. Replies come in the order of the requests,
/// with notifications between them. A busy daemon has changed nothing, so the request is sent again
/// after the pause that it asks for.
final class Client {
  /// The daemon's answer to `hello`.
  let hello: Hello
  /// The seconds to wait for each reply.
  let timeout: Double
  private let connection: Connection
  private var lastID = 0
  /// The request lines that have no reply yet, by id.
  private var unanswered: [Int: [UInt8]] = [:]
  /// Notifications received while waiting for a reply, oldest first.
  private var notifications: [Message] = []
  /// Their bytes.
  private var notificationBytes = 0

  /// Connects to the first daemon that answers and sends `hello`.
  /// - Parameters:
  ///   - spawns: whether to start a daemon if none answers.
  ///   - timeout: the seconds to wait for each reply.
  /// - Throws: `Failure`: `noDaemon`, `versionMismatch`, `timedOut`.
  convenience init(endpoint: Endpoint, spawns: Bool, timeout: Double) throws {
    try self.init(timeout: timeout) { deadline in
      if let host = endpoint.host {
        return try HostLink(
          to: host, mayAsk: endpoint.mayAsk, spawns: spawns, timeout: timeout, options: endpoint.options
        ).answered()
      }
      guard !spawns else { return try endpoint.connectOrSpawn(by: deadline) }
      do {
        return try endpoint.connect(by: deadline)
      } catch let error as SocketError {
        throw Endpoint.noDaemon(error)
      }
    }
  }

  /// Connects to the daemon at one socket and sends `hello`.
  /// - Throws: `SocketError` if none answers, or `Failure`.
  convenience init(socketPath: SocketPath, timeout: Double) throws {
    try self.init(timeout: timeout) { try Connection.open(socketPath, by: $0) }
  }

  init(timeout: Double, connect: (Deadline) throws -> Connection) throws {
    self.timeout = timeout
    let deadline = Deadline(seconds: timeout)
    while true {
      let connection = try connect(deadline)
      // The questions of ssh took a time of their own.
      let end = connection.isRemote ? Deadline(seconds: timeout) : deadline
      try connection.send(Hello.request, by: end)
      guard let line = try connection.line(by: end) else { throw Self.closed }
      let reply = try Message(line)
      // A daemon with too many connections reports that it is busy and closes.
      if let pause = reply.error?.retryAfter, try deadline.wait(milliseconds: pause) { continue }
      hello = try Hello(reply: reply, from: connection)
      connection.lineLimit = hello.longestLine
      self.connection = connection
      return
    }
  }

  /// The socket that the daemon listens on, or the address of another machine.
  var socketPath: SocketPath { connection.socketPath }

  /// Whether the daemon is on another machine.
  var isRemote: Bool { connection.isRemote }

  /// Whether the daemon has closed the connection. Messages before that may still be unread.
  var isClosed: Bool { connection.isAtEnd }

  /// The socket, for `poll` together with other descriptors. Call `receive()` when it is readable.
  var descriptor: Int32 { connection.descriptor }

  /// Sends a request and waits for its reply.
  /// - Throws: `Failure` for an error reply, with its exit code.
  func call(
    _ method: String, _ parameters: Parameters = Parameters(),
    failure: (ErrorReply) -> Failure = { $0.failureOfArguments }
  ) throws -> Message {
    try reply(to: send(method, parameters), failure: failure)
  }

  /// Sends a request without waiting.
  /// - Returns: the id for `reply(to:)`.
  @discardableResult
  func send(_ method: String, _ parameters: Parameters) throws -> Int {
    try send(method, json: parameters.json)
  }

  /// Sends a request with parameters that are JSON already, without waiting.
  /// - Returns: the id for `reply(to:)`.
  func send(_ method: String, json: [UInt8]) throws -> Int {
    lastID += 1
    var line = Array(#"{"id":\#(lastID),"method":\#(JSONText.string(method)),"params":"#.utf8)
    line += json.withoutLineBreaks
    line += "}\n".utf8
    try connection.send(line, by: Deadline(seconds: timeout))
    unanswered[lastID] = line
    return lastID
  }

  /// Waits for the reply to a request. Notifications before it are kept for `notification(by:)`.
  /// - Parameter failure: turns an error reply into the error to throw. If it returns nil, the
  ///   reply is returned.
  func reply(
    to id: Int, failure: (ErrorReply) -> Failure? = { $0.failureOfArguments }
  ) throws -> Message {
    let deadline = Deadline(seconds: timeout)
    defer { unanswered[id] = nil }
    while let line = try connection.line(by: deadline) {
      let message = try Message(line)
      if message.method != nil {
        notifications.append(message)
        // A short line takes more memory than it has bytes.
        notificationBytes += line.count + (4 << 10)
        guard notificationBytes <= connection.lineLimit else {
          throw Failure(
            .failed, "the daemon sent notifications of \(notificationBytes) bytes before its reply")
        }
      } else if let error = message.error {
        if let pause = error.retryAfter, let request = unanswered[message.id ?? id],
          try deadline.wait(milliseconds: pause)
        {
          try connection.send(request, by: deadline)
          continue
        }
        // An error without an id is the last message of a daemon that cannot read further.
        if let failure = failure(error) { throw failure }
        return message
      } else if message.id == id {
        return message
      }
      if deadline.isOver { throw Connection.late }
    }
    throw Self.closed
  }

  /// Waits for the next notification. Returns nil when the daemon has closed the connection.
  func notification(by deadline: Deadline = .never) throws -> Message? {
    if let message = try bufferedNotification() { return message }
    while let line = try connection.line(by: deadline) {
      let message = try Message(line)
      if message.method != nil { return message }
    }
    return nil
  }

  /// Returns a notification that was received already.
  func bufferedNotification() throws -> Message? {
    if !notifications.isEmpty { return notifications.removeFirst() }
    notificationBytes = 0
    while let line = try connection.bufferedLine() {
      if let message = try? Message(line), message.method != nil { return message }
    }
    return nil
  }

  /// Returns the notifications that came before the last reply, and were not returned yet.
  func takeEarlierNotifications() -> [Message] {
    defer { (notifications, notificationBytes) = ([], 0) }
    return notifications
  }

  /// Sends bytes unchanged. Replies are read with `bufferedLine()`.
  func sendRaw(_ bytes: [UInt8]) throws {
    try connection.send(bytes, by: Deadline(seconds: timeout))
  }

  /// Ends the requests. Replies still arrive.
  func finishSending() {
    connection.finishSending()
  }

  /// Returns a line that was received already.
  func bufferedLine() throws -> [UInt8]? {
    try connection.bufferedLine()
  }

  /// Reads all received bytes without waiting.
  /// - Returns: whether the connection is still open.
  func receive() throws -> Bool {
    try connection.receive()
  }

  private static let closed = Failure(
    .failed, "the daemon closed the connection", hint: "see its log for the reason, or run 'cellctl doctor'")
}
