import CellWire

/// A line from the daemon: a reply or a notification.
package struct Message {
  /// The method of a notification; nil for a reply.
  package let method: String?
  /// The id of the request that a reply belongs to.
  package let id: Int?
  /// The error of an error reply.
  package let error: ErrorReply?
  private let document: JSONDocument

  /// Reads a line.
  package init(_ line: [UInt8]) throws {
    do {
      document = try JSONDocument(line, depth: Int(UInt16.max))
    } catch {
      throw CelldError.protocolError("the daemon sent a line that is not JSON: \(error.sentence)")
    }
    (method, id, error) = document.withRoot { root in
      (
        root["method"]?.string, root["id"]?.int64.map(Int.init),
        root.present("error").map { ErrorReply(JSON($0)) }
      )
    }
  }

  /// The result of a reply, as a copy. For large results, use `withResult`.
  package var result: JSON { withResult(JSON.init) }

  /// Passes the result of a reply to `body` without a copy. The node must not outlive the call.
  package func withResult<Value>(_ body: (JSONNode) throws -> Value) rethrows -> Value {
    try document.withRoot { try body($0["result"] ?? $0) }
  }

  /// Passes the parameters of a notification, or the result of a reply, to `body` without a copy.
  /// The node must not outlive the call.
  package func withContent<Value>(_ body: (JSONNode) throws -> Value) rethrows -> Value {
    try document.withRoot { try body($0["params"] ?? $0["result"] ?? $0) }
  }
}
