import Glibc

/// A file that grows: its end is the beginning of what comes next, as in `tail -F`.
///
/// A file that was replaced or cut is read from its start. Standard input and other streams end
/// with their writer.
final class FollowedFile: ByteSource {
  private var file: InputSource
  private let path: String
  private var offset: off_t = 0
  private let isRegular: Bool
  /// The milliseconds between two looks at a file that has not grown.
  static let pause: Int32 = 200

  init(_ file: InputSource, path: String) {
    self.file = file
    self.path = path
    isRegular = file.size != nil && path != "-"
  }

  /// A regular file can always be read, so its descriptor tells nothing.
  var descriptor: Int32? { isRegular ? nil : file.descriptor }

  func read(milliseconds: Int32) throws -> DescriptorReader.Piece {
    var left = milliseconds
    while true {
      let piece = try file.read(milliseconds: milliseconds)
      if case .bytes(let bytes) = piece { offset += off_t(bytes.count) }
      guard isRegular, case .end = piece else { return piece }
      if try reopenIfReplaced() { continue }
      guard left != 0 else { return .idle }
      let pause = left < 0 ? Self.pause : min(left, Self.pause)
      poll(nil, 0, pause)
      if left > 0 { left -= pause }
    }
  }

  /// - Returns: whether the file was replaced.
  private func reopenIfReplaced() throws -> Bool {
    var (current, own) = (stat(), stat())
    guard stat(path, &current) == 0, fstat(file.fileDescriptor, &own) == 0 else { return false }
    guard current.st_ino != own.st_ino || current.st_dev != own.st_dev || current.st_size < offset else {
      return false
    }
    file = try InputSource(path: path)
    offset = 0
    return true
  }
}
