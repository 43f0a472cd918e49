import CellWire

/// A conversation with a daemon of our protocol version. One thread at a time may use it.
///
/// Requests can be sent before earlier replies arrive. Replies come in the order of the requests,
/// with notifications between them. A busy daemon has changed nothing, so the request is sent again
/// after the pause that it asks for.
public final class Client {
  /// The daemon's answer to `hello`.
  package private(set) var hello: Hello
  /// Whether ``close()`` was called.
  private(set) var isEnded = false
  /// The seconds to wait for each reply.
  public let timeout: Double
  /// Whether requests connect again if the daemon has closed the connection.
  let reconnects: Bool
  private let name: String
  /// The place of the daemon; nil for one socket.
  let endpoint: Endpoint?
  /// Turns an error into the one that the program throws.
  private let explain: (CelldError) -> any Error
  private var connection: Connection
  /// Waits for events of the connection. A program can read something else meanwhile.
  package var listen: (Int32, Int16, Int32) throws -> Bool = Interruption.poll {
    didSet { connection.listen = listen }
  }
  /// The number of connections so far.
  private(set) var connections = 1
  private var lastID = 0
  /// The request lines that have no reply yet, by id.
  private var unanswered: [Int: [UInt8]] = [:]
  /// Replies that came while another one was waited for, by id.
  private var early: [Int: Message] = [:]
  /// Notifications received while waiting for a reply, oldest first.
  private var notifications: [Message] = []
  /// Their bytes.
  private var notificationBytes = 0
  /// The takers of notifications, by subscription. They take them whenever they come.
  var subscribers: [String: Subscriber] = [:]

  /// Connects to the first daemon that answers and sends `hello`.
  /// - Parameters:
  ///   - endpoint: where daemons may be.
  ///   - spawn: whether to start a daemon if none answers. It ends when nobody has used it for a
  ///     minute.
  ///   - timeout: the seconds to wait for each reply.
  ///   - reconnect: whether requests and watches connect again after a restart of the daemon.
  ///   - name: the name that the daemon's log has.
  /// - Throws: `CelldError`: `noDaemon`, `notStarted`, `programNotFound`, `versionMismatch`,
  ///   `timedOut`.
  public convenience init(
    _ endpoint: Endpoint = Endpoint(), spawn: Bool = true, timeout: Double = 30, reconnect: Bool = true,
    name: String = "swift"
  ) throws {
    try self.init(endpoint, spawn: spawn, timeout: timeout, reconnect: reconnect, name: name) { $0 }
  }

  /// Connects to the first daemon that answers.
  /// - Parameter explain: turns an error into the one that is thrown.
  package convenience init(
    _ endpoint: Endpoint, spawn: Bool, timeout: Double, reconnect: Bool, name: String,
    explain: @escaping (CelldError) -> any Error
  ) throws {
    do {
      try self.init(
        endpoint, timeout: timeout, reconnect: reconnect, name: name, explain: explain
      ) { deadline in
        if let host = endpoint.host {
          return try HostLink(
            to: host, mayAsk: endpoint.mayAsk, spawns: spawn, timeout: timeout, endpoint: endpoint
          ).answered()
        }
        guard !spawn else { return try endpoint.connectOrSpawn(by: deadline) }
        return try endpoint.connect(by: deadline)
      }
    } catch let error as SocketError {
      throw explain(.noDaemon(error))
    }
  }

  /// Connects to the daemon at one socket.
  /// - Throws: `SocketError` if none answers, or what `explain` returns.
  package convenience init(
    socketPath: SocketPath, timeout: Double, name: String, explain: @escaping (CelldError) -> any Error
  ) throws {
    try self.init(nil, timeout: timeout, reconnect: false, name: name, explain: explain) {
      try Connection.open(socketPath, by: $0)
    }
  }

  private init(
    _ endpoint: Endpoint?, timeout: Double, reconnect: Bool, name: String,
    explain: @escaping (CelldError) -> any Error,
    connect: (Deadline) throws -> Connection
  ) throws {
    self.endpoint = endpoint
    self.timeout = timeout
    self.name = name
    self.explain = explain
    reconnects = reconnect
    do {
      let deadline = Deadline(seconds: timeout)
      connection = try connect(deadline)
      // The questions of ssh took a time of their own.
      let end = connection.isRemote ? Deadline(seconds: timeout) : deadline
      (connection, hello) = try Self.greeted(connection, by: end, name: name, connect: connect)
    } catch let error as CelldError {
      throw explain(error)
    }
  }

  /// Connects again to the daemon, and sends `hello`. No daemon is started: the one that ended had
  /// the sessions, and its service starts it again. Requests without a reply are forgotten.
  /// - Throws: as ``init(_:spawn:timeout:reconnect:name:)``.
  public func reconnect() throws {
    let (endpoint, socketPath, timeout) = (endpoint, socketPath, timeout)
    try explaining {
      do {
        try adopt { deadline in
          guard let endpoint, let host = endpoint.host else {
            return try Connection.open(socketPath, by: deadline)
          }
          return try HostLink(
            to: host, mayAsk: false, spawns: false, timeout: timeout, endpoint: endpoint
          ).answered()
        }
      } catch let error as SocketError {
        throw CelldError.noDaemon(error)
      }
    }
  }

  /// Goes on at another connection.
  func adopt(_ connect: (Deadline) throws -> Connection) throws {
    let deadline = Deadline(seconds: timeout)
    let listen = listen
    func connectListening(by deadline: Deadline) throws -> Connection {
      let connection = try connect(deadline)
      connection.listen = listen
      return connection
    }
    (connection, hello) = try Self.greeted(
      connectListening(by: deadline), by: deadline, name: name, connect: connectListening)
    connections += 1
    (unanswered, early) = ([:], [:])
    (notifications, notificationBytes) = ([], 0)
  }

  /// Exchanges `hello`.
  /// - Parameter connect: connects again to a busy daemon.
  private static func greeted(
    _ first: Connection, by deadline: Deadline, name: String, connect: (Deadline) throws -> Connection
  ) throws -> (Connection, Hello) {
    var connection = first
    while true {
      try connection.send(Hello.request(name), by: deadline)
      guard let line = try connection.line(by: deadline) else { throw closed }
      let reply = try Message(line)
      // A daemon with too many connections reports that it is busy and closes.
      if let pause = reply.error?.retryAfter, try deadline.wait(milliseconds: pause) {
        connection = try connect(deadline)
        continue
      }
      let hello = try Hello(reply: reply, from: connection)
      connection.lineLimit = hello.longestLine
      return (connection, hello)
    }
  }

  /// Runs `body`, and turns its errors into those of the program.
  func explaining<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CelldError {
      throw explain(error)
    }
  }

  /// The path of the daemon's socket, or the address of another machine.
  public var address: String { socketPath.path }

  /// The socket that the daemon listens on, or the address of another machine.
  package var socketPath: SocketPath { connection.socketPath }

  /// Ends all watches, and the connection. Calls throw `CelldError.clientClosed` then.
  public func close() {
    isEnded = true
    subscribers = [:]
    connection.finishSending()
  }

  /// Whether the daemon is on another machine.
  public var isRemote: Bool { connection.isRemote }

  /// Whether the daemon has closed the connection. Messages before that may still be unread.
  public var isClosed: Bool { connection.isAtEnd }

  /// The socket, for `poll` together with other descriptors. Call `receive()` when it is readable.
  package var descriptor: Int32 { connection.descriptor }

  /// Sends a request without waiting.
  /// - Returns: the id for ``reply(to:refused:)``.
  @discardableResult
  package func send(_ method: String, _ parameters: Parameters) throws -> Int {
    try send(method, json: parameters.json)
  }

  /// Sends a request with parameters that are JSON already, without waiting.
  /// - Returns: the id for ``reply(to:refused:)``.
  package func send(_ method: String, json: [UInt8], by deadline: Deadline? = nil) throws -> Int {
    lastID += 1
    var line = Array(#"{"id":\#(lastID),"method":\#(JSON.string(method).text),"params":"#.utf8)
    line += json.withoutLineBreaks
    line += "}\n".utf8
    try explaining { try connection.send(line, by: deadline ?? Deadline(seconds: timeout)) }
    unanswered[lastID] = line
    return lastID
  }

  /// Sends a request whose reply nobody waits for, if it can be sent without waiting.
  func sendUnanswered(_ method: String, _ parameters: Parameters) throws {
    unanswered[try send(method, json: parameters.json, by: Deadline(seconds: 0))] = nil
  }

  /// Waits for the reply to a request. Notifications before it are kept for `notification(by:)`.
  /// - Parameter refused: turns an error reply into the error to throw. If it returns nil, the
  ///   reply is returned.
  package func reply(
    to id: Int, refused: (ErrorReply) -> (any Error)? = { CelldError.reply($0) }
  ) throws -> Message {
    defer { unanswered[id] = nil }
    return try explaining {
      let deadline = Deadline(seconds: timeout)
      while true {
        if let message = early.removeValue(forKey: id) {
          if let failure = message.error.flatMap(refused) { throw failure }
          return message
        }
        guard let line = try connection.line(by: deadline) else { throw Self.closed }
        let message = try Message(line)
        // An error without an id is the last message of a daemon that cannot read further.
        let answered = message.id ?? id
        if message.method != nil {
          try keep(message, bytes: line.count)
        } else if let pause = message.error?.retryAfter, let request = unanswered[answered],
          try deadline.wait(milliseconds: pause)
        {
          try connection.send(request, by: deadline)
          continue
        } else if unanswered[answered] != nil {
          early[answered] = message
          continue
        }
        if deadline.isOver { throw CelldError.late }
      }
    }
  }

  /// Passes a notification to its subscriber, or keeps it if there are none.
  private func keep(_ message: Message, bytes: Int) throws {
    guard subscribers.isEmpty else { return pass(message) }
    notifications.append(message)
    // A short line takes more memory than it has bytes.
    notificationBytes += bytes + (4 << 10)
    guard notificationBytes <= connection.lineLimit else {
      throw CelldError.protocolError(
        "the daemon sent notifications of \(notificationBytes) bytes before its reply")
    }
  }

  /// Waits for the next notification. Returns nil when the daemon has closed the connection.
  package func notification(by deadline: Deadline = .never) throws -> Message? {
    if let message = try bufferedNotification() { return message }
    return try explaining {
      while let line = try connection.line(by: deadline) {
        let message = try Message(line)
        if message.method != nil { return message }
      }
      return nil
    }
  }

  /// Returns a notification that was received already.
  package func bufferedNotification() throws -> Message? {
    if !notifications.isEmpty { return notifications.removeFirst() }
    notificationBytes = 0
    return try explaining {
      while let line = try connection.bufferedLine() {
        if let message = try? Message(line), message.method != nil { return message }
      }
      return nil
    }
  }

  /// Removes some of the notifications that came before the last reply, and returns them.
  func takeEarlierNotifications(where isTaken: (Message) -> Bool = { _ in true }) -> [Message] {
    defer { notifications.removeAll(where: isTaken) }
    return notifications.filter(isTaken)
  }

  /// Sends bytes unchanged. Replies are read with `bufferedLine()`.
  package func sendRaw(_ bytes: [UInt8]) throws {
    try explaining { try connection.send(bytes, by: Deadline(seconds: timeout)) }
  }

  /// Ends the requests. Replies still arrive.
  package func finishSending() {
    connection.finishSending()
  }

  /// Returns a line that was received already.
  package func bufferedLine() throws -> [UInt8]? {
    try explaining { try connection.bufferedLine() }
  }

  /// Reads all received bytes without waiting.
  /// - Returns: whether the connection is still open.
  package func receive() throws -> Bool {
    try explaining { try connection.receive() }
  }

  /// Returns the index to continue with, or nil if the reply was not cut.
  /// - Parameter start: the index of the first element of the reply.
  /// - Throws: `CelldError.protocolError` if it does not grow, since the pages would never end.
  package static func next(_ next: Int?, after start: Int) throws -> Int? {
    guard let next, next <= start else { return next }
    throw CelldError.protocolError("the daemon continues at \(next) after \(start)")
  }

  static let closed = CelldError.connectionLost("the daemon closed the connection")
}

extension [UInt8] {
  /// A valid JSON text on one line. It has raw line breaks only between tokens, so each becomes a
  /// space.
  package var withoutLineBreaks: [UInt8] {
    contains(0x0A) || contains(0x0D) ? map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } : self
  }
}

/// The taker of the notifications of a subscription.
struct Subscriber {
  /// Takes a notification.
  let deliver: (Message) -> Void
  /// Subscribes again at a new connection.
  let resume: () -> Void
}

extension Client {
  /// Passes a notification to its subscriber.
  func pass(_ message: Message) {
    subscribers[message.withContent { $0["subscription"]?.rawText ?? "" }]?.deliver(message)
  }

  /// Subscribes again at a new connection.
  func resumeSubscribers() {
    let before = subscribers.values
    subscribers = [:]
    for subscriber in before { subscriber.resume() }
  }
}
