import CellClient
import CellWire
import Glibc

/// A private socket whose connections lead to the daemon of another machine.
///
/// Servers allow ten sessions of a connection of ssh, so at most eight windows share one. The
/// questions of ssh go to the terminal of this process, and a page that waits gets the reason.
final class HostSocket {
  private static let mostShared = 8
  private static let question = "ssh may have a question in the terminal of cellctl serve."

  private let endpoint: Endpoint
  private let timeout: Double
  private let folder: String
  private let listener: Int32
  private var windows: [Window] = []

  private final class Window {
    enum Phase {
      case waiting(Deadline)
      case connecting(HostLink)
      case joined(RelayJoint, Connection)
    }

    let descriptor: Int32
    var phase = Phase.waiting(Deadline(seconds: 0))
    /// The number of the shared connection, while there is one.
    var shared: Int?
    /// The reason that its page knows.
    private(set) var reason: String?

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Sends the reason to the page, in the form of cellweb.
    func tell(_ reason: String) {
      guard reason != self.reason else { return }
      self.reason = reason
      let line = #"{"method":"daemon.away","params":{"message":\#(JSONText.string(reason))}}"# + "\n"
      _ = line.withCString { send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }

    /// Waits some seconds for another attempt.
    func postpone(because reason: String, seconds: Double) {
      tell(reason)
      (shared, phase) = (nil, .waiting(Deadline(seconds: seconds)))
    }
  }

  /// The path of the socket.
  var path: String { folder + "/celld.sock" }

  /// Creates the socket in a folder of mode 0700.
  init(_ endpoint: Endpoint, timeout: Double) throws {
    self.endpoint = endpoint
    self.timeout = timeout
    var name = "/tmp/cellctl-XXXXXX".utf8CString.map { $0 }
    guard mkdtemp(&name) != nil else {
      throw Failure(.failed, "cannot create a folder in /tmp: \(systemMessage(errno))")
    }
    folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    listener = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder + "/celld.sock").utf8) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(listener, 64) == 0
      }
    }
    guard isBound else { throw Failure(.failed, "cannot listen at \(path): \(systemMessage(errno))") }
  }

  deinit {
    windows = []
    close(listener)
    for name in Directory.names(in: folder) {
      if name != "celld.sock", let ssh = Executable.findInPath("ssh"), let host = endpoint.host {
        let words = ["-O", "exit", "-o", "ControlPath=\(folder)/\(name)"] + host.words
        _ = try? ChildProcess(executable: ssh, arguments: words).readOutput()
      }
      unlink("\(folder)/\(name)")
    }
    rmdir(folder)
  }

  /// The place of the daemon, over a connection that ssh shares.
  private func shared(_ number: Int) -> Endpoint {
    var endpoint = endpoint
    endpoint.options = ["ControlMaster=auto", "ControlPersist=60", "ControlPath=\(folder)/\(number)"]
    return endpoint
  }

  private func isShared(_ number: Int) -> Bool { access("\(folder)/\(number)", F_OK) == 0 }

  /// Connects to the daemon. ssh may ask before.
  func connect(spawns: Bool) throws -> Client {
    try Client(endpoint: shared(0), spawns: spawns, timeout: timeout)
  }

  /// Serves the socket to a program until that or a signal ends it. Lines of the terminal go to the
  /// program, unless they answer a question of ssh.
  func serve(_ gateway: WebGateway) throws {
    let pipe = try Pipe()
    defer { close(pipe.writing) }
    let child = try gateway.start(input: pipe.reading)
    close(pipe.reading)
    // Reading the terminal in the background would stop the program.
    signal(SIGTTIN, SIG_IGN)
    var reads = isatty(STDIN_FILENO) == 1
    while true {
      let hasQuestion = windows.contains { isAsking($0) }
      var waiting = [
        pollfd(fd: Interruption.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: pipe.writing, events: 0, revents: 0),
        pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
        pollfd(fd: reads && !hasQuestion ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      ]
      let first = waiting.count
      var isBusy = false
      for window in windows {
        if case .joined(let joint, _) = window.phase {
          waiting += joint.waiting
        } else {
          isBusy = true
          waiting += [pollfd(fd: window.descriptor, events: 0, revents: 0)]
        }
      }
      if poll(&waiting, nfds_t(waiting.count), isBusy ? 50 : -1) < 0 { continue }
      if waiting[0].revents != 0 { return }
      if waiting[1].revents != 0 { break }
      if waiting[3].revents != 0 { reads = passLine(to: pipe.writing) }
      var rest = waiting[first...]
      windows.removeAll { window in
        guard case .joined(var joint, let connection) = window.phase else {
          return rest.removeFirst().revents != 0
        }
        let goesOn = joint.take(rest.prefix(RelayJoint.events))
        rest = rest.dropFirst(RelayJoint.events)
        window.phase = .joined(joint, connection)
        return !goesOn
      }
      while waiting[2].revents != 0 {
        let accepted = accept(listener, nil, nil)
        guard accepted >= 0 else { break }
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
        windows.append(Window(accepted))
      }
      for window in windows { advance(window) }
      // cellweb connects again, so that the page begins again.
      windows.removeAll { window in
        if case .joined = window.phase { window.reason != nil } else { false }
      }
    }
    guard child.wait() == 0 else { throw SilentExit(status: .failed) }
  }

  private func passLine(to pipe: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else { return false }
    return (try? DescriptorWriter.write(Array(bytes[..<count]), to: pipe)) != nil
  }

  private func isAsking(_ window: Window) -> Bool {
    if case .connecting(let link) = window.phase { link.mayAsk } else { false }
  }

  /// Makes a step towards the daemon.
  private func advance(_ window: Window) {
    do {
      switch window.phase {
      case .joined: break
      case .connecting(let link):
        guard let connection = try link.answeredConnection() else { return }
        let joint = RelayJoint(
          input: window.descriptor, output: window.descriptor, socket: connection.descriptor)
        window.phase = .joined(joint, connection)
      case .waiting(let deadline):
        guard deadline.isOver, let host = endpoint.host else { return }
        guard
          let number = (0...).first(where: { number in
            windows.count { $0.shared == number } < Self.mostShared
          })
        else { return }
        let asks = !isShared(number)
        if asks, windows.contains(where: { isAsking($0) }) {
          return window.postpone(because: Self.question, seconds: 0.5)
        }
        if asks { window.tell(Self.question) }
        window.shared = number
        window.phase = .connecting(
          try HostLink(
            to: host, mayAsk: asks, spawns: false, timeout: timeout, endpoint: shared(number)))
      }
    } catch {
      let failure = error as? Failure ?? (error as? CelldError).map(Failure.init)
      let sentence = [failure?.message ?? "\(error)", failure?.hint].compactMap { $0 }.joined(separator: "; ")
      window.postpone(because: sentence.replacing("\n", with: "; ") + ".", seconds: isAsking(window) ? 10 : 2)
    }
  }
}
