import CellProtocol
import Testing

/// A client that speaks JSON-RPC with a real daemon, one request after the other, and keeps what comes
/// between replies. One task at a time may use it.
final class RPCClient: @unchecked Sendable {
  private let socket: SocketClient
  private var lastID = 0
  /// Notifications in the order in which they came.
  private(set) var notifications: [JSON] = []

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// An error that the daemon answered with.
  struct Refusal: Error, Equatable {
    let kind: String
    let path: String?
    /// The limit that was exceeded.
    var limit: String?
  }

  init(_ daemon: DaemonProcess) throws {
    socket = try daemon.connect()
  }

  /// The result of a request.
  @discardableResult
  func call(_ method: String, _ params: JSON = [:]) throws -> JSON {
    let id = send(method, params)
    return try reply(to: id)
  }

  /// Sends a request, and gives its id.
  func send(_ method: String, _ params: JSON = [:]) -> Int {
    lastID += 1
    let request: JSON = ["id": JSON(lastID), "method": .string(method), "params": params]
    socket.send(request.text)
    return lastID
  }

  /// Whether something has come.
  var isReadable: Bool { socket.isReadable }

  /// The reply to the request in hand, which must be the next to come.
  func reply(to id: Int) throws -> JSON {
    while true {
      let message = try receive(within: SocketClient.patience)
      guard message["method"] == nil else {
        notifications.append(message)
        continue
      }
      guard message["id"]?.int == id else {
        throw Failure(description: "not the reply to \(id): \(message.text)")
      }
      if let error = message["error"] {
        let data = error["data"]
        throw Refusal(
          kind: data?["kind"]?.string ?? "", path: data?["path"]?.string, limit: data?["limit"]?.string)
      }
      guard let result = message["result"] else { throw Failure(description: "no result: \(message.text)") }
      return result
    }
  }

  /// The next notification, or `nil` where none comes in time.
  func notification(within milliseconds: Int32 = SocketClient.patience) throws -> JSON? {
    if !notifications.isEmpty { return notifications.removeFirst() }
    guard let line = socket.receive(within: milliseconds) else { return nil }
    return try JSON(parsing: line)
  }

  /// Takes the notifications that have come up to now.
  func takeNotifications() throws -> [JSON] {
    try call("ping")
    defer { notifications = [] }
    return notifications
  }

  private func receive(within milliseconds: Int32) throws -> JSON {
    guard let line = socket.receive(within: milliseconds) else {
      throw Failure(description: "the daemon is silent")
    }
    return try JSON(parsing: line)
  }
}

/// The kind of the error that `body` is refused with.
func refusal(_ body: () throws -> Void) throws -> RPCClient.Refusal? {
  do {
    try body()
    return nil
  } catch let refusal as RPCClient.Refusal {
    return refusal
  }
}

/// A number that looks random, the same in every run.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
