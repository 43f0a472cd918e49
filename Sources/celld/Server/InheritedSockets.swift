import Glibc

/// Sockets that systemd opened for the daemon (sd_listen_fds): `LISTEN_FDS` descriptors from 3 on,
/// for the process `LISTEN_PID`.
enum InheritedSockets {
  private static let first: Int32 = 3

  /// Returns the listening Unix stream sockets. Returns none if they are not for this process.
  /// Throws if a descriptor is something else.
  static func take(
    environment: (String) -> String?, processID: Int32 = getpid()
  ) throws(StartError) -> [Int32] {
    guard environment("LISTEN_PID") == String(processID),
      let count = environment("LISTEN_FDS").flatMap({ Int32($0) }), count > 0, count < 1024
    else { return [] }
    // Child processes must not inherit them.
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    let descriptors = Array(first..<(first + count))
    for descriptor in descriptors {
      guard isListeningUnixStream(descriptor) else {
        throw StartError(
          "descriptor \(descriptor) of systemd is not a listening Unix stream socket; "
            + "use ListenStream= with a path in the socket unit")
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    return descriptors
  }

  /// Whether only the user of the daemon, and root, can connect to the socket. Its path decides, so
  /// the answer is false for abstract names.
  static func isPrivate(_ descriptor: Int32) -> Bool {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard status == 0, address.sun_family == sa_family_t(AF_UNIX) else { return false }
    let header = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    let path = withUnsafeBytes(of: &address) { bytes in
      bytes[header..<min(bytes.count, Int(length))].prefix { $0 != 0 }.map { CChar(bitPattern: $0) }
    }
    var file = stat()
    return !path.isEmpty && stat(path + [0], &file) == 0 && file.st_mode & 0o077 == 0
  }

  private static func isListeningUnixStream(_ descriptor: Int32) -> Bool {
    option(SO_DOMAIN, of: descriptor) == AF_UNIX
      && option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
      && option(SO_ACCEPTCONN, of: descriptor) == 1
  }

  private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }
}
