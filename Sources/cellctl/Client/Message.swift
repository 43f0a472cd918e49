import CellProtocol

/// A line from the daemon: a reply or a notification.
struct Message {
  /// The method of a notification; nil for a reply.
  let method: String?
  /// The number that the request had.
  let id: Int?
  /// What an error reply says.
  let error: ErrorReply?
  private let document: JSONDocument

  /// Reads a line.
  init(_ line: [UInt8]) throws {
    do {
      document = try JSONDocument(line, depth: Int(UInt16.max))
    } catch {
      throw Failure(
        .failed, "the daemon sent a line that is not JSON: \(error.sentence)",
        hint: "perhaps something else listens there; try 'cellctl doctor'")
    }
    (method, id, error) = document.withRoot { root in
      (
        root["method"]?.string, root["id"]?.int64.map(Int.init),
        root.present("error").map { ErrorReply(JSON($0)) }
      )
    }
  }

  /// What a reply brings, as a value of its own; for results of any size, use `withResult`.
  var result: JSON { withResult(JSON.init) }

  /// What a reply brings, without copying it. The node must not outlive the call.
  func withResult<Value>(_ body: (JSONNode) throws -> Value) rethrows -> Value {
    try document.withRoot { try body($0["result"] ?? $0) }
  }

  /// What a notification brings, without copying it. The node must not outlive the call.
  func withParams<Value>(_ body: (JSONNode) throws -> Value) rethrows -> Value {
    try document.withRoot { try body($0["params"] ?? $0) }
  }
}
