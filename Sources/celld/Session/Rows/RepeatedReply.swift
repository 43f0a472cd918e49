import CellWire

/// The reply to rows that were asked for twice in a row: many clients that open a list ask for the
/// same first rows. Each view keeps one, of bounded size.
struct RepeatedReply: Sendable {
  /// Its place in the budget of the caches. No chunk has this lineage.
  static let lineage = UInt32.max
  /// Larger replies are written again each time.
  static let largest = 64 << 10

  /// Everything that the bytes of a reply depend on. Two equal keys have the same reply.
  struct Key: Equatable, Sendable {
    let window: RowWindow
    let form: RowForm
    let exact: Bool
    /// The history of the session, and its revision.
    let life: UInt64
    let revision: UInt64
    /// The revision of the view's order, if it has one of its own.
    let orderRevision: UInt64?
    let layout: UInt64
    /// The number of the state of the view's rows.
    let rowsNumber: UInt64
  }

  private var key: Key?
  private var answer: RowAnswer?
  /// The JSON object; empty if the request was made only once.
  private var object: [UInt8] = []

  var byteCount: Int { object.capacity }

  /// Writes the reply to a request, if it is known.
  ///
  /// - Parameter limit: the maximum number of bytes of its rows.
  func write(_ key: Key, limit: Int, to json: inout JSONWriter) -> RowAnswer? {
    guard let answer, object.count <= limit, key == self.key else { return nil }
    json.raw(object)
    return answer
  }

  /// Notes a reply that was written. Keeps it if the same request was made before, and if no limit
  /// has cut the reply: another client may have more room.
  mutating func note(_ key: Key, _ answer: RowAnswer, _ object: ArraySlice<UInt8>) {
    let isRepeated = key == self.key && !answer.isCut && object.count <= Self.largest
    self.key = key
    self.answer = isRepeated ? answer : nil
    self.object = isRepeated ? Array(object) : []
  }
}
