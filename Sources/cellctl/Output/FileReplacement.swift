import CellClient
import Glibc

/// A new content of a file, which replaces the old one when it is complete. If it never is, the old
/// content stays.
///
/// A symbolic link stays, and the file that it names is replaced. The file keeps its mode.
final class FileReplacement {
  /// The descriptor to write to.
  let descriptor: Int32
  /// The file, after all symbolic links.
  private let path: String
  /// The file that is written. It is nil for devices and pipes, which are written directly.
  private var draft: String?
  /// The number of symbolic links that are followed at most, as in Linux.
  private static let linkLimit = 40

  /// - Throws: `Failure` if the file cannot be written.
  init(path: String) throws {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      self.path = path
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      self.path = try Self.target(of: path)
      let draft = "\(self.path).\(getpid())"
      descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      // The mode of `open` is without the bits of the umask.
      if exists, descriptor >= 0 { fchmod(descriptor, status.st_mode & 0o777) }
      self.draft = draft
    }
    guard descriptor >= 0 else {
      draft = nil
      throw Self.failure("write", path)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let draft { unlink(draft) }
  }

  /// Follows symbolic links. The last one can name a file that does not exist.
  private static func target(of path: String) throws -> String {
    var path = path
    for _ in 0...linkLimit {
      var name = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &name, name.count)
      guard count >= 0 else { return path }
      let target = String(decoding: name[..<count], as: UTF8.self)
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
    }
    errno = ELOOP
    throw failure("write", path)
  }

  private static func failure(_ verb: String, _ path: String) -> Failure {
    Failure(.failed, "cannot \(verb) \(path): \(systemMessage(errno))")
  }

  /// Replaces the file. After a power cut, it has its old content or the new one.
  func commit() throws {
    guard let draft else { return }
    guard fsync(descriptor) == 0 else { throw Self.failure("write", path) }
    guard rename(draft, path) == 0 else { throw Self.failure("replace", path) }
    self.draft = nil
  }
}
