import CellClient
import Glibc

/// A command whose output has records. No shell is run.
struct Command {
  /// The program and its arguments, as they were written.
  var words: [String]
  /// The exit statuses that are as good as 0.
  var goodStatuses: [Int32] = [0]
  /// The seconds after which a run is ended; nil for no end.
  var timeout: Double?
  /// The bytes of output after which a run is ended.
  var maxOutput = ByteLimit.gibibyte

  /// The name of the program, without its folder.
  var name: String { program.split(separator: "/").last.map(String.init) ?? "" }

  private var program: String { words.first ?? "" }

  /// The path of the program.
  /// - Throws: `Failure` with status `programNotFound` or `notExecutable`, as shells end.
  var executable: String {
    get throws {
      guard !program.isEmpty else { throw Failure(.usage, "the command is empty") }
      let paths = program.contains("/") ? [program] : Executable.searchPath.map { "\($0)/\(program)" }
      if let path = paths.first(where: Executable.isProgram) { return path }
      guard let path = paths.first(where: InputSource.exists) else {
        throw Failure(
          .programNotFound,
          program.contains("/") ? "there is no program \(program)" : "\(program) is not in PATH",
          hint: hint)
      }
      throw Failure(.notExecutable, "\(path) is not executable", hint: hint)
    }
  }

  private var hint: String? {
    if InputSource.exists(program), !program.contains("/") {
      return "after -- comes a command; the file \(program) is written without --, as ./\(program)"
    }
    if program.contains(" ") { return "each word of the command is an argument: -- \(program)" }
    return program.contains("/") ? nil : "install it, or add its folder to PATH"
  }

  /// Starts the command.
  /// - Parameter relay: receives the lines of its standard error when they come; nil if a failure
  ///   has the last ones.
  func start(relay: ((String) -> Void)? = nil) throws -> CommandRun {
    try CommandRun(self, relay: relay)
  }
}

/// A run of a command, whose standard output is read. The process group ends with the value.
final class CommandRun: ByteSource {
  private let command: Command
  private let relay: ((String) -> Void)?
  private var process: CommandProcess
  private var output: DescriptorReader?
  private var errors: DescriptorReader?
  private var errorLines = LastLines()
  private var bytesRead = 0
  /// The bytes of output that were there when the program ended. Output of its child processes that
  /// comes later is not read.
  private var bytesLeft: Int?
  /// The status of `waitpid`; nil before the end, and if it was ended by this process.
  private var status: Int32?
  private var isOver = false
  /// The message of the failure that was thrown.
  private var reported: String?

  fileprivate init(_ command: Command, relay: ((String) -> Void)?) throws {
    self.command = command
    self.relay = relay
    process = try CommandProcess(
      path: try command.executable, words: command.words, timeout: command.timeout)
    output = DescriptorReader(process.output, name: command.name)
    errors = DescriptorReader(process.errors, name: command.name)
  }

  deinit { end() }

  var descriptor: Int32? { isOver ? nil : process.descriptor }

  /// Returns the next output.
  /// - Throws: `Failure` if the command was ended after its time, or since it printed too much.
  func read(milliseconds: Int32) throws -> InputPiece {
    let deadline = Deadline(seconds: milliseconds < 0 ? nil : Double(milliseconds) / 1000)
    while !isOver {
      let events = process.events(
        readsOutput: output != nil, readsErrors: errors != nil, milliseconds: deadline.milliseconds)
      guard let events else { return .idle }
      if events.errors { readErrors() }
      if events.timer {
        end()
        let seconds = Duration.seconds(command.timeout ?? 0).short
        throw failure(.timedOut, "\(command.name) did not end in \(seconds) (--timeout)")
      }
      if events.end, bytesLeft == nil { bytesLeft = process.bytesWaiting }
      if events.output, let piece = try readOutput() { return .bytes(piece) }
      if events.end, output == nil || bytesLeft == 0 { end(hasEnded: true) }
    }
    return .end
  }

  private func readOutput() throws -> ArraySlice<UInt8>? {
    switch try output?.read(milliseconds: 0) {
    case .bytes(let piece):
      bytesRead += piece.count
      guard bytesRead <= command.maxOutput.bytes else {
        end()
        var failure = failure(
          .failed, "\(command.name) printed more than \(command.maxOutput) bytes (--max-output)")
        // A bad record could be skipped; this cannot.
        failure.code = ExitStatus.badData.rawValue
        throw failure
      }
      bytesLeft = bytesLeft.map { max($0 - piece.count, 0) }
      return piece
    case .end:
      // It would stay readable.
      output = nil
      return nil
    case .idle, nil: return nil
    }
  }

  /// - Returns: whether there was something.
  @discardableResult
  private func readErrors() -> Bool {
    switch try? errors?.read(milliseconds: 0) {
    case .bytes(let piece):
      errorLines.append(piece, then: relay)
      return true
    case .idle: return false
    case .end, nil:
      errors = nil
      return false
    }
  }

  /// Ends the command, and its process group.
  private func end(hasEnded: Bool = false) {
    guard !isOver else { return }
    isOver = true
    status = process.end(hasEnded: hasEnded)
    var pieces = 0
    while pieces < 16, readErrors() { pieces += 1 }
    errorLines.finish(then: relay)
    (output, errors) = (nil, nil)
  }

  // MARK: The end

  /// Checks how the run ended, after its output was read.
  /// - Parameter records: the number of records of the output.
  /// - Returns: the exit status if it must be shown; otherwise 0.
  /// - Throws: `Failure` if the run failed.
  func end(records: Int) throws -> Int32 {
    guard let status else { return 0 }
    let (signal, code) = (status & 0x7F, status >> 8)
    guard signal == 0 else {
      var failure = failure(.badData, "\(command.name) was ended by signal \(signal)")
      if records > 0 { failure.code = 128 + signal }
      throw failure
    }
    guard !command.goodStatuses.contains(code) else { return 0 }
    guard records > 0 else { throw failure(.badData, sentence(code)) }
    return code
  }

  /// Whether the command ended with 0.
  var hasSucceeded: Bool { status.map { $0 & 0x7F == 0 && command.goodStatuses.contains($0 >> 8) } ?? false }

  /// The sentence about an exit status.
  func sentence(_ code: Int32) -> String { "\(command.name) ended with exit status \(code)" }

  /// Returns the error of the run, if it is the reason for an error of its reader.
  func explained(_ error: Failure) -> Failure {
    guard error.message != reported, error.status == .badData || error.status == .failed else { return error }
    do {
      let code = try end(records: 0)
      guard code != 0 else { return error }
    } catch var failure as Failure {
      failure.hint = [failure.hint, error.message].compactMap { $0 }.joined(separator: "\n")
      return failure
    } catch {}
    return error
  }

  private func failure(_ status: ExitStatus, _ message: String) -> Failure {
    reported = message
    let lines = relay == nil ? errorLines.lines : []
    return Failure(status, message, hint: lines.isEmpty ? nil : lines.joined(separator: "\n"))
  }
}

/// The last lines of a text that comes in pieces.
private struct LastLines {
  private(set) var lines: [String] = []
  private var line: [UInt8] = []
  private static let count = 20
  private static let longest = 4096

  /// Adds a piece.
  /// - Parameter then: is called with each line that is complete.
  mutating func append(_ piece: ArraySlice<UInt8>, then: ((String) -> Void)?) {
    for byte in piece {
      if byte == UInt8(ascii: "\n") || line.count == Self.longest { add(then) }
      if byte != UInt8(ascii: "\n") { line.append(byte) }
    }
  }

  mutating func finish(then: ((String) -> Void)?) {
    if !line.isEmpty { add(then) }
  }

  private mutating func add(_ then: ((String) -> Void)?) {
    // A progress bar is written over itself.
    let written = line.split(separator: UInt8(ascii: "\r")).last ?? []
    let text = String(decoding: written, as: UTF8.self).printable
    line = []
    if lines.count == Self.count { lines.removeFirst() }
    lines.append(text)
    then?(text)
  }
}

/// A maximum number of bytes. It is written as `4096`, `64K`, `64M` or `2G`, by powers of 1,024.
struct ByteLimit: Equatable, CustomStringConvertible {
  let bytes: Int
  private static let units = ["", "K", "M", "G"]
  static let gibibyte = ByteLimit(bytes: 1 << 30)

  private init(bytes: Int) { self.bytes = bytes }

  init?(argument: String) {
    let exponent = Self.units.lastIndex { argument.hasSuffix($0) } ?? 0
    guard let number = Int(argument.dropLast(exponent > 0 ? 1 : 0)), number > 0,
      number <= Int.max >> (10 * exponent)
    else { return nil }
    bytes = number << (10 * exponent)
  }

  var description: String {
    let exponent = min(bytes.trailingZeroBitCount / 10, 3)
    return "\(bytes >> (10 * exponent))\(Self.units[exponent])"
  }
}
