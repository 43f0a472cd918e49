import CellProtocol

/// The parameters of a request, which passed the schema of their method. Lists that may be long are
/// read.
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
      guard let method = request.known else { throw .methodNotFound(request.method, known: Methods.names) }
      try method.description.validate(request.params)
      return Params(valid: request.params)
    }
  }

  /// Parameters that did not pass. Only names can be read.
  init(refused request: Request) {
    node = request.params
    ids = nil
    patches = []
    value = nil
  }

  /// Reads parameters that passed.
  init(valid node: JSONNode?) {
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

  /// A name or an id; an integer is its decimal text.
  func name(_ name: StaticString) -> String? { self[name].map(Self.name) }

  func bool(_ name: StaticString) -> Bool { self[name]?.bool ?? false }

  func integer(_ name: StaticString) -> Int? { self[name]?.int64.map { Int($0) } }

  func double(_ name: StaticString) -> Double? { self[name]?.double }

  func string(_ name: StaticString) -> String? { self[name]?.string }

  /// A name in the parameters; an integer is its decimal text.
  static func name(_ node: JSONNode) -> String {
    (try? node.readName()) ?? node.rawText
  }
}

/// The parameters of a long request as a worker read them.
struct ReadParams: Sendable {
  let result: Result<Params, RPCError>
}
