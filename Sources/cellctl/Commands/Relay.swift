import ArgumentParser
import CellProtocol
import Glibc

/// `cellctl relay`.
struct Relay: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "relay", abstract: "Join the daemon of this machine with a client of another one.",
    usage: "cellctl relay",
    discussion: """
      ssh runs it for 'cellctl --host', and for clients in other languages. The first line of the input is \
      {"relay":1,"socket":PATH}, where null is the default socket. The answer is {"relay":1,"server":VERSION}, or \
      {"relay":1,"error":SENTENCE}. After that, standard input and output are the socket.

      It finds the socket and starts a daemon as other commands do. That daemon outlives the connection.
      """)

  func run() throws {
    let output = StandardOutput()
    let connection: Connection
    let rest: ArraySlice<UInt8>
    do {
      let input = try RelayInput()
      connection = try input.connect()
      rest = input.rest
      try output.line(#"{"relay":\#(RelayInput.version),"server":\#(JSONText.string(celldVersion))}"#)
      try output.flush()
    } catch let failure as Failure {
      let sentence = [failure.message, failure.hint].compactMap { $0 }.joined(separator: "; ")
      try output.line(#"{"relay":\#(RelayInput.version),"error":\#(JSONText.string(sentence))}"#)
      try output.flush()
      throw SilentExit(status: failure.status)
    }
    var joint = RelayJoint(connection.descriptor, sending: rest)
    joint.run()
    withExtendedLifetime(connection) {}
  }
}

/// The first line that a client of another machine writes to its relay.
private struct RelayInput {
  static let version = 1
  private static let longestLine = 64 << 10

  private let request: JSON
  /// The bytes after the first line.
  let rest: ArraySlice<UInt8>

  /// Reads the first line of standard input.
  init() throws {
    var bytes: [UInt8] = []
    let reader = DescriptorReader(STDIN_FILENO, name: "standard input")
    while !bytes.contains(0x0A), bytes.count <= Self.longestLine, case .bytes(let piece) = try reader.read() {
      bytes += piece
    }
    let line = bytes.prefix { $0 != 0x0A }
    rest = bytes.dropFirst(line.count + 1)
    guard line.count < bytes.count, let request = try? JSON(parsing: line), let relay = request["relay"]?.int
    else {
      throw Failure(
        .usage, #"expected {"relay":1,"socket":PATH} as the first line"#,
        hint: "use 'cellctl --host ssh://HOST' on the other machine")
    }
    guard relay == Self.version else {
      throw Failure(
        .versionMismatch, "cellctl \(celldVersion) has relay \(Self.version), not \(relay)",
        hint: "install the same version of celld on both machines")
    }
    self.request = request
  }

  /// Connects to the daemon that the line names.
  func connect() throws -> Connection {
    let endpoint = Endpoint(socket: request["socket"]?.string)
    let deadline = Deadline(seconds: 30)
    guard request["spawn"]?.bool == false else { return try endpoint.connectOrSpawn(by: deadline) }
    do {
      return try endpoint.connect(by: deadline)
    } catch let error as SocketError {
      throw Endpoint.noDaemon(error)
    }
  }
}

/// Standard input and output, joined with a socket. Each direction holds at most one piece, and
/// reads the next one when that is written.
private struct RelayJoint {
  /// A direction.
  private struct Flow {
    let source: Int32
    let target: Int32
    /// The bytes that are not written yet.
    var bytes: ArraySlice<UInt8> = []
    /// Whether more can come from the source.
    var isOpen = true

    var isDone: Bool { !isOpen && bytes.isEmpty }
    var reads: pollfd { pollfd(fd: isOpen && bytes.isEmpty ? source : -1, events: Int16(POLLIN), revents: 0) }
    var writes: pollfd { pollfd(fd: bytes.isEmpty ? -1 : target, events: Int16(POLLOUT), revents: 0) }

    mutating func read(into piece: inout [UInt8]) {
      let count = Glibc.read(source, &piece, piece.count)
      if count > 0 { bytes = piece[..<count] }
      if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { isOpen = false }
    }

    /// - Returns: whether the target still takes bytes.
    mutating func write() -> Bool {
      let count = bytes.withUnsafeBytes { Glibc.write(target, $0.baseAddress, $0.count) }
      if count > 0 { bytes = bytes.dropFirst(count) }
      return count >= 0 || errno == EAGAIN || errno == EINTR
    }
  }

  private let socket: Int32
  private var up: Flow
  private var down: Flow

  init(_ socket: Int32, sending bytes: ArraySlice<UInt8>) {
    self.socket = socket
    up = Flow(source: STDIN_FILENO, target: socket, bytes: bytes)
    down = Flow(source: socket, target: STDOUT_FILENO)
  }

  /// Runs until the daemon has closed the connection, or until nobody reads what it sends.
  mutating func run() {
    let streams = [STDIN_FILENO, STDOUT_FILENO].map { ($0, fcntl($0, F_GETFL)) }
    for (stream, flags) in streams { _ = fcntl(stream, F_SETFL, flags | O_NONBLOCK) }
    defer { for (stream, flags) in streams { _ = fcntl(stream, F_SETFL, flags) } }
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    var hasEnded = (up: false, down: false)
    while true {
      if up.isDone, !hasEnded.up {
        hasEnded.up = true
        shutdown(socket, Int32(SHUT_WR))
      }
      if down.isDone, !hasEnded.down {
        hasEnded.down = true
        close(STDOUT_FILENO)
      }
      // Without events, the end of both directions of the socket is still reported.
      let end = pollfd(fd: hasEnded.down ? socket : -1, events: 0, revents: 0)
      var waiting = [up.reads, up.writes, down.reads, down.writes, end]
      if poll(&waiting, nfds_t(waiting.count), -1) < 0 { continue }
      let isReady = waiting.map { $0.revents != 0 }
      if isReady[4] || hasEnded.up && hasEnded.down { return }
      if isReady[0] { up.read(into: &piece) }
      if isReady[1], !up.write() { (up.bytes, up.isOpen) = ([], false) }
      if isReady[2] { down.read(into: &piece) }
      if isReady[3], !down.write() { return }
    }
  }
}
