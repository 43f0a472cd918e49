import CellEngine

/// How much of an answer is made at a time: nothing beyond what its limit admits.
extension ViewSnapshot {
  /// Rows that are made at a time: fewer where each of them is filled up to a great width.
  func batch(_ request: RowRequest) -> Int {
    guard request.form.pads, let width = environment.definiteWidth else { return Self.batch }
    return max(1, min(Self.batch, request.limit / max(1, Int(width))))
  }

  /// Makes the rows of `range`, batch after batch, until they are as many as the answer may have.
  mutating func makeBatches(_ range: Range<Int>, _ request: RowRequest) -> Asked {
    let end = range.lowerBound + min(range.count, request.maximumCount)
    var start = range.lowerBound
    var size = 0
    while start < end, size <= request.limit {
      var batch = Batch(rows: self.batch(request), bytes: request.limit)
      var upper = start
      _ = list.allChunks(in: start..<end) { chunk, _, offsets in
        for offset in offsets {
          guard batch.admits(chunk.byteCount(offset)) else { return false }
          upper += 1
        }
        return true
      }
      makeInParallel(orders(for: .range(start..<upper, next: nil), request), form: request.form)
      list.forEachChunk(in: start..<upper) { chunk, _, offsets in
        let rendered = rows.known(chunk)?.rendered(request.form)
        for offset in offsets { size += rendered?[offset]?.bytes.count ?? 0 }
      }
      start = upper
    }
    return .range(range.lowerBound..<start, next: start < range.upperBound ? start : nil)
  }

  /// The same for cells here and there.
  mutating func makeBatches(_ named: NamedCells, _ request: RowRequest) -> Asked {
    let finds = named.finds
    var made = 0
    var size = 0
    while made < finds.count, size <= request.limit {
      var batch = Batch(rows: self.batch(request), bytes: request.limit)
      let part = finds[made...].prefix { find in
        batch.admits(find.place.map { list.chunk(at: $0).byteCount($0.offset) } ?? 0)
      }
      makeInParallel(
        orders(for: .named(NamedCells(ids: [], finds: Array(part)), next: nil), request), form: request.form)
      for (number, place) in part {
        guard let place else {
          size += named.ids[number].utf8.count
          continue
        }
        size += rows.known(list.chunk(at: place))?.rendered(request.form)?[place.offset]?.bytes.count ?? 0
      }
      made += part.count
    }
    return .named(
      NamedCells(ids: named.ids, finds: Array(finds[..<made])),
      next: made < finds.count ? finds[made].number : nil)
  }

  /// What may still join a batch: it has a bound in rows, and one in bytes of their cells. The first row always may.
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

  /// How many rows must be made for `orders`, or as many as take about as long as what must be read for them.
  func weight(_ orders: [RowOrder], form: RowForm) -> Int {
    var weight = 0
    for order in orders {
      let chunk = order.chunk
      let missing = RowMaker.missing(order, in: rows.rows(of: chunk), form: form)
      guard !missing.isEmpty else { continue }
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

  /// Whether the rows that are there already can be put together on the loop.
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
