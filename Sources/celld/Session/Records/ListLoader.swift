import CellEngine
import CellStore
import CellWire

/// Makes a list from what a store has of a session; for workers.
struct ListLoader {
  /// The number of texts that are decoded at a time, on all cores.
  private static let batch = 16
  private static let attempts = 10
  private static let unlimitedDepth = Int(Int32.max)

  /// A text of the store.
  private enum Text: Sendable {
    case part([UInt8])
    case record(StoredRecord)
  }

  /// A text that was decoded.
  private enum Step: Sendable {
    case part([Entry])
    /// - `isWhole`: whether the change has no more records.
    case record(revision: UInt64, items: [RecordItem], isWhole: Bool)
  }

  private var result = CellList()
  private var texts: [Text] = []
  /// The items of a change that has more records.
  private var items: [RecordItem] = []

  /// Reads a session.
  ///
  /// - Throws: StoreError, also if a text does not fit the list.
  ///
  /// - Parameter held: what the daemon has of it already.
  /// - Returns: the list, and the properties of the session in that state. If it is damaged and
  ///   nobody has it, the last state that can be read.
  static func load(
    _ session: StoredSession, held: HeldSession? = nil, from store: any SessionStore
  ) throws(StoreError) -> (list: CellList, session: StoredSession) {
    var held = held
    // Another daemon can replace a snapshot while it is read.
    for _ in 0..<attempts {
      do throws(StoreError) {
        return try loadOnce(session, held: held, from: store)
      } catch  where error.retryAfter == 0 {
        // It was written again.
        held?.session.damage = nil
      }
    }
    return try loadOnce(session, held: held, from: store)
  }

  private static func loadOnce(
    _ session: StoredSession, held: HeldSession?, from store: any SessionStore
  ) throws(StoreError) -> (list: CellList, session: StoredSession) {
    var loader = ListLoader()
    do {
      let found = try store.read(session.id, held: held) { part in
        try loader.add(part: part)
      } record: { record in
        try loader.add(record)
      }
      let session = found ?? session
      let list = try loader.list()
      guard list.count == session.cells else {
        throw StoreError.unreadable(
          session.name, "it has \(list.count) cells instead of \(session.cells)")
      }
      return (list, session)
    } catch let error as StoreError {
      guard held == nil, var last = error.readable, case .damaged(let reason) = error.cause,
        let list = try? loader.list(), list.count == last.cells
      else { throw error }
      last.damage = reason
      return (list, last)
    } catch {
      throw .unreadable(session.name, "\(error)")
    }
  }

  /// The list after whole changes.
  ///
  /// - Throws: RecordItem.Misfit and other errors if a record does not fit the list.
  static func list(after list: CellList, _ records: [StoredRecord]) throws -> CellList {
    var loader = ListLoader()
    loader.result = list
    for record in records { try loader.add(record) }
    let result = try loader.list()
    guard let last = records.last, result.count == last.cells else {
      throw RecordItem.Misfit(
        description: "the list has \(result.count) cells instead of \(records.last?.cells ?? 0)")
    }
    return result
  }

  /// Adds the next part of the snapshot.
  mutating func add(part: [UInt8]) throws {
    try add(.part(part))
  }

  /// Adds the next record after the snapshot.
  mutating func add(_ record: StoredRecord) throws {
    try add(.record(record))
  }

  /// The list after everything that was added.
  mutating func list() throws -> CellList {
    try finishTexts()
    return result
  }

  private mutating func add(_ text: Text) throws {
    texts.append(text)
    if texts.count == Self.batch { try finishTexts() }
  }

  private mutating func finishTexts() throws {
    let texts = texts
    self.texts = []
    let slots = ResultSlots<Result<Step, any Error>>(count: texts.count)
    Workers.parallel(count: texts.count) { number in
      slots.set(Result { try Self.decode(texts[number]) }, at: number)
    }
    for step in slots.values() { try take(try step.get()) }
  }

  private mutating func take(_ step: Step) throws {
    switch step {
    case .part(let entries): result.insert(entries, at: result.count)
    case .record(let revision, let items, let isWhole):
      self.items += items
      guard isWhole else { return }
      let complete = self.items
      self.items = []
      result = try RecordedChange(of: result, to: complete, revision: revision).list()
    }
  }

  private static func decode(_ text: Text) throws -> Step {
    switch text {
    case .part(let json):
      try JSONDocument(json, depth: unlimitedDepth).withRoot { .part(try entries($0)) }
    case .record(let record):
      try JSONDocument(record.json, depth: unlimitedDepth).withRoot { root in
        // A change of other members than the cells changes no list.
        guard let cells = root.present("cells") else {
          return .record(revision: record.revision, items: [], isWhole: false)
        }
        var reader = CellReader()
        return .record(
          revision: record.revision, items: try cells.elements.map { try RecordItem($0, &reader) },
          isWhole: root.present("more")?.bool != true)
      }
    }
  }

  private static func entries(_ runs: JSONNode) throws -> [Entry] {
    var entries: [Entry] = []
    var reader = CellReader()
    for run in runs.elements {
      guard let revision = run.present("revision")?.int64, revision >= 0, let cells = run.present("cells")
      else {
        throw RecordItem.Misfit(description: "a part has no revision or no cells")
      }
      for cell in cells.elements {
        entries.append(try reader.read(cell).entry(revision: UInt64(revision)))
      }
    }
    return entries
  }
}

extension StoreError {
  /// A session whose stored text cannot be used.
  static func unreadable(_ session: String, _ reason: String) -> StoreError {
    StoreError(
      "The stored session \(session.debugDescription) cannot be read: "
        + "\(reason.hasSuffix(".") ? reason : reason + ".") Run celld --check-store, and delete the session or put a backup back."
    )
  }
}
