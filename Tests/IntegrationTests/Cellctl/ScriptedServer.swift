import Foundation
import Glibc

/// A server on a Unix socket that plays a daemon of another version, or one that hangs. It answers
/// each line with the next of its replies, and later lines with nothing.
final class ScriptedServer: @unchecked Sendable {
  let socketPath: String
  private let directory: String
  private let listener: Int32
  private let firstRequest = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - directory: a directory to create; a private one by default.
  ///   - closesAtEnd: whether it closes a connection after the last reply.
  init(replies: [String], in directory: String? = nil, closesAtEnd: Bool = false) throws {
    if let directory { mkdir(directory, 0o700) }
    self.directory = try directory ?? DaemonProcess.makeDirectory()
    let directory = self.directory
    socketPath = directory + "/celld.sock"
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socketPath.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(listener, 8) == 0 else {
      throw DaemonProcess.Failure(description: "cannot listen at \(socketPath)")
    }
    let firstRequest = firstRequest
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        Self.serve(client, replies: replies, closesAtEnd: closesAtEnd, firstRequest: firstRequest)
      }
    }
  }

  /// Waits until a client has asked something.
  func waitForRequest() {
    firstRequest.wait()
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    try? FileManager.default.removeItem(atPath: directory)
  }

  private static func serve(
    _ client: Int32, replies: [String], closesAtEnd: Bool, firstRequest: DispatchSemaphore
  ) {
    defer { close(client) }
    var replies = replies[...]
    var byte: UInt8 = 0
    while read(client, &byte, 1) == 1 {
      guard byte == UInt8(ascii: "\n") else { continue }
      firstRequest.signal()
      guard let reply = replies.popFirst() else { continue }
      let bytes = Array((reply + "\n").utf8)
      _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      if closesAtEnd, replies.isEmpty { return }
    }
  }
}
