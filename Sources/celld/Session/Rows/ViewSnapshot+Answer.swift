import CellEngine
import CellProtocol

extension ViewSnapshot {
  /// Rows that were asked for, found in the list.
  enum Asked {
    /// `next` is where the request goes on, if not all of it is here.
    case range(Range<Int>, next: Int?)
    /// `numbers` says for each place where in the request it was named.
    case places([CellList.Place], numbers: [Int], missing: [String], next: Int?)
  }

  /// Answers on this thread, if at most `limit` rows must be laid out.
  ///
  /// - Returns: what the answer told, and how many rows were laid out; `nil` where it is more work.
  mutating func answerIfLittle(
    _ request: RowRequest, atMost limit: Int, _ maker: RowMaker, into json: inout JSONWriter
  ) -> (answer: RowAnswer, work: Int)? {
    guard rows.staleCount(in: list) * 4 <= limit, batch(request) == Self.batch else { return nil }
    var tops = rows.tops(of: list)
    let unknown = unknownAtOnce(tops, request)
    guard unknown <= limit, let asked = askedIfFew(request, tops, atMost: limit * 8) else { return nil }
    let orders = orders(for: asked, request)
    let work = unknown + missingCount(orders, form: request.form)
    guard work <= limit else { return nil }
    if work > 0 {
      if unknown > 0 { make(unmeasured(), maker) }
      make(orders, maker)
      tops = rows.tops(of: list)
    }
    return (write(asked, request, tops, into: &json), work)
  }

  /// Answers on all cores; only for workers.
  mutating func answerInParallel(_ request: RowRequest, into json: inout JSONWriter) -> RowAnswer {
    if unknownAtOnce(rows.tops(of: list), request) > 0 { makeInParallel(unmeasured(), form: request.form) }
    let asked: Asked
    switch request.window {
    case .range(let start, let count): asked = makeBatches(clamped(start, count), request)
    case .span(let top, let height): asked = makeBatches(measure(top: top, height: height), request)
    case .ids(let ids): asked = makeBatches(places(ids, request), request)
    }
    return write(asked, request, rows.tops(of: list), into: &json)
  }

  /// How many heights must be worked out before the answer.
  private func unknownAtOnce(_ tops: RowTops, _ request: RowRequest) -> Int {
    let unknown = tops.count - tops.totalKnown
    return request.exact || unknown <= Self.smallCount ? unknown : 0
  }

  private func clamped(_ start: Int, _ count: Int) -> Range<Int> {
    let start = min(start, list.count)
    return start..<start + min(count, list.count - start)
  }

  private func places(_ ids: [String], _ request: RowRequest) -> Asked {
    let (places, numbers, missing) = list.knownPlaces(of: ids)
    let isCut = places.count > request.maximumCount
    return .places(
      isCut ? Array(places.prefix(request.maximumCount)) : places, numbers: numbers,
      missing: missing, next: isCut ? numbers[request.maximumCount] : nil)
  }

  private func askedIfFew(_ request: RowRequest, _ tops: RowTops, atMost limit: Int) -> Asked? {
    switch request.window {
    case .range(let start, let count):
      let range = clamped(start, count)
      return range.count <= limit ? .range(range, next: nil) : nil
    case .span(let top, let height):
      // A span is found by heights; where they are estimates, finding it is work.
      guard tops.isExact, height <= limit * 2 else { return nil }
      let range = exactRange(top: top, height: height, tops)
      return range.count <= limit ? .range(range, next: nil) : nil
    case .ids(let ids):
      return ids.count <= limit ? places(ids, request) : nil
    }
  }

  // MARK: Spans

  /// The rows that stand in a span, where all heights are known.
  private func exactRange(top: Int, height: Int, _ tops: RowTops) -> Range<Int> {
    guard height > 0, let first = rows.place(atHeight: top, in: list, tops) else { return 0..<0 }
    return shown(from: first, top: top, height: height, tops).range
  }

  /// The rows that stand in a span, all of them measured. Each round measures a chunk that was not, so it
  /// ends.
  private mutating func measure(top: Int, height: Int) -> Range<Int> {
    guard height > 0 else { return 0..<0 }
    while true {
      let tops = rows.tops(of: list)
      guard let first = rows.place(atHeight: top, in: list, tops) else { return 0..<0 }
      let (range, unmeasured) = shown(from: first, top: top, height: height, tops)
      guard let unmeasured else { return range }
      makeInParallel(
        [RowOrder(chunk: unmeasured, measured: OffsetSet(0..<unmeasured.count))], form: RowForm())
    }
  }

  /// The rows of a span of which `first` is the first, up to the first chunk with an unknown height.
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

  // MARK: Batches

  /// Rows that are made at a time: fewer where each of them is filled up to a great width.
  private func batch(_ request: RowRequest) -> Int {
    guard request.form.pads, environment.width != LayoutEnvironment.unlimited else { return Self.batch }
    return max(1, min(Self.batch, request.limit / max(1, Int(environment.width))))
  }

  /// Makes the rows of `range`, batch after batch, until they are as many as the answer may have.
  private mutating func makeBatches(_ range: Range<Int>, _ request: RowRequest) -> Asked {
    let end = range.lowerBound + min(range.count, request.maximumCount)
    var start = range.lowerBound
    var size = 0
    while start < end, size <= request.limit {
      let batch = start..<min(end, start + self.batch(request))
      makeInParallel(orders(for: .range(batch, next: nil), request), form: request.form)
      list.forEachChunk(in: batch) { chunk, _, offsets in
        let rendered = rows.known(chunk)?.rendered(request.form)
        for offset in offsets { size += rendered?[offset]?.bytes.count ?? 0 }
      }
      start = batch.upperBound
    }
    return .range(range.lowerBound..<start, next: start < range.upperBound ? start : nil)
  }

  /// The same for rows here and there.
  private mutating func makeBatches(_ asked: Asked, _ request: RowRequest) -> Asked {
    guard case .places(let places, let numbers, let missing, let next) = asked else { return asked }
    var made = 0
    var size = 0
    while made < places.count, size <= request.limit {
      let batch = Array(places[made..<min(places.count, made + self.batch(request))])
      makeInParallel(
        orders(for: .places(batch, numbers: [], missing: [], next: nil), request), form: request.form)
      for place in batch {
        size += rows.known(list.chunk(at: place))?.rendered(request.form)?[place.offset]?.bytes.count ?? 0
      }
      made += batch.count
    }
    return .places(
      Array(places.prefix(made)), numbers: numbers, missing: missing,
      next: made < places.count ? numbers[made] : next)
  }
}
