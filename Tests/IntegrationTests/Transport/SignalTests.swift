import CellWire
import Foundation
import Testing

/// Signals to a daemon with sessions and clients.
@Suite struct SignalTests {
  private func push(_ id: Int, _ count: Int, title: String = "T") -> String {
    let cells = (0..<count).map { #"{"id":"\#(id)-\#($0)","title":"\#(title)"}"# }
    return
      #"{"id":\#(id),"method":"cells.push","params":{"session":"s","cells":[\#(cells.joined(separator: ","))]}}"#
  }

  @Test(arguments: [SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE, SIGWINCH])
  func otherSignalsLeaveTheSessions(signal: Int32) throws {
    let daemon = try DaemonProcess()
    let client = try RPCClient(daemon)
    try client.call("cells.push", ["session": "s", "cells": [["id": "1", "title": "t"]]])
    let instance = try client.call("hello")["instance"]
    daemon.signal(signal)
    // A signal is delivered before the process runs on, so the daemon has it by the second reply.
    try client.call("ping")
    #expect(try client.call("cells.get", ["session": "s"])["cells"]?.array?.count == 1)
    #expect(try RPCClient(daemon).call("hello")["instance"] == instance)
  }

  /// The signal comes while requests are read and answered. Each line gets a whole reply, in order,
  /// up to a point; from there on all are `shuttingDown`. Replies are true: only a change whose
  /// outcome is `unknown` may be stored without a result.
  @Test(arguments: [0, 3, 12])
  func repliesAreWholeAndTrue(before: Int) throws {
    let directory = try StoreDirectory()
    var daemon = try directory.start()
    let client = try daemon.connect()
    let lines = (0..<24).map { push($0, 700) }
    // Another thread sends, because the daemon reads no further when its replies are not read.
    nonisolated(unsafe) let sending = client
    Thread.detachNewThread { for line in lines { sending.send(line) } }
    var replies: [String] = []
    while replies.count < before { replies.append(try #require(client.receive())) }
    daemon.signal(SIGTERM)
    replies += client.receiveAll()
    #expect(try daemon.exitStatus() == 0)
    let parsed = try replies.map { try JSON(parsing: $0) }
    #expect(parsed.map { $0["id"]?.int } == parsed.indices.map { $0 })
    let done = parsed.prefix { $0["result"] != nil }
    #expect(done.count >= before)
    for reply in done { #expect(reply["result"]?["inserted"] == 700) }
    // On a slow machine the end comes before the store has the last changes.
    var unknown = 0
    for reply in parsed.dropFirst(done.count) {
      let error = reply["error"]?["data"]
      #expect(error?["kind"] == "shuttingDown")
      if error?["applied"] == "unknown" { unknown += 1 } else { #expect(error?["applied"] == false) }
    }
    daemon = try directory.start()
    let count = try RPCClient(daemon).call("session.list")["sessions"]?[0]?["count"]?.int ?? 0
    #expect(count.isMultiple(of: 700))
    #expect((done.count...done.count + unknown).contains(count / 700))
  }

  /// Rows that take long are answered, or cut off with an error. No connection ends without a word.
  @Test func longRequestsGetAnAnswerAtTheEnd() throws {
    let daemon = try DaemonProcess()
    let clients = try (0..<4).map { _ in try daemon.connect() }
    let title = String(repeating: "a", count: 200_000)
    for (number, client) in clients.enumerated() {
      client.send(
        #"{"id":1,"method":"cells.push","params":{"session":"\#(number)","cells":[{"id":"1","title":"\#(title)"}]}}"#
      )
      #expect(client.receive()?.contains("inserted") == true)
      client.send(
        #"{"id":2,"method":"rows.pull","params":{"session":"\#(number)","format":"frames","#
          + #""environment":{"unit":"point","width":300,"truncation":{"*":"middle"}}}}"#)
    }
    for client in clients { client.waitUntilRead() }
    daemon.signal(SIGTERM)
    for client in clients {
      let lines = client.receiveAll()
      #expect(lines.count == 1)
      let reply = lines.first ?? ""
      #expect(reply.hasPrefix(#"{"jsonrpc":"2.0","id":2,"#))
      #expect(reply.contains(#""result":{"#) || reply.contains(#""kind":"shuttingDown""#))
    }
    #expect(try daemon.exitStatus() == 0)
  }

  /// The next daemon serves the path while clients of the old one still read, and keeps it.
  @Test func anotherDaemonTakesThePathAtOnce() throws {
    let directory = try DaemonProcess.makeDirectory()
    let old = try DaemonProcess(in: directory)
    old.removesDirectory = false
    let slow = try old.connect()
    let block = Array(String(repeating: #"{"id":1,"method":"rpc.discover"}"# + "\n", count: 400).utf8)
    slow.send(bytes: Array(block.prefix(block.count / 400 * 3)))
    #expect(slow.receive() != nil)
    while slow.sendWithoutWaiting(block) == block.count {}
    let oldID = try RPCClient(old).call("hello")["pid"]
    old.signal(SIGTERM)
    #expect(eventually { access(old.socketPath, F_OK) != 0 })
    let new = try DaemonProcess(in: directory)
    let client = try RPCClient(new)
    let newID = try client.call("hello")["pid"]
    #expect(newID != oldID)
    #expect(try old.exitStatus() == 0)
    #expect(try client.call("ping") == [:])
    #expect(try RPCClient(new).call("hello")["pid"] == newID)
  }
}

/// Standard streams that are closed, full or never read.
@Suite struct StandardStreamTests {
  private let ping = #"{"id":1,"method":"ping"}"#
  private let pong = #"{"jsonrpc":"2.0","id":1,"result":{}}"#

  /// A shell that runs a command. `$CELLD` is the program, and `$S` a path for its socket.
  private func shell(_ command: String, _ directory: String) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = [
      "PATH": "/usr/bin:/bin", "CELLD": DaemonProcess.program.path, "S": directory + "/celld.sock",
    ]
    process.standardInput = FileHandle.nullDevice
    return process
  }

  @Test(arguments: ["2>/dev/full", "2>&-"])
  func aLogThatTakesNothingHoldsNobodyUp(redirection: String) throws {
    let directory = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let process = shell(#"exec "$CELLD" --socket "$S" --log-level trace "# + redirection, directory)
    try process.run()
    var client: SocketClient?
    #expect(
      eventually {
        client = SocketClient(path: directory + "/celld.sock")
        return client != nil || !process.isRunning
      })
    client?.send(ping)
    #expect(client?.receive() == pong)
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func aLogWhoseReaderLeftHoldsNobodyUp() throws {
    let (daemon, client) = try DaemonProcess.withClient(["--log-level", "trace"])
    try daemon.closeErrors()
    client.send(ping)
    #expect(client.receive() == pong)
    daemon.signal(SIGTERM)
    #expect(try daemon.exitStatus() == 0)
  }

  @Test func aLogThatIsNeverReadHoldsNobodyUp() throws {
    let daemon = try DaemonProcess(["--log-level", "trace"])
    let name = String(repeating: "x", count: 200)
    // More than a pipe takes.
    for _ in 0..<1_000 {
      let client = try daemon.connect()
      client.send(#"{"id":1,"method":"hello","params":{"client":"\#(name)"}}"#)
      #expect(client.receive()?.contains(#""result""#) == true)
    }
    daemon.signal(SIGTERM)
    #expect(try daemon.exitStatus() == 0)
  }

  @Test(arguments: [
    #""$CELLD" --stdio </dev/null"#,
    #"printf '' | "$CELLD" --stdio"#,
    #"echo '{"id":1,"method":"ping"}' | "$CELLD" --stdio >/dev/full"#,
  ])
  func standardStreamsThatEndAreACleanEnd(command: String) throws {
    let directory = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let process = shell(command, directory)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
  @Test func aReaderThatLeavesEndsIt() throws {
    let daemon = try DaemonProcess(["--stdio"], withSocket: false)
    try daemon.closeOutput()
    // Its input stays open.
    try daemon.write(#"{"id":1,"method":"rpc.discover"}"# + "\n")
    #expect(try daemon.exitStatus() == 0)
  }
}
