/// The members of a message that all watchers share. They follow the members that differ from
/// watcher to watcher.
struct MessageBody: Sendable {
  /// `,"name":value…}`
  let bytes: [UInt8]

  /// The members of a JSON object, which must not be empty.
  init(membersOf object: consuming [UInt8]) {
    var bytes = object
    bytes[0] = UInt8(ascii: ",")
    self.bytes = bytes
  }

  var byteCount: Int { bytes.count }
}
