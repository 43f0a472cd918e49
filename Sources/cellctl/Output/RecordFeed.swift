import Glibc

/// A child process that pushes records into a session: those of an input once, or the output of a
/// preset's command again and again. It ends with the value.
final class RecordFeed {
  private let child: RunningChild
  /// Closed with the value. Runs that are repeated end then.
  private let input: Int32?
  private let results: DescriptorReader?
  private let errors: DescriptorReader?
  /// Whether nothing more will be pushed.
  private(set) var hasEnded = false
  /// The beginning of what was written to standard error, and its last sentence.
  private var errorBytes: [UInt8] = []
  private var sentence: String?
  private static let longestError = 64 * 1024
  /// The error of the last run; nil if it succeeded.
  private(set) var failure: String?
  /// The exit status that the error means.
  private(set) var status = ExitStatus.failed
  /// The messages on standard error, with their hints.
  var errorText: String { String(decoding: errorBytes, as: UTF8.self) }

  /// Starts the runs of a preset's command.
  /// - Parameters:
  ///   - preset: the name of the preset, and of the session.
  ///   - time: the argument of `--every`.
  ///   - records: options that replace the settings of the preset.
  ///   - keepsErrors: whether errors are kept in ``failure``. If not, they go to standard error.
  convenience init(
    preset: String, every time: TimeArgument, records: RecordOptions, socketPath: String, keepsErrors: Bool
  ) throws {
    let arguments =
      ["--command-of", preset, "--every", time.text, "--until-input-ends"] + records.arguments
    // It ends when its input is closed, and so with this process in any case.
    let pipe = try Pipe()
    defer { close(pipe.reading) }
    try self.init(
      ["push", preset] + arguments, input: pipe.reading, closing: pipe.writing, socketPath: socketPath,
      keepsErrors: keepsErrors)
  }

  /// Starts to push the records of an input.
  /// - Parameters:
  ///   - arguments: the file and the options of `push`. A file of `-` is standard input.
  ///   - keepsErrors: whether errors are kept in ``failure``. If not, they go to standard error.
  convenience init(
    session: String, records arguments: [String], socketPath: String, keepsErrors: Bool = true
  ) throws {
    try self.init(
      ["push", session] + arguments, input: STDIN_FILENO, closing: nil, socketPath: socketPath,
      keepsErrors: keepsErrors)
  }

  private init(
    _ arguments: [String], input: Int32, closing: Int32?, socketPath: String, keepsErrors: Bool
  ) throws {
    self.input = closing
    var process = ChildProcess(
      executable: "/proc/self/exe",
      arguments: ["--socket", socketPath, "--no-spawn", "-o", "ndjson"] + arguments)
    process.input = input
    guard keepsErrors else {
      process.errors = STDERR_FILENO
      child = try RunningChild(process)
      (results, errors) = (nil, nil)
      return
    }
    let (results, errors) = (try Pipe(), try Pipe())
    process.output = results.writing
    process.errors = errors.writing
    child = try RunningChild(process)
    for end in [results.writing, errors.writing] { close(end) }
    self.results = DescriptorReader(results.reading, name: "cellctl")
    self.errors = DescriptorReader(errors.reading, name: "cellctl")
  }

  deinit {
    if let input { close(input) }
  }

  /// Whether the runs are repeated, so that each replaces the error of the one before it.
  private var isRepeated: Bool { input != nil }

  /// The descriptors that become readable after a run.
  var descriptors: [Int32] { hasEnded ? [] : [results, errors].compactMap { $0?.descriptor } }

  /// Reads what the runs have printed, without waiting.
  func update() {
    guard !hasEnded else { return }
    readErrors()
    switch try? results?.read(milliseconds: 0) {
    case .bytes: failure = nil
    case .end:
      hasEnded = true
      while readErrors() {}
      let status = child.wait()
      if isRepeated {
        failure = failure ?? "the runs of the preset have ended"
      } else if status != 0 {
        failure = sentence ?? "the records could not be read"
        self.status = ExitStatus(rawValue: status >> 8) ?? .failed
      }
    case .idle, nil: break
    }
  }

  /// - Returns: whether there was something.
  @discardableResult
  private func readErrors() -> Bool {
    guard case .bytes(let piece)? = try? errors?.read(milliseconds: 0) else { return false }
    errorBytes += piece.prefix(max(Self.longestError - errorBytes.count, 0))
    let name = "cellctl: "
    let lines = String(decoding: piece, as: UTF8.self).split(separator: "\n")
    guard let line = lines.last(where: { $0.hasPrefix(name) }) else { return true }
    sentence = String(line.dropFirst(name.count)).printable
    if isRepeated { failure = sentence }
    return true
  }
}
