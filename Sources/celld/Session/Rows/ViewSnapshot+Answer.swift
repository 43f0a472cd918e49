import CellEngine
import CellProtocol

extension ViewSnapshot {
  /// How much work an answer is, in rows to lay out; an answer of more than a few goes to a worker. `nil` is much.
  mutating func work(for request: RowRequest, atMost limit: Int) -> Int? {
    guard rows.staleCount(in: list) * 4 <= limit else { return nil }
    let tops = rows.tops(of: list)
    let unknown = tops.count - tops.totalKnown
    var work = unknown > 0 && (request.exact || unknown <= Self.smallCount) ? unknown : 0
    guard work <= limit else { return nil }
    let orders: [RowOrder]
    switch request.window {
    case .range(let start, let count):
      let range = clamped(start, count)
      guard range.count <= limit * 8 else { return nil }
      orders = self.orders(for: range, request)
    case .span(let top, let height):
      guard tops.isExact, let first = rows.place(atHeight: top, in: list, tops),
        let last = rows.place(atHeight: top + height, in: list, tops)
      else { return nil }
      let range = list.index(of: first)..<list.index(of: last) + 1
      guard range.count <= limit * 8 else { return nil }
      orders = self.orders(for: range, request)
    case .ids(let ids):
      guard ids.count <= limit * 2 else { return nil }
      orders = self.orders(for: list.knownPlaces(of: ids).places, request)
    }
    work += missingCount(orders, form: request.form)
    return work
  }

  /// Answers on this thread.
  mutating func answer(_ request: RowRequest, _ maker: RowMaker) -> RowAnswer {
    answer(request) { snapshot, orders in snapshot.make(orders, maker) }
  }

  /// Answers on all cores; only for workers.
  mutating func answerInParallel(_ request: RowRequest) -> RowAnswer {
    answer(request) { snapshot, orders in snapshot.makeInParallel(orders, form: request.form) }
  }

  private func clamped(_ start: Int, _ count: Int) -> Range<Int> {
    let start = min(start, list.count)
    return start..<start + min(count, list.count - start)
  }

  private mutating func answer(
    _ request: RowRequest, make: (inout ViewSnapshot, [RowOrder]) -> Void
  ) -> RowAnswer {
    var tops = rows.tops(of: list)
    let unknown = tops.count - tops.totalKnown
    if unknown > 0, request.exact || unknown <= Self.smallCount {
      make(&self, unmeasured())
      tops = rows.tops(of: list)
    }
    var rowWriter = RowsWriter(request)
    switch request.window {
    case .range(let start, let count):
      tops = write(clamped(start, count), request, &rowWriter, make: make)
    case .span(let top, let height):
      let range = measure(top: top, height: height, make: make)
      tops = write(range, request, &rowWriter, make: make)
    case .ids(let ids):
      let (places, missing) = list.knownPlaces(of: ids)
      let asked = Array(places.prefix(request.maximumCount))
      make(&self, orders(for: asked, request))
      tops = rows.tops(of: list)
      for (number, place) in asked.enumerated() {
        guard rowWriter.add(place, y: rows.top(of: place, in: list, tops), in: self) else {
          rowWriter.next = number
          break
        }
      }
      if asked.count < places.count, rowWriter.next == nil { rowWriter.next = asked.count }
      rowWriter.missing = missing
    }
    return rowWriter.answer(self, tops)
  }

  /// Makes and writes the rows of `range`, batch after batch, until the limit stops it.
  private mutating func write(
    _ range: Range<Int>, _ request: RowRequest, _ rowWriter: inout RowsWriter,
    make: (inout ViewSnapshot, [RowOrder]) -> Void
  ) -> RowTops {
    let end = min(range.upperBound, range.lowerBound + min(range.count, request.maximumCount))
    var start = range.lowerBound
    var y: Int?
    while start < end, rowWriter.next == nil {
      let batch = start..<min(end, start + Self.batch)
      make(&self, orders(for: batch, request))
      var place: CellList.Place? = list.place(at: start)
      if y == nil, let place {
        let tops = rows.tops(of: list)
        y = rows.top(of: place, in: list, tops)
      }
      for index in batch {
        guard let here = place, let top = y else { break }
        guard rowWriter.add(here, y: top, in: self) else {
          rowWriter.next = index
          break
        }
        y = top + rowHeight(at: here)
        place = list.place(after: here)
      }
      start = batch.upperBound
    }
    if end < range.upperBound, rowWriter.next == nil { rowWriter.next = end }
    return rows.tops(of: list)
  }

  /// The rows that stand in a span, all of them measured. Each round measures chunks that were not, so it ends.
  private mutating func measure(
    top: Int, height: Int, make: (inout ViewSnapshot, [RowOrder]) -> Void
  ) -> Range<Int> {
    guard height > 0 else { return 0..<0 }
    while true {
      let tops = rows.tops(of: list)
      guard let first = rows.place(atHeight: top, in: list, tops) else { return 0..<0 }
      var y = rows.top(of: first, in: list, tops)
      var orders: [RowOrder] = []
      var end = list.index(of: first)
      let start = end
      var firstShown = start
      var place: CellList.Place? = first
      while let here = place, y < top + height {
        let thisHeight = rowHeight(at: here)
        guard thisHeight >= 0 else {
          let chunk = list.chunk(at: here)
          orders.append(RowOrder(chunk: chunk, measured: OffsetSet(0..<chunk.count)))
          break
        }
        if y + thisHeight <= top { firstShown = end + 1 }
        y += thisHeight
        end += 1
        place = list.place(after: here)
      }
      if orders.isEmpty { return min(firstShown, end)..<end }
      make(&self, orders)
    }
  }

  /// The height of the row at `place`; -1 is unknown.
  private func rowHeight(at place: CellList.Place) -> Int {
    Int(rows.heights(of: list.chunk(at: place))?[place.offset] ?? -1)
  }
}
