import CellClient
import Glibc

/// The records of a command: a file or standard input, read in pieces.
struct InputSource: ByteSource {
  /// The size in bytes of a regular file; nil otherwise.
  let size: Int?
  private let reader: DescriptorReader

  /// - Parameter path: the path of a file; `-` is standard input.
  /// - Throws: `Failure` if the file cannot be read.
  init(path: String) throws {
    let isStandardInput = path == "-"
    let descriptor = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path, systemMessage(errno)) }
    reader = DescriptorReader(descriptor, name: isStandardInput ? "standard input" : path)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(path, systemMessage(errno)) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw Self.failure(path, "it is a directory") }
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Whether there is a file with this name.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func failure(_ path: String, _ reason: String) -> Failure {
    Failure(.failed, "cannot read \(path): \(reason)")
  }

  /// Whether the records are typed at a terminal.
  var isTerminal: Bool { reader.isTerminal }

  /// The descriptor that becomes readable when bytes come.
  var descriptor: Int32? { fileDescriptor }

  /// The descriptor of the file.
  var fileDescriptor: Int32 { reader.descriptor }

  /// Returns the next bytes. Waits for at most `milliseconds`; -1 waits forever.
  func read(milliseconds: Int32 = -1) throws -> InputPiece {
    InputPiece(try reader.read(milliseconds: milliseconds))
  }

  /// Returns all bytes up to the end.
  func readAll() throws -> [UInt8] { try reader.readAll() }
}
