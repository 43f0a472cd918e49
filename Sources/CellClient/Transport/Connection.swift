import CellWire
import Glibc

/// A connected Unix stream socket that carries lines. It blocks in `poll` only, where a signal can
/// interrupt it.
package final class Connection {
  /// The socket, for `poll` together with other descriptors.
  package let descriptor: Int32
  /// The socket that the daemon listens on.
  let socketPath: SocketPath
  /// ssh, if the daemon is on another machine.
  private var process: RunningChild?
  /// The decoder of the daemon's lines. Before the reply to `hello`, a line and the room to read on
  /// have at most 64 MiB.
  private var decoder = LineDecoder(limit: 56 << 20)
  /// Waits for events of a descriptor, as ``Interruption/poll(_:for:milliseconds:)`` does.
  var listen: (Int32, Int16, Int32) throws -> Bool = Interruption.poll
  /// Whether the daemon has closed the connection, or sent a line that is too long.
  private(set) var isAtEnd = false
  /// The bytes that one call reads, so that a daemon that sends without a pause is noticed.
  private static let mostRead = 1 << 20

  init(descriptor: Int32, socketPath: SocketPath) {
    self.descriptor = descriptor
    self.socketPath = socketPath
  }

  deinit {
    close(descriptor)
  }

  /// Connects to the socket at a path.
  /// - Throws: `SocketError` if no daemon accepts the connection by the deadline.
  package static func open(_ socketPath: SocketPath, by deadline: Deadline) throws -> Connection {
    let path = socketPath.path
    do {
      try socketPath.checkLength()
    } catch {
      throw SocketError(path: path, code: ENAMETOOLONG, sentence: error.sentence)
    }
    guard access(path, F_OK) == 0 else { throw SocketError(path: path, code: errno) }
    do {
      try socketPath.checkDirectory()
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
      if code == 0 { return Connection(descriptor: descriptor, socketPath: socketPath) }
      // The daemon's backlog is full. Try again until it has accepted others.
      if code == EAGAIN, !deadline.isOver {
        do {
          _ = try deadline.wait(milliseconds: 2)
        } catch {
          close(descriptor)
          throw error
        }
        continue
      }
      close(descriptor)
      throw SocketError(path: path, code: code)
    }
  }

  /// Keeps ssh running as long as the connection.
  func hold(_ process: RunningChild) {
    self.process = process
    lineLimit = 56 << 20
  }

  /// Whether the daemon is on another machine.
  var isRemote: Bool { process != nil }

  /// The process id of a daemon of this machine, as the kernel reports it (`SO_PEERCRED`).
  var peerProcessID: Int? {
    // `struct ucred`: process, user and group.
    var credentials: [Int32] = [0, 0, 0]
    var size = socklen_t(MemoryLayout<Int32>.size * credentials.count)
    guard !isRemote, getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
      return nil
    }
    return credentials[0] > 0 ? Int(credentials[0]) : nil
  }

  /// The maximum length of a line. A longer one ends the connection.
  var lineLimit: Int {
    get { decoder.limit }
    set { decoder.limit = newValue }
  }

  /// Sends bytes. Reads what the daemon sends meanwhile, so that neither side waits for the other
  /// forever.
  func send(_ bytes: [UInt8], by deadline: Deadline) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        // Unread lines wait in the socket if there are too many of them.
        let hasRoom = !isAtEnd && decoder.heldBytes <= decoder.limit
        try wait(for: Int16(hasRoom ? POLLIN | POLLOUT : POLLOUT), by: deadline)
        if hasRoom { try receive() }
      } else if errno == EPIPE || errno == ECONNRESET {
        // The daemon closed the connection. Its last message is still to be read.
        return
      } else if errno != EINTR {
        throw CelldError.connectionLost("cannot write to the daemon: \(systemMessage(errno))")
      }
    }
  }

  /// Ends the requests. Replies still arrive.
  func finishSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Returns the next line without its line feed, or nil when the daemon has closed the connection.
  package func line(by deadline: Deadline) throws -> [UInt8]? {
    var isLate = false
    while true {
      if let line = try bufferedLine() { return line }
      if isAtEnd { return nil }
      // A daemon can send for ever without a line.
      guard !isLate else { throw CelldError.late }
      isLate = deadline.isOver
      try wait(for: Int16(POLLIN), by: deadline)
      try receive()
    }
  }

  /// Returns a line that was received completely already.
  /// - Throws: `CelldError.protocolError` if the daemon sent a line that is too long.
  func bufferedLine() throws -> [UInt8]? {
    switch decoder.next() {
    case .line(let bytes): return Array(bytes)
    case nil: return nil
    case .tooLong:
      isAtEnd = true
      throw CelldError.protocolError("the daemon sent a line of more than \(lineLimit) bytes")
    }
  }

  /// Reads received bytes without waiting: all, or the first megabyte of them.
  /// - Returns: whether the connection is still open.
  @discardableResult
  func receive() throws -> Bool {
    var read = 0
    while !isAtEnd, read < Self.mostRead {
      let room = decoder.reserve(64 * 1024)
      let count = recv(descriptor, room.baseAddress, room.count, 0)
      if count > 0 {
        decoder.commit(count)
        read += count
        if count < room.count { return true }
      } else if count == 0 || errno == ECONNRESET {
        isAtEnd = true
      } else if errno == EAGAIN {
        return true
      } else if errno != EINTR {
        throw CelldError.connectionLost("cannot read from the daemon: \(systemMessage(errno))")
      }
    }
    return !isAtEnd
  }

  private func wait(for events: Int16, by deadline: Deadline) throws {
    while try !listen(descriptor, events, deadline.milliseconds) {
      if deadline.isOver { throw CelldError.late }
    }
  }
}

extension SocketError {
  /// Whether no daemon listens there, as opposed to one that refuses the connection.
  package var isAbsent: Bool { code == ENOENT || code == ECONNREFUSED || code == ENOTDIR }

  /// Whether the message contains the fix, as for a path that is too long.
  package var hasFix: Bool { sentence != nil }

  /// The message for the user.
  public var message: String {
    if let sentence { return sentence }
    return switch code {
    case ENOENT: "no socket at \(path)"
    case ECONNREFUSED: "no process listens at \(path)"
    default: "cannot connect to \(path): \(systemMessage(code))"
    }
  }
}
