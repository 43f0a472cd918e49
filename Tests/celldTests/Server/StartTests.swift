import Glibc
import Logging
import Testing

@testable import celld

/// The steps of the start, without a daemon.
@Suite struct StartTests {
  /// A directory that is removed when the test ends.
  private final class Directory {
    let path: String
    init() throws {
      var template = Array("/tmp/celld-start-XXXXXX".utf8CString)
      try #require(mkdtemp(&template) != nil)
      path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    deinit { rmdir(path) }
  }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  @Test func aLockIsHeldByOne() throws {
    let directory = try Directory()
    let path = directory.path + "/lock"
    guard case .taken(let first) = FileLock.take(path) else { throw StartError("not taken") }
    guard case .held = FileLock.take(path) else { throw StartError("taken twice") }
    first.release()
    #expect(!exists(path))
    guard case .taken(let second) = FileLock.take(path) else { throw StartError("not taken again") }
    second.release()
    guard case .failed = FileLock.take("/nowhere/lock") else { throw StartError("no error") }
  }

  @Test func aSocketIsBoundOnceAndRemoved() throws {
    let directory = try Directory()
    let path = directory.path + "/s"
    let socket = try #require(try BoundSocket.bind(path))
    var status = stat()
    lstat(path, &status)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(try BoundSocket.bind(path) == nil)
    socket.remove()
    close(socket.descriptor)
    #expect(!exists(path) && !exists(path + ".lock"))
  }

  @Test func aLiveSocketWithoutALockIsLeftAlone() throws {
    let directory = try Directory()
    let path = directory.path + "/s"
    let socket = try #require(try BoundSocket.bind(path))
    // systemd holds no lock.
    unlink(path + ".lock")
    #expect(try BoundSocket.bind(path) == nil)
    socket.remove()
    close(socket.descriptor)
  }

  @Test func aDaemonOfAClientDoesNotReplaceOneWithAStoreThatWasKilled() throws {
    let directory = try Directory()
    let path = directory.path + "/s"
    let killed = try #require(try BoundSocket.bind(path, store: "/var/lib/склад.db"))
    close(killed.descriptor)
    killed.lock.leave()
    do {
      _ = try BoundSocket.bind(path, replacesAny: false)
      Issue.record("it took the place")
    } catch {
      #expect(error.isFinal && error.description.contains("had the store /var/lib/склад.db"))
    }
    // One with a store takes the place; after its end in order, any daemon does.
    let second = try #require(try BoundSocket.bind(path, store: "/var/lib/склад.db"))
    second.remove()
    close(second.descriptor)
    let third = try #require(try BoundSocket.bind(path, replacesAny: false))
    close(third.descriptor)
    third.lock.leave()
    // A daemon without a store leaves nothing that could be lost.
    let fourth = try #require(try BoundSocket.bind(path, replacesAny: false))
    fourth.remove()
    close(fourth.descriptor)
  }

  @Test func theSocketOfAnotherIsNotRemoved() throws {
    let directory = try Directory()
    let path = directory.path + "/s"
    let first = try #require(try BoundSocket.bind(path))
    unlink(path)
    unlink(path + ".lock")
    let second = try #require(try BoundSocket.bind(path))
    first.remove()
    #expect(exists(path))
    second.remove()
    close(first.descriptor)
    close(second.descriptor)
  }

  @Test func addressesArePathsOrAbstractNames() {
    #expect(UnixAddress("") == nil)
    #expect(UnixAddress(String(repeating: "x", count: UnixAddress.longestPath + 1)) == nil)
    #expect(UnixAddress(String(repeating: "x", count: UnixAddress.longestPath)) != nil)
    UnixAddress("@name")?.withSocketAddress { _, length in #expect(length == 2 + 5) }
    UnixAddress("/path")?.withSocketAddress { _, length in #expect(length == 2 + 6) }
  }

  @Test(arguments: ["@celld-notify-test", "/tmp/celld-notify-test"])
  func systemdIsToldInItsOwnWords(name: String) throws {
    let address = try #require(UnixAddress(name))
    let receiver = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer {
      close(receiver)
      unlink(name)
    }
    try #require(address.withSocketAddress { bind(receiver, $0, $1) } == 0)
    let environment = ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "77"]
    let notifier = SystemdNotifier(environment: { environment[$0] }, processID: 77)
    #expect(notifier.watchdogInterval == 1500)
    notifier.send(.ready, .status("serving"))
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = recv(receiver, &bytes, bytes.count, 0)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "READY=1\nSTATUS=serving")
    let other = SystemdNotifier(environment: { environment[$0] }, processID: 78)
    #expect(other.watchdogInterval == nil, "the watchdog is another process's")
  }

  @Test func socketsForAnotherProcessAreNotTaken() throws {
    let none = try InheritedSockets.take(
      environment: { ["LISTEN_PID": "1", "LISTEN_FDS": "1"][$0] }, processID: 2)
    #expect(none.isEmpty)
    #expect(try InheritedSockets.take(environment: { _ in nil }).isEmpty)
  }

  @Test func aSocketIsPrivateByItsMode() throws {
    let directory = try Directory()
    for (mode, isPrivate) in [(0o600, true), (0o660, false), (0o606, false)] as [(mode_t, Bool)] {
      let path = "\(directory.path)/\(mode)"
      let socket = try #require(try BoundSocket.bind(path, mode: mode))
      #expect(socket.isPrivate == isPrivate)
      #expect(Daemon.Endpoint.bound(socket).isPrivate == isPrivate)
      #expect(Daemon.Endpoint.inherited([socket.descriptor]).isPrivate == isPrivate)
      socket.remove()
      close(socket.descriptor)
    }
    #expect(Daemon.Endpoint.standardStreams.isPrivate)
    let abstract = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let address = try #require(UnixAddress("@celld-private-test-\(getpid())"))
    try #require(address.withSocketAddress { bind(abstract, $0, $1) } == 0)
    #expect(!InheritedSockets.isPrivate(abstract))
    close(abstract)
  }

  @Test func aFullSocketOfSystemdDoesNotBlock() throws {
    let name = "@celld-notify-full-\(getpid())"
    let receiver = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(receiver) }
    try #require(UnixAddress(name)?.withSocketAddress { bind(receiver, $0, $1) } == 0)
    let notifier = SystemdNotifier(environment: { ["NOTIFY_SOCKET": name][$0] })
    for _ in 0..<2_000 { notifier.send(.watchdog, .status("a\nb\u{202E}")) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = recv(receiver, &bytes, bytes.count, 0)
    let expected = "WATCHDOG=1\nSTATUS=a\u{FFFD}b\u{FFFD}"
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == expected)
  }

  @Test func aFullLogLosesLinesAndCountsThem() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let handler = StandardErrorLogHandler(journalStream: nil, descriptor: ends[1])
    let log = Logger(label: "test") { _ in handler }
    let capacity = 65_536 / StandardErrorLogHandler.longestLine
    // Long messages are cut, so the pipe has room for at least this many, and not for 100.
    for _ in 0..<100 { log.error("\(String(repeating: "é", count: 9_000))") }
    func received() -> [Substring] {
      var buffer = [UInt8](repeating: 0, count: 1 << 20)
      let count = read(ends[0], &buffer, buffer.count)
      return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    }
    let first = received()
    #expect(first.count >= capacity && first.count < 100)
    #expect(first.allSatisfy { $0.hasSuffix("é…") && $0.utf8.count < StandardErrorLogHandler.longestLine })
    log.error("again")
    let lost = 100 - first.count
    #expect(
      received() == [
        "celld: warning: \(lost) lines before this one were lost; the log is not read fast enough",
        "celld: error: again",
      ])
  }

  @Test func logLinesAreOneLine() {
    let line = StandardErrorLogHandler.line(
      level: .warning, message: "a\nb\u{1B}[31m", metadata: ["k": "v\r"], withPriority: false)
    #expect(String(decoding: line, as: UTF8.self) == "celld: warning: a b [31m k=v \n")
    let hostile = StandardErrorLogHandler.line(
      level: .warning, message: "a\u{9B}31m\u{202E}b\u{2028}", metadata: ["k\n": "\u{FEFF}"],
      withPriority: false)
    #expect(
      String(decoding: hostile, as: UTF8.self)
        == "celld: warning: a\u{FFFD}31m\u{FFFD}b\u{FFFD} k =\u{FFFD}\n")
    let journal = StandardErrorLogHandler.line(
      level: .error, message: "x", metadata: [:], withPriority: true)
    #expect(String(decoding: journal, as: UTF8.self) == "<3>celld: x\n")
  }
}
