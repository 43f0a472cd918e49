import CellProtocol
import CellWire

/// The parameters of a request, validated by the schema of their method. Lists that can be long are
/// already decoded.
struct Params: Sendable {
  private let node: JSONNode?
  /// The parameter `ids`.
  let ids: [String]?
  /// The parameter `patches`.
  let patches: [PatchEdit.Patch]
  /// The parameter `value`, as JSON.
  let value: [UInt8]?

  /// Validates and decodes the parameters of a request. Throws methodNotFound or invalidParams.
  static func read(_ request: Request) -> Result<Params, RPCError> {
    Result { () throws(RPCError) in
      guard let method = request.known else { throw .methodNotFound(request.method, known: Methods.names) }
      try method.description.validate(request.params)
      return Params(valid: request.params)
    }
  }

  /// Makes parameters that are not valid. Only names can be read.
  init(refused request: Request) {
    node = request.params
    ids = nil
    patches = []
    value = nil
  }

  /// Makes parameters that are valid.
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

  /// The number of bytes of the parameters in the line.
  var byteCount: Int { node?.raw.count ?? 0 }

  /// A name or an id; an integer is its decimal text.
  func name(_ name: StaticString) -> String? { self[name].map(Self.name) }

  func bool(_ name: StaticString) -> Bool { self[name]?.bool ?? false }

  func integer(_ name: StaticString) -> Int? { self[name]?.int64.map { Int($0) } }

  func double(_ name: StaticString) -> Double? { self[name]?.double }

  func string(_ name: StaticString) -> String? { self[name]?.string }

  /// A name in the parameters; an integer is its decimal text.
  static func name(_ node: JSONNode) -> String {
    (try? node.readName()) ?? node.string ?? node.rawText
  }
}

/// The parameters of a long request, decoded by a worker.
struct ReadParams: Sendable {
  let result: Result<Params, RPCError>
}
