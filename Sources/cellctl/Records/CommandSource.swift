import Glibc

/// The standard output of a command.
final class CommandSource: ByteSource {
  private let name: String
  private let exitStatuses: [Int32]
  private let child: RunningChild
  private let output: DescriptorReader

  /// Starts a command. Its standard error is that of cellctl.
  /// - Parameters:
  ///   - words: the program, which is looked for in `PATH`, and its arguments.
  ///   - exitStatuses: those after a complete output.
  init(_ words: [String], exitStatuses: [Int32] = [0]) throws {
    guard let program = words.first else { throw Failure(.usage, "the command is empty") }
    name = program
    self.exitStatuses = exitStatuses
    guard let executable = program.contains("/") ? program : Executable.findInPath(program) else {
      throw Failure(.failed, "\(program) is not in PATH", hint: "install it, or add its folder to PATH")
    }
    let pipe = try Pipe()
    var process = ChildProcess(executable: executable, arguments: Array(words.dropFirst()))
    process.output = pipe.writing
    process.errors = STDERR_FILENO
    child = try RunningChild(process)
    close(pipe.writing)
    output = DescriptorReader(pipe.reading, name: program)
  }

  var descriptor: Int32? { output.descriptor }

  /// Returns the next output.
  /// - Throws: `Failure` with status `failed` if the command fails.
  func read(milliseconds: Int32) throws -> InputPiece {
    guard !child.hasEnded else { return .end }
    let piece = try output.read(milliseconds: milliseconds)
    guard case .end = piece else { return InputPiece(piece) }
    let status = child.wait()
    let signal = status & 0x7F
    guard signal == 0, exitStatuses.contains(status >> 8) else {
      throw Failure(
        .failed,
        signal == 0
          ? "\(name) ended with exit status \(status >> 8)" : "\(name) was ended by signal \(signal)")
    }
    return .end
  }
}
