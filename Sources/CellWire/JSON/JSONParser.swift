import CSimdjson

/// Parses JSON texts one after the other with the same buffers. One thread may use it at a time.
public final class JSONParser {
  /// The number of readable bytes, with any content, that must follow a text.
  public static let padding = Int(CS_PADDING)
  /// The nesting of arrays and objects that is accepted by default.
  public static let standardDepth = 64

  private let handle: OpaquePointer?

  /// Creates a parser. It allocates its buffers when it parses.
  public init() { handle = cs_parser_create() }

  deinit { cs_parser_free(handle) }

  /// Parses one JSON value in strict UTF-8, without lone surrogates and without duplicate names in
  /// an object. Numbers have any size.
  ///
  /// - Parameters:
  ///   - source: the text, followed by `padding` readable bytes.
  ///   - depth: the maximum nesting of arrays and objects.
  /// - Returns: the value. It is valid until the next `parse`, and while the parser and `source`
  ///   live unchanged.
  public func parse(_ source: UnsafeRawBufferPointer, depth: Int) throws(JSONError) -> JSONNode {
    guard let handle else { throw JSONError(reason: .outOfMemory, offset: 0) }
    guard let base = source.baseAddress else { throw JSONError(reason: .empty, offset: 0) }
    let text = base.assumingMemoryBound(to: CChar.self)
    let tree = cs_parse(handle, text, source.count, UInt32(clamping: depth))
    guard tree.status == .ok, let nodes = tree.nodes else { throw error(tree, in: base) }
    let strings = tree.strings.map { UnsafeRawPointer($0) } ?? base
    return JSONNode(nodes: nodes, source: base, strings: strings)
  }

  private func error(_ tree: cs_tree, in source: UnsafeRawPointer) -> JSONError {
    var path = ""
    for level in 0..<tree.open {
      let container = cs_parser_open(handle, level)
      if container.is_array != 0 {
        path += "/\(container.position)"
      } else if container.name != 0, let nodes = tree.nodes, container.name < tree.count {
        let strings = tree.strings.map { UnsafeRawPointer($0) } ?? source
        let name = JSONNode(nodes: nodes + Int(container.name), source: source, strings: strings)
        path += "/" + JSONPointer.escape(name.string ?? "")
      }
    }
    return JSONError(reason: JSONError.Reason(tree.status), offset: Int(tree.fault), path: path)
  }
}
