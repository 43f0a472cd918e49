import Glibc

/// A lock on a file (`flock`). The system releases it at the end of the process. Only the holder
/// removes the file, in `release`.
struct FileLock {
  let path: String
  private let descriptor: Int32

  /// The result of an attempt to lock.
  enum Attempt {
    case taken(FileLock)
    case held
    case failed(SystemError)
  }

  /// Tries to lock without waiting.
  static func take(_ path: String) -> Attempt {
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { return .failed(SystemError("open the lock file \(path)", code: errno)) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close(descriptor)
        return code == EWOULDBLOCK ? .held : .failed(SystemError("lock \(path)", code: code))
      }
      // The previous holder can have removed the file after it was opened here. Then no other
      // process can open this file.
      if isSameFile(descriptor, path) { return .taken(FileLock(path: path, descriptor: descriptor)) }
      close(descriptor)
    }
  }

  /// The text in the file: that of the last holder, if it did not end in order.
  var note: String {
    get {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = pread(descriptor, &bytes, bytes.count, 0)
      return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
    nonmutating set {
      ftruncate(descriptor, 0)
      pwrite(descriptor, newValue, newValue.utf8.count, 0)
    }
  }

  /// Unlocks the file, and leaves it with its text.
  func leave() { close(descriptor) }

  /// Removes the file, then unlocks it.
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
