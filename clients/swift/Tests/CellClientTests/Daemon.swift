import CellClient
import Foundation
import Glibc

/// A real daemon on a socket in a temporary folder. It can be killed and started again.
final class Daemon {
  let folder: String
  private let options: [String]
  private var process: Process?

  /// The path of its socket.
  var socket: String { folder + "/celld.sock" }

  /// Starts `$CELLD`, or celld in `PATH`.
  /// - Parameter isDurable: whether it stores its sessions.
  init(isDurable: Bool = false) throws {
    var template = Array("/tmp/celld-client-XXXXXX".utf8CString)
    folder = try found(mkdtemp(&template).map { String(cString: $0) })
    options = isDurable ? ["--store", folder + "/store.db"] : []
    try start()
  }

  deinit {
    process?.terminate()
    process?.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  static var program: String { ProcessInfo.processInfo.environment["CELLD"] ?? "celld" }

  func start() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [Self.program, "--socket", socket] + options
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    self.process = process
    // The socket exists a moment before somebody listens.
    while (try? Client(Endpoint(socket: socket), spawn: false)) == nil {
      guard process.isRunning else { throw Unavailable() }
      usleep(2000)
    }
  }

  /// Ends it as a failure of its machine does.
  func kill() {
    guard let process else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    unlink(socket)
  }

  struct Unavailable: Error {}
}

private func found<Value>(_ value: Value?) throws -> Value {
  guard let value else { throw Daemon.Unavailable() }
  return value
}

/// Plays a daemon whose lines a function returns.
final class ScriptedDaemon: @unchecked Sendable {
  let socket: String
  private let listening: Int32
  private let folder: String

  /// - Parameter answer: returns the bytes of a reply to a line.
  init(_ answer: @escaping @Sendable (_ method: String, _ id: String) -> String) throws {
    var template = Array("/tmp/celld-client-XXXXXX".utf8CString)
    folder = mkdtemp(&template).map { String(cString: $0) } ?? ""
    socket = folder + "/celld.sock"
    listening = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socket.utf8) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listening, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0, listen(listening, 8) == 0 else { throw Daemon.Unavailable() }
    let descriptor = listening
    Thread.detachNewThread {
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { Self.serve(connection, answer) }
      }
    }
  }

  deinit {
    shutdown(listening, Int32(SHUT_RDWR))
    close(listening)
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func serve(_ connection: Int32, _ answer: (String, String) -> String) {
    defer { close(connection) }
    var pending: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(connection, &piece, piece.count)
      guard count > 0 else { return }
      pending += piece[..<count]
      while let end = pending.firstIndex(of: 0x0A) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeFirst(end + 1)
        let request = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
        let id = (request?["id"] as? String).map { "\"\($0)\"" } ?? "\(request?["id"] ?? "null")"
        var bytes = Array(answer(request?["method"] as? String ?? "", id).utf8)
        while !bytes.isEmpty {
          let sent = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
          guard sent > 0 else { return }
          bytes.removeFirst(sent)
        }
      }
    }
  }
}
