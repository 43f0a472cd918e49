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
    for part in 0..<2 { _ = line.append(record(1), part: part, isLast: false, change, options, losses: 0) }
    #expect(line.isReady)
    line.overtaken()
    #expect(line.sentCount == 1 && !line.isReady)
    line.overtaken()
    #expect(line.sentCount == 0 && line.hasNews && line.end == line.last)
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

  /// Other nodes rest as long as a node needs for a large change, but not this node itself.
  @Test func aTurnEndsWithTheNextChange() {
    let line = RedisLine(1)
    line.follow(start, arrivals: 0)
    _ = line.append(record(1), part: 0, isLast: true, change(), options, losses: 0)
    _ = line.stored(rest: 1_000)
    #expect(line.wakeTime != nil)
    let own = RedisLine(2)
    own.follow(start, arrivals: 0)
    own.beginTurn()
    _ = own.append(record(1), part: 0, isLast: true, change(), options, losses: 0)
    _ = own.stored(rest: 1_000)
    #expect(own.wakeTime == nil)
    #expect(own.endTurn() && !own.endTurn())
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
    func reply(_ words: String...) -> RedisReply { .array(words.map { .bytes(Array($0.utf8)) }) }
    #expect(
      RedisLink.isSynced(
        reply("appendonly", "yes", "appendfsync", "always", "no-appendfsync-on-rewrite", "no")))
    #expect(
      !RedisLink.isSynced(
        reply("appendonly", "yes", "appendfsync", "always", "no-appendfsync-on-rewrite", "yes")))
    #expect(!RedisLink.isSynced(reply("appendonly", "yes", "appendfsync", "always")))
  }
}
