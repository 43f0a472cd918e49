import CellClient
import CellWire

/// The cells of a list that have some words, in the order of the list.
///
/// A second view has only these cells. Its rows are found by bisection, since it has the order of
/// the list. The view ends with the last copy of the value.
struct HitSearch {
  /// A cell with the words.
  struct Hit: Equatable {
    var id: String
    /// Its index in the list.
    var index: Int
  }

  let text: String
  /// Whether it is fuzzy, since no cell has its words.
  let isFuzzy: Bool
  private let client: Client
  private let session: Parameters
  private let listView: Parameters
  private let hitView: Parameters
  /// Keeps the view of hits, and receives their number.
  private let subscription: RowSubscription<ListRow>
  /// The view of the cells with the words without groups, if the list has groups.
  private let cellView: Parameters?
  /// The number of cells with the words.
  private(set) var cells = 0
  /// Groups without visible cells that may follow each other.
  private static let pageRows = 50

  /// - Parameters:
  ///   - listView: the member `environment` or `view` of the list, as parameters.
  ///   - hitView: that of the cells with the words.
  ///   - cellView: the same without groups; nil if the list has none.
  init(
    _ condition: TextCondition, client: Client, session: Parameters, listView: Parameters,
    hitView: Parameters, cellView: Parameters?
  ) throws {
    (text, isFuzzy, self.cellView) = (condition.text, condition.isFuzzy, cellView)
    self.client = client
    self.session = session
    self.listView = listView
    self.hitView = hitView
    var parameters = session
    parameters.set(hitView)
    parameters.set("interval", 200)
    subscription = RowSubscription(client: client, parameters: parameters, style: .ids)
    try subscription.watch(.rows(from: 0, count: 0))
    try countCells()
  }

  /// The number of rows with hits, which includes the sections of groups.
  private var count: Int { subscription.window.count }

  private mutating func countCells() throws {
    cells = count
    guard let cellView, count > 0 else { return }
    var parameters = session
    parameters.set(cellView)
    parameters.set(.rows(from: 0, count: 0))
    cells = try client.call("rows.pull", parameters).withResult { $0["count"]?.int64.map(Int.init) ?? 0 }
  }

  /// The number of hits in words: `3 hits`.
  var summary: String { cells.counted(isFuzzy ? "fuzzy hit" : "hit") }

  /// Returns those of some cells that have the words.
  func hits(among ids: [String]) throws -> Set<ExactText> {
    var parameters = session
    parameters.set(hitView)
    parameters.set("ids", ids)
    return try client.call("rows.pull", parameters).withResult { result in
      Set(result["rows"]?.elements.compactMap { $0["id"]?.string?.exact } ?? [])
    }
  }

  /// Applies a notification if it belongs to this search.
  mutating func take(_ message: Message) {
    if case .changed? = try? subscription.take(message) { try? countCells() }
  }

  /// Returns the next hit after an index of the list, or the previous one before it. Returns nil if
  /// there is none on that side.
  func hit(from index: Int, forward: Bool) throws -> Hit? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let hit = try firstHit(from: middle)
      let isAfter = hit.map { forward ? $0.index > index : $0.index >= index } ?? true
      if isAfter { high = middle } else { low = middle + 1 }
    }
    return forward ? try firstHit(from: low) : try lastHit(before: low)
  }

  /// Returns the hit at or after a row of the view of hits.
  private func firstHit(from row: Int) throws -> Hit? {
    try ids(start: row, count: min(count - row, isGrouped ? Self.pageRows : 1)).first.map(hit)
  }

  private func lastHit(before row: Int) throws -> Hit? {
    let start = max(row - (isGrouped ? Self.pageRows : 1), 0)
    return try ids(start: start, count: row - start).last.map(hit)
  }

  private var isGrouped: Bool { String(decoding: hitView.json, as: UTF8.self).contains(#""group":"#) }

  /// Returns the ids of the cells in a range of the view of hits.
  private func ids(start: Int, count: Int) throws -> [String] {
    guard count > 0 else { return [] }
    var parameters = session
    parameters.set(hitView)
    parameters.set(.rows(from: start, count: count))
    return try client.call("rows.pull", parameters).withResult { result in
      result["rows"]?.elements.compactMap { $0["id"]?.string }.filter { $0.utf8.first != 1 } ?? []
    }
  }

  private func hit(_ id: String) throws -> Hit {
    var parameters = session
    parameters.set(listView)
    parameters.set("ids", [id])
    let index = try client.call("rows.pull", parameters).withResult { result in
      result["rows"]?.elements.first { _ in true }?["index"]?.int64.map(Int.init)
    }
    return Hit(id: id, index: index ?? Int.max)
  }
}
