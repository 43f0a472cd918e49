import CellEngine
import CellWire

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

  /// Measures the heights that the answer needs at once, on all cores. Returns false if the time of
  /// the step is over.
  private mutating func measureAtOnce(_ request: RowRequest, _ clock: StepClock) -> Bool {
    guard unknownAtOnce(rowTops(), request) > 0 else { return true }
    return measureAll(clock)
  }

  /// Renders the answer on all cores. Only for workers. Returns `nil` if the time of the step is
  /// over: the next step uses the rows that this one made.
  mutating func renderInParallel(
    _ request: RowRequest, _ clock: StepClock, into json: inout JSONWriter
  ) -> RowAnswer? {
    let found: Asked?
    // Rows that are found without heights come first: they are measured when they are rendered. In
    // points, most of that time is for words that a worker has not seen yet.
    switch request.window {
    case .range(let start, let count): found = makeBatches(clamped(start, count), request, clock)
    case .span, .anchored:
      guard measureAtOnce(request, clock) else { return nil }
      found = measure(request.window, clock).flatMap { makeBatches($0, request, clock) }
    case .ids(let ids):
      // Each step needs the same places.
      let finds = gathered.finds ?? RowPositions(self, rowTops()).finds(of: ids)
      gathered.finds = finds
      found = makeBatches(NamedCells(ids: ids, finds: finds), request, clock)
    }
    guard let asked = found, measureAtOnce(request, clock) else { return nil }
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
      let positions = RowPositions(self, tops)
      if case .anchored(_, let height) = request.window, height > limit * 2 { return nil }
      guard tops.isExact, ordered?.isCheapToSearch ?? true, let span = positions.span(of: request.window),
        span.height <= limit * 2
      else {
        return nil
      }
      let range = positions.rows(of: request.window).range
      guard range.count <= limit else { return nil }
      let end = range.lowerBound + min(range.count, request.maximumCount)
      return .range(range.lowerBound..<end, next: end < range.upperBound ? end : nil)
    case .ids(let ids):
      // An order finds a cell by looking at others.
      guard ids.count <= (ordered == nil ? limit : limit / 16), ordered?.isCheapToSearch ?? true else {
        return nil
      }
      return .named(NamedCells(ids: ids, finds: RowPositions(self, tops).finds(of: ids)), next: nil)
    }
  }

  // MARK: Spans

  /// The rows in a span. Measures them first: each round measures another chunk, so it ends.
  /// Returns `nil` if the time of the step is over.
  private mutating func measure(_ window: RowWindow, _ clock: StepClock) -> Range<Int>? {
    while true {
      let (range, unmeasured) = RowPositions(self, rowTops()).rows(of: window)
      guard let unmeasured else { return range }
      makeInParallel(
        [RowOrder(chunk: unmeasured, measured: OffsetSet(0..<unmeasured.count))], form: RowForm(),
        unless: clock.interruption)
      if clock.isOver { return nil }
    }
  }
}
