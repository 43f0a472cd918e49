import CellWire
import Glibc

/// ssh on its way to the relay of another machine. The connection that it makes keeps it running.
package final class HostLink {
  /// The version of the first lines.
  package static let version = 1
  private static let mostNoise = 64 << 10

  private let address: HostAddress
  package let mayAsk: Bool
  private let connection: Connection
  private let child: RunningChild
  private let errors: DescriptorReader
  private let end: Deadline
  private let guardian: AnyObject?
  /// The last bytes of the messages of ssh.
  private var words: [UInt8] = []
  /// The bytes that a login shell has printed before the answer.
  private var noise = 0
  /// The last of these lines.
  private var lastNoise: [UInt8] = []

  /// Starts ssh, and sends the first line.
  /// - Parameters:
  ///   - mayAsk: whether ssh may ask on the terminal. Otherwise it has none.
  ///   - spawns: whether the relay may start a daemon.
  ///   - timeout: the seconds to wait, without the questions of ssh.
  ///   - endpoint: the place of the daemon, with more options of ssh.
  /// - Throws: `CelldError.hostFailed` without a program ssh.
  package init(
    to address: HostAddress, mayAsk: Bool, spawns: Bool, timeout: Double, endpoint: Endpoint
  ) throws {
    guard let ssh = Executable.findInPath("ssh") else {
      throw Self.failure(
        .unreachable, "there is no program ssh here",
        "install it (on Debian: openssh-client); the lists of this machine work without it")
    }
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw CelldError.system("cannot create a socket: \(systemMessage(errno))")
    }
    defer { close(ends[1]) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    connection = Connection(descriptor: ends[0], socketPath: SocketPath(address.text, origin: .option))
    connection.lineLimit = Self.mostNoise
    let pipe = try Pipe()
    defer { close(pipe.writing) }
    errors = DescriptorReader(pipe.reading, name: "ssh")
    var options = ["ConnectTimeout=\(Int(min(max(timeout, 1), 1e6)))", "ServerAliveInterval=15"]
    // The configuration of a person may have a command and forwardings for this host.
    options += ["RemoteCommand=none", "ClearAllForwardings=yes"] + endpoint.options
    if !mayAsk { options.append("BatchMode=yes") }
    var process = ChildProcess(
      executable: ssh,
      arguments: ["-T"] + options.flatMap { ["-o", $0] } + address.words + ["cellctl", "relay"])
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
    guardian = mayAsk ? endpoint.guardian?(child.id) : nil
    let request =
      #"{"relay":\#(Self.version),"socket":\#(address.path.map { JSON.string($0).text } ?? "null")"#
    try connection.send(Array((request + (spawns ? "}\n" : #","spawn":false}"# + "\n")).utf8), by: end)
  }

  private static var hasTerminal: Bool {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    return terminal >= 0 && close(terminal) == 0
  }

  /// Waits for the answer of the relay.
  package func answered() throws -> Connection {
    while true {
      if let connection = try answeredConnection() { return connection }
      _ = try Interruption.poll(connection.descriptor, for: Int16(POLLIN), milliseconds: 50)
    }
  }

  /// Returns the connection if the relay has answered, without waiting.
  /// - Throws: `CelldError.hostFailed` if no answer comes any more.
  package func answeredConnection() throws -> Connection? {
    while case .bytes(let piece) = try errors.read(milliseconds: 0) {
      words = (words + piece).suffix(4 << 10)
      if mayAsk, isatty(STDERR_FILENO) == 1 {
        piece.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
      }
    }
    try connection.receive()
    while let line = try line() {
      if let answer = Self.answer(in: line) {
        try check(answer)
        connection.hold(child)
        return connection
      }
      noise += line.count + 1
      if !line.allSatisfy({ $0 <= 0x20 }) { lastNoise = line }
      if noise > Self.mostNoise { throw noisy }
    }
    if connection.isAtEnd { throw failure(of: child.wait()) }
    guard !end.isOver else {
      throw Self.failure(.timedOut, "\(address.host) did not answer in time", nil)
    }
    return nil
  }

  private func line() throws -> [UInt8]? {
    do { return try connection.bufferedLine() } catch { throw noisy }
  }

  private var noisy: CelldError {
    Self.failure(
      .unreachable, "the login shell of \(address.host) prints more than 64 KiB before cellctl",
      "let it print nothing if its input is not a terminal")
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
      throw Self.failure(
        .versionMismatch,
        "cellctl on \(address.host) has relay \(answer["relay"]?.int ?? 0), not \(Self.version)",
        "install the same version of celld on both machines\n\(rest)")
    }
    if let error = answer["error"] {
      throw Self.failure(
        .unreachable, "\(address.host): \(error.string?.printable ?? "the relay failed")", nil)
    }
  }

  /// The reason why ssh has ended without an answer.
  private func failure(of status: Int32) -> CelldError {
    let code = (status >> 8) & 0xFF
    // Without a message of ssh, what the login shell printed is the reason.
    let lines = String(decoding: lastNoise + [0x0A] + words, as: UTF8.self).split(whereSeparator: \.isNewline)
    let last = lines.last { $0.contains { !$0.isWhitespace } }.map { String($0).printable }
    let said = last ?? "status \(code)"
    let host = address.host
    switch code {
    case 255:
      let asks =
        !mayAsk && ["Permission denied", "Host key verification failed"].contains { said.contains($0) }
      return Self.failure(
        .unreachable, "ssh cannot connect to \(host): \(said)",
        asks ? "ssh has a question; start the command again to answer it" : attempt, asks: asks)
    case 126, 127:
      return Self.failure(
        .unreachable, "there is no program cellctl on \(host) (\(said))", "install celld there\n\(rest)")
    // The errors of usage.
    case 2, 64:
      return Self.failure(
        .versionMismatch, "cellctl on \(host) is older and has no relay",
        "install the same version of celld there\n\(rest)")
    default: return Self.failure(.unreachable, "\(host) did not answer (\(said))", attempt)
    }
  }

  private static func failure(
    _ kind: HostFailure.Kind, _ sentence: String, _ cure: String?, asks: Bool = false
  ) -> CelldError {
    .hostFailed(HostFailure(kind: kind, sentence: sentence, cure: cure, asks: asks))
  }

  private var target: String { address.words.filter { $0 != "--" }.joined(separator: " ") }

  /// The sentence about how to see more.
  private var attempt: String { "see what this prints: ssh \(target) cellctl relay" }

  /// The sentence about what works without a relay.
  private var rest: String {
    "a forwarded socket still works: ssh -N -L ./celld.sock:PATH \(target), then --socket ./celld.sock"
  }
}
