import CellProtocol

/// The parameters of a request. They have passed their method's schema, so what is here is what it should be; the
/// lists among them that may be long are read.
struct Params: Sendable {
  private let node: JSONNode?
  /// The parameter `ids`.
  let ids: [String]?
  /// The parameter `patches`.
  let patches: [PatchEdit.Patch]
  /// The parameter `value` as it was written.
  let value: [UInt8]?

  /// Checks and reads the parameters of a request. It fails with methodNotFound or invalidParams.
  static func read(_ request: Request) -> Result<Params, RPCError> {
    Result { () throws(RPCError) in
      guard let method = request.known else { throw .methodNotFound(request.method) }
      try method.validate(request.params)
      return Params(request.params)
    }
  }

  /// Parameters that failed to pass: only their names can be told.
  init(failed request: Request) {
    node = request.params
    ids = nil
    patches = []
    value = nil
  }

  private init(_ node: JSONNode?) {
    self.node = node
    ids = node?.present("ids").map { $0.elements.map(Self.name) }
    value = node?.present("value").map { Array($0.raw) }
    patches =
      node?.present("patches").map { patches in
        patches.elements.map { patch in
          PatchEdit.Patch(
            id: patch["id"].map(Self.name) ?? "", patch: patch["patch"].map { JSON($0) } ?? .null)
        }
      } ?? []
  }

  /// The parameter, unless it is absent or null.
  subscript(name: StaticString) -> JSONNode? { node?.present(name) }

  /// The object that holds the parameters.
  var object: JSONNode? { node }

  /// The bytes that the parameters take on the line.
  var byteCount: Int { node?.raw.count ?? 0 }

  /// A name or an id; an integer as its decimal text.
  func name(_ name: StaticString) -> String? { self[name].map(Self.name) }

  func bool(_ name: StaticString) -> Bool { self[name]?.bool ?? false }

  func integer(_ name: StaticString) -> Int? { self[name]?.int64.map { Int($0) } }

  func double(_ name: StaticString) -> Double? { self[name]?.double }

  func string(_ name: StaticString) -> String? { self[name]?.string }

  /// A name as it stands in the parameters; an integer as its decimal text.
  static func name(_ node: JSONNode) -> String {
    (try? node.readName()) ?? node.rawText
  }
}
