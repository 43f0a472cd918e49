import CellEngine
import Foundation
import FuzzChecks
import Testing

@testable import celld

private func rows(_ list: OrderedList) -> [String] {
  var rows: [String] = []
  list.rows.forEachChunk(in: 0..<list.rows.count) { chunk, _, offsets in
    for offset in offsets {
      let cell = Cell(chunk.entry(offset).packed, state: chunk.entry(offset).state)
      rows.append(chunk.entry(offset).isSection ? "\(cell.title): \(cell.count ?? 0)" : cell.id)
    }
  }
  return rows
}

@Suite struct OrderedListTests {
  /// A list, and the same cells in an array.
  private struct Edited {
    var list = CellList()
    var cells: [Cell] = []
    var revision: UInt64 = 0
    private var fresh = 0

    mutating func edit(_ source: inout RandomQueries) {
      revision += 1
      switch source.random.below(cells.isEmpty ? 1 : 6) {
      case 0, 1:
        let new = (0...source.random.below(source.random.below(4) == 0 ? 300 : 4)).map { _ in
          fresh += 1
          return source.cell("c\(fresh)")
        }
        let index = source.random.below(cells.count + 1)
        list.insert(new.map { PushedCell($0).entry(revision: revision) }, at: index)
        cells.insert(contentsOf: new, at: index)
      case 2:
        let picked = Set((0...source.random.below(5)).map { _ in source.random.below(cells.count) })
        _ = list.remove(at: picked.map { list.place(at: $0) })
        for index in picked.sorted(by: >) { cells.remove(at: index) }
      case 3:
        var changes: [(place: CellList.Place, entry: Entry)] = []
        for index in Set((0...source.random.below(6)).map { _ in source.random.below(cells.count) }) {
          let new = source.cell(cells[index].id)
          let place = list.place(at: index)
          guard let entry = PushedCell(new).entry(over: list[place], revision: revision) else { continue }
          changes.append((place, entry))
          cells[index] = new
        }
        if !changes.isEmpty { list.put(changes) }
      case 4:
        let index = source.random.below(cells.count)
        let entry = list[list.place(at: index)]
        _ = list.remove(at: [list.place(at: index)])
        let target = source.random.below(cells.count)
        list.insert([entry], at: target)
        cells.insert(cells.remove(at: index), at: target)
      default:
        var new = cells.filter { _ in source.random.below(10) > 0 }
        if source.random.below(2) == 0, new.count > 1 { new.swapAt(0, source.random.below(new.count)) }
        fresh += 1
        new.append(source.cell("c\(fresh)"))
        _ = list.replace(with: [new.map { PushedCell($0) }], revision: revision)
        cells = new
      }
    }
  }

  @Test(arguments: 1...3) func ordersAgreeWithAPlainSort(seed: UInt64) {
    compareOrders(seed: seed)
  }

  @Test(arguments: 4...16) func ordersAgreeWithAPlainSortThoroughly(seed: UInt64) {
    compareOrders(seed: seed)
  }

  private func compareOrders(seed: UInt64) {
    var source = RandomQueries(seed: seed)
    var edited = Edited()
    for _ in 0..<8 { edited.edit(&source) }
    var orders = (0..<6).map { _ in
      let query = source.query()
      var making = OrderMaking(CellOrder(query), of: edited.list, revision: edited.revision)
      return (query, making.finish())
    }
    for step in 0..<25 {
      for (query, list) in orders {
        let expected = PlainOrder(query).rows(edited.cells)
        #expect(rows(list) == expected, "seed \(seed), step \(step): \(query)")
      }
      for _ in 0...source.random.below(3) { edited.edit(&source) }
      for index in orders.indices {
        var list = orders[index].1
        let difference = ListDifference(from: list.base, to: edited.list)
        var update = OrderUpdate(list, to: edited.list, revision: edited.revision, difference)
        list.update(to: edited.list, revision: edited.revision, difference)
        // Steps without time make the same order as one step.
        var updated: OrderedList?
        while updated == nil { updated = update.step(StepClock(nanoseconds: 0)) }
        #expect(updated.map(rows) == rows(list))
        orders[index].1 = list
      }
    }
  }

  /// Every row is found by its id, and no other.
  @Test(arguments: 1...8) func rowsAreFoundByTheirIDs(seed: UInt64) {
    var source = RandomQueries(seed: seed)
    var edited = Edited()
    for _ in 0..<12 { edited.edit(&source) }
    for _ in 0..<10 {
      var making = OrderMaking(CellOrder(source.query()), of: edited.list, revision: 1)
      let list = making.finish()
      var ids: [String] = []
      list.rows.forEachChunk(in: 0..<list.rows.count) { chunk, _, offsets in
        for offset in offsets { ids.append(chunk.entry(offset).packed.id) }
      }
      for (index, find) in list.finds(of: ids).enumerated() {
        #expect(find.place.map { list.rows.index(of: $0) } == index)
      }
      let others = edited.cells.map(\.id).filter { !ids.contains($0) } + ["nobody", "\u{1}", "\u{1}{"]
      #expect(list.finds(of: others).allSatisfy { $0.place == nil })
    }
  }

  /// Steps without time make the same order as one step.
  @Test func anOrderInStepsIsTheSame() {
    var source = RandomQueries(seed: 5)
    var list = CellList()
    let cells = (0..<25_000).map { source.cell("c\($0)") }
    list.insert(cells.map { PushedCell($0).entry(revision: 1) }, at: 0)
    for _ in 0..<2 {
      let query = source.query()
      var making = OrderMaking(CellOrder(query), of: list, revision: 1)
      var steps = 1
      var made: OrderedList?
      while made == nil {
        made = making.step(StepClock(nanoseconds: 0))
        steps += 1
      }
      #expect(steps > 3 && made.map(rows) == PlainOrder(query).rows(cells))
    }
  }

  /// The first rows are known before the others, and they are the same.
  @Test func theFirstRowsAreThoseOfTheWholeOrder() {
    var source = RandomQueries(seed: 11)
    var list = CellList()
    let cells = (0..<20_000).map { source.cell("c\($0)") }
    list.insert(cells.map { PushedCell($0).entry(revision: 1) }, at: 0)
    for sort in [
      [SortKey(CellField("title")!)], [SortKey(CellField("number")!, descending: true, numeric: true)], [],
    ] {
      let query = Query(
        condition: .not(.comparison(Comparison(CellField("title")!, .is(.text("none"))))), sort: sort)
      var making = OrderMaking(CellOrder(query), of: list, revision: 1)
      #expect(making.hasHead)
      var head: OrderHead?
      while head == nil { head = making.stepToHead(StepClock(nanoseconds: 0)) }
      let all = rows(making.finish())
      #expect(head.map { $0.count } == all.count && all == PlainOrder(query).rows(cells))
      #expect(head.map { rows($0.list) } == Array(all.prefix(512)))
    }
  }

  /// The first rows of any order are those of the whole order. There are ties, several keys, values
  /// that are missing, and conditions that few cells meet.
  @Test(arguments: 1...2) func theFirstRowsOfAnyOrderAreThoseOfTheWholeOrder(seed: UInt64) {
    var source = RandomQueries(seed: seed)
    var list = CellList()
    let cells = (0..<20_000).map { source.cell("c\($0)") }
    list.insert(cells.map { PushedCell($0).entry(revision: 1) }, at: 0)
    var checked = 0
    while checked < 8 {
      let query = source.query()
      var making = OrderMaking(CellOrder(query), of: list, revision: 1)
      guard making.hasHead else { continue }
      checked += 1
      var head: OrderHead?
      // A step without time reads one block on each core.
      while head == nil { head = making.stepToHead(StepClock(nanoseconds: checked % 2 == 0 ? 0 : 1 << 40)) }
      let all = rows(making.finish())
      #expect(head?.count == all.count)
      #expect(head.map { rows($0.list) } == Array(all.prefix(512)), "\(query)")
    }
  }

  /// Some cells have keys that are longer than what is kept of them, with the same beginnings.
  @Test(arguments: [1, 400, 600, 20_000], [false, true])
  func firstRowsWithLongKeysAreInTheirOrderThoroughly(same: Int, descending: Bool) {
    let start = String(repeating: "b", count: 150)
    let cells = (0..<20_000).map { index in
      let isLong = index * 7 % 20_000 < same
      return Cell(id: "c\(index)", title: isLong ? "\(start) \(index * 7919 % 20_000)" : "c \(index % 900)")
    }
    var list = CellList()
    list.insert(cells.map { PushedCell($0).entry(revision: 1) }, at: 0)
    let query = Query(sort: [SortKey(CellField("title")!, descending: descending)])
    var making = OrderMaking(CellOrder(query), of: list, revision: 1)
    let head = making.stepToHead(.endless)
    let all = rows(making.finish())
    #expect(head.map { rows($0.list) } == Array(all.prefix(512)))
    #expect(all == PlainOrder(query).rows(cells))
  }

  /// Many cells with the same keys, short and long ones, are in the order of the session.
  @Test func equalKeysAreInTheOrderOfTheSessionThoroughly() {
    let long = String(repeating: "b", count: 150)
    let titles = ["a", long + "1", long + "2", long + String(repeating: "c", count: 200), "d"]
    let cells = (0..<40_000).map { Cell(id: "c\($0)", title: titles[$0 * 7 % ($0 % 3 == 0 ? 5 : 2)]) }
    var list = CellList()
    list.insert(cells.map { PushedCell($0).entry(revision: 1) }, at: 0)
    for descending in [false, true] {
      var making = OrderMaking(
        CellOrder(Query(sort: [SortKey(CellField("title")!, descending: descending)])), of: list, revision: 1)
      let expected = (descending ? titles.reversed() : titles).flatMap { title in
        cells.filter { $0.title == title }.map(\.id)
      }
      #expect(rows(making.finish()) == expected)
    }
  }

  /// Cells whose keys begin with the same bytes are in their order, too.
  @Test func longEqualBeginningsAreSorted() {
    let start = String(repeating: "a", count: 100)
    let cells = (0..<300).map { Cell(id: "c\($0)", title: "\(start) \(($0 * 77) % 300)") }
    var list = CellList()
    list.insert(cells.map { PushedCell($0).entry(revision: 1) }, at: 0)
    var making = OrderMaking(
      CellOrder(Query(sort: [SortKey(CellField("title")!)], group: CellField("title")!)), of: list,
      revision: 1)
    let titles = rows(making.finish()).filter { $0.hasPrefix("a") }
    #expect(titles == (0..<300).map { "\(start) \($0): 1" })
  }

  /// Values that begin with the same 256 bytes are one group, also after edits.
  @Test(arguments: [false, true]) func longValuesAreOneGroup(isCollapsed: Bool) {
    func cell(_ id: String, _ count: Int) -> Cell {
      var cell = Cell(id: id, title: id)
      cell.caption = String(repeating: "ä", count: count)
      return cell
    }
    var list = CellList()
    list.insert(
      [cell("a", 200), cell("b", 128), cell("c", 127)].map { PushedCell($0).entry(revision: 1) }, at: 0)
    let value = QueryValue.text(String(repeating: "ä", count: 128))
    let query = Query(group: CellField("caption")!, collapsed: isCollapsed ? [value] : [])
    var making = OrderMaking(CellOrder(query), of: list, revision: 1)
    var order = making.finish()
    var edited = list
    edited.insert([PushedCell(cell("d", 300)).entry(revision: 2)], at: 3)
    order.update(to: edited, revision: 2, ListDifference(from: list, to: edited))
    var fresh = OrderMaking(CellOrder(query), of: edited, revision: 2)
    #expect(rows(order) == rows(fresh.finish()))
    #expect(rows(order).count == (isCollapsed ? 3 : 6))
    let section = "\u{1}\"\(String(repeating: "ä", count: 128))\""
    #expect(order.finds(of: [section]).first?.place != nil)
  }

  @Test func onlyDifferencesAreFound() {
    var list = CellList()
    list.insert((0..<100_000).map { PushedCell(Cell(id: "c\($0)", title: "T")).entry(revision: 1) }, at: 0)
    var edited = list
    let place = edited.place(at: 50_000)
    edited.put([(place, PushedCell(Cell(id: "c50000", title: "U")).entry(over: edited[place], revision: 2)!)])
    let changed = ListDifference(from: list, to: edited)
    #expect(changed.changed.map(\.new.packed.id) == ["c50000"] && changed.count == 1)
    #expect(ListDifference(from: list, to: edited, atMost: 4, bytes: 1 << 10)?.count == 1)
    _ = edited.remove(at: [edited.place(at: 3)])
    edited.insert([PushedCell(Cell(id: "new", title: "N")).entry(revision: 3)], at: 99_000)
    let both = ListDifference(from: list, to: edited)
    #expect(both.removed.map(\.packed.id) == ["c3"] && both.added.map(\.packed.id) == ["new"])
    #expect(both.changed.count == 1)
    edited.selectAll(true, revision: 4)
    #expect(ListDifference(from: list, to: edited).changed.count == 99_999)
    #expect(ListDifference(from: list, to: edited, atMost: 32, bytes: 1 << 20) == nil)
  }
}
