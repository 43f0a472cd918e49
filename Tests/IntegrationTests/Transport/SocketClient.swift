import Glibc
import Testing

/// A simple client: it sends bytes to a Unix socket and receives lines.
final class SocketClient {
  /// The maximum time to wait for a message, in milliseconds. It is long, because machines can be
  /// busy and programs sanitised.
  static let patience: Int32 = 600_000

  let descriptor: Int32
  private var received: [UInt8] = []
  /// The number of received bytes that were already searched for a line feed.
  private var searched = 0

  /// Connects to a socket. Returns nil if no process listens at the path.
  init?(path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected == 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Sends one line.
  func send(_ line: String) {
    send(bytes: Array((line + "\n").utf8))
  }

  /// Sends bytes unchanged and waits for room. Returns false if the daemon has closed the
  /// connection.
  @discardableResult
  func send(bytes: [UInt8]) -> Bool {
    var start = 0
    while start < bytes.count {
      let sent = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress.map { $0 + start }, bytes.count - start, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      start += sent
    }
    return true
  }

  /// Sends as many bytes as the socket takes at once. Returns their number.
  func sendWithoutWaiting(_ bytes: [UInt8]) -> Int {
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    return max(0, bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) })
  }

  /// Waits until the daemon has read all that was sent.
  func waitUntilRead() {
    var unread: Int32 = 1
    _ = eventually { ioctl(descriptor, UInt(TIOCOUTQ), &unread) == 0 && unread == 0 }
  }

  func halfClose() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// The next line, without its line feed. Returns nil at the end of the stream, or if no line
  /// arrives in time.
  func receive(within milliseconds: Int32 = patience) -> String? {
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: received[..<end], as: UTF8.self)
        received.removeSubrange(...end)
        searched = 0
        return line
      }
      searched = received.count
      guard receiveMore(within: milliseconds) else { return nil }
    }
  }

  /// All lines up to the end of the stream.
  func receiveAll(within milliseconds: Int32 = patience) -> [String] {
    while receiveMore(within: milliseconds) {}
    let lines = received.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    received = []
    searched = 0
    return lines
  }

  /// Whether bytes or the end of the stream have arrived.
  var isReadable: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return !received.isEmpty || poll(&waiting, 1, 0) > 0
  }

  /// Whether the daemon has closed its end.
  func isClosed(within milliseconds: Int32 = patience) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return false }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) <= 0
  }

  private func receiveMore(within milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &chunk, chunk.count)
    guard count > 0 else { return false }
    received += chunk[..<count]
    return true
  }
}

/// A socket that has a path.
func boundSocket(_ path: String, type: Int32) throws -> Int32 {
  let descriptor = socket(AF_UNIX, type, 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let status = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  try #require(status == 0)
  return descriptor
}
