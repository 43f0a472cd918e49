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
    let descriptor = Glibc.open(path + "-mark", O_RDONLY | O_CLOEXEC)
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

/// The file `PATH-mark`. While it is open, no other process can open the store.
final class MarkFile {
  private let descriptor: Int32

  /// - Throws: StoreError if another daemon has it, or it cannot be opened.
  init(store path: String) throws(StoreError) {
    descriptor = Glibc.open(path + "-mark", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StoreError(
        "The file \(path)-mark cannot be opened: \(systemError()). Make its folder, or choose another --store."
      )
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw StoreError("The store \(path) is in use by another celld. End it, or choose another --store.")
    }
  }

  deinit {
    // A child process that is about to start another program has the descriptor, too, and would
    // keep the lock.
    flock(descriptor, LOCK_UN)
    Glibc.close(descriptor)
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
