import Glibc

/// A place where a daemon's socket may be. The order of the places is part of the protocol.
public struct SocketPath: Equatable, Sendable {
  /// Why it is looked for there.
  public enum Origin: Equatable, Sendable {
    /// The option `--socket`.
    case option
    /// `$CELLD_SOCKET`.
    case environment
    /// `$XDG_RUNTIME_DIR/celld/celld.sock`.
    case runtimeDirectory
    /// `/run/celld/celld.sock`, the system's daemon.
    case system
    /// `/tmp/celld-$UID/celld.sock`.
    case temporary
  }

  /// The path of the socket.
  public let path: String
  /// Why it is looked for there.
  public let origin: Origin

  /// A place.
  public init(_ path: String, origin: Origin) {
    self.path = path
    self.origin = origin
  }

  /// The places to try, in order. What the user names is the only one; an empty text names nothing.
  ///
  /// - Parameters:
  ///   - option: what `--socket` says.
  ///   - variable: the value of an environment variable.
  ///   - user: the user id in `/tmp/celld-$UID`.
  public static func candidates(
    option: String? = nil, user: uid_t = geteuid(),
    variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> [SocketPath] {
    if let option, !option.isEmpty { return [SocketPath(option, origin: .option)] }
    if let path = variable("CELLD_SOCKET"), !path.isEmpty { return [SocketPath(path, origin: .environment)] }
    var places: [SocketPath] = []
    if let directory = variable("XDG_RUNTIME_DIR"), !directory.isEmpty {
      places.append(SocketPath(directory + "/celld/celld.sock", origin: .runtimeDirectory))
    }
    places.append(SocketPath("/run/celld/celld.sock", origin: .system))
    places.append(SocketPath("/tmp/celld-\(user)/celld.sock", origin: .temporary))
    return places
  }

  /// The longest path that the kernel takes, in bytes.
  public static var longestPath: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 }

  /// Throws if the path is longer than the kernel allows, or empty.
  public func checkLength() throws(SocketPathError) {
    let length = path.utf8.count
    if length == 0 { throw SocketPathError(sentence: "The path of the socket is empty.") }
    if length > Self.longestPath {
      throw SocketPathError(
        sentence:
          "The path of the socket is \(length) bytes long, and the kernel allows \(Self.longestPath): "
          + "\(path). Name a shorter one with --socket or CELLD_SOCKET.")
    }
  }

  /// The directory that the socket is in.
  public var directory: String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes the directory, mode 0700, where celld may: in `$XDG_RUNTIME_DIR` and `/tmp`. Elsewhere it must be there.
  public func makeDirectory() throws(SocketPathError) {
    guard origin == .runtimeDirectory || origin == .temporary else { return }
    if mkdir(directory, 0o700) != 0, errno != EEXIST {
      throw SocketPathError(
        sentence: "The directory \(directory) cannot be made: \(String(cString: strerror(errno))).")
    }
    try checkDirectory()
  }

  /// Throws if the socket is in `/tmp` and its directory is not ours alone: anybody can make names there.
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
        sentence: "\(directory) must be a directory of your own with mode 0700, and is not; "
          + "remove it, or name another socket with --socket or CELLD_SOCKET.")
    }
  }
}

/// Why a socket cannot be there.
public struct SocketPathError: Error, Equatable, Sendable {
  /// A whole sentence with the cure.
  public let sentence: String
}
