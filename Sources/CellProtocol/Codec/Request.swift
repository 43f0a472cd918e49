import CellWire

/// A request of a line. It refers to the parsed text and is valid as long as the text.
public struct Request: @unchecked Sendable {
  /// The id exactly as it was written, or nil for a notification, which is never answered.
  public let id: UnsafeRawBufferPointer?
  /// The parameters, or nil if there are none.
  public let params: JSONNode?
  /// The name of the method, a string.
  public let methodName: JSONNode

  /// The name of the method.
  public var method: String { methodName.string ?? "" }

  private static let members = NameTable(["jsonrpc", "id", "method", "params"])

  /// The answer to a value that is not a request.
  public struct Invalid: Error, Sendable {
    /// An `invalidRequest`.
    public let error: RPCError
    /// The id of the answer: as it was written, or `null`. Absent for a notification, which is
    /// never answered.
    public let id: [UInt8]?
  }

  /// Reads a request (JSON-RPC 2.0 §4).
  ///
  /// `jsonrpc` is "2.0" or absent, `id` a string, a number or null, `method` a string, and `params`
  /// an object or absent. Other members are ignored.
  public static func read(_ node: JSONNode) -> Result<Request, Invalid> {
    guard node.kind == .object else {
      return refuse("Expected a request, which is an object, got \(node.description).")
    }
    var version: JSONNode?
    var id: JSONNode?
    var method: JSONNode?
    var params: JSONNode?
    for member in node.members {
      guard let utf8 = member.name.utf8 else { continue }
      switch members.index(of: utf8) {
      case 0: version = member.value
      case 1: id = member.value
      case 2: method = member.value
      case 3: params = member.value
      default: break
      }
    }
    if let id, id.kind != .string, id.kind != .number, id.kind != .null {
      return refuse("Expected an id that is a string, a number or null, got \(id.description).")
    }
    guard let method, method.kind == .string else {
      return refuse(
        "A request needs a method, which is a string; rpc.discover lists all methods.",
        id.map { Array($0.raw) } ?? null)
    }
    if let version, !version.equals("2.0") {
      return refuse(
        "Expected jsonrpc to be \"2.0\"; correct it or leave it out.", id.map { Array($0.raw) })
    }
    if let params, params.kind != .object, params.kind != .null {
      return refuse(
        "Expected params to be an object, got \(params.description); give each parameter by its name.",
        id.map { Array($0.raw) })
    }
    return .success(Request(id: id?.raw, params: params?.kind == .object ? params : nil, methodName: method))
  }

  private init(id: UnsafeRawBufferPointer?, params: JSONNode?, methodName: JSONNode) {
    self.id = id
    self.params = params
    self.methodName = methodName
  }

  private static let null = Array("null".utf8)

  private static func refuse(_ sentence: String, _ id: [UInt8]? = null) -> Result<Request, Invalid> {
    .failure(Invalid(error: .invalidRequest(sentence), id: id))
  }
}
