/// The members of a message to watchers, as they stand behind those that differ from watcher to watcher; all of them
/// share these bytes.
struct MessageBody: Sendable {
  /// `,"name":value…}`
  let bytes: [UInt8]

  /// The members of a JSON object that has some.
  init(membersOf object: consuming [UInt8]) {
    var bytes = object
    bytes[0] = UInt8(ascii: ",")
    self.bytes = bytes
  }

  var byteCount: Int { bytes.count }
}
