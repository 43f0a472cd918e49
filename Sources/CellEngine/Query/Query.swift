/// Conditions for cells, an order, and groups: what a view shows of a session.
public struct Query: Equatable, Sendable {
  /// The maximum number of conditions, those in conditions included, and of values in one of them.
  public static let conditionLimit = 64
  /// The maximum depth of a condition.
  public static let depthLimit = 8
  /// The maximum number of sort keys, of collapsed groups, and of bytes of a value.
  public static let keyLimit = 8
  public static let collapsedLimit = 1_000
  public static let valueLimit = 256

  public var condition: Condition?
  public var sort: [SortKey]
  public var group: CellField?
  /// The values of the groups whose cells are hidden.
  public var collapsed: [QueryValue]

  /// A query by its parts.
  public init(
    condition: Condition? = nil, sort: [SortKey] = [], group: CellField? = nil, collapsed: [QueryValue] = []
  ) {
    self.condition = condition
    self.sort = sort
    self.group = group
    self.collapsed = collapsed
  }
}

/// A key of the order of cells.
public struct SortKey: Equatable, Sendable {
  public var field: CellField
  public var descending: Bool
  /// Whether texts are compared as the numbers that they are. Other texts are absent values.
  public var numeric: Bool
  /// Typed words. Texts that fit them best are first, and others are absent values.
  public var fuzzy: String?

  /// A key by its members.
  public init(_ field: CellField, descending: Bool = false, numeric: Bool = false, fuzzy: String? = nil) {
    self.field = field
    self.descending = descending
    self.numeric = numeric
    self.fuzzy = fuzzy
  }
}
