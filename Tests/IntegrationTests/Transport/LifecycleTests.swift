import CellWire
import Foundation
import Testing

/// The start of the daemon, the path of its socket, and its end.
@Suite struct LifecycleTests {
  private let ping = #"{"id":1,"method":"ping"}"#
  private let pong = #"{"jsonrpc":"2.0","id":1,"result":{}}"#

  @Test(arguments: [SIGTERM, SIGINT])
  func endsOnSignalsAndLeavesNothing(signal: Int32) throws {
    let (daemon, client) = try DaemonProcess.withClient()
    client.send(ping)
    #expect(client.receive() == pong)
    daemon.signal(signal)
    #expect(try daemon.exitStatus() == 0)
    #expect(client.isClosed())
    #expect(try FileManager.default.contentsOfDirectory(atPath: daemon.directory).isEmpty)
  }

  @Test func answersWhatIsInBeforeItEnds() throws {
    let (daemon, client) = try DaemonProcess.withClient()
    client.send(ping)
    #expect(client.receive() == pong)
    let count = 2000
    client.send(Array(repeating: ping, count: count).joined(separator: "\n"))
    daemon.signal(SIGTERM)
    #expect(client.receiveAll().filter { $0 == pong }.count == count)
    #expect(try daemon.exitStatus() == 0)
  }

  @Test func doesNotWaitForEverForAClientThatDoesNotRead() throws {
    let (daemon, client) = try DaemonProcess.withClient()
    client.send(ping)
    #expect(client.receive() == pong)
    let block = Array(String(repeating: ping + "\n", count: 1000).utf8)
    while client.sendWithoutWaiting(block) == block.count {}
    daemon.signal(SIGTERM)
    #expect(try daemon.exitStatus() == 0)
  }

  @Test func aSecondSignalEndsItAtOnce() throws {
    let (daemon, client) = try DaemonProcess.withClient(["--log-level", "info"])
    client.send(ping)
    #expect(client.receive() == pong)
    let block = Array(String(repeating: ping + "\n", count: 1000).utf8)
    while client.sendWithoutWaiting(block) == block.count {}
    daemon.signal(SIGTERM)
    #expect(eventually { access(daemon.socketPath, F_OK) != 0 })
    daemon.signal(SIGINT)
    #expect(try daemon.exitStatus() == 0)
    #expect(daemon.readErrors().contains("ending at once: SIGINT"))
  }

  @Test func linesThatComeWhileItEndsGetAnError() throws {
    let (daemon, client) = try DaemonProcess.withClient()
    let title = String(repeating: "👩‍", count: 20_000)
    client.send(
      #"{"id":1,"method":"cell.layout","params":{"cell":{"id":1,"title":"\#(title)"},"format":"frames","#
        + #""environment":{"unit":"point","width":300,"truncation":{"*":"middle"}}}}"#)
    client.waitUntilRead()
    daemon.signal(SIGTERM)
    #expect(eventually { access(daemon.socketPath, F_OK) != 0 })
    client.send(ping)
    let lines = client.receiveAll()
    #expect(lines.count == 2)
    // The first request is answered, or cut off if the machine is slow.
    #expect(lines.first?.hasPrefix(#"{"jsonrpc":"2.0","id":1,"#) == true)
    #expect(lines.last?.contains("shuttingDown") == true)
    #expect(try daemon.exitStatus() == 0)
  }

  @Test func aHangUpReadsTheLimitsAgain() throws {
    let directory = try DaemonProcess.makeDirectory()
    let file = URL(fileURLWithPath: directory + "/limits")
    try Data("cells=5000\nwindow=50 # rows\n".utf8).write(to: file)
    let daemon = try DaemonProcess(["--limits", file.path, "--limit", "window=60"], in: directory)
    let client = try RPCClient(daemon)
    func limit(_ name: String) throws -> Int? { try client.call("hello")["limits"]?[name]?.int }
    #expect(try limit("cells") == 5_000 && limit("window") == 60)
    try client.call("cells.push", ["session": "s", "cells": PullTests.cells(3)])
    let pull: JSON = ["session": "s", "environment": ["unit": "point", "width": 300], "format": "frames"]
    let before = try client.call("rows.pull", pull)["rows"]
    try Data("cells=2\nline=1000\n".utf8).write(to: file)
    daemon.signal(SIGHUP)
    #expect(try eventually { try limit("cells") == 2 })
    #expect(try limit("line") == 16 << 20)
    #expect(
      try refusal {
        try client.call("cells.push", ["session": "s", "cells": PullTests.cells(3, from: 3)])
      }?.limit == "cells")
    #expect(try client.call("rows.pull", pull)["rows"] == before)
    try Data("cels=9\n".utf8).write(to: file)
    daemon.signal(SIGHUP)
    try FileManager.default.removeItem(at: file)
    #expect(try client.call("hello")["pid"] != nil)
    daemon.signal(SIGTERM)
    #expect(try daemon.exitStatus() == 0)
    let log = daemon.readErrors()
    #expect(log.contains("the limit line changes only when celld restarts; it stays 16777216"))
    #expect(log.contains("the limits stay as they are"))
  }

  @Test func aFileOfLimitsWithAnErrorStopsTheStart() throws {
    for path in ["/nonexistent/limits", "/etc/passwd"] {
      let daemon = try DaemonProcess(["--limits", path])
      #expect(try daemon.exitStatus() == 1)
      #expect(daemon.readErrors().contains("cannot use the limits in \(path): "))
    }
  }

  @Test func theSocketIsForItsUserAlone() throws {
    let (daemon, _) = try DaemonProcess.withClient()
    let attributes = try FileManager.default.attributesOfItem(atPath: daemon.socketPath)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func aSecondDaemonSaysSoAndEnds() throws {
    let (first, client) = try DaemonProcess.withClient()
    let second = try DaemonProcess(["--socket", first.socketPath], withSocket: false)
    #expect(try second.exitStatus() == 1)
    #expect(second.readErrors().contains("another daemon listens at \(first.socketPath)"))
    client.send(ping)
    #expect(client.receive() == pong)
  }

  @Test func takesOverAStaleSocket() throws {
    let directory = try DaemonProcess.makeDirectory()
    var first: DaemonProcess? = try DaemonProcess(["--log-level", "error"], in: directory)
    _ = try first?.connect()
    first?.signal(SIGKILL)
    _ = try first?.exitStatus()
    #expect(FileManager.default.fileExists(atPath: directory + "/celld.sock"))
    let second = try DaemonProcess(in: directory)
    let client = try second.connect()
    client.send(ping)
    #expect(client.receive() == pong)
    first = nil
  }

  @Test func doesNotRemoveWhatIsNoSocket() throws {
    let directory = try DaemonProcess.makeDirectory()
    let path = directory + "/celld.sock"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    let daemon = try DaemonProcess(in: directory)
    #expect(try daemon.exitStatus() == 1)
    #expect(daemon.readErrors().contains("is not a socket"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test func saysThatAPathIsTooLong() throws {
    let path = "/tmp/" + String(repeating: "x", count: 200)
    let daemon = try DaemonProcess(["--socket", path], withSocket: false)
    #expect(try daemon.exitStatus() == 1)
    #expect(daemon.readErrors().contains("the kernel allows 107"))
  }

  @Test func findsItsPlaceInTheRuntimeDirectory() throws {
    let runtime = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: runtime) }
    let daemon = try DaemonProcess([], withSocket: false, environment: ["XDG_RUNTIME_DIR": runtime])
    var client: SocketClient?
    #expect(
      eventually {
        client = SocketClient(path: runtime + "/celld/celld.sock")
        return client != nil
      })
    client?.send(ping)
    #expect(client?.receive() == pong)
    let attributes = try FileManager.default.attributesOfItem(atPath: runtime + "/celld")
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    daemon.signal(SIGTERM)
    #expect(try daemon.exitStatus() == 0)
  }

  @Test func endsWhenNobodyNeedsIt() throws {
    let (daemon, client) = try DaemonProcess.withClient(["--idle-exit", "2"])
    usleep(3_000_000)
    #expect(daemon.isRunning, "it has a client")
    client.halfClose()
    #expect(try daemon.exitStatus() == 0)
  }

  @Test(arguments: [
    ["--limit", "lin=3"], ["--limit", "line=0"], ["--mode", "9"], ["--stdio", "--plugin"], ["--wat"],
  ])
  func refusesWrongOptions(arguments: [String]) throws {
    let daemon = try DaemonProcess(arguments, withSocket: false)
    #expect(try daemon.exitStatus() == 2)
    #expect(daemon.readOutput().isEmpty)
    #expect(daemon.readErrors().contains("Usage: celld"))
  }

  @Test func namesTheRangeOfATimeBelowZero() throws {
    let daemon = try DaemonProcess(["--idle-exit", "-1"], withSocket: false)
    #expect(try daemon.exitStatus() == 2)
    #expect(daemon.readErrors().contains("--idle-exit takes a number of seconds above 0."))
  }

  // MARK: Standard streams and plugin

  @Test func servesStandardStreams() throws {
    let daemon = try DaemonProcess(["--stdio"], withSocket: false)
    try daemon.write(ping + "\n" + ping + "\n")
    #expect(daemon.readOutputLine() == pong)
    #expect(daemon.readOutputLine() == pong)
    try daemon.write(ping)
    try daemon.closeInput()
    #expect(daemon.readOutput() == pong + "\n")
    #expect(try daemon.exitStatus() == 0)
  }

  @Test func aPluginNeedsItsCookie() throws {
    let daemon = try DaemonProcess(["--plugin"], withSocket: false)
    #expect(try daemon.exitStatus() == 1)
    #expect(daemon.readOutput().isEmpty)
    #expect(daemon.readErrors().contains("layout plugin"))
  }

  @Test func servesThePluginProtocolAndCleansUp() throws {
    let daemon = try DaemonProcess(
      ["--plugin"], withSocket: false, environment: ["CELLD_PLUGIN_COOKIE": "celld"])
    let parts = daemon.readOutputLine().split(separator: "|").map(String.init)
    #expect(parts.count == 5)
    #expect(Array(parts[0..<3]) == ["1", "1", "unix"])
    #expect(parts[4] == "jsonrpc")
    let path = parts[3]
    let client = try #require(SocketClient(path: path))
    client.send(ping)
    #expect(client.receive() == pong)
    try daemon.closeInput()
    #expect(try daemon.exitStatus() == 0)
    #expect(daemon.readOutput().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: (path as NSString).deletingLastPathComponent))
  }

  @Test func aPluginThatCannotSayWhereItIsLeavesNothing() throws {
    let directory = try DaemonProcess.makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let command =
      "env -u XDG_RUNTIME_DIR CELLD_PLUGIN_COOKIE=celld TMPDIR=\(directory) '\(DaemonProcess.program.path)' --plugin"
    #expect(system(command + " </dev/null >/dev/full 2>/dev/null") >> 8 == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
  }
}
