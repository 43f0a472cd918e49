import CellProtocol
import Glibc

/// ssh on its way to the relay of another machine. The connection that it makes keeps it running.
final class HostLink {
  static let version = 1
  private static let mostNoise = 64 << 10

  private let address: HostAddress
  let mayAsk: Bool
  private let connection: Connection
  private let child: RunningChild
  private let errors: DescriptorReader
  private let end: Deadline
  private let dependents: Dependents?
  /// The last bytes of the messages of ssh.
  private var words: [UInt8] = []
  /// The bytes that a login shell has printed before the answer.
  private var noise = 0

  /// Starts ssh, and sends the first line.
  /// - Parameters:
  ///   - mayAsk: whether ssh may ask on the terminal. Otherwise it has none.
  ///   - spawns: whether the relay may start a daemon.
  ///   - timeout: the seconds to wait, without the questions of ssh.
  ///   - options: more options of ssh.
  /// - Throws: `Failure` without a program ssh.
  init(
    to address: HostAddress, mayAsk: Bool, spawns: Bool, timeout: Double, options more: [String] = []
  ) throws {
    guard let ssh = Executable.findInPath("ssh") else {
      throw Failure(
        .noDaemon, "there is no program ssh here",
        hint: "install it (on Debian: openssh-client); the lists of this machine work without --host")
    }
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw Failure(.failed, "cannot create a socket: \(systemMessage(errno))")
    }
    defer { close(ends[1]) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    connection = Connection(descriptor: ends[0], socketPath: SocketPath(address.text, origin: .option))
    connection.lineLimit = Self.mostNoise
    let pipe = try Pipe()
    defer { close(pipe.writing) }
    errors = DescriptorReader(pipe.reading, name: "ssh")
    let options = ["ConnectTimeout=\(Int(min(max(timeout, 1), 1e6)))", "ServerAliveInterval=15"] + more
    var process = ChildProcess(
      executable: ssh,
      arguments: ["-T"] + (options + (mayAsk ? [] : ["BatchMode=yes"])).flatMap { ["-o", $0] } + address.words
        + ["cellctl", "relay"])
    process.isDetached = !mayAsk
    (process.input, process.output, process.errors) = (ends[1], ends[1], pipe.writing)
    // Ctrl-C in a program that a list runs is for that program. ssh inherits that it is ignored.
    let handler = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, handler) }
    child = try RunningChild(process)
    self.address = address
    self.mayAsk = mayAsk
    // A server waits two minutes for the answers.
    end = Deadline(seconds: timeout + (mayAsk && Self.hasTerminal ? 120 : 0))
    dependents = mayAsk && Interruption.descriptor < 0 ? Dependents(daemon: child.id) : nil
    let request = #"{"relay":\#(Self.version),"socket":\#(address.path.map(JSONText.string) ?? "null")"#
    try connection.send(Array((request + (spawns ? "}\n" : #","spawn":false}"# + "\n")).utf8), by: end)
  }

  deinit {
    _ = dependents?.forgetDaemon()
  }

  private static var hasTerminal: Bool {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    return terminal >= 0 && close(terminal) == 0
  }

  /// Waits for the answer of the relay.
  func answered() throws -> Connection {
    while true {
      if let connection = try answeredConnection() { return connection }
      _ = try Interruption.poll(connection.descriptor, for: Int16(POLLIN), milliseconds: 50)
    }
  }

  /// Returns the connection if the relay has answered, without waiting.
  /// - Throws: `Failure` if no answer comes any more.
  func answeredConnection() throws -> Connection? {
    while case .bytes(let piece) = try errors.read(milliseconds: 0) {
      words = (words + piece).suffix(4 << 10)
      if mayAsk, isatty(STDERR_FILENO) == 1 { try? DescriptorWriter.write(Array(piece), to: STDERR_FILENO) }
    }
    try connection.receive()
    while let line = try line() {
      if let answer = Self.answer(in: line) {
        try check(answer)
        connection.hold(child)
        return connection
      }
      noise += line.count + 1
      if noise > Self.mostNoise { throw noisy }
    }
    if connection.isAtEnd { throw failure(of: child.wait()) }
    guard !end.isOver else {
      throw Failure(
        .timedOut, "\(address.host) did not answer in time", hint: "wait longer with --timeout SECONDS")
    }
    return nil
  }

  private func line() throws -> [UInt8]? {
    do { return try connection.bufferedLine() } catch { throw noisy }
  }

  private var noisy: Failure {
    Failure(
      .noDaemon, "the login shell of \(address.host) prints more than 64 KiB before cellctl",
      hint: "let it print nothing if its input is not a terminal")
  }

  /// Returns the answer of a relay. A login shell may have printed something before it on its line.
  private static func answer(in line: [UInt8]) -> JSON? {
    let beginning = Array(#"{"relay":"#.utf8)
    guard let start = line.indices.last(where: { line[$0...].starts(with: beginning) }),
      let answer = try? JSON(parsing: line[start...]), answer["relay"]?.int != nil,
      answer["server"] != nil || answer["error"] != nil
    else { return nil }
    return answer
  }

  private func check(_ answer: JSON) throws {
    guard answer["relay"]?.int == Self.version else {
      throw Failure(
        .versionMismatch,
        "cellctl on \(address.host) has relay \(answer["relay"]?.int ?? 0), not \(Self.version)",
        hint: "install the same version of celld on both machines\n\(rest)")
    }
    if let error = answer["error"] {
      throw Failure(.noDaemon, "\(address.host): \(error.string?.printable ?? "the relay failed")")
    }
  }

  /// The reason why ssh has ended without an answer.
  private func failure(of status: Int32) -> Failure {
    let code = (status >> 8) & 0xFF
    let lines = String(decoding: words, as: UTF8.self).split(whereSeparator: \.isNewline)
    let last = lines.last { $0.contains { !$0.isWhitespace } }.map { String($0).printable }
    let said = last ?? "status \(code)"
    let host = address.host
    switch code {
    case 255:
      var failure = Failure(.noDaemon, "ssh cannot connect to \(host): \(said)")
      failure.asks =
        !mayAsk && ["Permission denied", "Host key verification failed"].contains { said.contains($0) }
      if failure.asks { failure.hint = "ssh has a question; start the command again to answer it" }
      return failure
    case 126, 127:
      return Failure(
        .noDaemon, "there is no program cellctl on \(host) (\(said))", hint: "install celld there\n\(rest)")
    // The errors of usage.
    case 2, 64:
      return Failure(
        .versionMismatch, "cellctl on \(host) is older and has no relay",
        hint: "install the same version of celld there\n\(rest)")
    default: return Failure(.noDaemon, "\(host) did not answer (\(said))")
    }
  }

  /// The sentence about what works without a relay.
  private var rest: String {
    "a forwarded socket still works: ssh -N -L ./celld.sock:PATH \(address.words.filter { $0 != "--" }.joined(separator: " ")), then --socket ./celld.sock"
  }
}
