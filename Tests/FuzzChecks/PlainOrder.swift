import CellEngine

/// A generator with a seed, so that a failure can be repeated.
public struct QueryRandom: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }

  /// A number from 0 to `bound` - 1.
  public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
  /// Picks an item.
  public mutating func pick<Element>(_ items: [Element]) -> Element { items[below(items.count)] }
}

/// The order of a query by the definition: a filter and a stable sort of plain cells, with no keys
/// and no chunks.
public struct PlainOrder {
  private let query: Query

  public init(_ query: Query) { self.query = query }

  /// The ids of the rows; a section is its value and the number of its cells.
  public func rows(_ cells: [Cell]) -> [String] {
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

/// Random cells and queries that agree in a part of them.
public struct RandomQueries {
  public var random: QueryRandom

  public init(seed: UInt64) { random = QueryRandom(seed: seed) }

  /// A cell with values that queries ask for.
  public mutating func cell(_ id: String) -> Cell {
    var cell = Cell(id: id, title: "\(random.pick(["Pump", "pump", "valve", "Motor"])) \(random.below(30))")
    if random.below(4) > 0 { cell.status = [Status(text: "S", state: random.pick(Status.State.allCases))] }
    cell.tags = (0..<random.below(3)).map { _ in random.pick(["Berlin", "köln", "Rome"]) }
    if random.below(3) > 0 { cell.number = "\(random.below(200))" }
    if random.below(3) > 0 { cell.data = #"{"n":\#(random.below(12) - 4)}"# }
    cell.unread = random.below(3) == 0
    if random.below(25) == 0 { cell.kind = .section }
    return cell
  }

  private static func field(_ path: String) -> CellField { CellField(path) ?? .id }

  private mutating func field() -> CellField {
    Self.field(random.pick(["title", "status/state", "tags", "number", "unread", "data/n"]))
  }

  private mutating func condition(_ depth: Int) -> Condition {
    switch random.below(depth > 2 ? 5 : 8) {
    case 0: .comparison(Comparison(Self.field("tags"), .is(.text("BERLIN"))))
    case 1: .comparison(Comparison(Self.field("data/n"), .above(.number(Double(random.below(6))))))
    case 2: .comparison(Comparison(Self.field("title"), .contains("p \(random.below(3))")))
    case 3: .comparison(Comparison(Self.field("status/state"), .in([.text("negative"), .text("critical")])))
    case 4: .comparison(Comparison(field(), .is(.null)))
    case 5: .not(condition(depth + 1))
    case 6: .any((0..<random.below(3)).map { _ in condition(depth + 1) })
    default: .all((0..<random.below(3)).map { _ in condition(depth + 1) })
    }
  }

  /// A query: conditions, sort keys, a group.
  public mutating func query() -> Query {
    var query = Query()
    if random.below(2) == 0 { query.condition = condition(0) }
    for _ in 0..<random.below(3) {
      let field = field()
      query.sort.append(
        SortKey(field, descending: random.below(2) == 0, numeric: field.path == "number"))
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
