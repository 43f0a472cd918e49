import Locks

/// The rows of the log that belong to each session, for all threads. The log itself has no index
/// by session.
final class RecordPlaces: Sendable {
  /// The rows of the records after a snapshot.
  struct Places: Sendable {
    /// The last record in the snapshot.
    var counted: Int64
    var seqs: [Int64]
  }

  private let places = Mutex<[Int64: Places]>([:])
  private let data = Mutex<[(name: String, inode: UInt64)]>([])

  /// The file and the log that have the records.
  var files: [(name: String, inode: UInt64)] {
    get { data.withLock { $0 } }
    set { data.withLock { $0 = newValue } }
  }

  /// The places of a session now.
  subscript(session: Int64) -> Places? { places.withLock { $0[session] } }

  func replaceAll(_ index: StoreIndex) {
    let all = index.sessions.mapValues { Places(counted: $0.row.number, seqs: $0.seqs) }
    places.withLock { $0 = all }
  }

  /// Adds the rows of a commit, in their order.
  func append(_ rows: [(session: Int64, seq: Int64)]) {
    places.withLock { places in
      for row in rows { places[row.session, default: Places(counted: 0, seqs: [])].seqs.append(row.seq) }
    }
  }

  /// Forgets the records that a snapshot has.
  func drop(_ session: Int64, through number: Int64) {
    places.withLock { places in
      guard var found = places.removeValue(forKey: session) else { return }
      found.seqs.removeFirst(min(found.seqs.count, max(0, Int(number - found.counted))))
      found.counted = number
      places[session] = found
    }
  }

  func remove(_ session: Int64) {
    places.withLock { _ = $0.removeValue(forKey: session) }
  }
}
