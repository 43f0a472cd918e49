import CellProtocol

/// What a daemon says about itself at the beginning.
struct Hello {
  /// Its version, as `0.1.0`.
  let version: String
  /// The longest line that it takes, in bytes.
  let lineLimit: Int
  /// Its process id.
  let processID: Int?
  /// The whole of it.
  let json: JSON

  /// The request line.
  static let request =
    Array(
      #"{"id":"hello","method":"hello","params":{"client":"cellctl \#(celldVersion)"}}"#.utf8) + [0x0A]

  /// Reads the reply.
  /// - Throws: `Failure` with status `versionMismatch` where the daemon speaks another protocol version; a daemon
  ///   that does not know `hello` at all is older than its first version.
  init(reply: Message) throws {
    if let error = reply.error {
      guard error.kind == "methodNotFound" else { throw error.failure(scope: .request) }
      throw Self.mismatch(version: nil, theirs: 0, processID: nil)
    }
    json = reply.result
    version = json["version"]?.string ?? "of an unknown version"
    lineLimit = json["limits"]?["line"]?.int ?? Limits.standard.line
    processID = json["pid"]?.int
    let theirs = json["protocol"]?.int ?? 0
    guard theirs == protocolVersion else {
      throw Self.mismatch(version: version, theirs: theirs, processID: processID)
    }
  }

  private static func mismatch(version: String?, theirs: Int, processID: Int?) -> Failure {
    let daemon = version.map { "celld \($0)" } ?? "the celld that listens there"
    let cure =
      if theirs > protocolVersion {
        "cellctl is the older one: install the cellctl that came with it"
      } else if let processID {
        "end the older daemon: kill \(processID)   (the next cellctl starts its own)"
      } else {
        "end the older daemon: pkill -x celld   (the next cellctl starts its own)"
      }
    return Failure(
      .versionMismatch,
      "\(daemon) speaks protocol \(theirs), cellctl \(celldVersion) speaks protocol \(protocolVersion)",
      hint: cure)
  }
}
