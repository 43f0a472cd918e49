import CellWire

/// The daemon's answer to `hello`.
package struct Hello {
  /// The daemon's version, such as `0.1.0`.
  package let version: String
  /// The maximum length of a line, in bytes.
  package let lineLimit: Int
  /// The maximum length of a line from the daemon. A reply stops at the limit `reply`, but it has a
  /// row with its cell, which came in a line.
  let longestLine: Int
  /// The daemon's process id.
  package let processID: Int?
  /// All members of the result.
  let result: JSON

  /// The request line of a client of this name.
  static func request(_ name: String) -> [UInt8] {
    Array(#"{"id":"hello","method":"hello","params":{"client":\#(JSON.string(name).text)}}"#.utf8) + [0x0A]
  }

  /// Reads the reply.
  /// - Throws: `CelldError.versionMismatch` if the daemon uses another protocol version.
  ///   A daemon without the method `hello` is older than the first version.
  init(reply: Message, from connection: Connection) throws {
    func mismatch(_ daemon: String, _ theirs: Int) -> CelldError {
      .versionMismatch(
        VersionMismatch(
          daemon: daemon, theirs: theirs, socketPath: connection.socketPath,
          processID: connection.peerProcessID, isRemote: connection.isRemote))
    }
    if let error = reply.error {
      guard error.kind == "methodNotFound" || error.code == -32601 else {
        throw CelldError.reply(error)
      }
      throw mismatch("an older celld", 0)
    }
    let json = reply.result
    result = json
    version = json["version"]?.string?.printable ?? "of an unknown version"
    func limit(_ name: Limits.Name) -> Int {
      min(max(json["limits"]?[name.rawValue]?.int ?? Limits.standard[name], 0), Int(Int32.max))
    }
    lineLimit = limit(.line)
    longestLine = min(max(limit(.reply), limit(.line)) + limit(.row) + (64 << 10), Int(Int32.max))
    processID = json["pid"]?.int ?? connection.peerProcessID
    let theirs = json["protocol"]?.int ?? 0
    guard theirs == protocolVersion else {
      throw mismatch("celld \(version)", theirs)
    }
  }
}
