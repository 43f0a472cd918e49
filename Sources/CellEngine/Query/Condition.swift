/// A condition that a cell meets or not.
public indirect enum Condition: Equatable, Sendable {
  case all([Condition])
  case any([Condition])
  case not(Condition)
  case comparison(Comparison)
}

/// A comparison of the values of a field. A cell meets it if any of its values does.
public struct Comparison: Equatable, Sendable {
  public enum Operation: Equatable, Sendable {
    /// Equal to the value; `null` for no value.
    case `is`(QueryValue)
    /// Equal to one of the values.
    case `in`([QueryValue])
    /// Contains the text.
    case contains(String)
    /// Matches the pattern, in which `*` is any text and `?` one scalar.
    case matches(String)
    /// After the value in the order of sorting.
    case above(QueryValue)
    /// Before the value in the order of sorting.
    case below(QueryValue)

    public static func == (left: Operation, right: Operation) -> Bool {
      switch (left, right) {
      case (.contains(let left), .contains(let right)), (.matches(let left), .matches(let right)):
        left.hasBytes(of: right)
      case (.is(let left), .is(let right)), (.above(let left), .above(let right)),
        (.below(let left), .below(let right)):
        left == right
      case (.in(let left), .in(let right)): left == right
      default: false
      }
    }
  }

  public var field: CellField
  public var operation: Operation
  /// Whether texts are compared with case and marks.
  public var exact: Bool

  /// A comparison by its members.
  public init(_ field: CellField, _ operation: Operation, exact: Bool = false) {
    self.field = field
    self.operation = operation
    self.exact = exact
  }
}
