import Testing

@testable import CellEngine

/// Pushed data is never more than text, in any slot and format.
@Suite struct HostileTextTests {
  static let hostile: [String] = [
    "\u{1B}[31mred\u{1B}[0m", "\u{1B}]8;;http://evil\u{1B}\\link", "\u{1B}]0;title\u{7}", "\u{9B}2J",
    "\u{90}dcs\u{9C}",
    "bell\u{7} back\u{8}\u{8} \u{E}shift\u{F} \u{7F}", "one\rtwo",
    "one\r\ntwo\u{85}three\u{2028}four\u{2029}five",
    "tab\tstop\u{B}\u{C}", "\u{202E}gnp.exe", "a\u{202D}b\u{202C}", "\u{2067}open \u{2066}twice",
    "closed\u{2069}\u{202C}\u{2069}",
    "\u{FEFF}bom", "\u{FFF9}a\u{FFFA}b\u{FFFB}", "\u{E0001}\u{E0041}", "\u{0}nul",
    "x\u{300}\u{301}\u{302}\u{303}\u{304}",
  ]

  static let endless: [String] = [
    ("e", "\u{301}"), ("👩", "\u{200D}👩"), ("🏴", "\u{E0061}"), ("क", "\u{94D}क"),
  ].map {
    (start: String, rest: String) in start + String(repeating: rest, count: 50_000)
  }

  @Test(arguments: hostile, [1, 7, 24, 48, 110] as [Double])
  func isOnlyText(_ text: String, width: Double) throws {
    var environment = Environment()
    environment.width = .definite(width)
    let resolved = try Style(
      environment, kept: KeptColumns(unread: true, icons: 2, image: true))
    let cell = Self.cell(text)
    let packed = CellRecord(cell)
    var layout = CellLayout(resolved)
    let prepared = PreparedCells([packed], for: Preparation(resolved))
    layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0) { row in
      var lines: [UInt8] = []
      TextRenderer().append(row, to: &lines)
      isHarmless(lines)
      var ansi: [UInt8] = []
      ANSIRenderer().append(row, to: &ansi)
      isHarmless(withoutStyle(ansi))
      for span in SpanRenderer.spans(of: row).joined() { isHarmless(Array(span.text.utf8)) }
      for line in FrameRenderer.frames(of: row).flatMap(\.lines) { isHarmless(Array(line.text.utf8)) }
      for scalar in row.label.unicodeScalars { isHarmless(scalar) }
    }
    #expect(packed.id == "1")
  }

  /// A cluster without end is shortened. A diagnostic of the row reports it, and the cell keeps all
  /// of it.
  @Test(arguments: endless, [LengthUnit.column, .point])
  func clustersAreBounded(_ text: String, unit: LengthUnit) throws {
    var environment = Environment()
    environment.unit = unit
    environment.width = .definite(unit == .column ? 10 : 80)
    let resolved = try Style(environment)
    var cell = Cell(id: "1", title: text)
    cell.subtitle = "e" + String(repeating: "\u{301}", count: 32)
    let packed = CellRecord(cell)
    let isKept = Cell(packed, state: CellState(of: cell)).title == text
    #expect(isKept)
    var layout = CellLayout(resolved)
    let prepared = PreparedCells([packed], for: Preparation(resolved))
    layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0) { row in
      let lines = FrameRenderer.frames(of: row).flatMap(\.lines).map(\.text)
      let longest = lines.map(\.utf8.count).max() ?? 0
      #expect(0 < longest && longest < 3_000)
      let isSpokenShortened = row.label.utf8.count < text.utf8.count
      #expect(isSpokenShortened)
      #expect(
        row.diagnostics == [
          "text: at most 32 combining marks of a grapheme cluster are shown, so the others are left out"
        ])
    }
    cell.title = "e" + String(repeating: "\u{301}", count: 32)
    let short = CellRecord(cell)
    let shortPrepared = PreparedCells([short], for: Preparation(resolved))
    layout.layOut(short, state: CellState(of: cell), prepared: shortPrepared, at: 0) { row in
      #expect(row.diagnostics.isEmpty)
    }
  }

  /// A cell with the text in every slot.
  private static func cell(_ text: String) -> Cell {
    var cell = Cell(id: "1", title: text)
    cell.subtitle = text
    cell.footnote = text
    cell.description = String(repeating: text + " ", count: 8)
    cell.number = text
    cell.icons = [Icon(text: text), Icon(name: text)]
    cell.image = Image(initials: text)
    cell.avatars = [Image(initials: text)]
    cell.status = [Status(text: text, icon: Icon(text: text)), Status(text: text, state: .negative)]
    cell.info = Status(text: text)
    cell.tags = [text, text]
    cell.actions = [Action(id: "a", title: text)]
    cell.href = "http://example.org/" + text
    return cell
  }

  /// Checks that line feeds are the only control characters, and that bidi controls are closed on
  /// their line.
  private func isHarmless(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) {
      var open = 0
      for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
        isHarmless(scalar)
        switch scalar.value {
        case 0x202A, 0x202B, 0x202D, 0x202E, 0x2066...0x2068: open += 1
        case 0x202C, 0x2069: open -= 1
        default: break
        }
        #expect(open >= 0)
      }
      #expect(open == 0)
    }
  }

  private func isHarmless(_ scalar: Unicode.Scalar) {
    let category = scalar.properties.generalCategory
    let breaksLines = category == .lineSeparator || category == .paragraphSeparator
    #expect(scalar == "\n" || category != .control && !breaksLines && scalar.value != 0xFEFF)
    #expect(scalar.value != 0x202D && scalar.value != 0x202E)
  }

  /// A row without the SGR and OSC 8 sequences that the engine itself writes.
  private func withoutStyle(_ bytes: [UInt8]) -> [UInt8] {
    var rest: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: Array("\u{1B}[".utf8)), let end = bytes[index...].firstIndex(of: 0x6D) {
        #expect(bytes[(index + 2)..<end].allSatisfy { $0 == 0x3B || (0x30...0x39).contains($0) })
        index = end + 1
      } else if bytes[index...].starts(with: Array("\u{1B}]8;;".utf8)) {
        let link = bytes[(index + 5)...].prefix { $0 != 0x1B }
        #expect(link.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(bytes[link.endIndex...].starts(with: [0x1B, 0x5C]))
        index = link.endIndex + 2
      } else {
        rest.append(bytes[index])
        index += 1
      }
    }
    return rest
  }
}
