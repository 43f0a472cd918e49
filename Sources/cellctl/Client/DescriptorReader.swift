import Glibc

/// Reads an open descriptor in pieces, and closes it at the end.
final class DescriptorReader {
  /// The name in error messages.
  let name: String
  /// The open descriptor.
  let descriptor: Int32
  private var piece = [UInt8](repeating: 0, count: 256 * 1024)

  /// The result of a read.
  enum Piece {
    case bytes(ArraySlice<UInt8>)
    /// Nothing came in the given time.
    case idle
    case end
  }

  /// - Parameter descriptor: closed with the reader, unless it is standard input.
  init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// Whether the descriptor is a terminal.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Returns the next bytes. Waits for at most `milliseconds`; -1 waits forever.
  func read(milliseconds: Int32 = -1) throws -> Piece {
    while true {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, milliseconds)
      if ready == 0 { return .idle }
      let count = ready < 0 ? -1 : Glibc.read(descriptor, &piece, piece.count)
      if count > 0 { return .bytes(piece[..<count]) }
      if count == 0 { return .end }
      guard errno == EINTR || errno == EAGAIN else {
        throw Failure(.failed, "cannot read \(name): \(systemMessage(errno))")
      }
    }
  }

  /// Returns all bytes up to the end.
  func readAll() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while case .bytes(let piece) = try read() { bytes.append(contentsOf: piece) }
    return bytes
  }
}
