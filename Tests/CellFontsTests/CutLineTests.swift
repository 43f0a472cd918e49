import CellEngine
import Testing

@testable import CellFonts

@Suite struct CutLineTests {
  /// The title of a cell in a width, as its frame and its line say.
  private func cut(_ title: String, _ width: Double, _ family: String = "Roboto") throws -> Frame {
    var environment = Environment()
    environment.unit = .point
    environment.width = .definite(width)
    environment.margins = false
    environment.titleLines = 1
    environment.font = Environment.Font(family: family)
    var layout = CellLayout(try LayoutEnvironment(environment, fonts: library))
    var frames: [Frame] = []
    let cell = PackedCell(Cell(id: "1", title: title))
    let prepared = PreparedCells([cell], for: Preparation(layout.environment))
    layout.layOut(cell, state: CellState(), prepared: prepared, at: 0) { (row: inout CellLayout) in
      frames = row.frames()
    }
    return try #require(frames.first { $0.slot == .title })
  }

  @Test(arguments: [
    "an efficient office of difficult affairs", "వ్యక్తి చేతులు పట్టుకున్న వ్యక్తి", "ত্বকের রঙ হাত", "വ്യക്തിയുടെ മുഖം",
  ])
  func whatIsDrawnFits(_ title: String) throws {
    for width in stride(from: 20.0, through: 240, by: 0.5) {
      let frame = try cut(title, width)
      let line = try #require(frame.lines.first)
      let drawn = try fonts("Roboto", size: line.font?.size ?? 0, weight: line.font?.weight ?? 0).shape(
        line.text)
      #expect(Double(drawn.advance) / 64 == line.width, "\(line.text) at \(width)")
      #expect(line.width <= frame.width)
      let hidden = frame.hidden.first?.lowerBound ?? title.utf8.count
      let shown = String(decoding: Array(title.utf8)[..<hidden], as: UTF8.self)
      #expect(line.text == (frame.isTruncated ? shown + "…" : title))
    }
  }

  @Test func whatIsKernedAwayIsUsed() throws {
    // Roboto kerns capitals with the space in front of them.
    let title = String(repeating: "Tea. ", count: 40)
    let set = try fonts("Roboto", size: 16)
    let ellipsis = set.shape("…").advance
    for width in stride(from: 100.0, through: 600, by: 7) {
      let frame = try cut(title, width)
      let end = try #require(frame.hidden.first?.lowerBound)
      let next = String(title.prefix(end + (title.dropFirst(end).first == " " ? 2 : 1)))
      #expect(Double(set.shape(next).advance + ellipsis) / 64 > frame.width, "\(next)")
    }
  }
}
