import CellEngine
import CellProtocol
import CellStore

/// Makes a list from what a store has of a session; for workers.
struct ListLoader {
  /// The number of parts that are decoded at a time, on all cores.
  private static let batch = 16
  private static let unlimitedDepth = Int(Int32.max)

  private(set) var list = CellList()
  private(set) var revision: UInt64 = 0
  private var parts: [[UInt8]] = []
  /// The items of a change that has more records.
  private var items: [RecordItem] = []

  /// Reads a session.
  ///
  /// - Throws: StoreError, also if a text does not fit the list.
  static func load(_ session: StoredSession, from store: any SessionStore) throws(StoreError) -> CellList {
    var loader = ListLoader()
    do {
      try store.read(session.id) { part in
        try loader.add(part: part)
      } record: { record in
        try loader.add(record)
      }
      try loader.finishParts()
    } catch let error as StoreError {
      throw error
    } catch {
      throw .unreadable(session.name, "\(error)")
    }
    guard loader.list.count == session.cells else {
      throw .unreadable(session.name, "it has \(loader.list.count) cells instead of \(session.cells)")
    }
    return loader.list
  }

  /// Adds the next part of the snapshot.
  mutating func add(part: [UInt8]) throws {
    parts.append(part)
    if parts.count == Self.batch { try finishParts() }
  }

  private mutating func finishParts() throws {
    guard !parts.isEmpty else { return }
    let texts = parts
    parts = []
    let slots = ResultSlots<Result<[Entry], any Error>>(count: texts.count)
    Workers.parallel(count: texts.count) { number in
      slots.set(Result { try Self.entries(texts[number]) }, at: number)
    }
    for entries in slots.values() { list.insert(try entries.get(), at: list.count) }
  }

  private static func entries(_ json: [UInt8]) throws -> [Entry] {
    try JSONDocument(json, depth: unlimitedDepth).withRoot { root in
      var entries: [Entry] = []
      for run in root.elements {
        guard let revision = run.present("revision")?.int64, let cells = run.present("cells") else {
          throw RecordItem.Misfit(description: "a part has no revision or no cells")
        }
        for cell in cells.elements {
          entries.append(PushedCell(try CellCodec.read(cell)).entry(revision: UInt64(revision)))
        }
      }
      return entries
    }
  }

  /// Adds the next record after the snapshot.
  mutating func add(_ record: StoredRecord) throws {
    try finishParts()
    let document = try JSONDocument(record.json, depth: Self.unlimitedDepth)
    let isWhole = try document.withRoot { root in
      guard let cells = root.present("cells") else { return false }
      for node in cells.elements { items.append(try RecordItem(node, before: list.count)) }
      return root.present("more")?.bool != true
    }
    guard isWhole else { return }
    let complete = items
    items = []
    list = try RecordedChange(of: list, to: complete, revision: record.revision).list()
  }
}

extension StoreError {
  /// A session whose stored text cannot be used.
  static func unreadable(_ session: String, _ reason: String) -> StoreError {
    StoreError(
      "The stored session \(session.debugDescription) cannot be read: \(reason). "
        + "Run celld --check-store, and delete the session or put a backup back.")
  }
}
