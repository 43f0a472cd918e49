/// A request for rows, checked and complete.
struct RowRequest: Sendable {
  /// What the client has already.
  enum Known: Sendable {
    case nothing
    /// Every row that has not changed since the revision.
    case since(UInt64)
    /// Of the rows that have not changed since the revision, those of its last window, by the tags of their
    /// keys.
    case window(Set<UInt64>, revision: UInt64)
  }

  var window: RowWindow
  var form = RowForm()
  /// Whether the answer must wait until all heights are known.
  var exact = false
  var known = Known.nothing
  /// Bytes of rows after which the answer stops.
  var limit: Int
  /// Rows after which the answer stops.
  var maximumCount = Int.max
  /// Whether the answer must say which rows it had.
  var wantsTags = false

  /// Whether it can have rows at all.
  var hasRows: Bool {
    switch window {
    case .range(_, let count): count > 0
    case .span(_, let height): height > 0
    case .ids(let ids): !ids.isEmpty
    }
  }

  /// Rows that may have to be laid out to answer.
  func rowCount(in list: CellList) -> Int {
    let whole = exact ? list.count : min(list.count, ViewSnapshot.smallCount)
    switch window {
    case .range(_, let count): return whole + min(count, list.count)
    case .span: return whole + ViewSnapshot.batch
    case .ids(let ids): return whole + ids.count
    }
  }

  /// Whether the client has the row that changed last in `revision`.
  func knows(_ key: ByteKey, changed revision: UInt64) -> Bool {
    switch known {
    case .nothing: false
    case .since(let since): revision <= since
    case .window(let tags, let since): revision <= since && tags.contains(key.tag)
    }
  }
}

/// What an answer told.
struct RowAnswer: Sendable {
  /// The tags of the keys of its rows, where the request wants them.
  var tags: Set<UInt64> = []
  /// The same for two answers about which only the revision, and what is in the rows, can differ; where the request
  /// wants tags.
  var shape = 0
  /// Whether it has a row that the client does not have.
  var hasNewRows = false
  var isExact = false
}
