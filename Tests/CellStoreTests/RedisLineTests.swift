import Glibc
import Testing

@testable import CellStore

@Suite struct RedisLineTests {
  private let options: RedisOptions
  private let start = LogPosition(life: "00000000000000aa")

  init() throws {
    options = RedisOptions(address: try RedisAddress("redis+unix:///nobody"))
  }

  private func record(_ revision: UInt64) -> StoredRecord {
    StoredRecord(revision: revision, cells: 1, bytes: 1, json: [])
  }

  private func entry(_ entry: StoreEntry) -> RedisEntry {
    RedisEntry(
      submission: StoreSubmission(entry, ticket: 1, level: .written, user: 1, outages: 0, arrivals: 0),
      time: 0)
  }

  private func change() -> RedisEntry {
    entry(.change(StoredChange(session: 1, records: [record(1)].makeIterator())))
  }

  /// A change with several records that was overtaken waits until it was read what came before.
  @Test func anOvertakenChangeWaitsForTheReading() {
    let line = RedisLine(1)
    line.follow(start, arrivals: 0)
    let change = change()
    line.entries.append(change)
    for part in 0..<2 {
      var group = RedisGroup(after: line.end)
      line.add(record(1), part: part, isLast: false, change, to: &group)
    }
    #expect(line.isReady)
    line.overtaken(1)
    #expect(line.sentCount == 1 && !line.isReady)
    line.overtaken(1)
    #expect(line.sentCount == 0 && line.hasNews && line.end == line.last)
  }

  /// A node reads the head of a session after its hash, and the session can be deleted in between.
  @Test func aSessionWithAHashAndATombstoneIsDeleted() {
    let session = StoredSession(
      id: 1, owner: 1, name: "s", life: "00000000000000aa", settings: Array("{}".utf8),
      views: Array("[]".utf8), level: .written)
    let hash = RedisReply.array(
      RedisSession.values(of: session, start, losses: 0).map { .bytes(Array($0.utf8)) })
    #expect(RedisSession(1, hash, head: .bytes(Array(start.text.utf8)))?.session.name == "s")
    #expect(RedisSession(1, hash, head: .bytes(LogPosition.tombstone)) == nil)
  }

  @Test func aSnapshotIsOfTheEndOfTheLog() {
    let line = RedisLine(1)
    line.follow(start, arrivals: 0)
    func snapshot(_ revision: UInt64, _ cells: Int) -> StoredSnapshot {
      StoredSnapshot(
        session: 1, revision: revision, cells: cells, bytes: 0, parts: [[UInt8]]().makeIterator())
    }
    #expect(line.canEnd(snapshot(0, 0)))
    #expect(!line.canEnd(snapshot(1, 0)) && !line.canEnd(snapshot(0, 1)))
  }

  /// A short turn of another node has this one rest. During a long one, nothing is appended.
  @Test func othersRestForATurn() {
    let line = RedisLine(1)
    line.follow(start, arrivals: 0)
    var group = RedisGroup(after: line.end)
    for _ in 0..<3 { line.add(record(1), part: 0, isLast: true, change(), to: &group) }
    #expect(group.count == 3 && line.end == group.end)
    #expect(line.stored(2, rest: 1_000).count == 2)
    #expect(line.sentCount == 1 && line.wakeTime != nil)
    line.deferred(1)
    // The log has not grown, and nothing was lost.
    #expect(line.wasOvertaken && line.wasDeferred && line.hasNews && line.wakeTime != nil)
    #expect(line.takeOutdated().count == 1)
    #expect(!line.wasDeferred)
  }

  /// A long turn ends after the last entry. Others get as much time before the next one.
  @Test func aLongTurnEndsWithTheLastEntry() {
    let line = RedisLine(1)
    #expect(!line.mayTakeTurn)
    line.follow(start, arrivals: 0)
    #expect(line.mayTakeTurn)
    line.beginTurn()
    line.entries.append(change())
    line.noteTurnEnding()
    #expect(line.hasTurn && line.mayTakeTurn && !line.isTurnOver)
    line.dropFirst()
    #expect(line.isTurnOver)
    usleep(200_000)
    line.endTurn()
    #expect(!line.hasTurn && !line.isTurnOver)
    // It took at least as long as this.
    #expect(!line.mayTakeTurn)
  }

  /// Only whole changes of one level share a call, and none follows one that changes settings.
  @Test func changesThatFitTogetherShareACall() {
    var text = CheckText()
    func group(_ count: Int = 0, json: Int = 1, part: Int = 0, isLast: Bool = true) -> RedisGroup {
      var group = RedisGroup(after: start)
      for _ in 0..<count {
        var record = record(1)
        record.json = Array(repeating: 32, count: json)
        _ = group.add(record, part: part, isLast: isLast, replicas: 1, using: &text)
      }
      return group
    }
    #expect(group().takes(replicas: 0) && group().takes(replicas: 1))
    #expect(group(5).takes(replicas: 1) && !group(5).takes(replicas: 0))
    #expect(!group(2, json: 1 << 15).takes(replicas: 1))
    #expect(!group(1, isLast: false).takes(replicas: 1) && !group(1, part: 1).takes(replicas: 1))
    var other = group(1)
    other.set("level", Array("synced".utf8))
    #expect(!other.takes(replicas: 1))
  }

  /// A group of entries is a call with the words that the function expects.
  @Test func aGroupIsOneCommand() {
    var text = CheckText()
    var group = RedisGroup(after: start)
    let one = group.add(record(1), part: 0, isLast: true, replicas: 0, using: &text)
    let two = group.add(record(12), part: 0, isLast: true, replicas: 0, using: &text)
    let command = group.command(7, options.keys, node: "9")
    // The name, the keys, seven words about the group, and 21 of each entry.
    #expect(command.count == 3 + 5 + 7 + 2 * 21)
    let words = String(decoding: command.bytes, as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    #expect(words.count == 2 * command.count + 1)
    for place in stride(from: 0, to: words.count - 1, by: 2) {
      #expect(words[place] == "$\(words[place + 1].utf8.count)")
    }
    let values = stride(from: 1, to: words.count, by: 2).map { String(words[$0]) }
    #expect(
      Array(values[8..<15]) == [start.text, two.text, options.keys.sessions, "7", "9", "0", "21"])
    #expect(values[15] == one.id && values[36] == two.id && two.id == "12-0")
    #expect(values[17] == one.tag.description && values[40] == one.tag.description)
  }

  /// Records that the daemon has not applied are bounded.
  @Test func recordsThatWaitAreBounded() {
    let line = RedisLine(1)
    line.follow(start, arrivals: 3)
    for _ in 0..<17 { line.noteArrival(bytes: 1 << 20) }
    #expect(line.isFull && line.arrivals == 20)
    line.noteApplied(4)
    #expect(!line.isFull)
    line.noteArrival(bytes: 1 << 20)
    #expect(line.isFull)
    line.noteApplied(21)
    #expect(!line.isFull)
  }

  /// The parts of a change are in order, and not endless.
  @Test func thePartsOfAChangeAreInOrder() throws {
    var position = start
    var text = CheckText()
    func entry(_ part: Int, isLast: Bool = false) throws -> LogEntry {
      let record = StoredRecord(revision: 1, cells: 1, bytes: 0, json: Array(repeating: 32, count: 1 << 20))
      let before = position
      position = before.following(record, part: part, isLast: isLast, using: &text)
      guard case .check(let check) = position.link else { throw RedisError(message: "has no check") }
      let fields = [
        "tag", position.tag.description, "previous", before.tag.description, "number", "\(position.number)",
        "part", "\(part)", "last", isLast ? "1" : "0", "cells", "1", "bytes", "0", "format",
        "\(Schema.recordFormat)", "check", check.description, "record",
      ]
      let values = fields.map { RedisReply.bytes(Array($0.utf8)) } + [.bytes(record.json)]
      let reply = RedisReply.array([.bytes(Array(position.id.utf8)), .array(values)])
      return try LogEntry(reply, after: before, using: &text)
    }
    var change = IncomingChange()
    #expect(try change.add(entry(0), at: 1) == nil)
    #expect(try change.add(entry(1), at: 1) == nil)
    #expect(throws: LogEntry.Misfit.self) { _ = try change.add(entry(3), at: 1) }
    #expect(try change.add(entry(0), at: 1) == nil)
    #expect(try change.add(entry(1, isLast: true), at: 1)?.count == 2)
    #expect(change.isEmpty)
    #expect(throws: LogEntry.Misfit.self) { _ = try change.add(entry(1, isLast: true), at: 1) }
    var bytes = 0
    change = IncomingChange()
    #expect(throws: LogEntry.Misfit.self) {
      for part in 0... {
        bytes += 1
        _ = try change.add(entry(part), at: 1)
      }
    }
    #expect(bytes == 65)
  }

  @Test func numbersOfTheServerAreBounded() {
    let most = "9223372036854775807"
    for text in [
      "1-0 00000000000000aa \(most) 00000000000000aa 1 1",
      "1-0 00000000000000aa 1 00000000000000aa \(most) 1",
      "1-0 00000000000000aa 1 00000000000000aa 1 -1", "18446744073709551615-0 00000000000000aa 0 aa 0 0",
    ] {
      #expect(LogPosition(text) == nil, "\(text)")
    }
    #expect(LogPosition("1-0 00000000000000aa 1 00000000000000aa 1 1") != nil)
  }

  @Test func syncsDuringRewritesAreRequired() {
    func server(_ words: String...) -> RedisServer {
      var server = RedisServer()
      server.take(settings: .array(words.map { .bytes(Array($0.utf8)) }))
      return server
    }
    let synced = server("appendonly", "yes", "appendfsync", "always", "no-appendfsync-on-rewrite", "no")
    #expect(synced.isSynced && synced.eviction == nil)
    let rewriting = server("appendonly", "yes", "appendfsync", "always", "no-appendfsync-on-rewrite", "yes")
    #expect(rewriting.syncCure == "no-appendfsync-on-rewrite to no")
    #expect(
      server("appendonly", "no", "appendfsync", "always").syncCure
        == "appendonly to yes and no-appendfsync-on-rewrite to no")
    #expect(server("maxmemory-policy", "volatile-ttl").eviction == "volatile-ttl")
  }
}
