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
  ///
  /// - Throws: the errors of ``checkDirectory(user:link:target:)``.
  public func makeDirectory() throws(SocketPathError) {
    if origin == .runtimeDirectory || origin == .temporary, mkdir(directory, 0o700) != 0, errno != EEXIST {
      throw SocketPathError(
        sentence: "Cannot create the directory \(directory): \(String(cString: strerror(errno))).")
    }
    try checkDirectory()
  }

  /// Throws if another user could put a socket of their own at the path. Such a socket would get
  /// the cells of clients, and could answer anything.
  ///
  /// - The directory in `/tmp` must belong to the user and have mode 0700.
  /// - Others must be real directories of the user or of root that nobody else can write. The
  ///   directories above them must be of the same owners. `/run/celld` may have any owner, as only
  ///   root can create it.
  /// - If the user names the path, its directory may have any owner. It must not be writable by all
  ///   users, unless it has the sticky bit.
  ///
  /// - Parameters:
  ///   - link: returns the status of a path without following links.
  ///   - target: returns the status of a path after following links.
  public func checkDirectory(
    user: uid_t = geteuid(), link: (String) -> DirectoryStatus? = DirectoryStatus.init(ofLink:),
    target: (String) -> DirectoryStatus? = DirectoryStatus.init(of:)
  ) throws(SocketPathError) {
    switch origin {
    case .temporary:
      guard let status = link(directory) else { throw missing(directory) }
      guard !status.isPrivate(to: user) else { return }
      throw SocketPathError(
        sentence: "\(directory) is not a directory of your own with mode 0700; "
          + "remove it, or name another socket with --socket or CELLD_SOCKET.")
    case .option, .environment:
      // A missing directory is reported when the socket is used.
      guard target(directory)?.lendsFilesBeyondGroup == true else { return }
      throw writable(directory, "o-w")
    case .runtimeDirectory, .system:
      guard let parent = target(above) else { return }
      guard parent.isOwned(by: origin == .system ? 0 : user) else { throw foreign(above, parent) }
      if parent.lendsFiles { throw writable(above, "go-w") }
      guard let status = link(directory) else { return }
      guard status.isDirectory else { throw foreign(directory, status) }
      guard status.isOwned(by: user) || origin == .system else { throw foreign(directory, status) }
      if status.isWritableByOthers { throw writable(directory, "go-w") }
    }
  }

  /// The directory above ``directory``.
  private var above: String { SocketPath(directory, origin: origin).directory }

  private func missing(_ directory: String) -> SocketPathError {
    SocketPathError(sentence: "There is no directory \(directory): \(String(cString: strerror(errno))).")
  }

  private func foreign(_ directory: String, _ status: DirectoryStatus) -> SocketPathError {
    let problem = status.isDirectory ? "belongs to the user \(status.owner)" : "is not a directory"
    return SocketPathError(
      sentence: "\(directory) \(problem), so its sockets are not used; name another socket with "
        + "--socket or CELLD_SOCKET.")
  }

  private func writable(_ directory: String, _ change: String) -> SocketPathError {
    SocketPathError(
      sentence: "Other users can replace the sockets in \(directory); run 'chmod \(change) \(directory)', or "
        + "name another socket with --socket or CELLD_SOCKET.")
  }
}

/// The reason why a path cannot have a socket.
public struct SocketPathError: Error, Equatable, Sendable {
  /// A whole sentence with the fix.
  public let sentence: String
}
