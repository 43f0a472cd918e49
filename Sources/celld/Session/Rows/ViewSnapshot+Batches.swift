import CellEngine

/// Makes answers in batches, so that nothing is made beyond the limit.
extension ViewSnapshot {
  /// Columns above which lines that are filled to the width are too long to be made on the loop.
  private static let longLine = 4_096

  /// Whether each row has lines that are filled to a great width.
  func hasLongLines(_ form: RowForm) -> Bool {
    guard form.pads || style.separator == .line, let width = style.definiteWidth else {
      return false
    }
    return Int(width) > Self.longLine
  }

  /// The bytes of rows that the next batch may make. Rows after one that was not made are not in
  /// the answer yet, but in memory: they count, too.
  private func budget(limit: Int) -> RowBudget {
    let room = min(limit - gathered.size, limit - max(0, gathered.takenBytes - limit))
    return RowBudget(bytes: max(0, room))
  }

  /// Makes the rows of `range` in batches, up to the limits of the answer. Returns `nil` if the
  /// time of the step is over.
  mutating func makeBatches(_ range: Range<Int>, _ request: RowRequest, _ clock: StepClock) -> Asked? {
    let end = range.lowerBound + min(range.count, request.maximumCount)
    var start = range.lowerBound + gathered.count
    while start < end, gathered.size <= request.limit {
      var batch = Batch(rows: Self.batch, bytes: request.limit)
      var upper = start
      _ = list.allChunks(in: start..<end) { chunk, _, offsets in
        for offset in offsets {
          guard batch.admits(chunk.byteCount(offset)) else { return false }
          upper += 1
        }
        return true
      }
      makeBatch(.range(start..<upper, next: nil), request, clock.interruption)
      let before = start
      _ = list.allChunks(in: start..<upper) { chunk, _, offsets in
        for offset in offsets {
          guard let bytes = madeBytes(chunk, offset, request) else { return false }
          gathered.size += bytes
          start += 1
        }
        return true
      }
      if start == before { makeAlone(list.place(at: start), request, clock.interruption) }
      gathered.count = start - range.lowerBound
      if clock.isOver { return nil }
    }
    return .range(range.lowerBound..<start, next: start < range.upperBound ? start : nil)
  }

  /// Makes the rows of named cells in batches, up to the limits of the answer. Returns `nil` if the
  /// time of the step is over.
  mutating func makeBatches(_ named: NamedCells, _ request: RowRequest, _ clock: StepClock) -> Asked? {
    let finds = named.finds
    while gathered.count < finds.count, gathered.size <= request.limit {
      var batch = Batch(rows: Self.batch, bytes: request.limit)
      let part = finds[gathered.count...].prefix { find in
        batch.admits(find.place.map { list.chunk(at: $0).byteCount($0.offset) } ?? 0)
      }
      makeBatch(
        .named(NamedCells(ids: [], finds: Array(part)), next: nil), request, clock.interruption)
      let before = gathered.count
      for (number, place) in part {
        guard let place else {
          gathered.size += named.ids[number].utf8.count
          gathered.count += 1
          continue
        }
        guard let bytes = madeBytes(list.chunk(at: place), place.offset, request) else { break }
        gathered.size += bytes
        gathered.count += 1
      }
      if gathered.count == before, let place = finds[before].place {
        makeAlone(place, request, clock.interruption)
      }
      if clock.isOver { return nil }
    }
    let done = gathered.count
    return .named(
      NamedCells(ids: named.ids, finds: Array(finds[..<done])),
      next: done < finds.count ? finds[done].number : nil)
  }

  /// Makes rows of a batch, until the limit of the answer is reached.
  private mutating func makeBatch(_ part: Asked, _ request: RowRequest, _ interruption: Interruption) {
    let budget = budget(limit: request.limit)
    guard !budget.isUsedUp else { return }
    makeInParallel(orders(for: part, request), form: request.form, budget, unless: interruption)
    gathered.takenBytes += budget.taken
  }

  /// Makes one row, whatever its size.
  private mutating func makeAlone(
    _ place: CellList.Place, _ request: RowRequest, _ interruption: Interruption
  ) {
    let budget = RowBudget.unlimited
    var order = RowOrder(chunk: list.chunk(at: place))
    add(place.offset, to: &order, request)
    makeInParallel([order], form: request.form, budget, unless: interruption)
    gathered.takenBytes += budget.taken
  }

  /// The bytes of a row, 0 if the client has it; `nil` if it is not made.
  private func madeBytes(_ chunk: Chunk, _ offset: Int, _ request: RowRequest) -> Int? {
    guard let known = rows.known(chunk) else { return nil }
    if request.knows(chunk.key(offset), changed: chunk.revision(offset)) {
      return known.heights[offset] >= 0 ? 0 : nil
    }
    return known.rendered.rows(request.form)?[offset]?.bytes.count
  }

  /// The rest of a batch in rows, and in bytes of their cells. The first row always fits.
  private struct Batch {
    var rows: Int
    var bytes: Int
    private var isEmpty = true

    init(rows: Int, bytes: Int) {
      self.rows = rows
      self.bytes = bytes
    }

    mutating func admits(_ byteCount: Int) -> Bool {
      rows -= 1
      bytes -= byteCount
      defer { isEmpty = false }
      return isEmpty || rows >= 0 && bytes >= 0
    }
  }

  // MARK: Weight

  /// A weight above every limit. Sums of some weights do not overflow.
  private static let tooMuch = Int.max / 4

  /// The work for `orders` in rows: rows to be made, or bytes to be read that take as long. In
  /// points, any row is too much work for the loop: shaping a word can take milliseconds, and so
  /// can opening its font.
  func weight(_ orders: [RowOrder], form: RowForm) -> Int {
    var weight = 0
    for order in orders {
      let chunk = order.chunk
      let missing = RowMaker.missing(order, in: rows.rows(of: chunk), form: form)
      guard !missing.isEmpty else { continue }
      guard style.unit == .column else { return Self.tooMuch }
      // All cells of a chunk are prepared, unless few are needed.
      let preparesAll = prepared.cells(of: chunk) == nil && missing.count * 4 >= chunk.count
      let bytes =
        preparesAll
        ? chunk.summary.bytes
        : chunk.byteCount(of: missing)
      weight += max(missing.count, bytes / LoopShare.bytesPerRow)
    }
    return weight
  }

  /// Whether the known rows can be joined to a reply on the loop.
  func isShort(_ asked: Asked, _ orders: [RowOrder], _ form: RowForm) -> Bool {
    let bound = orders.reduce(0) { $0 + (rows.known($1.chunk)?.rendered.bytes ?? 0) }
    guard bound > LoopShare.replyBytes else { return true }
    var bytes = 0
    for order in orders {
      guard let rendered = rows.known(order.chunk)?.rendered.rows(form) else { continue }
      for offset in rendered.indices where order.rendered.contains(offset) {
        bytes += rendered[offset]?.bytes.count ?? 0
      }
    }
    return bytes <= LoopShare.replyBytes
  }
}
