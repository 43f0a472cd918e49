import Testing

@testable import CellEngine

/// Properties of every row, for any cell and environment.
@Suite("Properties of every layout")
struct LayoutPropertyTests {
  /// The result of a layout: text, frames and size.
  struct Outcome: Equatable {
    var text: [UInt8] = []
    var frames: [Frame] = []
    var height: Int32 = 0
    var contentHeight: Int32 = 0
  }

  private static let widths: [Double?] = [
    0, 1, 2, 3, 5, 8, 13, 21, 30, 34, 48, 55, 80, 89, 105, 144, 200, 1_000, nil,
  ]

  private func layOut(
    _ cells: [Cell], _ resolved: Style, padding: Bool = false,
    preparedFor other: Style? = nil
  ) -> [Outcome] {
    let packed = cells.map { CellRecord($0) }
    let prepared = PreparedCells(packed, for: Preparation(other ?? resolved))
    var layout = CellLayout(resolved)
    return cells.indices.map { index in
      var outcome = Outcome()
      layout.layOut(packed[index], state: CellState(of: cells[index]), prepared: prepared, at: index) { row in
        TextRenderer(pads: padding).append(row, to: &outcome.text)
        outcome.frames = FrameRenderer.frames(of: row)
        outcome.height = row.height
        outcome.contentHeight = row.contentHeight
      }
      return outcome
    }
  }

  private func resolve(_ random: inout RandomCells, width: Double?) throws -> Style {
    let kept =
      random.bool() ? KeptColumns(unread: true, icons: 2, image: true, number: 3) : KeptColumns()
    return try Style(
      random.environment(width: width), selection: random.pick(SelectionMode.allCases), kept: kept)
  }

  /// The columns of a line, counted by the metrics of the view and not by its layout.
  private func columns(of line: ArraySlice<UInt8>, _ environment: Style) -> Int32 {
    Array(line).withUnsafeBufferPointer { $0.advance(in: ColumnMetrics(environment.widthModel)) }
  }

  @Test(arguments: widths)
  func rowsFitTheirView(_ width: Double?) throws {
    var random = RandomCells(seed: 1)
    for _ in 0..<40 {
      let cells = (0..<6).map { random.cell(id: "\($0)") }
      let environment = try resolve(&random, width: width)
      for (cell, outcome) in zip(cells, layOut(cells, environment)) {
        let given = GivenRow(cell, environment)
        let lines = outcome.text.split(separator: 10, omittingEmptySubsequences: false).dropLast()
        #expect(Int32(lines.count) == outcome.height, "\(given)")
        for line in lines {
          #expect(line.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(given)")
          #expect(line.last != 0x20 || environment.separator == .blank, "\(given)")
          guard environment.width != Style.unlimited else { continue }
          #expect(
            columns(of: line, environment) <= environment.width,
            "\(String(decoding: line, as: UTF8.self)) in \(given)")
        }
      }
    }
  }

  /// Texts in which the width models differ, or which terminals reorder.
  private static let scripts = [
    "ক্রিকেট দল", "ശ്രീനഗർ ക്ഷേത്രം", "తెలంగాణ రాష్ట్రం", "தமிழ்நாடு", "ភាសាខ្មែរ", "ﾊﾞｰｺｰﾄﾞ ﾌﾟﾘﾝﾀ", "\u{6DD}٢٤ آية",
    "👩‍🚀 ☂️ 1️⃣ 🇯🇵", "מסמך חדש", "தகவல் v2", "ꦗꦮ ꦏ꧀ꦱꦠꦿ", "\u{600}١٢", "န်မာ ပြည်",
  ]

  /// Each line has at most the columns of its view, by the sum of its clusters.
  @Test(arguments: widths, WidthModel.Mode.allCases)
  func rowsOfAllScriptsFitTheirView(_ width: Double?, _ mode: WidthModel.Mode) throws {
    var random = RandomCells(seed: 9)
    for isolates in [false, true] {
      for _ in 0..<12 {
        func text() -> String {
          random.pick(Self.scripts) + (random.bool() ? " " + random.pick(Self.scripts) : "")
        }
        var cell = Cell(id: "1", title: text())
        (cell.subtitle, cell.footnote, cell.description) = (text(), text(), text())
        cell.status = [Status(text: text()), Status(text: text())]
        (cell.tags, cell.number) = ([text(), text()], "7")
        var members = Environment()
        members.width = width.map { .definite($0) } ?? .unlimited
        (members.widthModel, members.isolates) = (mode, isolates)
        members.direction = random.pick(Environment.Direction.allCases)
        let environment = try Style(members)
        for outcome in layOut([cell], environment) where width != nil {
          for line in outcome.text.split(separator: 10) {
            let own = columns(of: line, environment)
            #expect(own <= environment.width, "\(String(decoding: line, as: UTF8.self))")
            let isolate = line.split(separator: 0xE2).filter { $0.starts(with: [0x81, 0xA8]) }.count
            let end = line.split(separator: 0xE2).filter { $0.starts(with: [0x81, 0xA9]) }.count
            #expect(isolate == end && (isolates || isolate == 0))
          }
        }
      }
    }
  }

  @Test(arguments: widths)
  func slotsLieInTheRowAndApart(_ width: Double?) throws {
    var random = RandomCells(seed: 2)
    for _ in 0..<40 {
      let cells = (0..<6).map { random.cell(id: "\($0)") }
      let environment = try resolve(&random, width: width)
      for (cell, outcome) in zip(cells, layOut(cells, environment)) {
        let given = GivenRow(cell, environment)
        let placed = outcome.frames.filter { $0.width > 0 && $0.height > 0 }
        for frame in placed {
          #expect(frame.x >= 0 && frame.y >= 0, "\(frame) in \(given)")
          #expect(frame.y + frame.height <= Double(outcome.contentHeight), "\(frame) in \(given)")
          if environment.width != Style.unlimited {
            #expect(frame.x + frame.width <= Double(environment.width), "\(frame) in \(given)")
          }
          for line in frame.lines {
            #expect(line.x >= frame.x && line.x + line.width <= frame.x + frame.width, "\(frame) in \(given)")
          }
        }
        for (index, one) in placed.enumerated() {
          for other in placed[(index + 1)...] {
            let apart =
              one.x + one.width <= other.x || other.x + other.width <= one.x
              || one.y + one.height <= other.y || other.y + other.height <= one.y
            #expect(apart, "\(one) and \(other) in \(given)")
          }
        }
        let bottom = outcome.frames.map { $0.y + $0.height }.max() ?? 0
        #expect(Double(outcome.contentHeight) == max(1, bottom), "\(given)")
      }
    }
  }

  @Test(arguments: [100_000, 1e300])
  func widestViews(_ width: Double) throws {
    var random = RandomCells(seed: 7)
    let cells = (0..<6).map { random.cell(id: "\($0)") }
    var environment = Environment()
    environment.width = .definite(width)
    for outcome in layOut(cells, try Style(environment)) {
      #expect(outcome.height > 0 && !outcome.frames.isEmpty)
    }
  }

  @Test func rightToLeftMirrorsExactly() throws {
    var random = RandomCells(seed: 3)
    for _ in 0..<200 {
      let cells = [random.cell(id: "1")]
      var environment = random.environment(width: Double(random.int(0...120)))
      environment.direction = .ltr
      let left = layOut(cells, try Style(environment))[0]
      environment.direction = .rtl
      let style = try Style(environment)
      let right = layOut(cells, style)[0]
      let width = Double(style.width)
      let given = GivenRow(cells[0], style)
      #expect(left.frames.count == right.frames.count)
      for (one, other) in zip(left.frames, right.frames) {
        #expect(
          one.slot == other.slot && one.y == other.y && one.width == other.width, "\(one.slot) in \(given)")
        #expect(other.x == width - one.x - one.width, "\(one.slot) in \(given)")
        for (line, mirrored) in zip(one.lines, other.lines) {
          switch one.slot {
          case .accessory: #expect((["›": "‹", ">": "<"][line.text] ?? line.text) == mirrored.text)
          // Icons and marks change sides together with their texts.
          case .status, .info, .actions:
            #expect(line.text.unicodeScalars.sorted() == mirrored.text.unicodeScalars.sorted())
          default: #expect(line.text == mirrored.text)
          }
          #expect(mirrored.x == width - line.x - line.width, "\(one.slot) in \(given)")
        }
      }
    }
  }

  /// An empty slot takes no room from the title, if the list reserves no columns.
  @Test func anEmptySlotTakesNoRoom() throws {
    var random = RandomCells(seed: 9)
    for _ in 0..<200 {
      var cell = random.cell(id: "1")
      cell.kind = .object
      cell.description = nil
      var environment = random.environment(width: Double(random.int(8...120)))
      environment.profile = random.pick(Profile.all.filter { $0 != .swiftUI }).name
      let resolved = try Style(environment)
      let titleWidth = { (cell: Cell) in
        self.layOut([cell], resolved)[0].frames.first { $0.slot == .title }?.width ?? 0
      }
      var width = titleWidth(cell)
      for slot in Slot.besideTitle {
        SlotContent(slot)?.empty(&cell)
        let wider = titleWidth(cell)
        #expect(wider >= min(width, 8), "without \(slot), \(GivenRow(cell, resolved))")
        width = wider
      }
      let bare = Double(resolved.width) - (resolved.margins ? 4 : 0)
      #expect(width >= min(bare, Double(resolved.width)), "\(GivenRow(cell, resolved))")
    }
  }

  @Test func layingOutIsAPureFunction() throws {
    var random = RandomCells(seed: 4)
    for _ in 0..<100 {
      let cells = (0..<8).map { random.cell(id: "\($0)") }
      let environment = try resolve(&random, width: Double(random.int(0...150)))
      let together = layOut(cells, environment)
      let alone = cells.flatMap { layOut([$0], environment) }
      let backwards = Array(layOut(cells.reversed(), environment).reversed())
      #expect(together == alone)
      #expect(together == backwards)
    }
  }

  /// A row has the same height and text at every level of detail.
  @Test func detailChangesNeitherHeightNorText() throws {
    var random = RandomCells(seed: 9)
    for _ in 0..<100 {
      let cell = random.cell(id: "a")
      let environment = try resolve(&random, width: Double(random.int(0...150)))
      let packed = CellRecord(cell)
      let prepared = PreparedCells([packed], for: Preparation(environment))
      let whole = layOut([cell], environment)[0]
      var layout = CellLayout(environment)
      var text: [UInt8] = []
      layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0, detail: .lines) { row in
        TextRenderer().append(row, to: &text)
      }
      var height: Int32 = 0
      layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0, detail: .height) { row in
        height = row.height
      }
      #expect(text == whole.text, "\(GivenRow(cell, environment))")
      #expect(height == whole.height, "\(GivenRow(cell, environment))")
    }
  }

  /// A text that was prepared for one line is prepared further if a view shows more of it.
  @Test func preparingFurtherChangesNothing() throws {
    var random = RandomCells(seed: 8)
    for _ in 0..<100 {
      let cells = (0..<4).map { random.cell(id: "\($0)") }
      let environment = try resolve(&random, width: Double(random.int(20...300)))
      var low = environment
      low.descriptionLines = 1
      low.titleLines = 1
      let whole = layOut(cells, environment)
      let further = layOut(cells, environment, preparedFor: low)
      for (one, other) in zip(whole, further) {
        #expect(String(decoding: one.text, as: UTF8.self) == String(decoding: other.text, as: UTF8.self))
        #expect(one == other)
      }
    }
  }

  @Test func paddedRowsAreAsWideAsTheView() throws {
    var random = RandomCells(seed: 5)
    for _ in 0..<200 {
      let cells = [random.cell(id: "1")]
      let environment = try resolve(&random, width: Double(random.int(0...150)))
      for line in layOut(cells, environment, padding: true)[0].text.split(separator: 10) {
        let width = columns(of: line, environment)
        // A separator of wide glyphs can be one column narrower than the view.
        #expect(
          width == environment.width || (environment.separator == .line && width == environment.width - 1),
          "\(width): \(String(decoding: line, as: UTF8.self)) in \(GivenRow(cells[0], environment))")
      }
    }
  }

  @Test func packedCellsUnpackToThemselves() {
    var random = RandomCells(seed: 6)
    for index in 0..<500 {
      let cell = random.cell(id: "\(index)")
      let packed = CellRecord(cell)
      #expect(packed.id == cell.id)
      let unpacked = Cell(packed, state: CellState(of: cell))
      #expect(CellRecord(unpacked) == packed)
      #expect(unpacked.everyAction.map(\.id) == cell.everyAction.map(\.id))
      #expect(unpacked.offers.map(\.id) == cell.offers.map(\.id))
      for (member, other) in zip(Mirror(reflecting: cell).children, Mirror(reflecting: unpacked).children)
      where !["actions", "swipe", "menu"].contains(member.label) {
        #expect(
          String(describing: member.value) == String(describing: other.value), "\(member.label ?? "")")
      }
    }
  }
}

@Suite("Numbers at their limits")
struct ExtremeNumberTests {
  @Test(arguments: [0, 0.2499, 3.5, 1e300, .infinity, -1, .nan])
  func ratings(_ value: Double) throws {
    for count in [nil, 0, Int(Int32.max), Int.max] {
      var cell = Cell(id: "1", title: "Rating")
      cell.rating = Rating(value: value, max: 5, count: count)
      let unpacked = Cell(CellRecord(cell), state: CellState(of: cell))
      #expect(unpacked.rating?.count == count.map { min($0, Int(Int32.max)) })
      for width in [0, 3, 8, 40] {
        #expect(try rows(cell) { $0.width = .definite(Double(width)) }.count >= 1)
      }
    }
  }

  @Test func progressIsRounded() throws {
    for (progress, shown) in [(0, "0%"), (0.29, "29%"), (0.999, "99%"), (1, "✓")] as [(Double, String)] {
      var cell = Cell(id: "1", title: "Download")
      cell.actions = [Action(id: "d", kind: .download, progress: progress)]
      #expect(try rows(cell)[0].hasSuffix(" \(shown)"))
    }
  }
}
