import CellEngine
import Testing

@testable import celld

/// A simple, slow list of cells, with the same results as ``CellList``.
private struct NaiveList {
  struct Item: Equatable {
    var id: String
    var title: String
    var selected = false
    var revision: UInt64
  }

  var items: [Item] = []
}

private struct Random {
  var state: UInt64

  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}

/// Every ninth cell, and all of the first two hundred, are sections, which cannot be selected.
private func isSelectable(_ id: String) -> Bool {
  guard let number = Int(id.dropFirst()) else { return true }
  return number % 9 != 0 && number >= 200
}

private func pushed(_ id: String, _ title: String) -> PushedCell {
  var cell = Cell(id: id, title: title)
  if !isSelectable(id) { cell.kind = .section }
  return PushedCell(cell)
}

private func contents(_ list: CellList) -> [NaiveList.Item] {
  var items: [NaiveList.Item] = []
  list.forEachChunk(in: 0..<list.count) { chunk, _, offsets in
    for offset in offsets {
      let entry = chunk.entry(offset)
      items.append(
        NaiveList.Item(
          id: entry.packed.id, title: Cell(entry.packed, state: entry.state).title, selected: entry.selected,
          revision: entry.revision))
    }
  }
  return items
}

private func check(_ list: CellList, against naive: NaiveList) {
  #expect(list.count == naive.items.count)
  #expect(list.index.count == naive.items.count)
  #expect(contents(list) == naive.items)
  #expect(list.summary.selected == naive.items.filter(\.selected).count)
  for (index, item) in naive.items.enumerated() {
    let place = list.place(of: ByteKey(item.id))
    #expect(place == list.place(at: index))
    if let place { #expect(list.index(of: place) == index) }
  }
  for group in list.groups {
    #expect(group.chunks.count <= ChunkGroup.capacity && !group.chunks.isEmpty)
    #expect(group.chunks.allSatisfy { (1...Chunk.capacity).contains($0.count) })
  }
  let lineages = list.groups.flatMap { $0.chunks.map(\.lineage) }
  #expect(Set(lineages).count == lineages.count)
}

@Suite struct CellListTests {
  /// The list keeps the image sizes of its current cells only.
  @Test func sizesOfImagesAreThoseOfTheCellsThatAreThere() {
    func cell(_ id: String, _ image: Image?, _ kind: Cell.Kind = .object) -> Cell {
      var cell = Cell(id: id, title: id)
      cell.image = image
      cell.kind = kind
      return cell
    }
    var cells = (0..<300).map { cell("\($0)", $0 % 3 == 0 ? nil : Image(size: 20.25)) }
    cells[17] = cell("17", Image(person: true, size: 60))
    cells[200] = cell("200", Image(), .contact)
    cells[299] = cell("299", Image())
    cells[1].avatars = [Image](repeating: Image(), count: 400)
    cells[2].avatars = [Image()]
    var list = CellList()
    list.insert(cells.map { PushedCell($0).entry(revision: 1) }, at: 0)
    for id in ["17", "200", "299", "1"] {
      #expect(list.summary.needs.imageSizes == ColumnNeeds(of: cells).imageSizes)
      #expect(list.summary.needs.avatars == ColumnNeeds(of: cells).avatars)
      _ = list.remove(at: [list.place(of: ByteKey(id))].compactMap { $0 })
      cells.removeAll { $0.id == id }
    }
    #expect(list.summary.needs.imageSizes == ImageSizes(isContact: false, isPerson: false, size: 20.25))
  }

  /// Parts of the list need no columns, even if they are unread.
  @Test func onlyObjectsNeedColumns() {
    var section = Cell(id: "s", title: "S")
    section.kind = .section
    section.unread = true
    section.icons = [Icon(name: "flag")]
    section.status = [Status(text: "Open")]
    var skeleton = section
    (skeleton.id, skeleton.kind) = ("k", .skeleton)
    var list = CellList()
    list.insert([section, skeleton].map { PushedCell($0).entry(revision: 1) }, at: 0)
    #expect(list.summary.needs == ColumnNeeds(of: [section, skeleton]))
    #expect(!list.summary.needs.unread && list.summary.needs.icons == 0 && list.summary.selectable == 0)
    #expect(KeptColumns(list.summary.needs).skeletonImage)
    list.insert([PushedCell(Cell(id: "o", title: "O")).entry(revision: 2)], at: 1)
    #expect(!KeptColumns(list.summary.needs).skeletonImage && list.summary.selectable == 1)
  }

  @Test(arguments: 1...3) func editsAgreeWithAPlainArray(seed: UInt64) { edit(seed: seed) }

  @Test(arguments: 4...12) func editsAgreeWithAPlainArrayThoroughly(seed: UInt64) {
    edit(seed: seed)
  }

  private func edit(seed: UInt64) {
    var random = Random(state: seed)
    var list = CellList()
    var naive = NaiveList()
    var fresh = 0
    var snapshots: [(CellList, NaiveList)] = []
    for step in 1...60 {
      let revision = UInt64(step)
      switch random.next(9) {
      case 0, 1:
        let count = 1 + random.next(random.next(3) == 0 ? 700 : 5)
        let index = random.next(naive.items.count + 1)
        let ids = (0..<count).map { "c\(fresh + $0)" }
        fresh += count
        list.insert(ids.map { pushed($0, $0).entry(revision: revision) }, at: index)
        naive.items.insert(
          contentsOf: ids.map { NaiveList.Item(id: $0, title: $0, revision: revision) }, at: index)
      case 2 where !naive.items.isEmpty:
        let every = 1 + random.next(40)
        let first = random.next(naive.items.count)
        let doomed = Set(stride(from: first, to: naive.items.count, by: every).map { naive.items[$0].id })
        let places = doomed.compactMap { list.place(of: ByteKey($0)) }
        let removed = list.remove(at: places)
        #expect(removed.map(\.packed.id) == naive.items.map(\.id).filter(doomed.contains))
        naive.items.removeAll { doomed.contains($0.id) }
      case 3 where !naive.items.isEmpty:
        var changes: [(place: CellList.Place, entry: Entry)] = []
        for index in Set((0..<20).map { _ in random.next(naive.items.count) }) {
          naive.items[index].title = "new \(step)"
          naive.items[index].revision = revision
          let place = list.place(at: index)
          let cell = pushed(naive.items[index].id, naive.items[index].title)
          guard let entry = cell.entry(over: list[place], revision: revision) else { continue }
          changes.append((place, entry))
        }
        list.put(changes)
      case 4:
        let selected = random.next(2) == 0
        list.selectAll(selected, revision: revision)
        for index in naive.items.indices where naive.items[index].selected != selected {
          guard isSelectable(naive.items[index].id) else { continue }
          naive.items[index].selected = selected
          naive.items[index].revision = revision
        }
      case 6:
        list.toggleSelection(revision: revision)
        for index in naive.items.indices where isSelectable(naive.items[index].id) {
          naive.items[index].selected.toggle()
          naive.items[index].revision = revision
        }
      case 5 where !naive.items.isEmpty:
        for index in Set((0..<3).map { _ in random.next(naive.items.count) }) {
          guard isSelectable(naive.items[index].id) else { continue }
          naive.items[index].selected.toggle()
          naive.items[index].revision = revision
          let place = list.place(at: index)
          list.put([(place, list[place].selected(naive.items[index].selected, revision: revision))])
        }
      default:
        replace(&list, &naive, revision: revision, fresh: &fresh, random: &random)
      }
      check(list, against: naive)
      if step % 10 == 0 { snapshots.append((list, naive)) }
    }
    for (list, naive) in snapshots { check(list, against: naive) }
  }

  private func replace(
    _ list: inout CellList, _ naive: inout NaiveList, revision: UInt64, fresh: inout Int, random: inout Random
  ) {
    let old = naive.items
    var new = old.filter { _ in random.next(50) != 0 }
    for _ in 0..<random.next(4) where !new.isEmpty {
      let item = new.remove(at: random.next(new.count))
      new.insert(item, at: random.next(new.count + 1))
    }
    var updated = 0
    for _ in 0..<random.next(4) where !new.isEmpty {
      let index = random.next(new.count)
      if new[index].revision != revision { updated += 1 }
      new[index].title = "replaced \(revision)"
      new[index].revision = revision
    }
    let kept = new.count
    for _ in 0..<random.next(300) {
      let item = NaiveList.Item(id: "c\(fresh)", title: "t", revision: revision)
      fresh += 1
      new.insert(item, at: random.next(new.count + 1))
    }
    let counts = list.replace(with: [new.map { pushed($0.id, $0.title) }], revision: revision)
    naive.items = new
    #expect(counts.inserted == new.count - kept)
    #expect(counts.removed == old.count - kept)
    #expect(counts.updated == updated)
    #expect(counts.moved + counts.unchanged == kept - updated)
    #expect(counts.moved <= 3)
  }

  @Test func replacementCountsTheLeastMoves() {
    var list = CellList()
    let ids = ["a", "b", "c", "d", "e"]
    list.insert(ids.map { pushed($0, $0).entry(revision: 1) }, at: 0)
    let counts = list.replace(with: [["e", "a", "b", "x", "d"].map { pushed($0, $0) }], revision: 2)
    #expect(counts == ReplaceCounts(inserted: 1, removed: 1, moved: 1, updated: 0, unchanged: 3))
    let again = list.replace(with: [["e", "a", "b", "x", "d"].map { pushed($0, $0) }], revision: 3)
    #expect(again == ReplaceCounts(unchanged: 5) && !again.isChange)
  }

  @Test func replacementKeepsTheChunksThatStay() {
    var list = CellList()
    list.insert((0..<2_000).map { pushed("c\($0)", "t").entry(revision: 1) }, at: 0)
    let before = Set(list.groups.flatMap { $0.chunks.map(\.number) })
    let cells = (0..<2_000).map { pushed("c\($0)", $0 == 700 ? "changed" : "t") }
    #expect(list.replace(with: [cells], revision: 2).updated == 1)
    let after = Set(list.groups.flatMap { $0.chunks.map(\.number) })
    #expect(before.intersection(after).count == before.count - 1)
  }

  /// Rows of cells are found again by the lineage of their chunk.
  @Test func aReplacementInTheSameOrderKeepsTheCellsInTheirChunks() {
    var list = CellList()
    for start in stride(from: 0, to: 3_000, by: 100) {
      list.insert((start..<start + 100).map { pushed("c\($0)", "t").entry(revision: 1) }, at: start / 2)
    }
    let chunks = list.groups.flatMap { $0.chunks }
    let items = contents(list)
    let cells = items.enumerated().map { pushed($1.id, $0 % 5 == 0 ? "changed" : "t") }
    #expect(list.replace(with: [cells], revision: 2).updated == 600)
    let after = list.groups.flatMap { $0.chunks }
    #expect(after.map(\.lineage) == chunks.map(\.lineage))
    #expect(after.map(\.count) == chunks.map(\.count))
    #expect(contents(list).map(\.id) == items.map(\.id))
    #expect(list.index.count == 3_000 && list.place(of: ByteKey("c7")) != nil)
  }

  @Test func canonicallyEquivalentIdsAreDifferentCells() {
    var list = CellList()
    let ids = ["\u{E9}", "e\u{301}"]
    list.insert(ids.map { pushed($0, "t").entry(revision: 1) }, at: 0)
    #expect(list.count == 2)
    #expect(list.place(of: ByteKey(ids[0])) != list.place(of: ByteKey(ids[1])))
  }

  @Test func aPushKeepsTheStateItDoesNotName() throws {
    var cell = Cell(id: "a", title: "t")
    cell.unread = true
    cell.actions = [Action(id: "follow", kind: .toggle), Action(id: "get", kind: .download)]
    let old = PushedCell(cell).entry(revision: 1).with(
      CellState(
        unread: false, selected: true,
        actions: [.init(id: "follow", on: true), .init(id: "get", progress: 0.5)]),
      revision: 2)
    cell.unread = false
    #expect(PushedCell(cell).entry(over: old, revision: 3) == nil)
    cell.unread = true
    cell.actions[1].progress = 1
    let new = try #require(PushedCell(cell).entry(over: old, revision: 3))
    #expect(new.unread && new.selected && new.revision == 3)
    #expect(new.state[action: "follow"]?.on == true)
    #expect(new.state[action: "get"]?.progress == 1)
  }

  @Test func theFirstWriteUnderASnapshotCopiesOnePath() {
    var list = CellList()
    let entry = pushed("x", "t")
    list.insert((0..<60_000).map { pushed("c\($0)", "t").entry(revision: 1) }, at: 0)
    let snapshot = list
    list.insert([entry.entry(revision: 2)], at: 30_000)
    #expect(snapshot.count == 60_000 && list.count == 60_001)
    let chunks = Set(snapshot.groups.flatMap(\.chunks).map(ObjectIdentifier.init))
    let new = list.groups.flatMap(\.chunks).filter { !chunks.contains(ObjectIdentifier($0)) }
    #expect((1...2).contains(new.count))
    let groups = Set(snapshot.groups.map(ObjectIdentifier.init))
    #expect((1...2).contains(list.groups.filter { !groups.contains(ObjectIdentifier($0)) }.count))
  }
}
