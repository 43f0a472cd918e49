import Glibc

/// The end of the log, as the file beside the store names it.
struct Mark: Sendable, Equatable {
  var store: String
  var inode: UInt64
  /// The inode of the write-ahead log. Marks of earlier versions do not have it.
  var logInode: UInt64?
  /// The last record, and its check.
  var last: Int64
  var check: String
  /// The last record that is known to be synced.
  var synced: Int64

  /// The line of the file, filled up with spaces to one length.
  var line: [UInt8] {
    let values = values
    var line = Array("{\(values),\"sum\":\"\(Self.sum(values))\"}".utf8)
    line += Array(repeating: UInt8(ascii: " "), count: max(0, Self.length - 1 - line.count))
    return line + [UInt8(ascii: "\n")]
  }

  private var values: String {
    let log = logInode.map { #","log":\#($0)"# } ?? ""
    return
      #""store":"\#(store)","inode":\#(inode)\#(log),"last":\#(last),"check":"\#(check)","synced":\#(synced)"#
  }

  private static func sum(_ values: String) -> Check {
    var text = CheckText()
    text.add(values)
    return text.check
  }

  fileprivate static let length = 256
}

extension Mark {
  /// - Returns: `nil` for a line that is not a mark, or does not fit its sum.
  init?(line: [UInt8]) {
    let text = String(decoding: line, as: UTF8.self)
    var values: [String: String] = [:]
    for member in text.drop(while: { $0 == "{" }).prefix(while: { $0 != "}" }).split(separator: ",") {
      let pair = member.split(separator: ":", maxSplits: 1)
      guard pair.count == 2 else { return nil }
      values[pair[0].filter { $0 != "\"" }] = pair[1].filter { $0 != "\"" }
    }
    guard let store = values["store"], let inode = values["inode"].flatMap(UInt64.init),
      let last = values["last"].flatMap(Int64.init), let check = values["check"],
      let synced = values["synced"].flatMap(Int64.init)
    else { return nil }
    self.init(
      store: store, inode: inode, logInode: values["log"].flatMap(UInt64.init), last: last, check: check,
      synced: synced)
    guard self.line == line else { return nil }
  }
}

extension Mark {
  /// The mark of the store at `path`; `nil` if there is none, or it cannot be read.
  static func read(beside path: String) -> Mark? {
    let descriptor = Glibc.open(path + "-mark", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { Glibc.close(descriptor) }
    return Mark(in: descriptor)
  }

  fileprivate init?(in descriptor: Int32) {
    var line = [UInt8](repeating: 0, count: Self.length + 1)
    let count = pread(descriptor, &line, line.count, 0)
    guard count > 0 else { return nil }
    self.init(line: Array(line.prefix(count)))
  }
}

/// The file `PATH-mark`, and the locks of the store. While it is open, no other process can open
/// the store.
final class MarkFile {
  private let path: String
  /// The mark. Its lock has kept others out since the first version.
  private let descriptor: Int32
  /// The store itself, whose lock does not depend on its name.
  private var file: Int32 = -1

  /// - Parameter isMade: whether a mark is made if there is none.
  /// - Throws: StoreError if another daemon has it, or it cannot be opened.
  init(store path: String, isMade: Bool = true) throws(StoreError) {
    self.path = path
    let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (isMade ? O_CREAT : 0)
    descriptor = Glibc.open(path + "-mark", flags, 0o600)
    guard descriptor >= 0 || !isMade && errno == ENOENT else {
      throw StoreError(
        "The file \(path)-mark cannot be opened: \(systemError()). Choose another --store.")
    }
    guard descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw isInUse }
  }

  /// Locks the file that the path leads to now, instead of the one before.
  ///
  /// SQLite locks other bytes of the file, and loses its locks if this process closes it. So the
  /// file is only closed while SQLite does not have it open.
  ///
  /// - Parameter flags: how to open it.
  func lockFile(_ flags: Int32) throws(StoreError) {
    if file >= 0 { Glibc.close(file) }
    file = Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw StoreError("The store \(path) cannot be opened: \(systemError()). Choose another --store.")
    }
    let kind = flags & O_ACCMODE == O_RDONLY ? F_RDLCK : F_WRLCK
    guard lock(kind) == 0 || errno != EAGAIN && errno != EACCES else { throw isInUse }
  }

  /// Changes the lock of one byte, far after the end.
  private func lock(_ kind: Int32) -> Int32 {
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_start = 1 << 62
    lock.l_len = 1
    return fcntl(file, Self.setOpenFileLock, &lock)
  }

  /// `F_OFD_SETLK` of Linux: the lock of an open file, which another one in this process does not
  /// release. NFS has it, too, but mixes `flock` with the locks of SQLite.
  private static let setOpenFileLock: Int32 = 37

  private var isInUse: StoreError {
    StoreError("The store \(path) is in use by another celld. End it, or choose another --store.")
  }

  deinit {
    // A child process that is about to start another program has the descriptors, too, and would
    // keep the locks.
    flock(descriptor, LOCK_UN)
    Glibc.close(descriptor)
    _ = lock(F_UNLCK)
    Glibc.close(file)
  }

  /// - Returns: `nil` if there is none, or it cannot be read.
  func read() -> Mark? { Mark(in: descriptor) }

  /// Overwrites the line.
  ///
  /// - Returns: whether all of it was written.
  @discardableResult
  func write(_ mark: Mark) -> Bool {
    let line = mark.line
    return pwrite(descriptor, line, line.count, 0) == line.count
  }

  @discardableResult
  func sync() -> Bool { fdatasync(descriptor) == 0 }
}

/// The text of `errno`.
func systemError() -> String { String(cString: strerror(errno)) }
