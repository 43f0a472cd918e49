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
