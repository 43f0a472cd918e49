import Foundation
import Glibc

/// A real celld in its own process, with a directory for its socket. `deinit` ends the process and
/// removes the directory.
final class DaemonProcess {
  let directory: String
  let socketPath: String
  /// Whether the directory goes with the process.
  var removesDirectory = true
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Where celld and cellctl are: $CELLCTL_FOLDER, as for the scripts, or beside this test bundle.
  static var folder: URL {
    if let folder = ProcessInfo.processInfo.environment["CELLCTL_FOLDER"] {
      return URL(fileURLWithPath: folder).standardizedFileURL
    }
    return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  }

  static var program: URL { folder.appendingPathComponent("celld") }

  /// - Parameters:
  ///   - arguments: what follows `--socket PATH`; or all arguments, when `withSocket` is false.
  ///   - host: where it runs; `nil` for this host.
  init(
    _ arguments: [String] = [], withSocket: Bool = true, environment: [String: String] = [:],
    in directory: String? = nil, on host: HostNetwork.Host? = nil
  ) throws {
    self.directory = try directory ?? Self.makeDirectory()
    socketPath = self.directory + "/celld.sock"
    let all = (withSocket ? ["--socket", socketPath] : []) + arguments
    process.setCommand(Self.program.path, all, on: host)
    process.environment = ProcessInfo.processInfo.environment.filter { name, _ in
      !name.hasPrefix("CELLD") && name != "XDG_RUNTIME_DIR"
    }.merging(environment) { _, new in new }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  deinit {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    if removesDirectory { try? FileManager.default.removeItem(atPath: directory) }
  }

  /// Ends the process at once.
  func kill9() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Whether the programs have a sanitizer, which multiplies their time and memory.
  static var isSanitized: Bool { ProcessInfo.processInfo.environment["CELLD_SANITIZED"] != nil }

  var isRunning: Bool { process.isRunning }

  var processID: pid_t { process.processIdentifier }

  /// Makes a private directory. Its name is short, because socket paths have a limit.
  static func makeDirectory() throws -> String {
    var template = Array("/tmp/celld-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(description: "no directory in /tmp") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Connects as soon as the daemon listens.
  func connect() throws -> SocketClient {
    var client: SocketClient?
    _ = eventually {
      client = SocketClient(path: socketPath)
      return client != nil || !process.isRunning
    }
    if let client { return client }
    let reason = process.isRunning ? "celld does not listen at \(socketPath)" : "celld ended: \(readErrors())"
    throw Failure(description: reason)
  }

  func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Waits for the end of the process. Returns its exit status.
  func exitStatus() throws -> Int32 {
    guard eventually({ !process.isRunning }) else { throw Failure(description: "celld did not end") }
    return process.terminationStatus
  }

  /// Changes the maximum number of descriptors of the running daemon.
  func limitDescriptors(to count: Int) throws {
    let command = Process()
    command.executableURL = URL(fileURLWithPath: "/usr/bin/prlimit")
    command.arguments = ["--pid", "\(process.processIdentifier)", "--nofile=\(count):"]
    try command.run()
    command.waitUntilExit()
  }

  /// Writes to the daemon's standard input.
  func write(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  func closeInput() throws {
    try input.fileHandleForWriting.close()
  }

  /// Closes the end from which standard output is read.
  func closeOutput() throws {
    try output.fileHandleForReading.close()
  }

  /// Closes the end from which standard error is read.
  func closeErrors() throws {
    try errors.fileHandleForReading.close()
  }

  /// Reads standard output to its end.
  func readOutput() -> String {
    String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// The next line of standard output.
  func readOutputLine() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(output.fileHandleForReading.fileDescriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Reads standard error to its end.
  func readErrors() -> String {
    String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// The bytes of resident memory, from /proc, without pages of files. The system may drop those at
  /// any time.
  var residentBytes: Int { statusBytes("RssAnon:") }

  /// The maximum bytes of resident memory until now, from /proc.
  var peakBytes: Int { statusBytes("VmHWM:") }

  private func statusBytes(_ name: String) -> Int {
    let path = "/proc/\(process.processIdentifier)/status"
    let status = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    return (line.split { " \t".contains($0) }.dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }

  /// The used processor time in seconds.
  var processorSeconds: Double {
    var (clock, time) = (clockid_t(), timespec())
    guard clock_getcpuclockid(process.processIdentifier, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return 0
    }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension DaemonProcess {
  /// Starts a daemon and connects a client. The daemon ends when the result is released.
  static func withClient(_ arguments: [String] = []) throws -> (
    daemon: DaemonProcess, connection: SocketClient
  ) {
    let daemon = try DaemonProcess(arguments)
    return (daemon, try daemon.connect())
  }
}
