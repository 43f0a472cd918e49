import CellEngine
import CellWire
import Foundation
import Testing

@testable import CellStore
@testable import celld

/// Stores with earlier formats of records.
@Suite struct StoredFormatTests {
  /// Opens a store that a file of statements describes.
  private func withStore(
    _ name: String, _ body: (SQLiteStore, StoreOpening) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("celld-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/store")
    let statements = try String(contentsOf: fixtures.appendingPathComponent(name), encoding: .utf8)
    let path = folder.appendingPathComponent("store.db").path
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    try Connection(path: path, access: .write).execute(statements)
    let closed = DispatchSemaphore(value: 0)
    let (store, opening) = try SQLiteStore.open(path: path, bootID: "b1") { report in
      if case .closed = report { closed.signal() }
    }
    defer {
      store.close(within: 60_000)
      closed.wait()
    }
    try body(store, opening)
  }

  @Test func recordsOfFormatOneAreRead() throws {
    try withStore("format-1.sql") { store, opening in
      let session = try #require(opening.sessions.first)
      #expect(opening.sessions.count == 1 && session.damage == nil && session.name == "people")
      let settings = try JSONDocument(session.settings).withRoot { (root) throws in
        try Params(valid: root).settings(changing: SessionSettings())
      }
      #expect(settings.selection == .multiple && settings.profile == .ios)
      #expect(settings.drillsDown && settings.selectionActions.all.isEmpty)
      let list = try ListLoader.load(session, from: store).list
      let cells = ["ada", "bob"].compactMap { list[ByteKey($0)] }.map { Cell($0.packed, state: $0.state) }
      #expect(cells.map(\.title) == ["Ada", "Bob"])
      #expect(cells[0].swipe == SwipeActions(leading: ["pin"], trailing: ["delete", "archive"]))
      #expect(cells[0].menu == ["share", "delete"] && cells[0].detailActions == ["delete"])
      #expect(cells[0].actions.map(\.id) == ["follow", "more"])
      #expect(cells[0].actions[0].on == false && cells[0].actions[0].role == .normal)
      #expect(cells[0].selected == true && !cells[0].unread)
      #expect(cells[1].swipe == SwipeActions(trailing: ["delete"]))
    }
  }
}
