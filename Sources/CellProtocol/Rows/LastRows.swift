/// The rows of the last window of a watch. They find the row that replaces one that is no longer
/// shown.
public struct LastRows: Hashable, Sendable {
  private let ids: [String]
  /// The bytes that the ids take.
  public let byteCount: Int

  /// - Parameters:
  ///   - ids: the ids of the rows, in order.
  ///   - section: the id of the section that the first row is in, if there is one.
  public init(_ ids: [String] = [], section: String? = nil) {
    self.ids = ids.isEmpty ? [] : (section.map { [$0] } ?? []) + ids
    byteCount = self.ids.reduce(0) {
      $0 + MemoryLayout<String>.size + ($1.utf8.count > 15 ? 32 + $1.utf8.count : 0)
    }
  }

  public var isEmpty: Bool { ids.isEmpty }

  // Ids that are canonically equivalent differ.
  public static func == (left: Self, right: Self) -> Bool {
    left.ids.elementsEqual(right.ids) { $0.utf8.elementsEqual($1.utf8) }
  }

  /// The rows that can replace a row, the best one first: the next rows of the window, then those
  /// before it. The nearest row before the rows of a collapsed group is its section.
  ///
  /// `LastRows(["a", "b", "c"], section: "s").heirs(of: "b")` is `["c", "a", "s"]`.
  public func heirs(of id: String) -> [String] {
    guard let place = ids.lastIndex(where: { $0.utf8.elementsEqual(id.utf8) }) else { return [] }
    return ids[(place + 1)...] + ids[..<place].reversed()
  }
}
