import CellEngine
import CellProtocol
import Testing

@testable import celld

/// Staged cells, and the sessions that are kept for them.
@Suite struct StagingTests {
  private let table = SessionTable(SharedResources(limits: .standard, hasFonts: false))
  private let staging = Staging()
  private let first = ConnectionID(number: 1)
  private let second = ConnectionID(number: 2)

  private func session(_ name: String) throws -> Session {
    let staging = staging
    table.onDelete = { staging.forget($0) }
    return try table.create(name, owner: 0, settings: SessionSettings())
  }

  private let cells: CellDecoder.Decoded = {
    let cell = PushedCell(Cell(id: "a", title: "Title"))
    var decoded = CellDecoder.Decoded(rejected: ReplyList("rejected", limit: 0))
    decoded.add([cell], byteCount: cell.byteCount)
    return decoded
  }()

  @Test func aDeletedSessionIsForgotten() throws {
    for connection in [first, second] {
      weak var released: Session?
      do {
        let session = try session("s")
        released = session
        staging.stage(cells, for: session, connection)
        staging.stage(cells, for: session, connection)
        #expect(staging.sessionCount == 1)
        table.delete(session)
      }
      #expect(released == nil)
      #expect(staging.sessionCount == 0 && table.shared.bytes == 0)
    }
  }

  @Test func theCellsOfEveryConnectionGoWithTheirSession() throws {
    let kept = try session("kept")
    let before = table.shared.bytes
    let deleted = try session("deleted")
    for connection in [first, second] {
      staging.stage(cells, for: kept, connection)
      staging.stage(cells, for: deleted, connection)
    }
    table.delete(deleted)
    #expect(staging.sessionCount == 2)
    #expect(table.shared.bytes == before + 2 * cells.byteCount)
    staging.closed(first)
    #expect(staging.sessionCount == 1 && kept.staged.count == 1)
    staging.closed(second)
    #expect(staging.sessionCount == 0 && table.shared.bytes == before)
  }

  @Test func takenAndDroppedCellsKeepNoSession() throws {
    let (taken, dropped) = (try session("taken"), try session("dropped"))
    let before = table.shared.bytes
    for session in [taken, dropped] { staging.stage(cells, for: session, first) }
    #expect(staging.take(taken, first).count == 1)
    staging.drop(dropped, first)
    #expect(staging.sessionCount == 0 && table.shared.bytes == before)
    #expect(staging.take(taken, first).count == 0)
  }
}
