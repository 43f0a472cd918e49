import Testing

@testable import CellEngine

/// Properties of every object header.
@Suite("Properties of every header")
struct HeaderPropertyTests {
  struct Outcome: Equatable {
    var lines: [[UInt8]] = []
    var frames: [Frame] = []
    var height: Int32 = 0
    var contentHeight: Int32 = 0
    var page = 0
    var pages = 0
  }

  private func layOut(_ cell: Cell, _ environment: Style, page: Int = 0) -> Outcome {
    let packed = CellRecord(cell)
    let prepared = PreparedCells(header: packed, for: Preparation(environment))
    var layout = CellLayout(environment)
    var outcome = Outcome()
    layout.layOutHeader(packed, state: CellState(of: cell), prepared: prepared, page: page) {
      row, page, pages in
      var bytes: [UInt8] = []
      TextRenderer().append(row, to: &bytes)
      outcome.lines = bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast().map(Array.init)
      outcome.frames = FrameRenderer.frames(of: row)
      outcome.height = row.height
      outcome.contentHeight = row.contentHeight
      outcome.page = page
      outcome.pages = pages
    }
    return outcome
  }

  private func cell(_ random: inout RandomCells) -> Cell {
    var cell = random.cell(id: "1")
    cell.kind = .object
    cell.header = random.bool() ? random.header() : nil
    return cell
  }

  @Test(arguments: [0, 1, 5, 13, 34, 48, 80, 89, 144, 300, nil] as [Double?])
  func headersFitTheirView(_ width: Double?) throws {
    var random = RandomCells(seed: 21)
    for round in 0..<60 {
      let cell = cell(&random)
      let environment = try Style(random.environment(width: width))
      let outcome = layOut(cell, environment, page: random.int(0...3))
      #expect(outcome.lines.count == outcome.height, "round \(round)")
      #expect(outcome.page < outcome.pages && outcome.pages <= 3)
      let metrics = ColumnMetrics(environment.widthModel)
      for line in outcome.lines where environment.width != Style.unlimited {
        let columns = line.withUnsafeBufferPointer { $0.advance(in: metrics) }
        #expect(columns <= environment.width, "round \(round): \(String(decoding: line, as: UTF8.self))")
      }
      let placed = outcome.frames.filter { $0.width > 0 && $0.height > 0 }
      for (index, one) in placed.enumerated() {
        #expect(one.x >= 0 && one.y >= 0 && one.y + one.height <= Double(outcome.contentHeight), "\(one)")
        if environment.width != Style.unlimited {
          #expect(one.x + one.width <= Double(environment.width), "round \(round): \(one)")
        }
        for other in placed[(index + 1)...] {
          let apart =
            one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y
            || other.y + other.height <= one.y
          #expect(apart, "round \(round), width \(String(describing: width)): \(one) and \(other)")
        }
      }
    }
  }

  @Test func rightToLeftMirrorsExactly() throws {
    var random = RandomCells(seed: 22)
    for round in 0..<100 {
      let cell = cell(&random)
      var environment = random.environment(width: Double(random.int(0...140)))
      environment.direction = .ltr
      let left = layOut(cell, try Style(environment))
      environment.direction = .rtl
      let right = layOut(cell, try Style(environment))
      let width = Double(try Style(environment).width)
      #expect(left.frames.count == right.frames.count)
      for (one, other) in zip(left.frames, right.frames) {
        #expect(other.x == width - one.x - one.width && one.y == other.y, "round \(round)")
      }
    }
  }

  @Test func layingOutIsAPureFunction() throws {
    var random = RandomCells(seed: 23)
    for _ in 0..<50 {
      let cell = cell(&random)
      let environment = try Style(random.environment(width: Double(random.int(0...140))))
      #expect(layOut(cell, environment) == layOut(cell, environment))
    }
  }
}
