import Glibc

/// Reads an open descriptor in pieces, and closes it at the end.
package final class DescriptorReader {
  /// The name in error messages.
  package let name: String
  /// The open descriptor.
  package let descriptor: Int32
  private var piece = [UInt8](repeating: 0, count: 256 * 1024)

  /// The result of a read.
  package enum Piece {
    case bytes(ArraySlice<UInt8>)
    /// Nothing came in the given time.
    case idle
    case end
  }

  /// - Parameter descriptor: closed with the reader, unless it is standard input.
  package init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// Whether the descriptor is a terminal.
  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Returns the next bytes. Waits for at most `milliseconds`; -1 waits forever.
  package func read(milliseconds: Int32 = -1) throws -> Piece {
    while true {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, milliseconds)
      if ready == 0 { return .idle }
      let count = ready < 0 ? -1 : Glibc.read(descriptor, &piece, piece.count)
      if count > 0 { return .bytes(piece[..<count]) }
      if count == 0 { return .end }
      guard errno == EINTR || errno == EAGAIN else {
        throw CelldError.system("cannot read \(name): \(systemMessage(errno))")
      }
    }
  }

  /// Returns all bytes up to the end.
  package func readAll() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while case .bytes(let piece) = try read() { bytes.append(contentsOf: piece) }
    return bytes
  }
}
