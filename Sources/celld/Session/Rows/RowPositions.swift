import CellEngine

/// The positions of rows in a view, as far as their heights are known: which rows a window shows,
/// and where they are.
struct RowPositions {
  private let list: CellList
  private let ordered: OrderedList?
  private let rows: RowStore
  private let tops: RowTops

  /// The positions of the rows of a view, whose tops are `tops`.
  init(_ view: ViewSnapshot, _ tops: RowTops) {
    list = view.list
    ordered = view.ordered
    rows = view.rows
    self.tops = tops
  }

  /// The cells of `ids`, each once: its position in `ids`, and its place if the view shows it.
  func finds(of ids: [String]) -> [(number: Int, place: CellList.Place?)] {
    ordered?.finds(of: ids) ?? PlaceFinder.finds(of: ids, in: list)
  }

  /// The top and the height of a span, in layout units. `nil` if the window is not a span.
  ///
  /// An anchored span begins and ends in the list. Its top is an estimate while heights before its
  /// row are unknown.
  func span(of window: RowWindow) -> (top: Int, height: Int)? {
    switch window {
    case .range, .ids: return nil
    case .span(let top, let height): return (top, height)
    case .anchored(let anchor, let height):
      guard
        let place = shownPlace(of: anchor)
          ?? (list.count > 0 ? list.place(at: min(anchor.index, list.count - 1)) : nil)
      else { return (0, height) }
      let top = rows.top(of: place, in: list, tops) - anchor.offset
      return (max(0, min(top, tops.height - height)), height)
    }
  }

  /// The place of the row of an anchor, or of the first of its heirs that the view shows.
  private func shownPlace(of anchor: RowAnchor) -> CellList.Place? {
    finds(of: [anchor.id]).first?.place
      ?? anchor.lastRows.heirs(of: anchor.id).lazy.compactMap { finds(of: [$0]).first?.place }.first
  }

  /// The anchor that keeps a row at its place in a span.
  func anchor(of place: CellList.Place, in window: RowWindow) -> RowAnchor? {
    guard let (top, _) = span(of: window) else { return nil }
    return RowAnchor(
      id: list[place].packed.id, offset: rows.top(of: place, in: list, tops) - top,
      index: list.index(of: place))
  }

  /// The rows of a span, up to the first chunk with an unknown height.
  func rows(of window: RowWindow) -> (range: Range<Int>, unmeasured: Chunk?) {
    guard let (top, height) = span(of: window), height > 0,
      let first = rows.place(atHeight: top, in: list, tops)
    else { return (0..<0, nil) }
    var y = rows.top(of: first, in: list, tops)
    var end = list.index(of: first)
    var start = end
    var unmeasured: Chunk?
    _ = list.allChunks(in: end..<list.count) { chunk, _, offsets in
      let heights = rows.known(chunk)?.heights
      for offset in offsets {
        guard y < top + height else { return false }
        guard let rowHeight = heights?[offset], rowHeight >= 0 else {
          unmeasured = chunk
          return false
        }
        y += Int(rowHeight)
        end += 1
        if y <= top { start = end }
      }
      return true
    }
    return (start..<end, unmeasured)
  }
}
