import CellProtocol

/// One request of a line: a view of the parsed text, valid as long as that.
struct Request {
  /// The id exactly as it was written; nil for a notification, which is never answered.
  let id: UnsafeRawBufferPointer?
  /// The parameters; nil where there are none.
  let params: JSONNode?
  /// The method's name.
  let method: String

  /// Something that is not a request, and what to answer it with.
  struct Invalid: Error {
    /// An invalidRequest.
    let error: RPCError
    /// The id to answer with: as it was written, or `null`.
    let id: [UInt8]
  }

  /// Reads a request (JSON-RPC 2.0 §4).
  static func read(_ node: JSONNode) -> Result<Request, Invalid> {
    guard node.kind == .object else { return refuse("A request must be an object.", nil) }
    let id = node["id"]
    if let id, id.kind != .string, id.kind != .number, id.kind != .null {
      return refuse("An id must be a string, a number or null.", nil)
    }
    if let version = node["jsonrpc"], !version.equals("2.0") {
      return refuse("jsonrpc must be \"2.0\", or be left out.", id)
    }
    guard let method = node["method"]?.string else {
      return refuse("A request needs a method, a string; rpc.discover tells all of them.", id)
    }
    let params = node["params"]
    if let params, params.kind != .object, params.kind != .null {
      return refuse("params must be an object with a member for each parameter.", id)
    }
    return .success(
      Request(id: id?.raw, params: params?.kind == .object ? params : nil, method: method))
  }

  private static func refuse(_ sentence: String, _ id: JSONNode?) -> Result<Request, Invalid> {
    .failure(Invalid(error: .invalidRequest(sentence), id: id.map { Array($0.raw) } ?? ReplyLine.nullID))
  }
}
