import CUV
import Glibc

/// Calls on connected Unix sockets. None of them waits or raises SIGPIPE.
enum SocketCalls {
  /// The result of sending or receiving.
  enum Transfer {
    /// The number of transferred bytes. When bytes are received, it is at least one.
    case moved(Int)
    /// The socket is full or empty now.
    case wouldBlock
    /// The other end has finished sending.
    case ended
    /// The connection is closed.
    case failed
  }

  /// The process at the other end of a socket.
  struct Peer {
    /// 0 if the system does not report it.
    let process: Int32
    let user: UInt32
    let group: UInt32
  }

  /// Accepts a waiting client. Returns a non-blocking descriptor, or an error.
  static func accept(from listener: Int32) -> Result<Int32, SystemError> {
    let client = cuv_accept(listener)
    return client >= 0 ? .success(client) : .failure(SystemError("accept a client", code: errno))
  }

  /// Sends as many bytes as the socket takes.
  static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Transfer {
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    while true {
      let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
      if count >= 0 { return .moved(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN, ENOBUFS: return .wouldBlock
      default: return .failed
      }
    }
  }

  /// Reads the bytes that have come, up to the size of the buffer.
  static func receive(into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Transfer {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 { return .moved(count) }
      if count == 0 { return .ended }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      default: return .failed
      }
    }
  }

  /// Whether the other end is closed. If it only finished sending, it can still read.
  static func hasLeft(_ descriptor: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP | POLLERR) != 0
  }

  /// Writes one line to a client and closes it. Bytes that the client has sent are read first:
  /// closing a Unix socket with unread bytes resets the connection.
  static func sendOff(_ client: Int32, with line: [UInt8]) {
    _ = line.withUnsafeBytes { send($0, to: client) }
    shutdown(client, Int32(SHUT_WR))
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      var reads = 16
      while reads > 0, case .moved = receive(into: buffer, from: client) { reads -= 1 }
    }
    close(client)
  }

  /// The process, user and group at the other end.
  static func peer(of descriptor: Int32) throws(SystemError) -> Peer {
    var process: Int32 = 0
    var user: UInt32 = 0
    var group: UInt32 = 0
    let status = cuv_peer_credentials(descriptor, &process, &user, &group)
    guard status == 0 else { throw SystemError("learn who has connected", code: status) }
    return Peer(process: process, user: user, group: group)
  }
}
