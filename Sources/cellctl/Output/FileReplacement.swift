import Glibc

/// A new content of a file, which replaces the old one when it is complete. If it never is, the old
/// content stays.
final class FileReplacement {
  /// The descriptor to write to.
  let descriptor: Int32
  private let path: String
  /// The file that is written. It is nil for devices and pipes, which are written directly.
  private var draft: String?

  /// - Throws: `Failure` if the file cannot be written.
  init(path: String) throws {
    self.path = path
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      let draft = "\(path).\(getpid())"
      descriptor = open(
        draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, exists ? status.st_mode & 0o777 : 0o666)
      self.draft = draft
    }
    guard descriptor >= 0 else {
      draft = nil
      throw Failure(.failed, "cannot write \(path): \(systemMessage(errno))")
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let draft { unlink(draft) }
  }

  /// Replaces the file.
  func commit() throws {
    guard let draft else { return }
    guard rename(draft, path) == 0 else {
      throw Failure(.failed, "cannot replace \(path): \(systemMessage(errno))")
    }
    self.draft = nil
  }
}
