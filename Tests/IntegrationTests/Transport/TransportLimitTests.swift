import Glibc
import Testing

/// The daemon bounds its memory for clients, and no client delays another.
@Suite(.serialized) struct TransportLimitTests {
  private let ping = #"{"id":1,"method":"ping"}"#
  private let pong = #"{"jsonrpc":"2.0","id":1,"result":{}}"#

  @Test func tellsAClientTooManyAndClosesIt() throws {
    let daemon = try DaemonProcess(["--limit", "connections=2"])
    let first = try daemon.connect()
    var second: SocketClient? = try daemon.connect()
    second?.send(ping)
    #expect(second?.receive() == pong)
    let third = try daemon.connect()
    third.send(ping)
    let line = try #require(third.receive())
    #expect(line.contains(#""kind":"limitExceeded""#))
    #expect(line.contains(#""limit":"connections""#))
    #expect(third.receive() == nil)
    second = nil
    var fourth = try daemon.connect()
    #expect(
      try eventually {
        fourth = try daemon.connect()
        fourth.send(ping)
        return fourth.receive() == pong
      })
    fourth.send(ping)
    #expect(fourth.receive() == pong)
    first.send(ping)
    #expect(first.receive() == pong)
  }

  @Test func stopsReadingAClientThatDoesNotRead() throws {
    let (daemon, slow) = try DaemonProcess.withClient(["--limit", "output=100000"])
    let other = try daemon.connect()
    other.send(ping)
    #expect(other.receive() == pong)
    let before = daemon.residentBytes
    // More requests than the limit and all buffers can hold replies for.
    let block = Array(String(repeating: ping + "\n", count: 1000).utf8)
    var sent = 0
    var refusals = 0
    while sent < 64 << 20, refusals < 20 {
      let count = slow.sendWithoutWaiting(block)
      sent += count
      if count < block.count {
        refusals += 1
        usleep(20_000)
      } else {
        refusals = 0
      }
    }
    #expect(sent < 8 << 20, "the daemon went on reading")
    #expect(DaemonProcess.isSanitized || daemon.residentBytes - before < 8 << 20)
    other.send(ping)
    #expect(other.receive() == pong)
    // All requests are answered once the client reads.
    let whole = sent / (ping.utf8.count + 1)
    for _ in 0..<whole { try #require(slow.receive() == pong) }
  }

  @Test func wholeLinesAreNeverRefusedForTheHalfReadOnesOfOthers() throws {
    let (daemon, half) = try DaemonProcess.withClient(["--limit", "input=300000", "--limit", "output=10000"])
    // As much as one connection may hold: half of the limit without the allowances, halved again.
    half.send(bytes: [UInt8](repeating: UInt8(ascii: " "), count: 75_000))
    let other = try daemon.connect()
    other.send(ping)
    #expect(other.receive() == pong)
    half.waitUntilRead()
    // More requests than the limit output allows at once, so whole lines must wait.
    let count = 2500
    other.send(bytes: Array(String(repeating: ping + "\n", count: count).utf8))
    for _ in 0..<count { try #require(other.receive() == pong) }
  }

  @Test func unsentRepliesOfOneClientLeaveRoomForOthers() throws {
    let (daemon, slow) = try DaemonProcess.withClient(["--limit", "pending=300000"])
    let other = try daemon.connect()
    let block = Array(String(repeating: ping + "\n", count: 1000).utf8)
    var taken = 0
    for _ in 0..<100 {
      taken += slow.sendWithoutWaiting(block)
      usleep(1000)
      other.send(ping)
      try #require(other.receive() == pong)
    }
    // The slow client was held up at its share, and gets all replies once it reads.
    for _ in 0..<taken / (ping.utf8.count + 1) { try #require(slow.receive() == pong) }
  }

  @Test func unreadRowsOfManyClientsLeaveRoomForOthers() throws {
    let limits = ["pending=1000000", "reply=300000", "connections=100"]
    let daemon = try DaemonProcess(limits.flatMap { ["--limit", $0] })
    let other = try RPCClient(daemon)
    try other.call("cells.push", ["session": "s", "cells": PullTests.cells(5000)])
    let pull = #"{"id":1,"method":"rows.pull","params":{"session":"s","count":5000}}"# + "\n"
    let greedy = try (0..<20).map { _ in try daemon.connect() }
    for client in greedy {
      client.send(bytes: Array(String(repeating: pull, count: 5).utf8))
      #expect(try other.call("ping") == [:])
      let rows = try other.call("rows.pull", ["session": "s", "count": 10])["rows"]?.array
      #expect(rows?.count == 10)
      let pending = try other.call("stats")["daemon"]?["pending"]?.int
      #expect(pending.map { $0 <= 1_000_000 } == true, "\(pending ?? -1)")
    }
    // Each greedy client still gets an answer to every request.
    for client in greedy {
      for _ in 0..<5 { #expect(client.receive()?.contains(#""id":1,"#) == true) }
    }
  }

  @Test func aBusyClientDoesNotHoldUpAnother() throws {
    let (daemon, busy) = try DaemonProcess.withClient()
    let other = try daemon.connect()
    let block = Array(String(repeating: ping + "\n", count: 40_000).utf8)
    _ = busy.sendWithoutWaiting(block)
    other.send(ping)
    #expect(other.receive() == pong)
  }

  @Test func dropsTheHalfReadLineOfAConnectionOverItsShare() throws {
    let daemon = try DaemonProcess(["--limit", "input=300000"])
    let clients = try (0..<4).map { _ in try daemon.connect() }
    // The shares are 75, 45 and 27 kB after lines of 60 and 36 kB.
    for (client, count) in zip(clients, [60_000, 36_000, 50_000, 20_000]) {
      client.send(bytes: [UInt8](repeating: UInt8(ascii: " "), count: count))
      client.waitUntilRead()
    }
    for (number, client) in clients.enumerated() {
      client.send(ping)
      let line = try #require(client.receive())
      guard number == 2 else {
        #expect(line == pong)
        continue
      }
      #expect(line.contains(#""kind":"busy","retryAfter":100,"limit":"input","scope":"connection""#))
      client.send(ping)
      #expect(client.receive() == pong)
    }
  }

  @Test func aLongLineCountsUntilItIsAnswered() throws {
    let daemon = try DaemonProcess()
    let (client, other) = (try daemon.connect(), try daemon.connect())
    let cells = (0..<3_000).map { #"{"id":"\#($0)","title":"One of many cells"}"# }.joined(separator: ",")
    client.send(
      #"{"jsonrpc":"2.0","id":1,"method":"cells.push","params":{"session":"s","cells":[\#(cells)]}}"#)
    #expect(try #require(client.receive()).contains(#""inserted":3000,"#))
    other.send(#"{"jsonrpc":"2.0","id":1,"method":"stats"}"#)
    #expect(try #require(other.receive()).contains(#""input":0,"#))
  }

  @Test func tellsNewClientsWhenDescriptorsRunOutAndRecovers() throws {
    let daemon = try DaemonProcess()
    var clients = [try daemon.connect()]
    try daemon.limitDescriptors(to: 24)
    var refused: String?
    for _ in 0..<40 where refused == nil {
      let client = try daemon.connect()
      client.send(ping)
      let line = client.receive()
      if line == pong { clients.append(client) } else { refused = line }
    }
    let line = try #require(refused)
    #expect(line.contains(#""kind":"busy""#))
    #expect(line.contains(#""retryAfter":"#))
    let before = daemon.processorSeconds
    usleep(500_000)
    #expect(daemon.processorSeconds - before < 0.2, "the daemon spins")
    clients[0].send(ping)
    #expect(clients[0].receive() == pong)
    clients.removeAll()
    #expect(
      try eventually {
        let again = try daemon.connect()
        again.send(ping)
        return again.receive() == pong
      })
  }

  @Test func servesManyIdleClients() throws {
    let daemon = try DaemonProcess()
    let first = try daemon.connect()
    first.send(ping)
    #expect(first.receive() == pong)
    let before = daemon.residentBytes
    let clients = try (0..<500).map { _ in try daemon.connect() }
    for client in clients { client.send(ping) }
    for client in clients { #expect(client.receive() == pong) }
    let perClient = (daemon.residentBytes - before) / clients.count
    #expect(DaemonProcess.isSanitized || perClient < 16 << 10, "\(perClient) bytes")
  }
}
