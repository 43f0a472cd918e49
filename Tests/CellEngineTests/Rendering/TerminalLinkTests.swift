import Testing

@testable import CellEngine

/// The links of titles in a terminal.
@Suite struct TerminalLinkTests {
  @Test(
    "links lead to pages, mail and files, and nowhere else",
    arguments: [
      ("https://example.com/?a=1&b=2", "https://example.com/?a=1&b=2"),
      ("HTTP://example.com", "HTTP://example.com"), ("mailto:a@example.com", "mailto:a@example.com"),
      ("file:///var/log/a b", "file:///var/log/a%20b"), ("/orders/7", nil), ("orders/7:a", nil), ("#7", nil),
      ("javascript:alert(1)", nil), ("JavaScript:alert(1)", nil), ("data:text/html,x", nil),
      ("vbscript:x", nil), ("order:7", nil), ("ssh://host", nil), ("java\nscript:alert(1)", nil),
      (" https://example.com", nil), ("", nil), ("http://a/\u{1B}\\x\u{7}", "http://a/%1B%5Cx%07"),
    ] as [(String, String?)])
  func links(address: String, target: String?) throws {
    var cell = Cell(id: "1", title: "Title")
    cell.href = address
    let record = CellRecord(cell)
    var layout = CellLayout(try Style(Environment()))
    let prepared = PreparedCells([record], for: Preparation(layout.style))
    var ansi: [UInt8] = []
    layout.layOut(record, state: CellState(), prepared: prepared, at: 0) {
      ANSIRenderer().append($0, to: &ansi)
    }
    let text = String(decoding: ansi, as: UTF8.self)
    let open = target.map { "\u{1B}]8;;\($0)\u{1B}\\" }
    #expect(open.map(text.contains) ?? !text.contains("]8;;"), "\(text)")
  }
}
