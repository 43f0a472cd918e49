import CellWire
import Foundation
import Testing

@testable import cellctl

/// The page of a whole cell: its members, the tree of its data, and the cursor in it.
@Suite struct WholeCellTests {
  private func page(_ cell: String, columns: Int = 78, isUnfolded: Bool = false) throws -> WholeCell {
    WholeCell(try JSON(parsing: cell), columns: columns, style: ScreenStyle(), isUnfolded: isUnfolded)
  }

  private func texts(_ page: WholeCell) -> [String] { page.lines.map(\.text) }

  @Test func `members have the order and the words of the page`() throws {
    let page = try page(
      #"""
      {"data":null,"kind":"contact","own":[1,{"name":"n","kind":"auto"}],"href":"x:y","unread":true,"id":"7",
      "status":[{"text":"High","state":"negative"},{"text":"Open","state":"neutral"}],"tags":[],
      "actions":[{"id":"a","title":"Go","enabled":false,"role":"destructive"}],"rating":{"value":4.5,"count":12345},
      "swipe":{"leading":["a"],"trailing":[{"id":"b"}]},"image":{"initials":"AB","shape":"circle"},"count":-1234567}
      """#)
    #expect(
      texts(page) == [
        "ID       7", "Unread   yes", "Image    AB (circle)", "Status   High (negative)", "         Open",
        "Tags     ", "Rating   4.5 of 5 (12,345)", "Actions  Go (disabled, destructive)",
        "Swipe    Leading: a", "         Trailing: b", "Link     x:y", "Kind     contact",
        "Count    -1234567",
        "own      1", "         n", "", "Data", "null",
      ])
  }

  /// The names in the file of the page.
  @Test func `the names of members are those of the page`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Web/Sources/cellweb/Page/members.js")
    let script = try String(contentsOf: file, encoding: .utf8)
    let table = try #require(script.firstMatch(of: /(?s)const NAMES = \{(.*?)\n\};/)).1
    let names = table.matches(of: /(\w+): "([^"]*)"/).map { "\($0.1) \($0.2)" }
    #expect(CellMembers.names.map { "\($0.key) \($0.value)" } == names)
  }

  @Test func `a long text is wrapped whole, up to a bound`() throws {
    let words = (0..<400).map { "word\($0)" }.joined(separator: " ")
    let whole = try page(#"{"title":"\#(words)"}"#, columns: 40)
    #expect(whole.lines.map(\.text.columns).max() ?? 0 <= 40)
    #expect(
      whole.lines.map { $0.text.split(separator: " ").joined(separator: " ") }.joined(separator: " ")
        == "Title \(words)")
    let long = try page(#"{"title":"\#(String(repeating: "漢", count: 1_000_000))"}"#)
    #expect(
      long.lines.suffix(2).map { $0.text.split(separator: " ").joined(separator: " ") }.joined(separator: " ")
        .hasSuffix("… (990,000 more characters)"))
  }

  @Test func `control characters are visible, and line breaks break lines`() throws {
    let page = try page(
      #"{"title":"a\u001b[31m\u0007b","caption":"one\r\n\ttwo\n","data":{"k\n\u001b":"x\u009by\nz"}}"#)
    let all = texts(page).joined(separator: "\n")
    #expect(all.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) })
    #expect(texts(page)[1] == "Caption  one" && texts(page)[2].hasSuffix("two"))
    #expect(texts(page).last == "  z")
  }

  private static let tree = #"{"id":"1","data":{"a":{"b~/":{"c":[1,2]}},"d":"e"}}"#

  @Test func `branches open, close, and keep their state when the cell changes`() throws {
    var page = try page(Self.tree)
    #expect(texts(page) == ["ID  1", "", "Data", "▸ a  1 member", "  d: e"])
    page.move(by: 3, height: 9)
    page.operate(height: 9)
    page.enter(height: 9)
    page.enter(height: 9)
    #expect(page.lines[page.cursor].path == "/a/b~0~1")
    #expect(texts(page).dropFirst(3) == ["▾ a  1 member", "  ▾ b~/  1 member", "    ▸ c  2 items", "  d: e"])
    // The cursor stays at its entry when lines come before it.
    page.update(try JSON(parsing: #"{"id":"1","title":"T","data":{"z":0,"a":{"b~/":{"c":[]}}}}"#), height: 9)
    #expect(page.lines[page.cursor].path == "/a/b~0~1")
    #expect(texts(page).last == "      c: (no items)")
    page.leave(height: 9)
    page.leave(height: 9)
    #expect(page.lines[page.cursor].path == "/a")
    page.leave(height: 9)
    #expect(texts(page).last == "▸ a  1 member")
    page.leave(height: 9)
    #expect(page.lines[page.cursor].path == "/a")
  }

  @Test func `a branch shows a hundred entries at a time`() throws {
    let data = (0..<250).map(String.init).joined(separator: ",")
    var page = try page(#"{"id":"1","data":[\#(data)]}"#)
    #expect(texts(page).last == "  150 more")
    page.move(by: 1000, height: 10)
    #expect(page.cursor == 103 && page.top == 94)
    page.operate(height: 10)
    // The cursor is at the first of the further entries.
    #expect(page.lines[page.cursor].text == "  101: 100")
    #expect(texts(page).last == "  50 more")
    page.move(by: 1000, height: 10)
    page.operate(height: 10)
    #expect(texts(page).last == "  250: 249")
  }

  @Test func `huge and deep data costs no more than what is open`() throws {
    let wide = (0..<200_000).map { #"{"n":\#($0)}"# }.joined(separator: ",")
    #expect(try page(#"{"id":"1","data":[\#(wide)]}"#).lines.count == 104)
    #expect(try page(#"{"id":"1","data":[\#(wide)]}"#, isUnfolded: true).lines.count <= 1200)
    let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    let unfolded = try page(#"{"id":"1","data":\#(deep)}"#, columns: 30, isUnfolded: true)
    #expect(unfolded.lines.count == 62 && unfolded.lines.allSatisfy { $0.text.columns <= 30 })
  }

  @Test func `the wheel scrolls, and the cursor stays on the screen`() throws {
    let data = (0..<50).map(String.init).joined(separator: ",")
    var page = try page(#"{"id":"1","data":[\#(data)]}"#)
    page.scroll(by: 10, height: 5)
    #expect((page.top, page.cursor) == (10, 10))
    page.scroll(by: -3, height: 5)
    #expect((page.top, page.cursor) == (7, 10))
    page.click(line: 4, height: 5)
    #expect((page.top, page.cursor) == (7, 11))
    page.resize(columns: 10, style: ScreenStyle(), height: 20)
    #expect(page.lines[page.cursor].path == "/8")
  }
}

/// Texts in lines of some columns.
@Suite struct WrappingTests {
  @Test(arguments: [
    ("", 5, [""]), ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]),
    ("one  two", 5, ["one", "two"]),
    ("  one two", 6, ["  one", "two"]), ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]), ("one ", 9, ["one"]),
    ("漢字かな", 5, ["漢字", "かな"]), ("a漢字", 1, ["a", "漢", "字"]), ("one two three", 9, ["one two", "three"]),
  ])
  func `words are on lines of some columns`(text: String, columns: Int, lines: [String]) {
    #expect(text.wrapped(columns: columns) == lines)
  }
}
