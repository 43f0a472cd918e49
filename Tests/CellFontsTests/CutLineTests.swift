import CellEngine
import Testing

@testable import CellFonts

@Suite struct CutLineTests {
  /// The frame of a cell's title, which is cut to a width.
  private func cut(_ title: String, _ width: Double, _ family: String = "Roboto") throws -> Frame {
    var environment = Environment()
    environment.unit = .point
    environment.width = .definite(width)
    environment.margins = false
    environment.titleLines = 1
    environment.font = Environment.Font(family: family)
    return try self.title(title, environment)
  }

  private func title(_ title: String, _ environment: Environment) throws -> Frame {
    var layout = CellLayout(try Style(environment, fonts: library))
    var frames: [Frame] = []
    let cell = CellRecord(Cell(id: "1", title: title))
    let prepared = PreparedCells([cell], for: Preparation(layout.style))
    layout.layOut(cell, state: CellState(), prepared: prepared, at: 0) { row in
      frames = FrameRenderer.frames(of: row)
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

  @Test func aWordThatIsBrokenKeepsItsForms() throws {
    let word = "استقبالهمالمستشفياتوالمختبراتالطبية"
    var environment = Environment()
    environment.unit = .point
    environment.margins = false
    environment.titleLines = 0
    environment.font = Environment.Font(family: "Noto Sans Arabic")
    var broken = 0
    for width in stride(from: 70.0, through: 200, by: 1) {
      environment.width = .definite(width)
      let title = try title(word, environment)
      var text = ""
      for line in title.lines {
        let drawn = try fonts(
          "Noto Sans Arabic", size: line.font?.size ?? 0, weight: line.font?.weight ?? 0
        ).shape(line.text, isRightToLeft: true)
        #expect(Double(drawn.advance) / 64 == line.width, "\(line.text) at \(width)")
        let goesOn = line.text.unicodeScalars.first == "\u{200D}"
        #expect(goesOn == (text.unicodeScalars.last == "\u{200D}"), "\(line.text) at \(width)")
        if goesOn { broken += 1 }
        text += line.text
      }
      #expect(text.unicodeScalars.filter { $0 != "\u{200D}" }.elementsEqual(word.unicodeScalars))
    }
    #expect(broken > 50)
  }

  @Test func whatIsKernedAwayIsUsed() throws {
    // Roboto kerns capitals with the space before them.
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

  /// The texts of a slot that has both shapes and texts, with their frames.
  private func parts(_ cell: Cell, _ slot: Slot, _ width: Double) throws -> [(line: Frame.Line, frame: Frame)]
  {
    var environment = Environment()
    environment.unit = .point
    environment.width = .definite(width)
    environment.statusWidth = width / 2
    environment.margins = false
    var layout = CellLayout(try Style(environment, fonts: library))
    var frames: [Frame] = []
    let packed = CellRecord(cell)
    let prepared = PreparedCells([packed], for: Preparation(layout.style))
    layout.layOut(packed, state: CellState(), prepared: prepared, at: 0) { row in
      frames = FrameRenderer.frames(of: row)
    }
    return frames.filter { $0.slot == slot }.flatMap { frame in
      frame.parts.compactMap { part in
        if case .text(let line) = part.content { (line, frame) } else { nil }
      }
    }
  }

  @Test(arguments: [
    "efficient office affairs, difficult", "వ్యక్తి చేతులు పట్టుకున్న వ్యక్తి", "বিদ্যুৎ ত্বকের রঙ হাত", "المصعد الدوري",
  ])
  func whatIsDrawnBesideShapesFits(_ text: String) throws {
    var cell = Cell(id: "1", title: "T")
    cell.status = [Status(text: text, icon: Icon(name: "alert"))]
    cell.actions = [Action(id: "a", title: text)]
    var count = 0
    for width in stride(from: 120.0, through: 420, by: 1) {
      for slot in [Slot.status, .actions] {
        for (line, frame) in try parts(cell, slot, width) {
          if line.text.hasSuffix("…") { count += 1 }
          #expect(line.x >= frame.x, "\(line.text) at \(width)")
          #expect(line.x + line.width <= frame.x + frame.width, "\(slot): \(line.text) at \(width)")
        }
      }
    }
    #expect(count > 50)
  }

  /// The title of an item is between its icon and the end of the menu.
  @Test(arguments: ["ios", "compose"], [1.0, 2])
  func titlesOfMenusFitBesideIcons(_ profile: String, _ scale: Double) throws {
    var cell = Cell(id: "1", title: "Pump")
    cell.menu = [
      .whole(Action(id: "a", title: "Archivieren und weiterleiten", icon: Icon(name: "archive"))),
      .whole(Action(id: "b", title: "Zur Merkliste hinzufügen", icon: Icon(name: "flag"))),
    ]
    var count = 0
    for width in stride(from: 160.0, through: 420, by: 5) {
      var environment = Environment()
      environment.unit = .point
      environment.profile = profile
      environment.textScale = scale
      environment.width = .definite(width)
      var layout = CellLayout(try Style(environment, fonts: library))
      let packed = CellRecord(cell)
      let prepared = PreparedCells(revealing: packed, for: Preparation(layout.style))
      var items: [Frame] = []
      layout.layOut(packed, state: CellState(), prepared: prepared, at: 0, revealing: .menu) { row in
        items = FrameRenderer.overlay(of: row).overlay?.frames ?? []
      }
      #expect(items.count == 2)
      for item in items {
        let lines = item.lines.sorted { $0.x < $1.x }
        if lines.contains(where: { $0.text.hasSuffix("…") }) { count += 1 }
        for (line, next) in zip(lines, lines.dropFirst()) {
          #expect(line.x + line.width <= next.x, "\(line.text) at \(width)")
        }
        for line in lines {
          #expect(line.x >= item.x && line.x + line.width <= item.x + item.width, "\(line.text) at \(width)")
        }
      }
    }
    #expect(count > 5)
  }
}
