import CellEngine
import CellProtocol
import CellStore
import Testing

@testable import celld

/// The records of a change, as text and back, make the same list.
@Suite struct ListRecordTests {
  @Test(arguments: 0..<12) func recordsMakeTheSameList(seed: Int) throws {
    var random = SplitMix(state: UInt64(seed))
    var list = CellList()
    var revision: UInt64 = 0
    var loader = ListLoader()
    for _ in 0..<60 {
      var changed = list
      let result = try? random.edit(of: list).apply(to: &changed, revision: revision + 1)
      guard let result, result.isChange else { continue }
      revision += 1
      var records = ListRecords(from: list, to: changed, revision: revision)
      while let record = records.next() {
        #expect(record.cells == changed.count)
        try loader.add(record)
      }
      let loaded = try loader.list()
      try #require(stored(loaded) == stored(changed))
      // The content of equal cells can take some bytes more or less.
      var summary = loaded.summary
      summary.bytes = changed.summary.bytes
      #expect(summary == changed.summary)
      list = changed
    }
  }

  @Test func aLargeChangeIsDivided() throws {
    var list = CellList()
    let cells = (0..<3_000).map { PushedCell(Cell(id: "\($0)", title: String(repeating: "x", count: 1_000))) }
    list.insert(cells.map { $0.entry(revision: 1) }, at: 0)
    var records = ListRecords(from: CellList(), to: list, revision: 1)
    var loader = ListLoader()
    var count = 0
    while let record = records.next() {
      #expect(record.json.count < ListRecords.size + 2_000)
      #expect(try loader.list().count == 0)
      try loader.add(record)
      count += 1
    }
    #expect(count == 3)
    #expect(try stored(loader.list()) == stored(list))
  }

  @Test func aSmallChangeHasASmallRecord() throws {
    var list = CellList()
    list.insert((0..<50_000).map { PushedCell(Cell(id: "\($0)", title: "t")).entry(revision: 1) }, at: 0)
    var changed = list
    _ = try MoveEdit(ids: ["40000"], position: .before("7")).apply(to: &changed, revision: 2)
    var records = ListRecords(from: list, to: changed, revision: 2)
    var next = records.next()
    #expect(
      String(decoding: next?.json ?? [], as: UTF8.self)
        == #"{"cells":[[0,7],[40000,1],[7,39993],[40001,9999]]}"#)
    next = records.next()
    #expect(next == nil)

    var patched = list
    let place = try #require(list.place(of: ByteKey("49999")))
    patched.put([(place, list[place].with(CellState(selected: true), revision: 3))])
    records = ListRecords(from: list, to: patched, revision: 3)
    next = records.next()
    #expect(
      String(decoding: next?.json ?? [], as: UTF8.self)
        == #"{"cells":[[0,49999],[49999,1,{"selected":true}]]}"#)
  }

  @Test func snapshotsMakeTheSameList() throws {
    var random = SplitMix(state: 7)
    var list = CellList()
    for revision in 1...200 {
      var changed = list
      guard let result = try? random.edit(of: list).apply(to: &changed, revision: UInt64(revision)),
        result.isChange
      else { continue }
      list = changed
    }
    for _ in 0..<9 {
      list.insert(
        (0..<500).map { PushedCell(Cell(id: "n\(list.count + $0)", title: "t")).entry(revision: 300) }, at: 3)
    }
    var parts = SnapshotParts(of: list)
    var loader = ListLoader()
    while let part = parts.next() { try loader.add(part: part) }
    try loader.add(StoredRecord(revision: 300, cells: list.count, bytes: 0, json: Array("{}".utf8)))
    #expect(try stored(loader.list()) == stored(list))
  }

  @Test(arguments: [
    #"{"cells":[[0,1],[0,1]]}"#, #"{"cells":[[0,3]]}"#, #"{"cells":[[-1,1]]}"#, #"{"cells":[[0]]}"#,
    #"{"cells":[[0,1,5]]}"#, #"{"cells":[[1,9223372036854775807]]}"#,
    #"{"cells":[{"id":"0","title":"a"},[0,1]]}"#,
    #"{"cells":[{"id":"z","title":"a"},{"id":"z","title":"b"}]}"#, #"{"cells":[{"title":"a"}]}"#, "{", "",
  ]) func aRecordThatDoesNotFitIsRefused(json: String) throws {
    var loader = ListLoader()
    let cells = #"{"cells":[{"id":"0","title":"a"},{"id":"1","title":"b"}]}"#
    try loader.add(StoredRecord(revision: 1, cells: 2, bytes: 0, json: Array(cells.utf8)))
    #expect(throws: (any Error).self) {
      try loader.add(StoredRecord(revision: 2, cells: 2, bytes: 0, json: Array(json.utf8)))
      _ = try loader.list()
    }
  }
}

private struct Stored: Equatable {
  var cell: CellRecord
  var state: CellState
  var revision: UInt64
}

private func stored(_ list: CellList) -> [Stored] {
  var cells: [Stored] = []
  list.forEachChunk(in: 0..<list.count) { chunk, _, offsets in
    for offset in offsets {
      let entry = chunk.entry(offset)
      cells.append(Stored(cell: entry.packed, state: entry.state, revision: entry.revision))
    }
  }
  return cells
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func cell() -> PushedCell {
    var cell = Cell(
      id: "c\(Int.random(in: 0..<700, using: &self))", title: "title \(Int.random(in: 0..<3, using: &self))")
    cell.unread = Bool.random(using: &self)
    if Bool.random(using: &self) { cell.selected = Bool.random(using: &self) }
    if Int.random(in: 0..<4, using: &self) == 0 {
      cell.actions = [
        Action(id: "follow", title: "Follow", kind: .toggle),
        Action(id: "get", title: "Get", kind: .download),
      ]
    }
    return PushedCell(cell)
  }

  mutating func cells() -> [PushedCell] {
    var keys: Set<ByteKey> = []
    return (0..<Int.random(in: 0..<300, using: &self)).map { _ in cell() }.filter {
      keys.insert($0.key).inserted
    }
  }

  mutating func ids(of list: CellList) -> [String] {
    guard list.count > 0 else { return [] }
    let start = Int.random(in: 0..<list.count, using: &self)
    let count = min([1, 3, 40].randomElement(using: &self) ?? 1, list.count - start)
    var ids = (start..<start + count).map { list[list.place(at: $0)].packed.id }
    if Bool.random(using: &self) { ids.shuffle(using: &self) }
    return ids
  }

  func decoded(_ cells: [PushedCell]) -> CellDecoder.Decoded {
    var decoded = CellDecoder.Decoded(rejected: ReplyList("rejected", limit: 1_000))
    // In several batches, as from several cores.
    for part in cells.evenParts(capacity: 7) { decoded.add(part, byteCount: 0) }
    return decoded
  }

  mutating func position(in list: CellList) -> InsertPosition {
    [.start, .end, .index(Int.random(in: 0...max(list.count, 1), using: &self))].randomElement(using: &self)
      ?? .end
  }

  /// An arbitrary edit of a list.
  mutating func edit(of list: CellList) -> any ListEdit {
    switch Int.random(in: 0..<9, using: &self) {
    case 0, 1:
      return PushEdit(cells: decoded(cells()), position: position(in: list), selection: .multiple)
    case 2: return RemoveEdit(ids: ids(of: list), replyLimit: 1_000)
    case 3, 4: return MoveEdit(ids: ids(of: list), position: position(in: list))
    case 5:
      var staged = StagedCells()
      let kept = Bool.random(using: &self) ? ids(of: list).compactMap { list[ByteKey($0)] } : []
      let again = kept.map { PushedCell(Cell($0.packed, state: $0.state)) }
      var cells = again + self.cells()
      var keys: Set<ByteKey> = []
      cells = cells.filter { keys.insert($0.key).inserted }
      staged.add(decoded(cells))
      return ReplaceEdit(cells: staged, selection: .multiple)
    case 6:
      let all = Int.random(in: 0..<3, using: &self) == 0
      let operations: [SelectEdit.Operation] = [.replace, .add, .remove, .toggle]
      return SelectEdit(
        ids: all ? nil : ids(of: list), operation: operations.randomElement(using: &self) ?? .replace,
        mode: .multiple)
    case 7: return ViewedEdit(ids: ids(of: list))
    default:
      return ActionEdit(
        target: .cell(ids(of: list).first ?? ""),
        action: ["follow", "get", "open"].randomElement(using: &self) ?? "open",
        value: .absent)
    }
  }
}
