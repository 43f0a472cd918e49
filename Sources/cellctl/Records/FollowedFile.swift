import Glibc

/// A file that grows: its end is the beginning of what comes next, as in `tail -F`.
///
/// A file that was replaced is read to its end first. The new file, and one that was cut, are read
/// from their start. Standard input and other streams end with their writer.
final class FollowedFile: ByteSource {
  private var file: InputSource
  private let path: String
  private var offset: off_t = 0
  /// Whether more can come after each end.
  let isEndless: Bool
  /// Whether the file was replaced, and its last bytes are being read.
  private var isReplaced = false
  /// The milliseconds between two looks at a file that has not grown.
  static let pause: Int32 = 200

  init(_ file: InputSource, path: String) {
    self.file = file
    self.path = path
    isEndless = file.size != nil && path != "-"
  }

  /// The descriptor to wait for; nil for a file that grows, since `poll` reports it as readable at
  /// its end, too.
  var descriptor: Int32? { isEndless ? nil : file.descriptor }

  func read(milliseconds: Int32) throws -> InputPiece {
    guard isEndless else { return try file.read(milliseconds: milliseconds) }
    var left = milliseconds
    while true {
      let piece = try file.read(milliseconds: 0)
      if case .bytes(let bytes) = piece {
        offset += off_t(bytes.count)
        return piece
      }
      if isReplaced {
        isReplaced = false
        if try open() { return .newFile }
      }
      isReplaced = hasSuccessor
      if isReplaced { continue }
      guard left != 0 else { return .idle }
      let pause = left < 0 ? Self.pause : min(left, Self.pause)
      poll(nil, 0, pause)
      if left > 0 { left -= pause }
    }
  }

  /// Whether another file has the name and its first bytes, or the file was cut. Until the first
  /// bytes of the new file, its writer may still write to the old one.
  private var hasSuccessor: Bool {
    var (current, own) = (stat(), stat())
    guard stat(path, &current) == 0, fstat(file.fileDescriptor, &own) == 0 else { return false }
    let isOther = current.st_ino != own.st_ino || current.st_dev != own.st_dev
    return isOther ? current.st_size > 0 : current.st_size < offset
  }

  /// Opens the file that has the name now.
  /// - Returns: whether there is one.
  private func open() throws -> Bool {
    do {
      file = try InputSource(path: path)
    } catch  where !InputSource.exists(path) {
      return false
    }
    offset = 0
    return true
  }
}
