import CellFonts
import CellProtocol
import CellWire
import Testing

@testable import CellEngine
@testable import celld

@Suite struct OffsetSetTests {
  @Test func aRangeHoldsItsOffsets() {
    for lower in [0, 1, 63, 64, 65, 127] {
      for upper in [lower, lower + 1, 64, 65, 128] where upper >= lower && upper <= 128 {
        let set = OffsetSet(lower..<upper)
        #expect((0..<128).filter(set.contains) == Array(lower..<upper))
        #expect(set.count == upper - lower && set.isEmpty == (lower == upper))
      }
    }
  }

  @Test func insertedOffsetsAreThere() {
    var set = OffsetSet()
    for offset in [0, 63, 64, 127] { set.insert(offset) }
    #expect((0..<128).filter(set.contains) == [0, 63, 64, 127])
  }
}

@Suite struct ClockTests {
  @Test func aClockReadsBackAsItself() throws {
    let form = RowForm(format: .frames, pads: true, includesCell: true)
    let look = Fingerprint(Environment(), try Style(Environment()), rowLimit: 1)
    let clock = Clock(life: .max, fingerprint: look, revision: 1 << 52, form: form)
    var json = JSONWriter()
    clock.write(to: &json)
    let text = try JSON(parsing: json.bytes).string ?? ""
    #expect(text.count <= Clock.longest && Clock(text) == clock)
    json = JSONWriter()
    Clock(life: 0xA5, fingerprint: look, revision: 0, form: RowForm()).write(to: &json)
    let digits = String(look.value, radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    #expect(String(decoding: json.bytes, as: UTF8.self) == "\"00000000000000a5.\(padded).0.0\"")
    for text in ["", "1.2.3", "1.2.3.4.5", "x.1.1.1", "1.-1.1.1", "1.1.1.1 "] { #expect(Clock(text) == nil) }
  }

  @Test func fingerprintsDifferByWhatDecidesRows() throws {
    var wide = Environment()
    wide.width = .definite(81)
    var kept = KeptColumns()
    kept.number = 2
    let look = { (environment: Environment, style: Style, limit: Int) in
      Fingerprint(environment, style, rowLimit: limit).value
    }
    let plain = Environment()
    let values = [
      look(plain, try Style(plain), 1), look(plain, try Style(plain), 2), look(wide, try Style(wide), 1),
      look(plain, try Style(plain, profile: .android), 1),
      look(plain, try Style(plain, selection: .single), 1),
      look(plain, try Style(plain, kept: kept), 1),
    ]
    #expect(Set(values).count == values.count)
    var same = Environment()
    same.width = .definite(80)
    #expect(look(same, try Style(same), 1) == values[0])
  }

  @Test func everyFormHasACodeOfItsOwn() {
    var codes: Set<UInt64> = []
    for format in RowFormat.allCases {
      for bits in 0..<4 {
        codes.insert(RowForm(format: format, pads: bits & 1 != 0, includesCell: bits & 2 != 0).code)
      }
    }
    #expect(codes.count == RowFormat.allCases.count * 4)
  }
}

@Suite struct LongestIncreasingRunTests {
  @Test func itIsTheLongest() {
    #expect(longestIncreasingRun([]) == 0)
    #expect(longestIncreasingRun([4, 3, 2, 1]) == 1)
    #expect(longestIncreasingRun(Array(0..<1_000)) == 1_000)
    #expect(longestIncreasingRun([3, 1, 4, 0, 5, 9, 2, 6]) == 4)
  }

  @Test func itAgreesWithTryingAll() {
    var state: UInt64 = 9
    for _ in 0..<200 {
      let values = (0..<9).map { _ -> Int in
        state = state &* 6_364_136_223_846_793_005 &+ 1
        return Int(state >> 60)
      }
      var best = 0
      for subset in 0..<(1 << values.count) {
        let picked = values.indices.filter { subset >> $0 & 1 == 1 }.map { values[$0] }
        if zip(picked, picked.dropFirst()).allSatisfy({ $0 < $1 }) { best = max(best, picked.count) }
      }
      #expect(longestIncreasingRun(values) == best)
    }
  }
}

@Suite struct ViewSnapshotTests {
  private func list(_ count: Int) -> CellList {
    var list = CellList()
    list.insert(
      (0..<count).map { number in
        var cell = Cell(id: "c\(number)", title: "Title \(number)")
        if number % 3 == 0 { cell.subtitle = "Subtitle" }
        if number % 2 == 0 { cell.description = String(repeating: "some words ", count: number % 20) }
        return PushedCell(cell).entry(revision: 1)
      }, at: 0)
    return list
  }

  private func snapshot(
    _ list: CellList, revision: UInt64, width: Double = 80, rows: RowStore? = nil
  ) throws -> ViewSnapshot {
    var environment = Environment()
    environment.width = .definite(width)
    environment.widthClass = .compact
    let style = try Style(environment)
    return ViewSnapshot(
      session: "s", view: "main", life: 1, fingerprint: Fingerprint(environment, style, rowLimit: 1),
      list: list, revision: revision, layout: 1, style: style,
      rows: rows ?? RowStore(), prepared: PreparedStore())
  }

  /// Heights that are kept over edits are those of a new view. All cores measure them in steps, or
  /// only some of them. One thread measures those of the new view.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func heightsStayExactOverEdits(seed: UInt64) throws {
    var random = Random(state: seed)
    var revision: UInt64 = 1
    func cell(_ number: Int) -> Cell {
      var cell = Cell(id: "c\(number)", title: random.words(1...9))
      if random.below(2) == 0 { cell.subtitle = random.words(1...4) }
      if random.below(2) == 0 { cell.footnote = "1.2 · " + random.words(1...3) }
      if random.below(2) == 0 { cell.description = random.words(1...40) }
      cell.tags = (0..<random.below(5)).map { _ in random.words(1...2) }
      return cell
    }
    func entry(_ number: Int) -> Entry { PushedCell(cell(number)).entry(revision: revision) }
    var list = CellList()
    // More than are measured at once, so that cells are measured alone.
    list.insert((0..<ViewSnapshot.smallCount + 200).map(entry), at: 0)
    var rows = RowStore()
    let width = 20 + random.below(100)
    for step in 0..<8 {
      if step > 0 {
        revision += 1
        let places = (0..<20).map { _ in list.place(at: random.below(list.count)) }
        for place in Set(places.map(list.index)).map(list.place) {
          let number = Int(list[place].packed.id.dropFirst()) ?? 0
          if let changed = PushedCell(cell(number)).entry(over: list[place], revision: revision) {
            list.put([(place, changed)])
          }
        }
        list.insert([entry(100_000 + step)], at: random.below(list.count))
        _ = list.remove(at: [list.place(at: random.below(list.count))])
      }
      var fresh = try snapshot(list, revision: revision, width: Double(width))
      var kept = try snapshot(list, revision: revision, width: Double(width), rows: rows)
      if step % 3 == 2 {
        // Only some rows are known when the next edit comes.
        kept.makeInParallel(Array(kept.unmeasured().prefix(9)), form: RowForm())
        rows = kept.rows
        continue
      }
      while !kept.measureAll(StepClock(nanoseconds: 0)) {}
      let maker = RowMaker(fresh.style, RowForm())
      fresh.make(fresh.unmeasured(), maker)
      let tops = (kept.rowTops(), fresh.rowTops())
      #expect(tops.0.isExact && tops.1.isExact)
      #expect(tops.0.height == tops.1.height, "at \(width)")
      for chunk in list.groups.flatMap(\.chunks) {
        let heights = (kept.rows.known(chunk)?.heights, fresh.rows.known(chunk)?.heights)
        for offset in 0..<chunk.count {
          #expect(heights.0?[offset] == heights.1?[offset], "\(chunk.packed(offset).id) at \(width)")
        }
      }
      rows = kept.rows
    }
  }

  private struct Random {
    var state: UInt64

    /// A number below `bound`.
    mutating func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }

    mutating func words(_ count: ClosedRange<Int>) -> String {
      (0..<count.lowerBound + below(count.count)).map { _ in
        ["pump", "é", "a", "inspection", "of·the", "Ürümqi", "bearing"][below(7)]
      }.joined(separator: " ")
    }
  }

  /// Removed cells are not held by what is known of them.
  @Test func removedCellsAreLetGo() throws {
    var list = list(600)
    var rows = RowStore()
    var prepared = PreparedStore()
    for chunk in list.groups.flatMap(\.chunks) {
      prepared.put(
        PreparedCells(chunk.entries.map(\.packed), for: Preparation(try Style(Environment()))), for: chunk)
    }
    do {
      var snapshot = try snapshot(list, revision: 1, rows: rows)
      var json = JSONWriter()
      var request = RowRequest(window: .range(start: 0, count: 600), limit: 8 << 20)
      request.exact = true
      snapshot.renderAtOnce(request, into: &json)
      rows = snapshot.rows
    }
    weak let removed = list.groups.last?.chunks.last
    #expect(removed != nil)
    _ = list.remove(at: (300..<600).map { list.place(at: $0) })
    let present = [Chunk?](of: list)
    _ = rows.drop(except: present)
    let dropped = prepared.drop(except: present).count
    #expect(dropped >= 2 && removed == nil)
  }

  @Test func cachesFollowAListThatHasChangedMuch() {
    var list = list(600)
    var progress = ListProgress()
    func isFar() -> Bool { progress.isFar(list) }
    #expect(!isFar())
    _ = list.remove(at: (0..<50).map { list.place(at: $0) })
    #expect(!isFar())
    _ = list.remove(at: (0..<50).map { list.place(at: $0) })
    #expect(isFar() && !isFar())
    for _ in 0..<100 {
      list.put([(list.place(at: 7), PushedCell(Cell(id: "c107", title: "T")).entry(revision: 2))])
    }
    #expect(isFar() && !isFar())
  }

  @Test func answersOfOneThreadAndOfAllCoresAreTheSame() throws {
    let list = list(1_000)
    let windows: [RowWindow] = [
      .range(start: 100, count: 300), .range(start: 990, count: 50), .span(top: 333, height: 40),
      .ids(["c5", "nobody", "c999"]), .range(start: 0, count: 0),
    ]
    for window in windows {
      var request = RowRequest(window: window, limit: 8 << 20)
      request.exact = true
      var measured = try snapshot(list, revision: 1)
      var json = JSONWriter()
      measured.renderAtOnce(request, into: &json)
      var known = try snapshot(list, revision: 1, rows: measured.rows)
      var again = JSONWriter()
      let maker = RowMaker(known.style, request.form)
      let made = known.renderHere(request, atMost: 500, maker, into: &again)
      #expect(made?.work == 0 && made?.answer.isExact == true)
      #expect(json.bytes == again.bytes)
    }
  }

  /// Steps without time make little each, and the same answer in the end, also when threads have
  /// made rows that do not fit.
  @Test(arguments: [700, 20_000, 8 << 20])
  func anAnswerInStepsIsTheSame(limit: Int) throws {
    let list = list(3_000)
    let windows: [RowWindow] = [
      .range(start: 0, count: 3_000), .span(top: 2_000, height: 40), .ids((0..<2_500).map { "c\($0)" }),
    ]
    for (window, exact) in windows.flatMap({ [($0, true), ($0, false)] }) {
      var request = RowRequest(window: window, limit: limit)
      request.exact = exact
      var expected = JSONWriter()
      var once = try snapshot(list, revision: 1)
      once.renderAtOnce(request, into: &expected)
      var found = JSONWriter()
      var steps = 1
      var stepped = try snapshot(list, revision: 1)
      if limit < 1 << 20 { stepped.gathered.takenBytes = 2 * limit }
      while stepped.renderInParallel(request, StepClock(nanoseconds: 0), into: &found) == nil {
        steps += 1
        try #require(steps < 10_000)
      }
      #expect(found.bytes == expected.bytes)
      #expect(steps > 1)
    }
  }

  /// Many threads make rows until a reply is full. The pages must have each row once, in order.
  @Test(arguments: [1, 700, 20_000], [false, true])
  func pagesHaveEachRowOnce(limit: Int, isReversed: Bool) throws {
    let list = list(200)
    let ids = (0..<200).map { "c\($0)" }
    var rest = isReversed ? ids.reversed() : ids
    let asked = rest
    var found: [String] = []
    var known: RowStore?
    while !rest.isEmpty {
      let window: RowWindow =
        isReversed ? .ids(rest) : .range(start: found.count, count: 10_000)
      var snapshot = try snapshot(list, revision: 1, rows: known)
      var json = JSONWriter()
      snapshot.renderAtOnce(RowRequest(window: window, limit: limit), into: &json)
      // For every other page, all rows are made again.
      known = found.count % 2 == 0 ? snapshot.rows : nil
      let page = try JSON(parsing: json.bytes)
      let rows = try #require(page["rows"]?.array)
      try #require(!rows.isEmpty)
      #expect(rows.count == 1 || json.bytes.count <= limit + 500)
      found += rows.compactMap { $0["id"]?.string }
      rest.removeFirst(rows.count)
      #expect(page["next"]?.int == (rest.isEmpty ? nil : isReversed ? rows.count : found.count))
    }
    #expect(found == asked)
  }

  @Test func rowsOfTwoWorkersAreBothKept() throws {
    let list = list(100)
    let chunk = list.groups[0].chunks[0]
    var (first, second) = (try snapshot(list, revision: 1), try snapshot(list, revision: 1))
    first.makeInParallel([RowOrder(chunk: chunk, rendered: OffsetSet(0..<10))], form: RowForm())
    let order = RowOrder(chunk: chunk, rendered: OffsetSet(5..<20), measured: OffsetSet(40..<50))
    second.makeInParallel([order], form: RowForm())
    for all in [first.made + second.made, second.made + first.made, first.made + second.made + first.made] {
      var rows = RowStore()
      for made in all { rows.merge(made, group: list.groupLineage(ofChunk: chunk.lineage)) }
      let known = try #require(rows.known(chunk))
      #expect(known.rendered.offsets(RowForm()) == OffsetSet(0..<20))
      #expect(known.heights.measured == OffsetSet(0..<20).union(OffsetSet(40..<50)))
      #expect(rows.tops(of: list).totalKnown == 30)
    }
  }

  /// In points, the texts of a few rows are shaped on all cores. That changes no reply.
  @Test(arguments: [1, 7, 20, 50, 128, 300]) func rowsInPointsAreTheSameInParts(_ count: Int) throws {
    let list = list(300)
    var environment = Environment()
    environment.unit = .point
    environment.width = .definite(700)
    let request = RowRequest(
      window: .range(start: 0, count: count), form: RowForm(format: .frames), limit: 8 << 20)
    func snapshot(_ fonts: FontLibrary) throws -> ViewSnapshot {
      let style = try Style(environment, fonts: fonts)
      return ViewSnapshot(
        session: "s", view: "main", life: 1, fingerprint: Fingerprint(environment, style, rowLimit: 1),
        list: list, revision: 1, layout: 1, style: style, rows: RowStore(),
        prepared: PreparedStore())
    }
    var (parts, whole) = (try snapshot(FontLibrary()), try snapshot(FontLibrary()))
    let orders = parts.orders(for: .range(0..<count, next: nil), request)
    parts.makeInParallel(orders, form: request.form)
    whole.make(orders, RowMaker(whole.style, request.form))
    var (expected, reply) = (JSONWriter(), JSONWriter())
    _ = whole.renderInParallel(request, .endless, into: &expected)
    _ = parts.renderInParallel(request, .endless, into: &reply)
    #expect(reply.bytes == expected.bytes)
    // Cells of whole chunks are kept.
    #expect(parts.madePrepared.count == whole.madePrepared.count)
    for (made, other) in zip(parts.madePrepared, whole.madePrepared) {
      #expect(made.chunk === other.chunk && made.cells.count == made.chunk.count)
      #expect(made.cells.segments == other.cells.segments)
      #expect(made.cells.texts == other.cells.texts && made.cells.firstText == other.cells.firstText)
    }
  }

  @Test func partsOfAnOrderHaveAllItsRows() {
    let chunk = list(100).groups[0].chunks[0]
    var order = RowOrder(chunk: chunk, rendered: OffsetSet(3..<40), measured: OffsetSet(30..<60))
    for count in [1, 2, 4, 57, 200] {
      let parts = order.divided(into: count)
      #expect(parts.count <= count)
      #expect(parts.reduce(OffsetSet()) { $0.union($1.rendered) } == order.rendered)
      #expect(parts.reduce(OffsetSet()) { $0.union($1.measured) } == order.measured)
    }
    order = RowOrder(chunk: chunk)
    #expect(order.divided(into: 4).count == 1)
  }

  @Test func whatIsKnownOfAnEditedChunkIsCarriedOver() throws {
    var list = list(300)
    var before = try snapshot(list, revision: 1)
    let maker = RowMaker(before.style, RowForm())
    var json = JSONWriter()
    let request = RowRequest(window: .range(start: 0, count: 300), limit: 8 << 20)
    #expect(before.renderHere(request, atMost: 600, maker, into: &json)?.work == 600)
    _ = list.remove(at: [list.place(at: 3), list.place(at: 200)])
    let place = list.place(at: 10)
    let changed = PushedCell(Cell(id: list[place].packed.id, title: "New"))
    list.put([(place, try #require(changed.entry(over: list[place], revision: 2)))])
    var after = try snapshot(list, revision: 2, rows: before.rows)
    let made = after.renderHere(request, atMost: 600, maker, into: &json)
    // One row is measured, and the same row is rendered.
    #expect((1...2).contains(made?.work ?? 0) && made?.answer.isExact == true)
  }
}

extension ViewSnapshot {
  /// Renders an answer in one step.
  fileprivate mutating func renderAtOnce(_ request: RowRequest, into json: inout JSONWriter) {
    _ = renderInParallel(request, .endless, into: &json)
  }
}
