import CellProtocol
import Glibc

/// A connected Unix stream socket that carries lines, without blocking but for `poll`.
final class Connection {
  /// For `poll` together with other descriptors.
  let descriptor: Int32
  /// Where the daemon listens.
  let place: SocketPath
  private var decoder = LineDecoder(limit: Int(Int32.max))
  private var isAtEnd = false

  private init(descriptor: Int32, place: SocketPath) {
    self.descriptor = descriptor
    self.place = place
  }

  deinit {
    close(descriptor)
  }

  /// Connects to the socket at a path.
  /// - Throws: `SocketError` where nobody answers by the deadline.
  static func open(_ place: SocketPath, by deadline: Deadline) throws -> Connection {
    let path = place.path
    do {
      try place.checkLength()
    } catch {
      throw SocketError(path: path, code: ENAMETOOLONG, sentence: error.sentence)
    }
    guard access(path, F_OK) == 0 else { throw SocketError(path: path, code: errno) }
    do {
      try place.checkDirectory()
    } catch {
      throw SocketError(path: path, code: EACCES, sentence: error.sentence)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }

    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(AF_UNIX, Int32(type), 0)
    guard descriptor >= 0 else { throw SocketError(path: path, code: errno) }
    while true {
      let code = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 ? 0 : errno
        }
      }
      if code == 0 { return Connection(descriptor: descriptor, place: place) }
      // So answers a daemon whose backlog is full; it takes connections as fast as it can.
      if code == EAGAIN, !deadline.isOver {
        usleep(2000)
        continue
      }
      close(descriptor)
      throw SocketError(path: path, code: code)
    }
  }

  /// The process that listens, as the kernel knows it (`SO_PEERCRED`).
  var peerProcessID: Int? {
    // `struct ucred`: process, user and group.
    var credentials: [Int32] = [0, 0, 0]
    var size = socklen_t(MemoryLayout<Int32>.size * credentials.count)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
    return credentials[0] > 0 ? Int(credentials[0]) : nil
  }

  /// Sends bytes; what the daemon sends meanwhile is kept, so that neither side waits for the other for ever.
  func send(_ bytes: [UInt8], by deadline: Deadline) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        try wait(for: Int16(isAtEnd ? POLLOUT : POLLIN | POLLOUT), by: deadline)
        try receive()
      } else if errno == EPIPE || errno == ECONNRESET {
        // Its last words may say why.
        return
      } else if errno != EINTR {
        throw Failure(.failed, "cannot write to the daemon: \(systemMessage(errno))")
      }
    }
  }

  /// Says that no more requests will come; replies still do.
  func finishSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// The next line without its line feed, or nil when the daemon has closed the connection.
  func line(by deadline: Deadline) throws -> [UInt8]? {
    while true {
      if let line = bufferedLine() { return line }
      if isAtEnd { return nil }
      try wait(for: Int16(POLLIN), by: deadline)
      try receive()
    }
  }

  /// A line that is complete already.
  func bufferedLine() -> [UInt8]? {
    while let next = decoder.next() {
      if case .line(let bytes) = next { return Array(bytes) }
    }
    return nil
  }

  /// Takes what has come in, without waiting.
  /// - Returns: whether the daemon may still send.
  @discardableResult
  func receive() throws -> Bool {
    while !isAtEnd {
      let room = decoder.reserve(64 * 1024)
      let count = recv(descriptor, room.baseAddress, room.count, 0)
      if count > 0 {
        decoder.commit(count)
        if count < room.count { return true }
      } else if count == 0 || errno == ECONNRESET {
        isAtEnd = true
      } else if errno == EAGAIN {
        return true
      } else if errno != EINTR {
        throw Failure(.failed, "cannot read from the daemon: \(systemMessage(errno))")
      }
    }
    return false
  }

  private func wait(for events: Int16, by deadline: Deadline) throws {
    var waiting = pollfd(fd: descriptor, events: events, revents: 0)
    while true {
      let ready = poll(&waiting, 1, deadline.milliseconds)
      if ready > 0 { return }
      if ready == 0 || errno == EINTR, deadline.isOver {
        throw Failure(.timedOut, "the daemon does not answer", hint: "give it longer with --timeout SECONDS")
      }
    }
  }
}

/// Why a socket could not be connected to.
struct SocketError: Error {
  let path: String
  /// An error number.
  let code: Int32
  /// Says more than the error number, where there is more to say.
  var sentence: String?

  /// Whether there is simply no daemon at the place.
  var isAbsent: Bool { code == ENOENT || code == ECONNREFUSED || code == ENOTDIR }

  /// A sentence.
  var message: String {
    if let sentence { return sentence }
    return switch code {
    case ENOENT: "there is no socket at \(path)"
    case ECONNREFUSED: "nobody listens at \(path)"
    default: "cannot connect to \(path): \(systemMessage(code))"
    }
  }
}
