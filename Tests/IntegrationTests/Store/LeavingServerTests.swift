import Foundation
import Glibc
import Testing

/// A Redis server, or a tunnel to one, that leaves while a daemon opens its store.
@Suite struct LeavingServerTests {
  @Test(arguments: [["--store"], ["--check-store"]])
  func theDaemonSaysWhatHappened(option: [String]) throws {
    let directory = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let listener = try boundSocket(directory + "/redis", type: Int32(SOCK_STREAM.rawValue))
    listen(listener, 1)
    let daemon = try DaemonProcess(option + ["redis+unix://\(directory)/redis"])
    let server = accept(listener, nil, nil)
    defer { close(server) }
    close(listener)
    // It takes no more requests, and then answers the first one. So the second one always fails.
    var bytes = [UInt8](repeating: 0, count: 1000)
    try #require(read(server, &bytes, bytes.count) > 0)
    shutdown(server, Int32(SHUT_RD))
    let reply = Array(":1\r\n".utf8)
    try #require(write(server, reply, reply.count) == reply.count)
    let status = try daemon.exitStatus()
    let message = daemon.readErrors()
    #expect(status == 1 && message.hasPrefix("celld: "), "\(status): \(message)")
  }
}
