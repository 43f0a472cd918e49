import CellWire
import Glibc

/// The address of a Unix socket: a path, or an abstract name that begins with `@`.
struct UnixAddress {
  /// The maximum length of a path, in bytes.
  static let longestPath = SocketPath.longestPath

  private var address = sockaddr_un()
  private let length: socklen_t

  /// Returns nil if the name is empty or longer than the kernel allows.
  init?(_ name: String) {
    let bytes = Array(name.utf8)
    guard !bytes.isEmpty, bytes.count <= Self.longestPath, !bytes.contains(0) else { return nil }
    let isAbstract = bytes[0] == UInt8(ascii: "@")
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: bytes)
      if isAbstract { path[0] = 0 }
    }
    // A path ends with its zero byte, an abstract name with its length.
    let header = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    length = socklen_t(header + bytes.count + (isAbstract ? 0 : 1))
  }

  /// Calls the body with the arguments for socket calls of the C library.
  func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
