import Glibc

/// A child process that runs the command of a preset again and again, and makes a session equal to
/// its output. It ends with the value.
final class PresetFeed {
  private let child: RunningChild
  private let input: Int32
  private let results: DescriptorReader?
  private let errors: DescriptorReader?
  /// Whether no run will follow.
  private var hasEnded = false
  /// The error of the last run; nil if it succeeded.
  private(set) var failure: String?

  /// Starts the runs.
  /// - Parameters:
  ///   - preset: the name of the preset, and of the session.
  ///   - time: the argument of `--every`.
  ///   - keepsErrors: whether errors are kept in ``failure``. If not, they go to standard error.
  init(preset: String, every time: TimeArgument, socketPath: String, keepsErrors: Bool) throws {
    var process = ChildProcess(
      executable: "/proc/self/exe",
      arguments: [
        "push", preset, "--preset", preset, "--every", time.text, "--socket", socketPath, "--no-spawn",
        "--until-input-ends", "-o", "ndjson",
      ])
    // It ends when its input is closed, and so with this process in any case.
    let input = try Pipe()
    self.input = input.writing
    process.input = input.reading
    defer { close(input.reading) }
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
    close(input)
  }

  /// The descriptors that become readable after a run.
  var descriptors: [Int32] { hasEnded ? [] : [results, errors].compactMap { $0?.descriptor } }

  /// Reads what the runs have printed, without waiting.
  func update() {
    switch try? results?.read(milliseconds: 0) {
    case .bytes: failure = nil
    case .end:
      hasEnded = true
      failure = failure ?? "the runs of the preset have ended"
    case .idle, nil: break
    }
    guard case .bytes(let piece)? = try? errors?.read(milliseconds: 0) else { return }
    let name = "cellctl: "
    let lines = String(decoding: piece, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(name) }) else { return }
    failure = String(line.dropFirst(name.count)).printable
  }
}
