import CellWire

/// A list at the end of a reply, limited in bytes. It has at least one element, and counts the
/// elements that are left out.
struct ReplyList: Sendable {
  /// The name of the list in the reply.
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

  /// Ends the list and the object around it.
  mutating func end() {
    json.endArray()
    if omitted > 0 {
      json.name("omitted")
      json.integer(omitted)
    }
    json.endObject()
  }

  /// The bytes after the list's name in a reply. Call ``end()`` first.
  var bytes: [UInt8] { json.bytes }
}
