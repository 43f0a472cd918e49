import CellProtocol

/// A conversation with a daemon of our protocol version.
///
/// Requests may be sent ahead of their replies; replies come back in the order of the requests, and notifications
/// stand between them. A daemon that is busy did nothing, and is asked again when it says so, as long as there is time.
final class Client {
  /// What the daemon said about itself.
  let hello: Hello
  private let connection: Connection
  private let timeout: Double
  private var lastID = 0
  /// The lines of requests without a reply yet.
  private var unanswered: [Int: [UInt8]] = [:]
  /// Notifications that came while a reply was awaited, oldest first.
  private var notifications: [Message] = []

  /// Connects to the first daemon that answers and greets it.
  /// - Parameters:
  ///   - spawns: whether a daemon is started where none answers.
  ///   - timeout: seconds to wait for each reply.
  /// - Throws: `Failure`: `noDaemon`, `versionMismatch`, `timedOut`.
  convenience init(endpoint: Endpoint, spawns: Bool, timeout: Double) throws {
    try self.init(timeout: timeout) { deadline in
      guard !spawns else { return try endpoint.connectOrSpawn(by: deadline) }
      do {
        return try endpoint.connect(by: deadline)
      } catch let error as SocketError {
        throw Endpoint.noDaemon(error)
      }
    }
  }

  /// Connects to the daemon at one place and greets it.
  /// - Throws: `SocketError` where none answers, or `Failure`.
  convenience init(place: SocketPath, timeout: Double) throws {
    try self.init(timeout: timeout) { try Connection.open(place, by: $0) }
  }

  private init(timeout: Double, connect: (Deadline) throws -> Connection) throws {
    self.timeout = timeout
    let deadline = Deadline(seconds: timeout)
    while true {
      let connection = try connect(deadline)
      try connection.send(Hello.request, by: deadline)
      guard let line = try connection.line(by: deadline) else { throw Self.closed }
      let reply = try Message(line)
      // One that has no room for another client says so and closes.
      if let pause = reply.error?.retryAfter, deadline.wait(milliseconds: pause) { continue }
      hello = try Hello(reply: reply, from: connection)
      self.connection = connection
      return
    }
  }

  /// For `poll` together with other descriptors; when it is readable, call `receive()`.
  var descriptor: Int32 { connection.descriptor }

  /// Sends a request and waits for its reply.
  /// - Throws: `Failure` for an error reply, with its exit code.
  func call(
    _ method: String, _ parameters: Parameters = Parameters(), scope: ErrorReply.Scope = .arguments
  ) throws -> Message {
    try reply(to: send(method, parameters)) { $0.failure(scope) }
  }

  /// Sends a request without waiting.
  /// - Returns: its id, for `reply(to:)`.
  @discardableResult
  func send(_ method: String, _ parameters: Parameters) throws -> Int {
    try send(method, json: parameters.json)
  }

  /// Sends a request, with its parameters as JSON, without waiting.
  /// - Returns: its id, for `reply(to:)`.
  func send(_ method: String, json: [UInt8]) throws -> Int {
    lastID += 1
    var line = Array(#"{"id":\#(lastID),"method":\#(JSONText.string(method)),"params":"#.utf8)
    line += json.withoutLineBreaks
    line += "}\n".utf8
    try connection.send(line, by: Deadline(seconds: timeout))
    unanswered[lastID] = line
    return lastID
  }

  /// Waits for the reply to a request; notifications before it are kept for `notification(by:)`.
  /// - Parameter failure: what an error reply means; nil where it does not matter, and then it is returned.
  func reply(
    to id: Int, failure: (ErrorReply) -> Failure? = { $0.failure(.arguments) }
  ) throws -> Message {
    let deadline = Deadline(seconds: timeout)
    defer { unanswered[id] = nil }
    while let line = try connection.line(by: deadline) {
      let message = try Message(line)
      if message.method != nil {
        notifications.append(message)
      } else if let error = message.error {
        if let pause = error.retryAfter, let request = unanswered[message.id ?? id],
          deadline.wait(milliseconds: pause)
        {
          try connection.send(request, by: deadline)
          continue
        }
        // An error without an id is the last word of a daemon that could not read on.
        if let failure = failure(error) { throw failure }
        return message
      } else if message.id == id {
        return message
      }
    }
    throw Self.closed
  }

  /// The next notification, waiting for it until the deadline; nil when the daemon has closed the connection.
  func notification(by deadline: Deadline = .never) throws -> Message? {
    if let message = bufferedNotification() { return message }
    while let line = try connection.line(by: deadline) {
      let message = try Message(line)
      if message.method != nil { return message }
    }
    return nil
  }

  /// A notification that has come in already.
  func bufferedNotification() -> Message? {
    if !notifications.isEmpty { return notifications.removeFirst() }
    while let line = connection.bufferedLine() {
      if let message = try? Message(line), message.method != nil { return message }
    }
    return nil
  }

  /// Sends bytes as they are; their replies come as lines.
  func sendRaw(_ bytes: [UInt8]) throws {
    try connection.send(bytes, by: Deadline(seconds: timeout))
  }

  /// Says that no more requests will come; replies still do.
  func finishSending() {
    connection.finishSending()
  }

  /// A line that has come in already, whatever it is.
  func bufferedLine() -> [UInt8]? {
    connection.bufferedLine()
  }

  /// Takes what has come in, without waiting.
  /// - Returns: whether the daemon may still send.
  func receive() throws -> Bool {
    try connection.receive()
  }

  private static let closed = Failure(
    .failed, "the daemon closed the connection", hint: "its log says why; try 'cellctl doctor'")
}
