import Foundation
import Glibc

/// A real celld on a socket of its own, and one connection to it. Ends both when it is released.
final class ProtocolDaemon {
  let socketPath: String
  private let directory: URL
  private let process = Process()
  private let descriptor: Int32
  private var received: [UInt8] = []

  /// The folder with the built programs: that of the test bundle.
  static var products: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  }

  /// The root of the package's sources.
  static var package: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init() throws {
    directory = URL(fileURLWithPath: "/tmp/celld-protocol-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    socketPath = directory.appendingPathComponent("celld.sock").path
    process.executableURL = Self.products.appendingPathComponent("celld")
    process.arguments = ["--socket", socketPath]
    process.standardError = FileHandle.nullDevice
    try process.run()
    descriptor = try Self.connect(to: socketPath)
  }

  deinit {
    close(descriptor)
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: directory)
  }

  /// Sends one message as one line.
  func send(_ message: String) throws {
    var bytes = Array((message + "\n").utf8)[...]
    while !bytes.isEmpty {
      let sent = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { throw Failure(description: "the daemon closed the connection") }
      bytes = bytes.dropFirst(sent)
    }
  }

  /// The next line from the daemon, or nil if there is none within the time.
  func receive(within milliseconds: Int32 = 10_000) throws -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: received[..<end], as: UTF8.self)
        received.removeSubrange(...end)
        return line
      }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, milliseconds) > 0 else { return nil }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { throw Failure(description: "the daemon closed the connection") }
      received += chunk[..<count]
    }
  }

  /// What a shell command prints on standard output, with `CELLD_SOCKET` naming this daemon.
  func run(_ command: String) throws -> String {
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", command]
    shell.environment = ProcessInfo.processInfo.environment.merging(["CELLD_SOCKET": socketPath]) { $1 }
    shell.standardOutput = output
    try shell.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  private static func connect(to path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    for _ in 0..<500 {
      let connected = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      if connected == 0 { return descriptor }
      usleep(20_000)
    }
    close(descriptor)
    throw Failure(description: "celld did not listen on \(path) within 10 s")
  }
}
