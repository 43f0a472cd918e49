import ArgumentParser
import CellClient
import CellWire
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
      try output.line(#"{"relay":\#(HostLink.version),"server":\#(JSONText.string(celldVersion))}"#)
      try output.flush()
    } catch {
      guard let failure = error as? Failure ?? (error as? CelldError).map(Failure.init) else { throw error }
      let sentence = [failure.message, failure.hint].compactMap { $0 }.joined(separator: "; ")
      try output.line(#"{"relay":\#(HostLink.version),"error":\#(JSONText.string(sentence))}"#)
      try output.flush()
      throw SilentExit(status: failure.status)
    }
    let streams = [STDIN_FILENO, STDOUT_FILENO].map { ($0, fcntl($0, F_GETFL)) }
    for (stream, flags) in streams { _ = fcntl(stream, F_SETFL, flags | O_NONBLOCK) }
    defer { for (stream, flags) in streams { _ = fcntl(stream, F_SETFL, flags) } }
    var joint = RelayJoint(
      input: STDIN_FILENO, output: STDOUT_FILENO, socket: connection.descriptor, sending: rest)
    var goesOn = true
    while goesOn {
      var waiting = joint.waiting
      if poll(&waiting, nfds_t(waiting.count), -1) > 0 { goesOn = joint.take(waiting[...]) }
    }
    withExtendedLifetime(connection) {}
  }
}

/// The first line that a client of another machine writes to its relay.
private struct RelayInput {
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
    guard relay == HostLink.version else {
      throw Failure(
        .versionMismatch, "cellctl \(celldVersion) has relay \(HostLink.version), not \(relay)",
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
      throw CelldError.noDaemon(error)
    }
  }
}
