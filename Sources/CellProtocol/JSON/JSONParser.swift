import CSimdjson

/// Reads JSON texts one after the other, and keeps its buffers between them. One thread at a time.
public final class JSONParser {
  /// Bytes that must be readable, with any content, behind a source.
  public static let padding = Int(CS_PADDING)

  private let handle: OpaquePointer?

  /// A parser without buffers yet.
  public init() { handle = cs_parser_create() }

  deinit { cs_parser_free(handle) }

  /// Reads one JSON value in strict UTF-8: no lone surrogate, no name twice in an object. Numbers are any of the JSON
  /// grammar, of any size.
  ///
  /// - Parameters:
  ///   - source: the text; `padding` bytes behind it must be readable.
  ///   - depth: how many arrays and objects may stand inside each other.
  /// - Returns: the value; valid until the parser is used again or dies, and while `source` lives unchanged.
  public func parse(_ source: UnsafeRawBufferPointer, depth: Int) throws(JSONFault) -> JSONNode {
    guard let handle else { throw JSONFault(reason: .outOfMemory, offset: 0) }
    guard let base = source.baseAddress else { throw JSONFault(reason: .empty, offset: 0) }
    let text = base.assumingMemoryBound(to: CChar.self)
    let tree = cs_parse(handle, text, source.count, UInt32(clamping: depth))
    guard tree.status == .ok, let nodes = tree.nodes else { throw fault(tree, in: base) }
    let strings = tree.strings.map { UnsafeRawPointer($0) } ?? base
    return JSONNode(nodes: nodes, source: base, strings: strings)
  }

  private func fault(_ tree: cs_tree, in source: UnsafeRawPointer) -> JSONFault {
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
    return JSONFault(reason: JSONFault.Reason(tree.status), offset: Int(tree.fault), path: path)
  }
}
