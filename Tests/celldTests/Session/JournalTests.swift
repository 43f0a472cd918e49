import CellProtocol
import CellStore
import Locks
import Logging
import Testing

@testable import celld

/// Changes on their way to a store.
@Suite struct JournalTests {
  /// A store that stores nothing. The test reports the outcomes.
  private final class SlowStore: SessionStore {
    let levels = Durability.local
    func obstacle(to level: Durability) -> String? { nil }
    let statistics = StoreStatistics()
    let submitted = Mutex<[[StoreSubmission]]>([])

    func submit(_ entries: [StoreSubmission]) { submitted.withLock { $0.append(entries) } }

    func read(
      _ session: Int64, held: HeldSession?, part: (_ json: [UInt8]) throws -> Void,
      record: (StoredRecord) throws -> Void
    ) throws(StoreError) -> StoredSession? { nil }

    func close(within milliseconds: UInt64) {}
  }

  private final class Fixture {
    let loop: EventLoop
    let store = SlowStore()
    let table = SessionTable(SharedResources(limits: .standard, hasFonts: false))
    let journal: Journal
    var report: @Sendable (StoreReport) -> Void = { _ in }

    init(isPrivate: Bool) throws {
      loop = try EventLoop()
      let store = store
      var report: @Sendable (StoreReport) -> Void = { _ in }
      journal = try Journal(
        loop, level: .written, isPrivate: isPrivate,
        log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      ) {
        report = $0
        return (store, 1)
      }
      self.report = report
    }

    func session(of owner: UInt32) throws -> Session {
      let session = try table.create("s", owner: owner, settings: SessionSettings())
      session.storedID = Int64(owner) + 1
      return session
    }

    func submit(_ session: Session, bytes: Int) {
      let change = HeldChange(isReady: false) { _ in }
      session.held.append(change)
      journal.submit(.delete(session: 1), of: session, .written, change, bytes: bytes)
    }

    func end() {
      journal.onProgress = { _ in }
      journal.close()
      loop.run()
      #expect(loop.close() == 0)
    }

    /// Reports all entries as stored. Then it serves the loop until it is stopped.
    func finish() {
      let tickets = store.submitted.withLock { $0.flatMap { $0 }.map(\.ticket) }
      report(.outcomes(tickets.map { ($0, .stored) }))
      loop.run()
    }
  }

  @Test func theQueueHasRoomForTheChangesOfOtherUsers() throws {
    let fixture = try Fixture(isPrivate: false)
    let (greedy, other, root) = (
      try fixture.session(of: 1000), try fixture.session(of: 1001), try fixture.session(of: 0)
    )
    fixture.submit(greedy, bytes: 9 << 20)
    #expect(fixture.journal.isFull(for: greedy))
    #expect(!fixture.journal.isFull(for: other))
    fixture.submit(other, bytes: 3 << 20)
    #expect(!fixture.journal.isFull(for: other))
    fixture.submit(other, bytes: 1 << 20)
    #expect(fixture.journal.isFull(for: other), "a half of what the first one leaves")
    #expect(!fixture.journal.isFull(for: root))
    var progress: [UInt32] = []
    fixture.journal.onProgress = {
      progress.append($0.owner)
      if $0 === greedy { fixture.loop.stop() }
    }
    fixture.journal.wait(greedy)
    fixture.journal.endTurn()
    fixture.finish()
    #expect(!fixture.journal.isFull(for: greedy))
    #expect(progress.contains(1000))
    fixture.end()
  }

  @Test func oneUserMayFillTheQueue() throws {
    let fixture = try Fixture(isPrivate: true)
    let session = try fixture.session(of: 1000)
    fixture.submit(session, bytes: 15 << 20)
    #expect(!fixture.journal.isFull(for: session))
    fixture.submit(session, bytes: 1 << 20)
    #expect(fixture.journal.isFull(for: session))
    fixture.end()
  }

  @Test func theEntriesOfATurnAreHandedOverTogether() throws {
    let fixture = try Fixture(isPrivate: true)
    let session = try fixture.session(of: 1000)
    for _ in 0..<3 { fixture.submit(session, bytes: 1) }
    #expect(fixture.store.submitted.withLock { $0.isEmpty })
    fixture.journal.endTurn()
    fixture.journal.endTurn()
    #expect(fixture.store.submitted.withLock { $0.map(\.count) } == [3])
    fixture.end()
  }

  @Test func changesThatWereStoredTogetherAreShownTogether() throws {
    let fixture = try Fixture(isPrivate: true)
    let session = try fixture.session(of: 1000)
    var steps: [String] = []
    for (number, showsList) in [true, true, false, true, true].enumerated() {
      let change = HeldChange(isReady: false, showsList: showsList) {
        steps.append("show \(number)")
      } reply: { _ in
        steps.append("answer \(number)")
      }
      session.held.append(change)
      fixture.journal.submit(.delete(session: 1), of: session, .written, change)
    }
    fixture.journal.endTurn()
    fixture.journal.onProgress = { _ in fixture.loop.stop() }
    fixture.finish()
    #expect(
      steps == [
        "show 1", "answer 0", "answer 1", "show 2", "answer 2", "show 4", "answer 3", "answer 4",
      ])
    fixture.end()
  }

  @Test func entriesSayOfHowManyOutagesTheyKnow() throws {
    let fixture = try Fixture(isPrivate: true)
    let session = try fixture.session(of: 1000)
    fixture.submit(session, bytes: 1)
    fixture.journal.onState = { state in
      fixture.submit(session, bytes: 1)
      if state == "ok" { fixture.loop.stop() }
    }
    fixture.report(.away(StoreError("It is away.")))
    fixture.report(.back)
    fixture.loop.run()
    fixture.journal.endTurn()
    #expect(fixture.store.submitted.withLock { $0.flatMap { $0 }.map(\.outages) } == [0, 1, 1])
    fixture.end()
    fixture.journal.onState = { _ in }
  }

  /// The second change is refused while nobody knows whether the first one is stored.
  @Test(arguments: [true, false]) func aChangeAfterAnUnknownOneIsRefusedAlone(isStored: Bool) throws {
    let fixture = try Fixture(isPrivate: true)
    let session = try fixture.session(of: 1000)
    var (shown, answered) = ([Int](), [Int]())
    for number in 1...2 {
      session.advance(to: CellList())
      let revision = session.head.revision
      let change = HeldChange(isReady: false) {
        shown.append(number)
        session.show(CellList(), revision: revision)
      } reply: { _ in
        answered.append(number)
      }
      session.held.append(change)
      fixture.journal.submit(.delete(session: 1), of: session, .written, change)
    }
    fixture.journal.onState = { if $0 == "ok" { fixture.loop.stop() } }
    let error = StoreError("It is away.")
    fixture.report(.outcomes([(1, .unknown(error)), (2, .refused(error))]))
    fixture.report(.away(error))
    fixture.report(.outcomes([(1, isStored ? .stored : .refused(error))]))
    fixture.report(.back)
    fixture.loop.run()
    #expect(answered == [1, 2] && shown == (isStored ? [1] : []))
    #expect(session.revision == (isStored ? 1 : 0) && session.head.revision == session.revision)
    #expect(session.held.isEmpty)
    fixture.end()
    fixture.journal.onState = { _ in }
  }

  /// An entry that comes too late would make an orderly end unclean.
  @Test func aSnapshotThatIsWantedAtTheEndIsNotMade() throws {
    let fixture = try Fixture(isPrivate: true)
    let session = try fixture.session(of: 1000)
    fixture.journal.onSnapshotsWanted = { _ in
      fixture.journal.snapshot(session)
      fixture.journal.endTurn()
    }
    fixture.journal.close(within: 1_000) { fixture.loop.stop() }
    fixture.report(.snapshotsWanted([1001]))
    fixture.report(.closed(isOrderly: true))
    fixture.loop.run()
    #expect(fixture.store.submitted.withLock { $0.isEmpty })
    fixture.journal.onSnapshotsWanted = { _ in }
    fixture.end()
  }
}
