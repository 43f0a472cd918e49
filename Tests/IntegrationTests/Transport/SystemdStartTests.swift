import Foundation
import Glibc
import Testing

/// The daemon as systemd starts it: with an inherited socket and a notification socket.
@Suite struct SystemdStartTests {
  private let ping = #"{"id":1,"method":"ping"}"#
  private let pong = #"{"jsonrpc":"2.0","id":1,"result":{}}"#

  /// Spawns the daemon with descriptor 3 and the variables of socket activation. A shell sets
  /// LISTEN_PID, as it must be the id of the daemon.
  private func spawn(_ socket: Int32, _ assignments: String) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, socket, 3)
    let command = "LISTEN_PID=$$ LISTEN_FDS=1 \(assignments) exec '\(DaemonProcess.program.path)'"
    var arguments: [UnsafeMutablePointer<CChar>?] = ["sh", "-c", command].map { (text: String) in strdup(text)
    }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    try #require(posix_spawn(&child, "/bin/sh", &actions, nil, &arguments, environ) == 0)
    return child
  }

  @Test func servesAnInheritedSocketAndTellsHowItIs() throws {
    let directory = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let listener = try boundSocket(directory + "/s", type: Int32(SOCK_STREAM.rawValue))
    let notify = try boundSocket(directory + "/n", type: Int32(SOCK_DGRAM.rawValue))
    defer {
      close(listener)
      close(notify)
    }
    listen(listener, 16)
    // A client that connects before the daemon runs waits in the backlog.
    let client = try #require(SocketClient(path: directory + "/s"))
    client.send(ping)
    let child = try spawn(listener, "NOTIFY_SOCKET=\(directory)/n WATCHDOG_USEC=100000")
    #expect(client.receive() == pong)
    #expect(message(notify)?.hasPrefix("READY=1\nSTATUS=") == true)
    #expect(message(notify)?.hasPrefix("WATCHDOG=1\nSTATUS=") == true)
    #expect(message(notify)?.hasPrefix("WATCHDOG=1") == true)
    kill(child, SIGTERM)
    var status: Int32 = 0
    waitpid(child, &status, 0)
    #expect(status == 0)
    var last = message(notify)
    while last?.hasPrefix("WATCHDOG=1") == true { last = message(notify) }
    #expect(last?.hasPrefix("STOPPING=1") == true)
    #expect(access(directory + "/s", F_OK) == 0, "the socket is systemd's to remove")
  }

  @Test func refusesAnInheritedDescriptorOfAnotherKind() throws {
    let null = open("/dev/null", O_RDONLY)
    defer { close(null) }
    let child = try spawn(null, "")
    var status: Int32 = 0
    waitpid(child, &status, 0)
    #expect(status >> 8 == 1)
  }

  @Test func tagsItsLogForAJournal() throws {
    let directory = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = directory + "/log"
    let log = open(path, O_CREAT | O_WRONLY, 0o600)
    var status = stat()
    fstat(log, &status)
    close(log)
    let stream = "\(status.st_dev):\(status.st_ino)"
    let command =
      "JOURNAL_STREAM=\(stream) '\(DaemonProcess.program.path)' --stdio --log-level info </dev/null 2>>\(path)"
    #expect(system(command) == 0)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.isEmpty)
    #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("<6>celld: ") })
  }

  private func message(_ descriptor: Int32) -> String? {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 10_000) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
