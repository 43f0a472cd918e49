import CellProtocol

/// The daemon's answer to `hello`.
struct Hello {
  /// The daemon's version, such as `0.1.0`.
  let version: String
  /// The maximum length of a line, in bytes.
  let lineLimit: Int
  /// The maximum length of a line from the daemon. A reply stops at the limit `reply`, but it has a
  /// row with its cell, which came in a line.
  let longestLine: Int
  /// The daemon's process id.
  let processID: Int?

  /// The request line.
  static let request =
    Array(
      #"{"id":"hello","method":"hello","params":{"client":"cellctl \#(celldVersion)"}}"#.utf8) + [0x0A]

  /// Reads the reply.
  /// - Throws: `Failure` with status `versionMismatch` if the daemon uses another protocol version.
  ///   A daemon without the method `hello` is older than the first version.
  init(reply: Message, from connection: Connection) throws {
    if let error = reply.error {
      guard error.kind == "methodNotFound" || error.code == -32601 else {
        throw error.failureOfArguments
      }
      throw Self.mismatch(daemon: "an older celld", theirs: 0, connection: connection)
    }
    let json = reply.result
    version = json["version"]?.string?.printable ?? "of an unknown version"
    func limit(_ name: Limits.Name) -> Int {
      min(max(json["limits"]?[name.rawValue]?.int ?? Limits.standard[name], 0), Int(Int32.max))
    }
    lineLimit = limit(.line)
    longestLine = min(max(limit(.reply), limit(.line)) + limit(.row) + (64 << 10), Int(Int32.max))
    processID = json["pid"]?.int ?? connection.peerProcessID
    let theirs = json["protocol"]?.int ?? 0
    guard theirs == protocolVersion else {
      throw Self.mismatch(daemon: "celld \(version)", theirs: theirs, connection: connection)
    }
  }

  private static func mismatch(daemon: String, theirs: Int, connection: Connection) -> Failure {
    let cure =
      if theirs > protocolVersion {
        "cellctl is older: install the cellctl that came with the daemon"
      } else if connection.isRemote {
        "restart the daemon there: it is older than the cellctl there"
      } else if connection.socketPath.origin == .system {
        "restart the daemon: sudo systemctl restart celld"
      } else if let processID = connection.peerProcessID {
        "stop the daemon: kill \(processID)   (the next cellctl starts a new one)"
      } else {
        "stop the daemon: pkill -x celld   (the next cellctl starts a new one)"
      }
    return Failure(
      .versionMismatch,
      "\(daemon) at \(connection.socketPath.path) uses protocol \(theirs), "
        + "cellctl \(celldVersion) uses protocol \(protocolVersion)",
      hint: cure)
  }
}
