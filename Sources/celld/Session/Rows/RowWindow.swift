/// Which rows a client asks for.
enum RowWindow: Hashable, Sendable {
  /// `count` rows from the index `start` on.
  case range(start: Int, count: Int)
  /// The rows that stand between `top` and `top + height`, in layout units.
  case span(top: Int, height: Int)
  case ids([String])
}
