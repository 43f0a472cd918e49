import CellProtocol

/// A list of a reply that has no bound of its own: JSON up to a limit, but at least one element, and the number of those
/// that it leaves out.
struct ReplyList: Sendable {
  private let limit: Int
  private var json = JSONWriter()
  private(set) var isEmpty = true
  private var omitted = 0

  /// A list of at most `limit` bytes.
  init(limit: Int) {
    self.limit = limit
    json.beginArray()
  }

  /// Adds an element, which `write` writes.
  mutating func add(_ write: (inout JSONWriter) -> Void) {
    guard omitted == 0 else { return omitted += 1 }
    let mark = json.mark
    write(&json)
    if json.bytes.count > limit, !isEmpty {
      json.rewind(to: mark)
      omitted = 1
    }
    isEmpty = false
  }

  /// Writes the list as a member of the object that is open; nothing where it is empty.
  func write(as name: StaticString, to result: inout JSONWriter) {
    guard !isEmpty else { return }
    var json = json
    json.endArray()
    result.name(name)
    result.raw(json.bytes)
    guard omitted > 0 else { return }
    result.name("omitted")
    result.integer(omitted)
  }
}
