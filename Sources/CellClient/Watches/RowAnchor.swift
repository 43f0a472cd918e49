import CellWire

/// A row that keeps its place in a window, as protocol.md §8 describes it.
package struct RowAnchor: Equatable {
  /// The id of the row; nil for the row at ``index``.
  package var id: String?
  /// The lines from the top of the window to the row. Negative if the row begins above it.
  package var offset = 0
  /// The index of the row that replaces it if the view does not show the id.
  package var index = 0

  package init(id: String? = nil, offset: Int = 0, index: Int = 0) {
    self.id = id
    self.offset = offset
    self.index = index
  }

  /// Reads the member `anchor` of a reply.
  package init(_ node: JSONNode) {
    id = node["id"]?.string
    offset = node["offset"]?.int64.map(Int.init) ?? 0
    index = node["index"]?.int64.map(Int.init) ?? 0
  }

  package static func == (left: RowAnchor, right: RowAnchor) -> Bool {
    left.id?.exact == right.id?.exact && left.offset == right.offset && left.index == right.index
  }

  /// The anchor as a parameter.
  package var parameters: Parameters {
    var parameters = Parameters()
    if let id { parameters.set("id", id) }
    parameters.set("offset", offset)
    parameters.set("index", max(index, 0))
    return parameters
  }
}

/// The rows that a watch shows.
package enum RowRange {
  case indexes(start: Int, count: Int)
  /// The rows in a window of `height` lines.
  case window(RowAnchor, height: Int)

  /// Sets the parameters of the range.
  package func set(in parameters: inout Parameters) {
    switch self {
    case .indexes(let start, let count):
      parameters.set("start", start)
      parameters.set("count", count)
    case .window(let anchor, let height):
      parameters.set("anchor", anchor.parameters)
      parameters.set("height", height)
    }
  }
}
