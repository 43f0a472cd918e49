import Testing

@testable import CellEngine

/// Rows as Markdown and as Pango markup.
@Suite struct MarkupLinesTests {
  private func lines(
    _ cell: Cell, limit: Int = .max, pads: Bool = false, _ change: (inout Environment) -> Void = { _ in }
  ) throws -> (markdown: [String], pango: [String], text: [String], isWhole: Bool) {
    var environment = Environment()
    change(&environment)
    let record = CellRecord(cell)
    var layout = CellLayout(try Style(environment, kept: KeptColumns(ColumnNeeds(of: [cell]))))
    let prepared = PreparedCells([record], for: Preparation(layout.style))
    var (markdown, pango, text): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    var isWhole = true
    layout.layOut(record, state: CellState(of: cell), prepared: prepared, at: 0) {
      isWhole = MarkdownRenderer().append($0, to: &markdown, limit: limit)
      isWhole = PangoRenderer(pads: pads).append($0, to: &pango, limit: limit) && isWhole
      TextRenderer(pads: pads).append($0, to: &text)
    }
    let split = { String(decoding: $0 as [UInt8], as: UTF8.self).split(separator: "\n").map(String.init) }
    return (split(markdown), split(pango), split(text), isWhole)
  }

  private static let hostile = [
    "*a* _b_ `c` ~~d~~ [e](http://f) ![g](h)", "<b>&amp;</b> &lt;", "# x", "- x", "1. x", "12) x", "+ x",
    "> x",
    "| a | b |", "\\*", "https://example.org", "www.example.org", "WWW.x", "a@example.org", "mailto:x",
    ":smile:",
    "$x$", "==x==", "**", "``", "<span foreground='red'>\"x\"</span>", "10:30", "a.b", "---",
  ]

  @Test(arguments: hostile)
  func `no text is markup, and every text is there`(text: String) throws {
    var cell = Cell(id: "1", title: text)
    cell.subtitle = text
    cell.status = [Status(text: text)]
    let shown = try lines(cell) { $0.width = .unlimited }
    let line = try #require(shown.markdown.first)
    #expect(shown.markdown.count == 1 && line.hasPrefix("- **"))
    // Without the characters of celld, every special character has a backslash.
    var rest = Self.marked(line).dropFirst(2)
    for markup in ["**", "** — ", " — *", "*"] {
      let range = try #require(rest.firstRange(of: markup))
      #expect(Self.unescaped(rest[..<range.lowerBound]) == (markup == "**" ? "" : text), "\(line)")
      rest = rest[range.upperBound...]
    }
    #expect(rest.isEmpty)
    for (pango, text) in zip(shown.pango, shown.text) { #expect(Self.plain(pango) == text) }
    #expect(shown.pango.count == shown.text.count)
  }

  /// Replaces each character after a backslash, and the backslash, by one of a private use.
  private static func marked(_ markdown: String) -> String {
    var marked = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in markdown.unicodeScalars {
      if isEscaped {
        marked.append(Unicode.Scalar(0xE000 + scalar.value) ?? scalar)
      } else if scalar != "\\" {
        marked.append(scalar)
      }
      isEscaped = !isEscaped && scalar == "\\"
    }
    return String(marked)
  }

  /// The text of marked Markdown; nil if a special character had no backslash.
  private static func unescaped(_ marked: Substring) -> String? {
    guard !marked.contains(where: { "*_`[]<>&~|$@".contains($0) }) else { return nil }
    return String(
      String.UnicodeScalarView(
        marked.unicodeScalars.map {
          (0xE000..<0xE080).contains($0.value) ? Unicode.Scalar(UInt8($0.value - 0xE000)) : $0
        }))
  }

  /// The text of a line of Pango markup.
  private static func plain(_ pango: String) -> String {
    var text = ""
    var isTag = false
    for character in pango {
      if character == "<" { isTag = true }
      if !isTag { text.append(character) }
      if character == ">" { isTag = false }
    }
    for (entity, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ] {
      text = text.replacing(entity, with: character)
    }
    return text
  }

  @Test func `wrapped lines are joined as they were`() throws {
    var cell = Cell(id: "1", title: "T")
    cell.description = "one two\nthree super\u{AD}cali\u{AD}fragi\u{AD}listic"
    let narrow = try lines(cell) {
      $0.width = .definite(12)
      $0.lineLimits = Environment.LineLimits.none
      $0.description = .below
    }
    #expect(narrow.text.count > 3)
    #expect(
      narrow.markdown.first?.replacing("\u{AD}", with: "") == "- **T** — one two three supercalifragilistic")
    cell.description = "定期点検定期点検定期点検"
    let ideographs = try lines(cell) {
      $0.width = .definite(12)
      $0.description = .below
    }
    #expect(ideographs.text.count > 2)
    #expect(ideographs.markdown == ["- **T** — 定期点検定期点検定期点検"])
  }

  @Test(arguments: [
    ("https://example.org/<a>&b", "[**T**](<https://example.org/\\<a\\>\\&b>)"),
    ("mailto:a@b.c", "[**T**](<mailto:a@b.c>)"), ("javascript:alert(1)", "**T**"), ("file:///etc", "**T**"),
    ("/relative", "**T**"),
  ])
  func `only pages and mail are linked`(address: String, title: String) throws {
    var cell = Cell(id: "1", title: "T")
    cell.href = address
    #expect(try lines(cell).markdown == ["- \(title)"])
  }

  @Test func `states have the colours of the theme, and titles are bold`() throws {
    var cell = Cell(id: "1", title: "T")
    cell.status = [Status(text: "S", state: .positive)]
    let light = try lines(cell)
    #expect(light.pango.first?.contains(#"<span weight="bold">T</span>"#) == true)
    #expect(light.pango.first?.contains(##"<span foreground="#256F3A">S</span>"##) == true)
    #expect(try lines(cell) { $0.theme = .dark }.pango.first?.contains("#97DD40") == true)
    let padded = try lines(Cell(id: "1", title: "T"), pads: true) { $0.width = .definite(9) }
    #expect(padded.pango == [#"<span weight="bold">T</span>        "#])
  }

  @Test func `a row that is longer than the limit is clipped`() throws {
    let cell = Cell(id: "1", title: String(repeating: "long ", count: 100))
    for limit in [0, 10, 100] {
      let clipped = try lines(cell, limit: limit) { $0.width = .unlimited }
      #expect(!clipped.isWhole && clipped.markdown.isEmpty && clipped.pango.isEmpty)
    }
    #expect(try lines(cell, limit: 2000) { $0.width = .unlimited }.isWhole)
  }
}
