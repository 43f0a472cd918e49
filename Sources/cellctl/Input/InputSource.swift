import Glibc

/// A file or standard input, read in pieces.
final class InputSource {
  /// How it is called in messages.
  let name: String
  /// Its size in bytes where it is a regular file.
  let size: Int?
  private let descriptor: Int32
  private var piece = [UInt8](repeating: 0, count: 256 * 1024)

  /// What `read` found.
  enum Piece {
    case bytes(ArraySlice<UInt8>)
    /// Nothing came in the time given.
    case idle
    case end
  }

  /// - Parameter path: `-` is standard input.
  /// - Throws: `Failure` where the file cannot be read.
  init(path: String) throws {
    if path == "-" {
      descriptor = STDIN_FILENO
      name = "standard input"
    } else {
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      name = path
    }
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw Failure(.failed, "cannot read \(path): \(systemMessage(errno))")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw Failure(.failed, "cannot read \(path): it is a directory")
    }
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Reads an open descriptor, and closes it in the end.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    size = nil
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// Whether a person would have to type it.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The next bytes, waiting at most so many milliseconds (-1: for ever).
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

  /// All of it.
  func readAll() throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size ?? 0)
    while case .bytes(let piece) = try read() { bytes.append(contentsOf: piece) }
    return bytes
  }
}
