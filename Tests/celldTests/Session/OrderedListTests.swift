import CellEngine
import Testing

@testable import celld

/// A generator with a seed, so that a failure can be repeated.
private struct Random: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
  mutating func pick<Element>(_ items: [Element]) -> Element { items[below(items.count)] }
}

/// The order of a query by the definition: a filter and a stable sort of plain cells, with no keys
/// and no chunks.
private struct NaiveOrder {
  let query: Query

  /// The ids of the rows; a section is its value and the number of its cells.
  func rows(_ cells: [Cell]) -> [String] {
    var shown = cells.filter { cell in query.condition.map { Self.meets(cell, $0) } ?? true }
    if query.group != nil || !query.sort.isEmpty { shown.removeAll { $0.kind == .section } }
    let keys =
      (query.group.map { group in [query.sort.first { $0.field == group } ?? SortKey(group)] } ?? [])
      + query.sort
    let sorted = shown.enumerated().sorted { left, right in
      for key in keys {
        let order = Self.order(left.element, right.element, key)
        if order != 0 { return order < 0 }
      }
      return left.offset < right.offset
    }.map(\.element)
    guard let group = keys.first, query.group != nil else { return sorted.map(\.id) }
    var rows: [String] = []
    var start = 0
    while start < sorted.count {
      let value = Self.values(sorted[start], group.field).first
      var end = start
      while end < sorted.count, Self.values(sorted[end], group.field).first == value { end += 1 }
      rows.append("\(value.map(Self.title) ?? "–"): \(end - start)")
      let isCollapsed = query.collapsed.contains(value.map(Self.queryValue) ?? .null)
      if !isCollapsed { rows += sorted[start..<end].map(\.id) }
      start = end
    }
    return rows
  }

  private enum Value: Equatable {
    case text(String)
    case state(Status.State)
    case number(Double)
    case bool(Bool)
  }

  private static func queryValue(_ value: Value) -> QueryValue {
    switch value {
    case .text(let text): .text(text)
    case .state(let state): .text(state.rawValue)
    case .number(let number): .number(number)
    case .bool(let bool): .bool(bool)
    }
  }

  private static func title(_ value: Value) -> String { queryValue(value).title }

  private static func values(_ cell: Cell, _ field: CellField) -> [Value] {
    switch field.path {
    case "title": [.text(cell.title)]
    case "status/state": cell.status.map { .state($0.state) }
    case "tags": cell.tags.map { .text($0) }
    case "number": cell.number.map { [.text($0)] } ?? []
    case "unread": [.bool(cell.unread)]
    case "data/n": cell.data.flatMap { Double($0.dropFirst(5).dropLast()) }.map { [.number($0)] } ?? []
    default: []
    }
  }

  private static func meets(_ cell: Cell, _ condition: Condition) -> Bool {
    switch condition {
    case .all(let parts): return parts.allSatisfy { meets(cell, $0) }
    case .any(let parts): return parts.contains { meets(cell, $0) }
    case .not(let part): return !meets(cell, part)
    case .comparison(let comparison):
      let values = values(cell, comparison.field)
      switch comparison.operation {
      case .is(.null): return values.isEmpty
      case .is(let value): return values.contains { title($0).lowercased() == value.title.lowercased() }
      case .in(let list):
        return values.contains { value in
          list.contains { title(value).lowercased() == $0.title.lowercased() }
        }
      case .contains(let text): return values.contains { title($0).lowercased().contains(text.lowercased()) }
      case .above(.number(let bound)):
        return values.contains { if case .number(let number) = $0 { number > bound } else { false } }
      default: return false
      }
    }
  }

  /// The order of two cells by one key: below 0, 0 or above 0.
  private static func order(_ left: Cell, _ right: Cell, _ key: SortKey) -> Int {
    func first(_ cell: Cell) -> Value? {
      let value = values(cell, key.field).first
      guard key.numeric, case .text(let text)? = value else { return value }
      return Double(text).map { .number($0) }
    }
    switch (first(left), first(right)) {
    case (nil, nil): return 0
    case (nil, _): return 1
    case (_, nil): return -1
    case (let left?, let right?): return key.descending ? order(right, left) : order(left, right)
    }
  }

  private static func order(_ left: Value, _ right: Value) -> Int {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.bool(let left), .bool(let right)): (left ? 1 : 0) - (right ? 1 : 0)
    case (.state(let left), .state(let right)): rank(left) - rank(right)
    case (.text(let left), .text(let right)): order(left, right)
    default: 0
    }
  }

  private static func rank(_ state: Status.State) -> Int {
    [.negative, .critical, .informative, .positive, .neutral].firstIndex(of: state) ?? 0
  }

  /// Texts of letters, a space and a number.
  private static func order(_ left: String, _ right: String) -> Int {
    func parts(_ text: String) -> (String, Int) {
      let parts = text.split(separator: " ")
      return (parts[0].lowercased(), parts.count > 1 ? Int(parts[1]) ?? -1 : -1)
    }
    let (a, b) = (parts(left), parts(right))
    if a != b { return a < b ? -1 : 1 }
    return left == right ? 0 : left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
  }
}

private struct RandomQueries {
  var random: Random

  mutating func cell(_ id: String) -> Cell {
    var cell = Cell(id: id, title: "\(random.pick(["Pump", "pump", "valve", "Motor"])) \(random.below(30))")
    if random.below(4) > 0 { cell.status = [Status(text: "S", state: random.pick(Status.State.allCases))] }
    cell.tags = (0..<random.below(3)).map { _ in random.pick(["Berlin", "köln", "Rome"]) }
    if random.below(3) > 0 { cell.number = "\(random.below(200))" }
    if random.below(3) > 0 { cell.data = #"{"n":\#(random.below(12) - 4)}"# }
    cell.unread = random.below(3) == 0
    if random.below(25) == 0 { cell.kind = .section }
    return cell
  }

  private mutating func field() -> CellField {
    CellField(random.pick(["title", "status/state", "tags", "number", "unread", "data/n"]))!
  }

  private mutating func condition(_ depth: Int) -> Condition {
    switch random.below(depth > 2 ? 5 : 8) {
    case 0: .comparison(Comparison(CellField(.tags), .is(.text("BERLIN"))))
    case 1: .comparison(Comparison(CellField("data/n")!, .above(.number(Double(random.below(6))))))
    case 2: .comparison(Comparison(CellField(.title), .contains("p \(random.below(3))")))
    case 3: .comparison(Comparison(CellField(.statusState), .in([.text("negative"), .text("critical")])))
    case 4: .comparison(Comparison(field(), .is(.null)))
    case 5: .not(condition(depth + 1))
    case 6: .any((0..<random.below(3)).map { _ in condition(depth + 1) })
    default: .all((0..<random.below(3)).map { _ in condition(depth + 1) })
    }
  }

  mutating func query() -> Query {
    var query = Query()
    if random.below(2) == 0 { query.condition = condition(0) }
    for _ in 0..<random.below(3) {
      let field = field()
      query.sort.append(
        SortKey(field, descending: random.below(2) == 0, numeric: field.member == .number))
    }
    if random.below(2) == 0 {
      query.group = CellField(random.pick(["status/state", "tags", "unread", "data/n"]))
      let values: [QueryValue] = [
        .text("negative"), .null, .text("Berlin"), .bool(true), .number(3), .text("neutral"),
      ]
      query.collapsed = values.filter { _ in random.below(4) == 0 }
    }
    return query
  }
}

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
        _ = list.replace(with: new.map { PushedCell($0) }, revision: revision)
        cells = new
      }
    }
  }

  @Test(arguments: 1...16) func ordersAgreeWithAPlainSort(seed: UInt64) {
    var source = RandomQueries(random: Random(state: seed))
    var edited = Edited()
    for _ in 0..<8 { edited.edit(&source) }
    var orders = (0..<6).map { _ in
      let query = source.query()
      var making = OrderMaking(CellOrder(query), of: edited.list, revision: edited.revision)
      return (query, making.finish())
    }
    for step in 0..<25 {
      for (query, list) in orders {
        let expected = NaiveOrder(query: query).rows(edited.cells)
        #expect(rows(list) == expected, "seed \(seed), step \(step): \(query)")
      }
      for _ in 0...source.random.below(3) { edited.edit(&source) }
      for index in orders.indices {
        var list = orders[index].1
        let difference = ListDifference(from: list.base, to: edited.list)
        list.update(to: edited.list, revision: edited.revision, difference)
        orders[index].1 = list
      }
    }
  }

  /// Every row is found by its id, and no other.
  @Test(arguments: 1...8) func rowsAreFoundByTheirIDs(seed: UInt64) {
    var source = RandomQueries(random: Random(state: seed))
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
    var source = RandomQueries(random: Random(state: 5))
    var list = CellList()
    let cells = (0..<17_000).map { source.cell("c\($0)") }
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
      #expect(steps > 3 && made.map(rows) == NaiveOrder(query: query).rows(cells))
    }
  }

  /// Cells whose keys begin with the same bytes are in their order, too.
  @Test func longEqualBeginningsAreSorted() {
    let start = String(repeating: "a", count: 100)
    let cells = (0..<300).map { Cell(id: "c\($0)", title: "\(start) \(($0 * 77) % 300)") }
    var list = CellList()
    list.insert(cells.map { PushedCell($0).entry(revision: 1) }, at: 0)
    var making = OrderMaking(
      CellOrder(Query(sort: [SortKey(CellField(.title))], group: CellField(.title))), of: list, revision: 1)
    let titles = rows(making.finish()).filter { $0.hasPrefix("a") }
    #expect(titles == (0..<300).map { "\(start) \($0): 1" })
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
