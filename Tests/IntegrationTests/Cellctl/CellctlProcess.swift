import Foundation
import Glibc

/// A run of the real cellctl.
struct CellctlProcess {
  let status: Int32
  let output: String
  let errors: String

  /// The lines of standard output.
  var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  static var program: URL { DaemonProcess.folder.appendingPathComponent("cellctl") }

  /// Runs it to its end, with a closed standard input unless there is some.
  /// - Parameters:
  ///   - socket: the only place where it looks for a daemon.
  ///   - environment: added to an environment without colours, widths and sockets.
  ///   - program: a copy of cellctl in another place.
  ///   - folder: the working folder; nil for that of the tests.
  static func run(
    _ arguments: [String], input: String? = nil, socket: String = "/nonexistent/celld.sock",
    environment: [String: String] = [:], program: URL = program, folder: URL? = nil
  ) throws -> CellctlProcess {
    let process = try start(
      arguments, input: input, socket: socket, environment: environment, program: program, folder: folder)
    // Both streams are read at the same time, so that neither fills up while the other is waited
    // for.
    let errors = ReadingThread(process.errors)
    let output = process.output.fileHandleForReading.readDataToEndOfFile()
    process.process.waitUntilExit()
    return CellctlProcess(
      status: process.process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      errors: errors.text)
  }

  /// The ids of the processes that a process has started and that still run.
  static func children(of process: pid_t) throws -> [pid_t] {
    let path = "/proc/\(process)/task/\(process)/children"
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: " ").compactMap { pid_t($0) }
  }

  /// A process that goes on.
  struct Running {
    let process: Process
    let output: Pipe
    let errors: Pipe
  }

  /// Starts it without waiting.
  /// - Parameter outputBlocks: whether a write waits while a pipe is full. If not, it fails.
  static func start(
    _ arguments: [String], input: String? = nil, socket: String, environment: [String: String] = [:],
    program: URL = program, folder: URL? = nil, outputBlocks: Bool = true
  ) throws -> Running {
    let process = Process()
    process.executableURL = program
    process.currentDirectoryURL = folder
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment.filter { name, _ in
      !["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "CELLCTL_WIDTH", "XDG_RUNTIME_DIR", "COLUMNS"].contains(
        name)
    }
    variables["CELLD_SOCKET"] = socket
    process.environment = variables.merging(environment) { _, new in new }
    let (standardInput, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = errors
    if !outputBlocks {
      for pipe in [output, errors] {
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFL, O_NONBLOCK)
      }
    }
    try process.run()
    if let input {
      // A process that ends early closes its input. The write then fails, which is not an error
      // here.
      signal(SIGPIPE, SIG_IGN)
      let bytes = Data(input.utf8)
      Thread.detachNewThread {
        try? standardInput.fileHandleForWriting.write(contentsOf: bytes)
        try? standardInput.fileHandleForWriting.close()
      }
    } else {
      try standardInput.fileHandleForWriting.close()
    }
    return Running(process: process, output: output, errors: errors)
  }
}

/// Reads a pipe to its end beside the test.
final class ReadingThread: @unchecked Sendable {
  private let finished = DispatchSemaphore(value: 0)
  private var data = Data()

  init(_ pipe: Pipe) {
    let handle = pipe.fileHandleForReading
    Thread.detachNewThread { [self] in
      data = handle.readDataToEndOfFile()
      finished.signal()
    }
  }

  /// The text up to the end of the pipe, which it waits for.
  var text: String {
    finished.wait()
    defer { finished.signal() }
    return String(decoding: data, as: UTF8.self)
  }
}
