import Glibc

/// A path where a daemon's socket can be. The order of the paths is part of the protocol.
public struct SocketPath: Equatable, Sendable {
  /// The source of a path.
  public enum Origin: Equatable, Sendable {
    /// The option `--socket`.
    case option
    /// `$CELLD_SOCKET`.
    case environment
    /// `$XDG_RUNTIME_DIR/celld/celld.sock`.
    case runtimeDirectory
    /// `/run/celld/celld.sock`, of the system's daemon.
    case system
    /// `/tmp/celld-$UID/celld.sock`.
    case temporary
  }

  /// The path of the socket.
  public let path: String
  /// The source of the path.
  public let origin: Origin

  /// Creates a path.
  public init(_ path: String, origin: Origin) {
    self.path = path
    self.origin = origin
  }

  /// Returns the paths to try, in order. If the user names a path, it is the only one.
  ///
  /// - Parameters:
  ///   - option: the value of `--socket`.
  ///   - user: the user id in `/tmp/celld-$UID`.
  ///   - variable: returns the value of an environment variable. Empty values are ignored.
  public static func candidates(
    option: String? = nil, user: uid_t = geteuid(),
    variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> [SocketPath] {
    if let option, !option.isEmpty { return [SocketPath(option, origin: .option)] }
    if let path = variable("CELLD_SOCKET"), !path.isEmpty { return [SocketPath(path, origin: .environment)] }
    var paths: [SocketPath] = []
    if let directory = variable("XDG_RUNTIME_DIR"), !directory.isEmpty {
      paths.append(SocketPath(directory + "/celld/celld.sock", origin: .runtimeDirectory))
    }
    paths.append(SocketPath("/run/celld/celld.sock", origin: .system))
    paths.append(SocketPath("/tmp/celld-\(user)/celld.sock", origin: .temporary))
    return paths
  }

  /// The maximum length of a path, in bytes.
  public static var longestPath: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 }

  /// Throws if the path is empty or longer than the kernel allows.
  public func checkLength() throws(SocketPathError) {
    let length = path.utf8.count
    if length == 0 {
      throw SocketPathError(sentence: "The socket path is empty; name one with --socket or CELLD_SOCKET.")
    }
    if length > Self.longestPath {
      throw SocketPathError(
        sentence:
          "The socket path \(path) is \(length) bytes long, and the kernel allows \(Self.longestPath); "
          + "name a shorter one with --socket or CELLD_SOCKET.")
    }
  }

  /// The directory of the socket.
  public var directory: String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Creates the directory with mode 0700 if it is in `$XDG_RUNTIME_DIR` or `/tmp`. Other
  /// directories must exist.
  public func makeDirectory() throws(SocketPathError) {
    guard origin == .runtimeDirectory || origin == .temporary else { return }
    if mkdir(directory, 0o700) != 0, errno != EEXIST {
      throw SocketPathError(
        sentence: "Cannot create the directory \(directory): \(String(cString: strerror(errno))).")
    }
    try checkDirectory()
  }

  /// Throws if the socket is in `/tmp` and its directory is not private: anybody can create names
  /// in `/tmp`.
  public func checkDirectory(user: uid_t = geteuid()) throws(SocketPathError) {
    guard origin == .temporary else { return }
    var status = stat()
    guard lstat(directory, &status) == 0 else {
      throw SocketPathError(
        sentence: "There is no directory \(directory): \(String(cString: strerror(errno))).")
    }
    let isPrivate =
      status.st_mode & S_IFMT == S_IFDIR && status.st_uid == user && status.st_mode & 0o777 == 0o700
    if !isPrivate {
      throw SocketPathError(
        sentence: "\(directory) is not a directory of your own with mode 0700; "
          + "remove it, or name another socket with --socket or CELLD_SOCKET.")
    }
  }
}

/// The reason why a path cannot have a socket.
public struct SocketPathError: Error, Equatable, Sendable {
  /// A whole sentence with the fix.
  public let sentence: String
}
