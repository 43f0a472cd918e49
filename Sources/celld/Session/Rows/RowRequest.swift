/// A request for rows, validated and complete.
struct RowRequest: Sendable {
  /// The rows that the client has.
  enum Known: Sendable {
    case nothing
    /// All rows that did not change after the revision.
    case since(UInt64)
    /// Rows that did not change after the revision and were in the last window, by the tags of
    /// their keys.
    case window(Set<UInt64>, revision: UInt64)
  }

  var window: RowWindow
  var form = RowForm()
  /// Whether the answer waits until all heights are known.
  var exact = false
  var known = Known.nothing
  /// The maximum number of bytes of rows.
  var limit: Int
  /// The maximum number of rows.
  var maximumCount = Int.max
  /// Whether the answer has the tags of its rows.
  var wantsTags = false

  /// Whether the answer can have rows.
  var hasRows: Bool {
    switch window {
    case .range(_, let count): count > 0
    case .span(_, let height), .anchored(_, let height): height > 0
    case .ids(let ids): !ids.isEmpty
    }
  }

  /// Whether the rows are found by their heights.
  var hasSpan: Bool {
    switch window {
    case .range, .ids: false
    case .span, .anchored: true
    }
  }

  /// The maximum number of rows that are laid out to answer.
  func rowCount(in list: CellList) -> Int {
    let whole = exact ? list.count : min(list.count, ViewSnapshot.smallCount)
    switch window {
    case .range(_, let count): return whole + min(count, list.count)
    case .span, .anchored: return whole + ViewSnapshot.batch
    case .ids(let ids): return whole + ids.count
    }
  }

  /// Whether the client has a row whose last change is in `revision`.
  func knows(_ key: ByteKey, changed revision: UInt64) -> Bool {
    switch known {
    case .nothing: false
    case .since(let since): revision <= since
    case .window(let tags, let since): revision <= since && tags.contains(key.tag)
    }
  }
}

/// A summary of a reply with rows.
struct RowAnswer: Sendable {
  /// The revision and the layout that the rows are of.
  var revision: UInt64
  var layout: UInt64
  /// The tags of the keys of its rows, if the request wants them.
  var tags: Set<UInt64> = []
  /// A hash of everything except the revision and the content of rows, if the request wants tags.
  /// Equal hashes mean that no row was added, removed or moved.
  var shape = 0
  /// Whether it has a row that the client does not have.
  var hasNewRows = false
  var isExact = false
  /// The first row of a span, and its place in the span.
  var anchor: RowAnchor?
}
