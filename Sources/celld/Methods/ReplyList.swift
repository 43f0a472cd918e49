import CellProtocol

/// A list that ends a reply and has no bound of its own: JSON up to a limit, but at least one element, and the number of
/// those that it leaves out.
struct ReplyList: Sendable {
  /// The member of the reply that it is.
  let name: StaticString
  private let limit: Int
  private var json = JSONWriter()
  private(set) var isEmpty = true
  private var omitted = 0

  /// A list of at most `limit` bytes.
  init(_ name: StaticString, limit: Int) {
    self.name = name
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

  /// Ends the list and the object that it stands in.
  mutating func end() {
    json.endArray()
    if omitted > 0 {
      json.name("omitted")
      json.integer(omitted)
    }
    json.endObject()
  }

  /// What follows the list's name in a reply, once it has its end.
  var bytes: [UInt8] { json.bytes }
}
