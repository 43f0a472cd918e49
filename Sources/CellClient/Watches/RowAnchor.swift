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

  /// Reads a row.
  init(_ node: JSONNode) { self.init(JSON(node)) }

  /// Reads the member `anchor` of a reply.
  package init(_ json: JSON) {
    id = json["id"]?.string
    offset = json["offset"]?.int ?? 0
    index = json["index"]?.int ?? 0
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

extension Parameters {
  /// The range of rows from an index on.
  package static func rows(from start: Int, count: Int) -> Parameters {
    var parameters = Parameters()
    parameters.set("start", start)
    parameters.set("count", count)
    return parameters
  }

  /// The range of rows in a window of `height` lines.
  package static func rows(around anchor: RowAnchor, height: Int) -> Parameters {
    var parameters = Parameters()
    parameters.set("anchor", anchor.parameters)
    parameters.set("height", height)
    return parameters
  }
}
