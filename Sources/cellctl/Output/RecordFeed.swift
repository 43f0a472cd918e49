import CellClient
import CellWire
import Glibc

/// A child process that pushes records into a session: those of a file, or the output of a command,
/// once or again and again. It ends with the value.
final class RecordFeed {
  private let child: RunningChild
  private let isRepeated: Bool
  private let results: DescriptorReader?
  private let errors: DescriptorReader?
  /// Whether nothing more will be pushed.
  private(set) var hasEnded = false
  /// The beginning of what was written to standard error: notes about what was decided.
  private var errorBytes: [UInt8] = []
  private static let longestError = 64 * 1024
  /// The end of the results, which has no line feed yet.
  private var line: [UInt8] = []
  /// The error of the last run; nil if it succeeded.
  private(set) var failure: Failure?
  /// The exit status of a command that printed records before it ended with another one than 0.
  private var status: Int32 = 0
  private var failureTime = ""
  /// The time of the last run that succeeded; nil if none did.
  private var rowsTime: String?
  /// The notes on standard error.
  var notes: String { String(decoding: errorBytes, as: UTF8.self) }

  /// Starts to push.
  /// - Parameters:
  ///   - arguments: the options of `push`, and its file or command.
  ///   - readsInput: whether standard input has the records.
  ///   - keepsErrors: whether errors are kept in ``failure``. If not, they go to standard error.
  init(
    session: String, _ arguments: [String], every time: TimeArgument? = nil, readsInput: Bool = false,
    socketPath: String, keepsErrors: Bool
  ) throws {
    isRepeated = time != nil
    let options = (keepsErrors ? ["--report-failures"] : []) + (time.map { ["--every", $0.text] } ?? [])
    var process = ChildProcess(
      executable: "/proc/self/exe",
      arguments: ["--socket", socketPath, "--no-spawn", "-o", "ndjson", "push", session, "--with-parent"]
        + options + arguments)
    process.input = readsInput ? STDIN_FILENO : nil
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

  /// The descriptors that become readable after a run.
  var descriptors: [Int32] { hasEnded ? [] : [results, errors].compactMap { $0?.descriptor } }

  /// Reads what the runs have printed, without waiting.
  func update() {
    guard !hasEnded else { return }
    readErrors()
    switch try? results?.read(milliseconds: 0) {
    case .bytes(let piece):
      line += piece
      while let end = line.firstIndex(of: 0x0A) {
        take(Array(line[..<end]))
        line.removeSubrange(...end)
      }
    case .end:
      hasEnded = true
      while readErrors() {}
      let status = child.wait()
      guard failure == nil, isRepeated || status != 0 && rowsTime == nil else { break }
      fail(Failure(.failed, isRepeated ? "the runs have ended" : "the records could not be read"))
    case .idle, nil: break
    }
  }

  /// Waits until everything was pushed, and prints the notes.
  /// - Throws: the failure.
  func finish() throws {
    while !hasEnded {
      var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&waiting, nfds_t(waiting.count), -1)
      update()
    }
    StandardError.write(notes)
    if let failure { throw failure }
  }

  /// Takes the result of a run.
  private func take(_ json: [UInt8]) {
    guard let result = try? JSON(parsing: json) else { return }
    guard let message = result["failure"]?.string else {
      failure = nil
      status = result["status"]?.int.map(Int32.init) ?? 0
      rowsTime = Self.now
      return
    }
    var failure = Failure(.failed, message, excerpt: result["excerpt"]?.string, hint: result["hint"]?.string)
    failure.code = result["code"]?.int.map(Int32.init)
    fail(failure)
  }

  private func fail(_ failure: Failure) {
    self.failure = failure
    failureTime = Self.now
  }

  /// The lines about a run that failed: the reason, the time of the rows, and the last lines of
  /// standard error.
  private var notice: [String] {
    guard let failure else { return [] }
    let rows = rowsTime.map { "; these are the rows of \($0)" } ?? ""
    let details = [failure.excerpt, failure.hint].compactMap { $0?.split(separator: "\n").map(String.init) }
    return ["\(failureTime): \(failure.message)\(rows)".printable] + details.joined().map(\.printable)
  }

  /// The last runs, as a list shows them.
  struct Report {
    /// The lines about a run that failed.
    var notice: [String] = []
    /// The error, without its time.
    var reason: [String] = []
    /// The exit status of a command that printed records.
    var status: Int32 = 0
  }

  var report: Report {
    Report(notice: notice, reason: failure.map { [$0.message, $0.hint ?? ""] } ?? [], status: status)
  }

  private static var now: String { PointInTime.localText(time(nil), "%H:%M:%S") }

  /// - Returns: whether there was something.
  @discardableResult
  private func readErrors() -> Bool {
    guard case .bytes(let piece)? = try? errors?.read(milliseconds: 0) else { return false }
    errorBytes += piece.prefix(max(Self.longestError - errorBytes.count, 0))
    return true
  }
}
