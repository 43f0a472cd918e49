import Glibc

/// The owner and the permissions of a directory, which decide who can replace a socket in it.
public struct DirectoryStatus: Sendable {
  package let owner: uid_t
  private let mode: mode_t

  package init(owner: uid_t, mode: mode_t) {
    self.owner = owner
    self.mode = mode
  }

  /// The status of the file at `path`, without following a symbolic link. `nil` if it has none,
  /// with the reason in `errno`.
  public init?(ofLink path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(owner: status.st_uid, mode: status.st_mode)
  }

  /// The status of the file that `path` leads to. `nil` if there is none.
  public init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(owner: status.st_uid, mode: status.st_mode)
  }

  package var isDirectory: Bool { mode & S_IFMT == S_IFDIR }

  /// Whether it is a directory that `user` alone can use.
  package func isPrivate(to user: uid_t) -> Bool { isDirectory && owner == user && mode & 0o777 == 0o700 }

  /// Whether the owner is `user` or root.
  package func isOwned(by user: uid_t) -> Bool { owner == user || owner == 0 }

  /// Whether users other than the owner can remove files of others. In a directory with the sticky
  /// bit, such as `/tmp`, they cannot.
  package var lendsFiles: Bool { mode & 0o022 != 0 && mode & S_ISVTX == 0 }

  /// Like ``lendsFiles``, but the group of the directory is trusted.
  package var lendsFilesBeyondGroup: Bool { mode & 0o002 != 0 && mode & S_ISVTX == 0 }

  /// Whether users other than the owner can create files.
  package var isWritableByOthers: Bool { mode & 0o022 != 0 }
}
