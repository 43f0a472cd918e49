import CellWire

/// The arrays of objects in a value, but not those inside of such arrays.
struct ObjectLists {
  /// The path of each, such as `items` or `data/alerts`.
  private(set) var paths: [FieldPath] = []
  /// The paths of empty arrays.
  private(set) var emptyPaths: [FieldPath] = []

  init(in root: JSONNode) {
    search(root, path: FieldPath(steps: []))
  }

  /// A sentence with the options that select them; nil if there are none.
  var sentence: String? {
    guard !paths.isEmpty else { return nil }
    guard paths.first?.steps.isEmpty == false else { return "it is a list itself; leave out --at" }
    let options = paths.prefix(5).map { "--at \($0.escaped)" }.joined(separator: ", ")
    return paths.count == 1 ? "its list is at \(options)" : "it has lists at \(options)"
  }

  private mutating func search(_ node: JSONNode, path: FieldPath) {
    switch node.kind {
    case .array:
      if node.elements.contains(where: { $0.kind == .object }) { paths.append(path) }
      if node.valueCount == 1 { emptyPaths.append(path) }
    case .object:
      for member in node.members {
        search(member.value, path: FieldPath(steps: path.steps + [.name(member.name.string ?? "")]))
      }
    default: break
    }
  }
}
