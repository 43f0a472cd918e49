import CellProtocol

/// What a daemon says about itself at the beginning.
struct Hello {
  /// Its version, as `0.1.0`.
  let version: String
  /// The longest line that it takes, in bytes.
  let lineLimit: Int
  /// Its process id.
  let processID: Int?

  /// The request line.
  static let request =
    Array(
      #"{"id":"hello","method":"hello","params":{"client":"cellctl \#(celldVersion)"}}"#.utf8) + [0x0A]

  /// Reads the reply.
  /// - Throws: `Failure` with status `versionMismatch` where the daemon speaks another protocol version; a daemon
  ///   that does not know `hello` at all is older than the first version.
  init(reply: Message, from connection: Connection) throws {
    if let error = reply.error {
      guard error.kind == "methodNotFound" || error.code == -32601 else {
        throw error.failure(.arguments)
      }
      throw Self.mismatch(daemon: "an older celld", theirs: 0, connection: connection)
    }
    let json = reply.result
    version = json["version"]?.string ?? "of an unknown version"
    lineLimit = json["limits"]?["line"]?.int ?? Limits.standard.line
    processID = json["pid"]?.int ?? connection.peerProcessID
    let theirs = json["protocol"]?.int ?? 0
    guard theirs == protocolVersion else {
      throw Self.mismatch(daemon: "celld \(version)", theirs: theirs, connection: connection)
    }
  }

  private static func mismatch(daemon: String, theirs: Int, connection: Connection) -> Failure {
    let cure =
      if theirs > protocolVersion {
        "cellctl is the older one: install the cellctl that came with the daemon"
      } else if connection.place.origin == .system {
        "restart the daemon: sudo systemctl restart celld"
      } else if let processID = connection.peerProcessID {
        "end the daemon: kill \(processID)   (the next cellctl starts its own)"
      } else {
        "end the daemon: pkill -x celld   (the next cellctl starts its own)"
      }
    return Failure(
      .versionMismatch,
      "\(daemon) at \(connection.place.path) speaks protocol \(theirs), "
        + "cellctl \(celldVersion) speaks protocol \(protocolVersion)",
      hint: cure)
  }
}
