import CellClient
import CellEngine
import CellWire

/// The conditions, the order and the width class of a list, which its user can change.
struct ListQuery {
  /// An order of the list.
  private struct Order {
    /// The name in the status line; nil for the order at the start.
    var name: String?
    /// The fields, with a minus for descending order; empty for the order of the session.
    var fields: [String]
  }

  private let options: EnvironmentOptions
  private let base: QueryOptions
  private let orders: [Order]
  private var order = 0
  /// The words that cells must have.
  var filter = "" {
    didSet { isFuzzy = false }
  }
  /// Whether the filter is fuzzy, since no cell has its words.
  var isFuzzy = false
  /// Whether the cells that the filter fits best come first.
  var isRanked = false
  /// The width class chosen with a key. It wins over the option.
  var widthClass: Environment.ClassChoice?
  /// The values of the folded groups, as JSON.
  private var collapsed: [String] = []

  init(options: EnvironmentOptions, query: QueryOptions) {
    self.options = options
    base = query
    let start = Order(name: nil, fields: query.sort?.fields ?? [])
    let others = [
      Order(name: "session order", fields: []), Order(name: "title", fields: ["title"]),
      Order(name: "status", fields: ["status/state", "status"]), Order(name: "number", fields: ["number"]),
      Order(name: "unread first", fields: ["-unread"]),
    ]
    orders = [start] + others.filter { $0.fields != start.fields }
  }

  /// The condition of the filter.
  var filterCondition: TextCondition { TextCondition(text: filter, isFuzzy: isFuzzy, isRanked: isRanked) }

  /// The name of the order; nil if it is that of the start.
  var orderName: String? { orders[order].name }

  /// Whether cells are in groups.
  var isGrouped: Bool { base.group != nil }

  /// Changes to the next order.
  mutating func sortNext() {
    order = (order + 1) % orders.count
  }

  /// Folds a group, or unfolds it.
  /// - Parameter value: its value, as JSON.
  mutating func fold(_ value: String) {
    if let index = collapsed.firstIndex(where: { $0.exact == value.exact }) {
      collapsed.remove(at: index)
    } else {
      collapsed.append(value)
    }
  }

  /// Returns the environment of the list.
  /// - Parameters:
  ///   - search: words that cells must have, too.
  ///   - isGrouped: whether cells are in their groups.
  ///   - columns: the width, unless an option or `$CELLCTL_WIDTH` sets it.
  func environment(columns: Int, lines: Int, search: TextCondition? = nil, isGrouped: Bool = true) throws
    -> Parameters
  {
    let isSet = environmentVariable("CELLCTL_WIDTH") != nil
    var environment = try options.parameters(
      width: isSet ? WidthArgument.preset() : .columns(columns))
    if !environment.contains("height") { environment.set("height", lines) }
    if let widthClass { environment.set("widthClass", widthClass.rawValue) }
    let conditions = [
      base.condition, filterCondition.json, search?.json,
    ]
    if let condition = ConditionArgument.all(conditions.compactMap { $0 }) {
      environment.set("where", json: condition)
    }
    let keys = (filterCondition.sort + orders[order].fields.map(JSON.string)).prefix(Query.keyLimit)
    if !keys.isEmpty { environment.set("sort", json: JSON.array(Array(keys)).text) }
    if isGrouped, let group = base.group {
      environment.set("group", group)
      environment.set("collapsed", json: "[\(collapsed.joined(separator: ","))]")
    }
    return environment
  }
}
