import CellClient
import CellWire

/// The cells of a session, read page by page: all of them, or those of a query in its order.
struct CellPages {
  private let client: Client
  private let method: String
  private let parameters: Parameters
  /// The cells of one request. The daemon may return fewer, by its own limit.
  private static let pageCells = 5_000

  /// - Parameter session: the parameters that name the session.
  init(client: Client, session: Parameters, _ query: QueryOptions) {
    self.client = client
    method = query.isSpecific ? "rows.pull" : "cells.get"
    parameters = query.isSpecific ? query.cellParameters(session) : session
  }

  /// Calls `body` with each cell.
  /// - Returns: `false` if the session changed between two pages. No cell follows after that.
  func forEachCell(_ body: (JSONNode) throws -> Void) throws -> Bool {
    var parameters = parameters
    var start = 0
    var revision: Int64?
    while true {
      parameters.set("start", start)
      parameters.set("count", Self.pageCells)
      let (count, next, isSame) = try client.call(method, parameters).withResult { result in
        let pageRevision = result["revision"]?.int64
        guard revision == nil || pageRevision == revision else { return (0, Int?.none, false) }
        revision = pageRevision
        guard let items = result["cells"] ?? result["rows"] else { return (0, nil, true) }
        let next = try Client.next(result["next"]?.int64.map(Int.init), after: start)
        // The row of a section has no cell.
        for item in items.elements {
          if let cell = method == "cells.get" ? item : item["cell"] { try body(cell) }
        }
        return (items.count, next, true)
      }
      guard isSame else { return false }
      if count == 0 || next == nil && count < Self.pageCells { return true }
      start = next ?? start + count
    }
  }

  /// Writes one cell per line.
  /// - Returns: `false` if the session changed between two pages. Nothing is written after that.
  func write(to output: StandardOutput) throws -> Bool {
    try forEachCell { try output.line(json: $0.raw) }
  }
}
