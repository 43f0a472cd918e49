import CellWire
import Foundation
import Glibc
import Testing

/// Clients of other users than that of the tests, as processes. Only root can have them.
enum OtherUser {
  static let isPossible =
    getuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0 && access("/usr/bin/socat", X_OK) == 0

  /// Sends lines, by default as the user `nobody`. Returns the replies.
  static func ask(_ lines: [String], of daemon: DaemonProcess, as user: UInt32 = 65_534) throws -> [JSON] {
    let (process, input, output) = try start(["-", "UNIX-CONNECT:\(daemon.socketPath)"], as: user)
    try input.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    try input.close()
    let replies = String(decoding: output.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
    process.waitUntilExit()
    try #require(replies.count == lines.count)
    return try replies.map { try JSON(parsing: String($0)) }
  }

  /// Connects and sends nothing, until the process ends.
  static func connect(to daemon: DaemonProcess, as user: UInt32 = 65_534) throws -> Process {
    try start(["-u", "UNIX-CONNECT:\(daemon.socketPath)", "-"], as: user).process
  }

  /// Starts socat as another user.
  private static func start(
    _ arguments: [String], as user: UInt32
  ) throws -> (process: Process, input: FileHandle, output: FileHandle) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments = ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", "socat"] + arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    return (process, input.fileHandleForWriting, output.fileHandleForReading)
  }
}
