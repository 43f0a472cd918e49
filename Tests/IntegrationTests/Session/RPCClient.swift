import CellWire
import Testing

/// A JSON-RPC client of a real daemon. It sends one request after the other and keeps the
/// notifications. One task may use it at a time.
final class RPCClient: @unchecked Sendable {
  private let socket: SocketClient
  private var lastID = 0
  /// The notifications, in the order of arrival.
  private(set) var notifications: [JSON] = []

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// An error in a reply of the daemon.
  struct Refusal: Error, Equatable {
    let kind: String
    let path: String?
    /// The limit that was exceeded.
    var limit: String?
    /// Whether a change was stored that failed: `false` or `"unknown"`, as JSON.
    var applied: String?
    /// The error for people. Two refusals that differ only in it are equal.
    var message = ""

    static func == (one: Self, other: Self) -> Bool {
      (one.kind, one.path, one.limit, one.applied) == (other.kind, other.path, other.limit, other.applied)
    }
  }

  init(_ daemon: DaemonProcess) throws {
    socket = try daemon.connect()
  }

  /// Sends a request and returns its result.
  @discardableResult
  func call(_ method: String, _ params: JSON = [:]) throws -> JSON {
    let id = send(method, params)
    return try reply(to: id)
  }

  /// Sends a request and returns its id.
  func send(_ method: String, _ params: JSON = [:]) -> Int {
    lastID += 1
    let request: JSON = ["id": JSON(lastID), "method": .string(method), "params": params]
    socket.send(request.text)
    return lastID
  }

  /// True if something has arrived.
  var isReadable: Bool { socket.isReadable }

  /// Returns the next reply, which must be the reply to the last request.
  func reply(to id: Int) throws -> JSON {
    let message = try response(to: id)
    if let error = message["error"] {
      let data = error["data"]
      throw Refusal(
        kind: data?["kind"]?.string ?? "", path: data?["path"]?.string, limit: data?["limit"]?.string,
        applied: data?["applied"]?.text, message: error["message"]?.string ?? "")
    }
    guard let result = message["result"] else { throw Failure(description: "no result: \(message.text)") }
    return result
  }

  /// Returns the error in the next reply, which must be the reply to the last request; `nil` if it
  /// has a result.
  func error(to id: Int) throws -> JSON? { try response(to: id)["error"] }

  private func response(to id: Int) throws -> JSON {
    while true {
      let message = try receive(within: SocketClient.patience)
      guard message["method"] == nil else {
        notifications.append(message)
        continue
      }
      guard message["id"]?.int == id else {
        throw Failure(description: "not the reply to \(id): \(message.text)")
      }
      return message
    }
  }

  /// Returns the next notification, or nil if none arrives in time.
  func notification(within milliseconds: Int32 = SocketClient.patience) throws -> JSON? {
    if !notifications.isEmpty { return notifications.removeFirst() }
    guard let line = socket.receive(within: milliseconds) else { return nil }
    return try JSON(parsing: line)
  }

  /// Reads the notifications that have arrived.
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

/// Returns the kind of the error that `body` throws.
func refusal(_ body: () throws -> Void) throws -> RPCClient.Refusal? {
  do {
    try body()
    return nil
  } catch let refusal as RPCClient.Refusal {
    return refusal
  }
}

/// Returns a pseudorandom number that is the same in every run.
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
