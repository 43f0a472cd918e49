import CellProtocol
import Foundation
import Glibc
import Testing

/// A Redis server that is killed while it writes its append-only file. It drops the last command
/// that is not whole, but not the transaction around it. The next start would take what comes after
/// it for a part of that transaction.
@Suite struct ClusterFileTests: ClusterSuite {
  /// Where the last transaction of the file is cut.
  struct Cut: CustomTestStringConvertible {
    /// The number of whole commands that stay, and the bytes after them.
    let commands: Int
    let bytes: Int
    var testDescription: String { "\(commands) commands, \(bytes) bytes" }
  }

  static let cuts = (1...4).flatMap { commands in (-1...1).map { Cut(commands: commands, bytes: $0) } }

  /// The ends of the commands after a place of a file.
  private func ends(_ path: String, after start: Int) throws -> [Int] {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    var ends: [Int] = []
    var index = start
    func number() -> Int {
      let line = bytes[(index + 1)...].prefix { $0 != 13 }
      index = line.endIndex + 2
      return Int(String(decoding: line, as: UTF8.self)) ?? 0
    }
    while index < bytes.count {
      for _ in 0..<number() { index += number() + 2 }
      ends.append(index)
    }
    return ends
  }

  private func size(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }

  private func ids(_ client: RPCClient, _ session: String = "s") throws -> Set<String> {
    let reply = try client.call("cells.get", ["session": .string(session), "count": 1_000])
    return Set((reply["cells"]?.array ?? []).compactMap { $0["id"]?.string })
  }

  private func pushEventually(_ client: RPCClient, _ id: String) throws {
    #expect(try eventually { try refusal { _ = try push(client, [id]) } == nil })
  }

  /// Has a transaction cut by a kill, changes the session, and starts the server once more.
  ///
  /// - Parameter cut: the place of the cut, from the ends of the commands of the transaction.
  private func checkCut(isForeign: Bool, _ cut: (_ start: Int, _ ends: [Int]) -> Int) throws {
    let server = try RedisServerProcess(isSynced: true)
    var node = try server.node()
    var client = try RPCClient(node)
    try client.call("session.create", ["session": "s", "durability": "synced"])
    _ = try push(client, ["1"])
    let start = try size(server.file)
    if isForeign {
      try server.ask("EVAL", "redis.call('SET', 'x', '1') redis.call('RPUSH', 'y', '2') return 1", "0")
    } else {
      _ = try push(client, ["torn"])
    }
    node.kill9()
    server.kill9()
    truncate(server.file, cut(start, try ends(server.file, after: start)))

    try server.start()
    node = try server.node()
    client = try RPCClient(node)
    for id in ["2", "3"] { try pushEventually(client, id) }
    server.kill9()
    try server.start()
    try pushEventually(client, "4")
    node.kill9()
    node = try server.node()
    #expect(try ids(RPCClient(node)).isSuperset(of: ["1", "2", "3", "4"]))
    let check = try DaemonProcess(["--check-store", server.address])
    #expect(try check.exitStatus() == 0, "\(check.readErrors())")
  }

  @Test(arguments: cuts) func aTornChangeTakesNoLaterOneWithIt(cut: Cut) throws {
    try checkCut(isForeign: false) { _, ends in ends[cut.commands - 1] + cut.bytes }
  }

  @Test(arguments: cuts) func aTornTransactionOfAnotherProgramTakesNoChangeWithIt(cut: Cut) throws {
    try checkCut(isForeign: true) { _, ends in ends[min(cut.commands, ends.count - 1) - 1] + cut.bytes }
  }

  /// Each byte, with `CELLD_CUTS`. It takes an hour.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["CELLD_CUTS"] != nil), arguments: [false, true])
  func aCutAtAnyByteLosesNothing(isForeign: Bool) throws {
    var (byte, last) = (1, 1)
    while byte <= last {
      try checkCut(isForeign: isForeign) { start, ends in
        last = ends[ends.count - 1] - start
        return start + byte
      }
      byte += 1
    }
  }

  /// Until the file is rewritten, only changes of the level `synced` wait. If the server is killed
  /// during the rewrite, it needs two starts.
  @Test func aKillDuringTheRewriteLosesNoSyncedChange() throws {
    let server = try RedisServerProcess(isSynced: true)
    var node = try server.node()
    var client = try RPCClient(node)
    for level in ["synced", "written"] {
      try client.call("session.create", ["session": .string(level), "durability": .string(level)])
      _ = try push(client, ["1"], level)
    }
    let start = try size(server.file)
    _ = try push(client, ["torn"], "written")
    node.kill9()
    server.kill9()
    truncate(server.file, try ends(server.file, after: start)[1] + 5)

    try server.start()
    // The rewrite takes a minute.
    try server.ask("CONFIG", "SET", "rdb-key-save-delay", "10000000")
    node = try server.node()
    client = try RPCClient(node)
    _ = try push(client, ["2"], "written")
    let request = client.send(
      "cells.push", ["session": "synced", "cells": [["id": "2", "title": "T"]]])
    let error = try #require(try client.error(to: request))
    #expect(error["data"]?["kind"] == "storageFailed" && error["data"]?["applied"] == false)
    #expect(error["data"]?["retryAfter"]?.int ?? 0 > 0)
    #expect(error["message"]?.string?.contains("rewrites its append-only file") == true)
    server.kill9()
    #expect(try server.failsToStart(), "the file that was cut is not the last one")
    try server.start()
    #expect(
      try eventually { try refusal { _ = try push(client, ["3"], "synced") } == nil })
    let second = try server.node()
    let other = try RPCClient(second)
    for one in [client, other] {
      #expect(try ids(one, "synced") == ["1", "3"])
      #expect(try ids(one, "written").isSuperset(of: ["1", "2"]), "the node has what the server has lost")
    }
  }

  /// A server that does not rewrite its file promises less.
  @Test func aServerThatRefusesTheRewriteDoesNotSync() throws {
    let server = try RedisServerProcess(isSynced: true)
    let first = try server.node()
    _ = try push(RPCClient(first), ["1"])
    first.kill9()
    server.kill9()
    try server.start()
    try server.ask("ACL", "SETUSER", "default", "-bgrewriteaof")
    let node = try server.node()
    let client = try RPCClient(node)
    #expect(try client.call("hello")["durabilities"]?.array == ["written"])
    let request = client.send("session.create", ["session": "t", "durability": "synced"])
    let error = try #require(try client.error(to: request))
    #expect(error["data"]?["kind"] == "unsupported")
    #expect(error["message"]?.string?.contains("BGREWRITEAOF: NOPERM") == true, "\(error)")
    _ = try push(client, ["2"])
  }
}
