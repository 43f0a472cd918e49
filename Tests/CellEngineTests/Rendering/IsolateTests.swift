import Testing

@testable import CellEngine

/// Rows in terminals that reorder text.
@Suite("Isolates") struct IsolateTests {
  private func text(_ cell: Cell, isolates: Bool = true, ansi: Bool = false, width: Double = 40) throws
    -> String
  {
    var environment = Environment()
    environment.width = .definite(width)
    environment.isolates = isolates
    let style = try Style(environment)
    var output: [UInt8] = []
    let record = CellRecord(cell)
    var layout = CellLayout(style)
    let prepared = PreparedCells([record], for: Preparation(style))
    layout.layOut(record, state: CellState(), prepared: prepared, at: 0) {
      if ansi {
        ANSIRenderer().append($0, to: &output)
      } else {
        TextRenderer().append($0, to: &output)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static let isolates: Set<Unicode.Scalar> = ["\u{2068}", "\u{2069}"]

  private func cell(_ title: String, _ status: String, subtitle: String? = nil, tags: [String] = []) -> Cell {
    var cell = Cell(id: "1", title: title)
    cell.status = [Status(text: status)]
    cell.subtitle = subtitle
    cell.tags = tags
    return cell
  }

  @Test("each slot of a row with right-to-left text is isolated") func slots() throws {
    let row = try text(cell("تقرير", "مغلق"))
    #expect(row.contains(" \u{2068}تقرير\u{2069} "))
    #expect(row.hasSuffix(" \u{2068}مغلق\u{2069}\n"))
    let mixed = try text(cell("Report", "Done", subtitle: "גרסה 7", tags: ["x", "y"]))
    #expect(mixed.hasPrefix("\u{2068}Report\u{2069} "))
    #expect(mixed.contains("\u{2068}‹x›\u{2069} \u{2068}‹y›\u{2069}"))
    // The space between two Arabic numbers is right-to-left.
    #expect(try text(cell("١٢", "٣٤")).contains("\u{2068}٣٤\u{2069}"))
    // Thaana, N'Ko, Adlam and a mark.
    for title in ["ދިވެހި", "ߒߞߏ", "𞤀𞤣", "a\u{200F}b"] {
      #expect(try text(cell(title, "Done")).contains("\u{2068}Done\u{2069}"), "\(title)")
    }
  }

  @Test("other rows, and views without isolates, stay as they are") func others() throws {
    for title in ["Report", "日本語", "रिपोर्ट", "😀 ok"] {
      #expect(try text(cell(title, "Done")) == text(cell(title, "Done"), isolates: false), "\(title)")
    }
    #expect(try !text(cell("تقرير", "مغلق"), isolates: false).contains("\u{2068}"))
  }

  @Test("an isolate has no columns", arguments: [8.0, 13, 24, 40, 90]) func columns(_ width: Double) throws {
    let cell = cell(
      "دليل التشغيل والصيانة v2 (draft)", "جاهز", subtitle: "המסמך הזה ארוך מאוד", tags: ["חדש", "A1"])
    for ansi in [false, true] {
      let plain = try text(cell, isolates: false, ansi: ansi, width: width)
      let isolated = try text(cell, ansi: ansi, width: width)
      let shown = String(
        String.UnicodeScalarView(isolated.unicodeScalars.filter { !Self.isolates.contains($0) }))
      #expect(shown == plain)
      #expect(isolated != plain)
      // Each line closes what it opens.
      for line in isolated.split(separator: "\n") {
        let opened = line.unicodeScalars.count { $0 == "\u{2068}" }
        #expect(opened == line.unicodeScalars.count { $0 == "\u{2069}" })
      }
    }
  }
}
