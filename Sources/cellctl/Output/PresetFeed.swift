import Glibc

/// A child process that runs the command of a preset again and again, and makes a session equal to
/// its output. It ends with the value.
final class PresetFeed {
  private let process: pid_t
  private let input: Int32
  private let results: DescriptorReader?
  private let errors: DescriptorReader?
  /// The error of the last run; nil if it succeeded.
  private(set) var failure: String?

  /// Starts the runs.
  /// - Parameters:
  ///   - preset: the name of the preset, and of the session.
  ///   - time: the argument of `--every`.
  ///   - keepsErrors: whether errors are kept in ``failure``. If not, they go to standard error.
  init(preset: String, every time: TimeArgument, socketPath: String, keepsErrors: Bool) throws {
    var child = ChildProcess(
      executable: "/proc/self/exe",
      arguments: [
        "push", preset, "--preset", preset, "--every", time.text, "--socket", socketPath, "--no-spawn",
        "--until-input-ends", "-o", "ndjson",
      ])
    // It ends when its input is closed, and so with this process in any case.
    let input = try Pipe()
    self.input = input.writing
    child.input = input.reading
    defer { close(input.reading) }
    guard keepsErrors else {
      child.errors = STDERR_FILENO
      process = try child.start()
      (results, errors) = (nil, nil)
      return
    }
    let (results, errors) = (try Pipe(), try Pipe())
    child.output = results.writing
    child.errors = errors.writing
    process = try child.start()
    for end in [results.writing, errors.writing] { close(end) }
    self.results = DescriptorReader(results.reading, name: "cellctl")
    self.errors = DescriptorReader(errors.reading, name: "cellctl")
  }

  deinit {
    close(input)
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
  }

  /// The descriptors that become readable after a run.
  var descriptors: [Int32] { [results, errors].compactMap { $0?.descriptor } }

  /// Reads what the runs have printed, without waiting.
  func update() {
    if case .bytes? = try? results?.read(milliseconds: 0) { failure = nil }
    guard case .bytes(let piece)? = try? errors?.read(milliseconds: 0) else { return }
    let name = "cellctl: "
    let lines = String(decoding: piece, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(name) }) else { return }
    failure = String(line.dropFirst(name.count)).printable
  }
}
