import Glibc

/// The file `PATH-damaged`: SQLite reported damage of the store at `PATH` while it was served.
struct DamageNote {
  /// The inode of the damaged file. Notes of earlier versions do not have it.
  var inode: UInt64?
  /// The sentence of SQLite.
  var message: String

  private static let name = "inode "

  /// Returns the note beside the store at `path`; nil if there is none.
  static func read(beside path: String) -> DamageNote? {
    let descriptor = Glibc.open(path + suffix, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { Glibc.close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    guard text.hasPrefix(name) else { return DamageNote(inode: nil, message: text) }
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    return DamageNote(
      inode: UInt64(lines[0].dropFirst(name.count)), message: lines.count > 1 ? String(lines[1]) : "")
  }

  /// Writes the note, and syncs it. Errors are not reported: the store is away in any case.
  func write(beside path: String) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let descriptor = Glibc.open(path + Self.suffix, flags, 0o600)
    guard descriptor >= 0 else { return }
    let line = Array(((inode.map { "\(Self.name)\($0)\n" } ?? "") + message + "\n").utf8)
    _ = Glibc.write(descriptor, line, line.count)
    fsync(descriptor)
    Glibc.close(descriptor)
  }

  /// Removes the note beside the store at `path`, if there is one.
  static func remove(beside path: String) { unlink(path + suffix) }

  private static let suffix = "-damaged"
}
