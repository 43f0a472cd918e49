/// The rows that a client asks for.
enum RowWindow: Hashable, Sendable {
  /// `count` rows from the index `start` on.
  case range(start: Int, count: Int)
  /// The rows between `top` and `top + height`, in layout units.
  case span(top: Int, height: Int)
  case ids([String])

  /// The number of rows that are asked for, if the window has it.
  var count: Int? {
    switch self {
    case .range(_, let count): count
    case .ids(let ids): ids.count
    case .span: nil
    }
  }
}
