import CellProtocol

/// The parameters of a request, which its method's schema has passed already: so what is here is what it
/// should be.
struct Params {
  private let node: JSONNode?

  init(_ request: Request) {
    node = request.params
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

  /// The ids of an array.
  func ids(_ name: StaticString) -> [String]? { self[name].map { $0.elements.map(Self.name) } }

  /// A name as it stands in the parameters; an integer as its decimal text.
  static func name(_ node: JSONNode) -> String {
    (try? node.readName()) ?? node.rawText
  }
}
