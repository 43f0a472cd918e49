import Foundation
import Glibc
import Testing

/// Commands that go on after a restart of the daemon, and never start one in its place.
@Suite struct CellctlReconnectionTests {
  private let directory: StoreDirectory
  private let environment: [String: String]

  init() throws {
    directory = try StoreDirectory()
    environment = ["XDG_CONFIG_HOME": directory.path]
    let presets = directory.path + "/celld/presets"
    try FileManager.default.createDirectory(atPath: presets, withIntermediateDirectories: true)
    try "# command: cat '\(directory.path)/records'\n.".write(
      toFile: presets + "/jobs.jq", atomically: true, encoding: .utf8)
    try #"{"id":"a","title":"A"}"#.write(
      toFile: directory.path + "/records", atomically: true, encoding: .utf8)
  }

  private func rows(_ session: String, _ socket: String) throws -> String {
    try CellctlProcess.run(["rows", session, "--no-spawn"], socket: socket).output
  }

  /// The lines of standard error, up to one that contains `text`; nil if it does not come.
  private func errors(of running: CellctlProcess.Running, upTo text: String) -> String? {
    let descriptor = running.errors.fileHandleForReading.fileDescriptor
    var read: [UInt8] = []
    while !String(decoding: read, as: UTF8.self).contains(text) {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, SocketClient.patience) > 0 else { return nil }
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = Glibc.read(descriptor, &piece, piece.count)
      guard count > 0 else { return nil }
      read += piece[..<count]
    }
    return String(decoding: read, as: UTF8.self)
  }

  @Test(arguments: ["1h", "100ms"])
  func `a repeated push leaves the socket to the daemon that comes back`(time: String) throws {
    let first = try directory.start()
    let socket = first.socketPath
    let running = try CellctlProcess.start(
      ["push", "jobs", "--preset", "jobs", "--every", time], socket: socket, environment: environment)
    defer { running.process.terminate() }
    #expect(try eventually { try rows("jobs", socket) == "A\n" })
    first.signal(SIGKILL)
    _ = try first.exitStatus()
    let errors = errors(of: running, upTo: "reconnecting\n")
    #expect(errors == "cellctl: the daemon closed the connection; reconnecting\n")
    #expect(try CellctlProcess.run(["ping", "--no-spawn"], socket: socket).status == 3)
    try #"{"id":"b","title":"B"}"#.write(
      toFile: directory.path + "/records", atomically: true, encoding: .utf8)
    let second = try directory.start()
    let hello = try CellctlProcess.run(["call", "hello"], socket: socket).output
    #expect(hello.contains("\"pid\":\(second.processID)"), "\(hello)")
    #expect(try eventually { try rows("jobs", socket) == "B\n" })
  }

  @Test func `a wait goes on with the daemon that comes back`() throws {
    let first = try directory.start()
    let socket = first.socketPath
    let running = try CellctlProcess.start(
      ["wait", "jobs", "--cells", "1", "--timeout", "600"], socket: socket)
    defer { running.process.terminate() }
    // Until the daemon has answered its hello, the wait has no connection that could be lost.
    let client = try RPCClient(first)
    var own = 0
    #expect(
      try eventually {
        own += 1
        return try client.call("stats")["daemon"]?["requests"]?.int ?? 0 > own + 4
      })
    first.signal(SIGKILL)
    _ = try first.exitStatus()
    // Longer than the first pauses between two attempts.
    for _ in 0..<5 {
      #expect(try CellctlProcess.run(["ping", "--no-spawn"], socket: socket).status == 3)
    }
    #expect(running.process.isRunning)
    let second = try directory.start()
    _ = try CellctlProcess.run(["push", "jobs"], input: #"{"id":"a","title":"A"}"#, socket: socket)
    running.process.waitUntilExit()
    #expect(running.process.terminationStatus == 0)
    withExtendedLifetime(second) {}
  }

  @Test func `no daemon without a store takes the place of one with a store that was killed`() throws {
    let directory = try StoreDirectory()
    let first = try directory.start()
    let path = first.socketPath
    _ = try CellctlProcess.run(["push", "s"], input: #"{"id":"a","title":"Geblieben"}"#, socket: path)
    first.signal(SIGKILL)
    _ = try first.exitStatus()
    let refused = try CellctlProcess.run(["push", "s"], input: #"{"id":"b","title":"Neu"}"#, socket: path)
    #expect(refused.status == 3 && refused.errors.contains("had the store"), "\(refused.errors)")
    let second = try directory.start()
    #expect(try rows("s", path).contains("Geblieben"))
    // After an end in order, any daemon can begin there.
    second.signal(SIGTERM)
    #expect(try second.exitStatus() == 0)
    let begun = try CellctlProcess.run(["push", "s"], input: #"{"id":"b","title":"Neu"}"#, socket: path)
    #expect(begun.status == 0, "\(begun.errors)")
    _ = try CellctlProcess.run(["drop", "s"], socket: path)
  }

  @Test func `a run that fails keeps the connection to the daemon`() throws {
    let daemon = try directory.start()
    let records = directory.path + "/records"
    try FileManager.default.removeItem(atPath: records)
    let running = try CellctlProcess.start(
      ["push", "jobs", "--preset", "jobs", "--every", "100ms"], socket: daemon.socketPath,
      environment: environment)
    defer { running.process.terminate() }
    let errors = errors(of: running, upTo: "\n  cat: ")
    #expect(errors?.contains("cellctl: cat ended with exit status 1\n  cat: ") == true)
    try #"{"id":"b","title":"B"}"#.write(toFile: records, atomically: true, encoding: .utf8)
    #expect(try eventually { try rows("jobs", daemon.socketPath) == "B\n" })
  }
}
