/// One request of a line: a view of the parsed text, valid as long as that.
public struct Request: @unchecked Sendable {
  /// The id exactly as it was written; nil for a notification, which is never answered.
  public let id: UnsafeRawBufferPointer?
  /// The parameters; nil where there are none.
  public let params: JSONNode?
  private let name: JSONNode

  /// The method's name.
  public var method: String { name.string ?? "" }

  /// The method, if it is known.
  public var known: Method? {
    guard let utf8 = name.utf8, let place = Self.methods.place(of: utf8) else { return nil }
    return Self.allMethods[place]
  }

  private static let allMethods = Method.allCases
  private static let methods = NameTable(Method.allCases.map(\.rawValue))
  private static let members = NameTable(["jsonrpc", "id", "method", "params"])

  /// Something that is not a request, and what to answer it with.
  public struct Invalid: Error, Sendable {
    /// An invalidRequest.
    public let error: RPCError
    /// The id to answer with: as it was written, or `null`.
    public let id: [UInt8]
  }

  /// Reads a request (JSON-RPC 2.0 §4): `jsonrpc`, if given, is "2.0"; `id` a string, a number or null; `method` a
  /// string; `params` an object. Members of other names say nothing.
  public static func read(_ node: JSONNode) -> Result<Request, Invalid> {
    guard node.kind == .object else {
      return refuse("A request must be an object, not \(node.description).", nil)
    }
    var version: JSONNode?
    var id: JSONNode?
    var method: JSONNode?
    var params: JSONNode?
    for member in node.members {
      guard let utf8 = member.name.utf8 else { continue }
      switch members.place(of: utf8) {
      case 0: version = member.value
      case 1: id = member.value
      case 2: method = member.value
      case 3: params = member.value
      default: break
      }
    }
    if let id, id.kind != .string, id.kind != .number, id.kind != .null {
      return refuse("An id must be a string, a number or null, not \(id.description).", nil)
    }
    if let version, !version.equals("2.0") {
      return refuse("jsonrpc must be \"2.0\", or be left out.", id)
    }
    guard let method, method.kind == .string else {
      return refuse("A request needs a method, a string; rpc.discover tells all of them.", id)
    }
    if let params, params.kind != .object, params.kind != .null {
      return refuse(
        "params must be an object with a member for each parameter, not \(params.description).", id)
    }
    return .success(Request(id: id?.raw, params: params?.kind == .object ? params : nil, name: method))
  }

  private init(id: UnsafeRawBufferPointer?, params: JSONNode?, name: JSONNode) {
    self.id = id
    self.params = params
    self.name = name
  }

  private static func refuse(_ sentence: String, _ id: JSONNode?) -> Result<Request, Invalid> {
    .failure(Invalid(error: .invalidRequest(sentence), id: id.map { Array($0.raw) } ?? Array("null".utf8)))
  }
}
