import Glibc

/// The kind of a file, as far as its first bytes and the mark beside it show.
enum FileOrigin {
  /// No file, or an empty one.
  case none
  /// A store of celld, which can be damaged.
  case store
  /// A database that may be a store whose creation was interrupted, or that of another program.
  case unclear
  /// The file of another program.
  case foreign

  /// - Throws: StoreError if it cannot be read.
  init(of path: String) throws(StoreError) {
    guard let status = FileStatus(path), status.size > 0 else {
      self = .none
      return
    }
    // The mark and the note can be of an earlier file at this path.
    let isKnown =
      [Mark.read(beside: path)?.inode, DamageNote.read(beside: path)?.inode].contains(status.inode)
    self = isKnown ? .store : try Self.judge(Self.header(of: path))
  }

  /// Judges a file without a mark by its header.
  private static func judge(_ header: [UInt8]) -> FileOrigin {
    guard header.count == headerLength, header.starts(with: magic) else { return .foreign }
    switch header[application].reduce(0, { $0 << 8 | Int64($1) }) {
    case Schema.application: return .store
    // The header of a new store is written before its application id.
    case 0: return .unclear
    default: return .foreign
    }
  }

  // https://www.sqlite.org/fileformat2.html, 1.3
  private static let magic = Array("SQLite format 3\0".utf8)
  private static let application = 68..<72
  private static let headerLength = 100

  private static func header(of path: String) throws(StoreError) -> [UInt8] {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw StoreError("The store \(path) cannot be opened: \(systemError()). Choose another --store.")
    }
    defer { Glibc.close(descriptor) }
    var header = [UInt8](repeating: 0, count: headerLength)
    let count = pread(descriptor, &header, headerLength, 0)
    return Array(header.prefix(max(0, count)))
  }
}
