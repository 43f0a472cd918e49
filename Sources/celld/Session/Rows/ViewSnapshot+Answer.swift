import CellEngine
import CellProtocol

extension ViewSnapshot {
  /// The requested rows, found in the list. `next` is the position to go on with, if rows are left.
  enum Asked {
    case range(Range<Int>, next: Int?)
    case named(NamedCells, next: Int?)
  }

  /// Cells that are requested by their ids.
  struct NamedCells {
    let ids: [String]
    /// For each cell its position in `ids`, and its place if it exists.
    var finds: [(number: Int, place: CellList.Place?)]
  }

  /// Renders the answer on this thread, if at most `limit` rows must be laid out, or if other work
  /// takes no longer.
  ///
  /// - Returns: the summary of the answer, and the work in rows; `nil` if it is more work.
  mutating func renderHere(
    _ request: RowRequest, atMost limit: Int, _ maker: RowMaker, into json: inout JSONWriter
  ) -> (answer: RowAnswer, work: Int)? {
    guard rows.staleCount(in: list) * 4 <= limit, !hasLongLines(request.form) else { return nil }
    var tops = rowTops()
    let unknown = unknownAtOnce(tops, request)
    guard unknown <= limit, let asked = askedIfFew(request, tops, atMost: limit * 8) else { return nil }
    let measured = unknown > 0 ? unmeasured() : []
    let orders = orders(for: asked, request)
    guard isShort(asked, orders, request.form) else { return nil }
    let work = weight(measured, form: request.form) + weight(orders, form: request.form)
    guard work <= limit else { return nil }
    if work > 0 {
      make(measured, maker)
      make(orders, maker, RowBudget(bytes: LoopShare.madeBytes))
      guard orders.allSatisfy({ isThere($0, request.form) }) else { return nil }
      tops = rowTops()
    }
    return (write(asked, request, tops, into: &json), work)
  }

  /// Measures the heights that the answer needs at once, on all cores. Only for workers. Returns
  /// false if the time of the step is over.
  mutating func measureAtOnce(_ request: RowRequest, _ clock: StepClock) -> Bool {
    guard unknownAtOnce(rowTops(), request) > 0 else { return true }
    return measureAll(clock)
  }

  /// Renders the answer on all cores. Only for workers. Returns `nil` if the time of the step is
  /// over: the next step uses the rows that this one made.
  mutating func renderInParallel(
    _ request: RowRequest, _ clock: StepClock, into json: inout JSONWriter
  ) -> RowAnswer? {
    let found: Asked?
    switch request.window {
    case .range(let start, let count): found = makeBatches(clamped(start, count), request, clock)
    case .span, .anchored:
      found = measure(request.window, clock).flatMap { makeBatches($0, request, clock) }
    case .ids(let ids): found = makeBatches(NamedCells(ids: ids, finds: finds(of: ids)), request, clock)
    }
    guard let asked = found else { return nil }
    return write(asked, request, rowTops(), into: &json)
  }

  /// The number of heights that must be measured before the answer.
  private func unknownAtOnce(_ tops: RowTops, _ request: RowRequest) -> Int {
    let unknown = tops.count - tops.totalKnown
    return request.exact || unknown <= Self.smallCount ? unknown : 0
  }

  private func clamped(_ start: Int, _ count: Int) -> Range<Int> {
    let start = min(start, list.count)
    return start..<start + min(count, list.count - start)
  }

  private func askedIfFew(_ request: RowRequest, _ tops: RowTops, atMost limit: Int) -> Asked? {
    switch request.window {
    case .range(let start, let count):
      let range = clamped(start, count)
      return range.count <= limit ? .range(range, next: nil) : nil
    case .span, .anchored:
      // A span is found by heights. If they are estimates, finding it is work.
      guard tops.isExact, let (top, height) = span(of: request.window, tops), height <= limit * 2 else {
        return nil
      }
      let range = exactRange(top: top, height: height, tops)
      return range.count <= limit ? .range(range, next: nil) : nil
    case .ids(let ids):
      // An order finds a cell by looking at others.
      guard ids.count <= (ordered == nil ? limit : limit / 16) else { return nil }
      return .named(NamedCells(ids: ids, finds: finds(of: ids)), next: nil)
    }
  }

  /// The cells of `ids`, each once: its position in `ids`, and its place if the view shows it.
  private func finds(of ids: [String]) -> [(number: Int, place: CellList.Place?)] {
    ordered?.finds(of: ids) ?? list.finds(of: ids)
  }

  // MARK: Spans

  /// The top and the height of a span, in layout units. `nil` if the window is not a span.
  ///
  /// An anchored span begins and ends in the list. Its top is an estimate while heights before its
  /// row are unknown.
  func span(of window: RowWindow, _ tops: RowTops) -> (top: Int, height: Int)? {
    switch window {
    case .range, .ids: return nil
    case .span(let top, let height): return (top, height)
    case .anchored(let anchor, let height):
      let shown = finds(of: [anchor.id]).first?.place
      guard let place = shown ?? (list.count > 0 ? list.place(at: min(anchor.index, list.count - 1)) : nil)
      else { return (0, height) }
      let top = rows.top(of: place, in: list, tops) - anchor.offset
      return (max(0, min(top, tops.height - height)), height)
    }
  }

  /// The rows in a span, if all heights are known.
  private func exactRange(top: Int, height: Int, _ tops: RowTops) -> Range<Int> {
    guard height > 0, let first = rows.place(atHeight: top, in: list, tops) else { return 0..<0 }
    return shown(from: first, top: top, height: height, tops).range
  }

  /// The rows in a span. Measures them first: each round measures another chunk, so it ends.
  /// Returns `nil` if the time of the step is over.
  private mutating func measure(_ window: RowWindow, _ clock: StepClock) -> Range<Int>? {
    while true {
      let tops = rowTops()
      guard let (top, height) = span(of: window, tops), height > 0 else { return 0..<0 }
      guard let first = rows.place(atHeight: top, in: list, tops) else { return 0..<0 }
      let (range, unmeasured) = shown(from: first, top: top, height: height, tops)
      guard let unmeasured else { return range }
      makeInParallel(
        [RowOrder(chunk: unmeasured, measured: OffsetSet(0..<unmeasured.count))], form: RowForm())
      if clock.isOver { return nil }
    }
  }

  /// The rows of a span that begins with `first`, up to the first chunk with an unknown height.
  private func shown(
    from first: CellList.Place, top: Int, height: Int, _ tops: RowTops
  ) -> (range: Range<Int>, unmeasured: Chunk?) {
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
