import Glibc

/// A lock that lives as long as the process that took it, however that ends (`flock`). The file is removed by
/// `release`, and only by the one who holds the lock.
struct FileLock {
  let path: String
  private let descriptor: Int32

  /// What came of trying.
  enum Attempt {
    case taken(FileLock)
    case held
    case failed(SystemError)
  }

  /// Does not wait.
  static func take(_ path: String) -> Attempt {
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { return .failed(SystemError("open the lock file \(path)", code: errno)) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close(descriptor)
        return code == EWOULDBLOCK ? .held : .failed(SystemError("lock \(path)", code: code))
      }
      // Whoever held the lock before may have removed the file between our opening and our locking it: then the lock
      // is one of a file that nobody else will ever find.
      if isSameFile(descriptor, path) { return .taken(FileLock(path: path, descriptor: descriptor)) }
      close(descriptor)
    }
  }

  /// Removes the file, then lets go.
  func release() {
    unlink(path)
    close(descriptor)
  }

  private static func isSameFile(_ descriptor: Int32, _ path: String) -> Bool {
    var opened = stat()
    var named = stat()
    return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
      && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }
}
