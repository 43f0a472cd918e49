import Foundation
import Glibc

/// Another machine: a real sshd on loopback (`Tests/Oracles/sshd.py`).
final class OtherMachine {
  let folder: String
  /// Its address, with the user and the port.
  let address: String
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init() throws {
    folder = try DaemonProcess.makeDirectory()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    let script = SourceFolder.root.appendingPathComponent("Tests/Oracles/sshd.py")
    process.arguments = [script.path, folder, DaemonProcess.folder.path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    address = Self.line(of: output)
  }

  deinit {
    try? input.fileHandleForWriting.write(contentsOf: Data("end\n".utf8))
    process.waitUntilExit()
    if let daemon { kill(daemon, SIGTERM) }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The environment in which `ssh` knows it, and no other daemon is the default.
  var environment: [String: String] {
    [
      "PATH": "\(folder)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
      "XDG_RUNTIME_DIR": "\(folder)/none",
    ]
  }

  /// Runs a command of the fixture: drop, stop or start.
  func perform(_ command: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
    _ = Self.line(of: output)
  }

  /// Lets the shell there run more before each command.
  func atLogin(_ commands: String) throws {
    try write(read("login") + commands + "\n", to: "login")
  }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }

  /// Runs cellctl with `--host`.
  func run(_ arguments: String..., path: String = "", input: String? = nil) throws -> CellctlProcess {
    try CellctlProcess.run(
      arguments + ["--host", address + path], input: input, environment: environment)
  }

  /// The socket of the daemon that a relay starts.
  var socketPath: String { "\(folder)/celld.sock" }

  /// The process of the daemon that a relay started.
  var daemon: pid_t? {
    let hello = try? CellctlProcess.run(["call", "hello", "--no-spawn"], socket: socketPath).output
    let reply = hello.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) } as? [String: Any]
    return (reply?["pid"] as? Int).map(pid_t.init)
  }

  private static func line(of pipe: Pipe) -> String {
    var line: [UInt8] = []
    while let byte = try? pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}
