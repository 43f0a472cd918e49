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

  /// The bytes of rows that the next batch may make, of an answer that has `size` bytes. Rows after
  /// one that was not made are not in the answer yet, but in memory: `made` counts them, too.
  private func budget(_ request: RowRequest, size: Int, made: Int) -> RowBudget {
    RowBudget(bytes: max(0, min(request.limit - size, request.limit - max(0, made - request.limit))))
  }

  /// Makes the rows of `range` in batches, up to the limits of the answer.
  mutating func makeBatches(_ range: Range<Int>, _ request: RowRequest) -> Asked {
    let end = range.lowerBound + min(range.count, request.maximumCount)
    var start = range.lowerBound
    var size = 0
    var made = 0
    while start < end, size <= request.limit {
      var batch = Batch(rows: Self.batch, bytes: request.limit)
      var upper = start
      _ = list.allChunks(in: start..<end) { chunk, _, offsets in
        for offset in offsets {
          guard batch.admits(chunk.byteCount(offset)) else { return false }
          upper += 1
        }
        return true
      }
      let budget = budget(request, size: size, made: made)
      makeInParallel(
        orders(for: .range(start..<upper, next: nil), request), form: request.form, budget)
      made += budget.taken
      let before = start
      _ = list.allChunks(in: start..<upper) { chunk, _, offsets in
        for offset in offsets {
          guard let bytes = madeBytes(chunk, offset, request) else { return false }
          size += bytes
          start += 1
        }
        return true
      }
      if start == before { made += makeAlone(list.place(at: start), request) }
    }
    return .range(range.lowerBound..<start, next: start < range.upperBound ? start : nil)
  }

  /// Makes the rows of named cells in batches, up to the limits of the answer.
  mutating func makeBatches(_ named: NamedCells, _ request: RowRequest) -> Asked {
    let finds = named.finds
    var done = 0
    var size = 0
    var made = 0
    while done < finds.count, size <= request.limit {
      var batch = Batch(rows: Self.batch, bytes: request.limit)
      let part = finds[done...].prefix { find in
        batch.admits(find.place.map { list.chunk(at: $0).byteCount($0.offset) } ?? 0)
      }
      let budget = budget(request, size: size, made: made)
      makeInParallel(
        orders(for: .named(NamedCells(ids: [], finds: Array(part)), next: nil), request), form: request.form,
        budget)
      made += budget.taken
      let before = done
      for (number, place) in part {
        guard let place else {
          size += named.ids[number].utf8.count
          done += 1
          continue
        }
        guard let bytes = madeBytes(list.chunk(at: place), place.offset, request) else { break }
        size += bytes
        done += 1
      }
      if done == before, let place = finds[done].place { made += makeAlone(place, request) }
    }
    return .named(
      NamedCells(ids: named.ids, finds: Array(finds[..<done])),
      next: done < finds.count ? finds[done].number : nil)
  }

  /// The bytes of a row, 0 if the client has it; `nil` if it is not made.
  private func madeBytes(_ chunk: Chunk, _ offset: Int, _ request: RowRequest) -> Int? {
    guard let known = rows.known(chunk) else { return nil }
    if request.knows(chunk.key(offset), changed: chunk.revision(offset)) {
      return known.heights[offset] >= 0 ? 0 : nil
    }
    return known.rendered(request.form)?[offset]?.bytes.count
  }

  /// Makes one row, whatever its size. Returns its bytes.
  private mutating func makeAlone(_ place: CellList.Place, _ request: RowRequest) -> Int {
    let budget = RowBudget.unlimited
    var order = RowOrder(chunk: list.chunk(at: place))
    add(place.offset, to: &order, request)
    makeInParallel([order], form: request.form, budget)
    return budget.taken
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
        : (0..<chunk.count).reduce(0) { missing.contains($1) ? $0 + chunk.byteCount($1) : $0 }
      weight += max(missing.count, bytes / LoopShare.bytesPerRow)
    }
    return weight
  }

  /// Whether the known rows can be joined to a reply on the loop.
  func isShort(_ asked: Asked, _ orders: [RowOrder], _ form: RowForm) -> Bool {
    let bound = orders.reduce(0) { $0 + (rows.known($1.chunk)?.renderedBytes ?? 0) }
    guard bound > LoopShare.replyBytes else { return true }
    var bytes = 0
    for order in orders {
      guard let rendered = rows.known(order.chunk)?.rendered(form) else { continue }
      for offset in rendered.indices where order.rendered.contains(offset) {
        bytes += rendered[offset]?.bytes.count ?? 0
      }
    }
    return bytes <= LoopShare.replyBytes
  }
}
