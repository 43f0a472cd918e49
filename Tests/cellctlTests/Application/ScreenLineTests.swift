import CellEngine
import CellWire
import Testing

@testable import cellctl

/// Lines of a screen: what a window shows of them, and where their characters are.
@Suite struct ScreenLineTests {
  private func window(_ text: String, _ start: Int, _ columns: Int, mark: String = "…") -> String {
    ScreenLine(text: text).window(from: start, columns: columns, mark: mark)
  }

  @Test func `a window has a mark at each edge where more is hidden`() {
    #expect(window("Pump 7", 0, 6) == "Pump 7")
    #expect(window("Pump 7, hall 3", 0, 8) == "Pump 7,…")
    #expect(window("Pump 7, hall 3", 5, 6) == "…, ha…")
    #expect(window("Pump 7, hall 3", 8, 6) == "…all 3")
    #expect(window("Pump 7", 8, 6) == "…")
    #expect(window("", 8, 6) == "")
    #expect(window("Pump 7, hall 3", 0, 8, mark: "...") == "Pump ...")
    // A mark needs more room.
    #expect(window("Pump 7, hall 3", 0, 2, mark: "...").isEmpty)
  }

  @Test func `a wide character is never halved`() {
    #expect(window("漢字漢字", 0, 5) == "漢字…")
    #expect(window("漢字漢字", 0, 6) == "漢字 …")
    #expect(window("漢字漢字", 2, 6) == "… 漢字")
  }

  @Test func `colours and links end where they are cut`() {
    let bold = "\u{1B}[1mPump station\u{1B}[0m 7"
    #expect(window(bold, 0, 5) == "\u{1B}[1mPump…\u{1B}[0m")
    #expect(window(bold, 11, 4) == "…\u{1B}[1m\u{1B}[0m 7")
    let link = "\u{1B}]8;;https://example.com\u{1B}\\Pump\u{1B}]8;;\u{1B}\\"
    #expect(ScreenLine(text: link).columns == 4)
    #expect(window(link, 0, 3) == "\u{1B}]8;;https://example.com\u{1B}\\Pu…\u{1B}]8;;\u{1B}\\")
  }

  @Test func `a line that is cut or shifted closes its isolates`() {
    let line = "\u{2068}דוח שנתי\u{2069}  \u{2068}Done\u{2069} \u{2068}\u{1B}[2mسعر\u{1B}[0m\u{2069}"
    #expect(ScreenLine(text: line).columns == 18)
    for start in 0..<18 {
      for width in 1..<18 {
        let shown = window(line, start, width)
        var open = 0
        for scalar in shown.unicodeScalars {
          if scalar == "\u{2068}" { open += 1 }
          if scalar == "\u{2069}" { open -= 1 }
          #expect(open == 0 || open == 1)
        }
        #expect(open == 0)
        #expect(ScreenLine(text: shown).columns <= width)
      }
    }
    #expect(window("\u{2067}\u{202B}אבג\u{202C}\u{2069}", 0, 2) == "\u{2067}\u{202B}א…\u{202C}\u{2069}")
  }

  @Test func `an unfinished escape sequence ends with the line`() {
    for text in ["a\u{1B}", "a\u{1B}[", "a\u{1B}[1", "a\u{1B}]8;;x", "a\u{1B}]8;;x\u{1B}", "a\u{1B}x"] {
      #expect(ScreenLine(text: text).columns == 1)
      #expect(ScreenLine(text: text + "é").placed(width: 9).hasPrefix("a"))
    }
  }

  @Test func `the cursor is placed after a cluster of uncertain width`() {
    func placed(_ text: String, _ width: Int = 20, _ mode: WidthModel.Mode = .grapheme) -> String {
      ScreenLine(text: text, model: WidthModel(mode: mode)).placed(width: width)
    }
    #expect(placed("Pump — ä 漢字") == "Pump — ä 漢字")
    #expect(placed("a 👍🏽 b") == "a 👍🏽\u{1B}[5G b")
    #expect(placed("☺\u{FE0F}b") == "☺\u{FE0F}\u{1B}[3Gb")
    // Nothing follows that would cover the rest of a cluster that is drawn too wide.
    #expect(placed("a 👍🏽") == "a 👍🏽\u{1B}[5G\u{1B}[0m\u{1B}[K")
    #expect(placed("a 👍🏽", 4) == "a 👍🏽\u{1B}[5G")
    #expect(placed("1\u{FE0F}\u{20E3}b") == "1\u{FE0F}\u{20E3}\u{1B}[3Gb")
    // Marks that are drawn in columns of their own stay readable: the gap absorbs them.
    let gap = "हिन्दी क्षि   "
    #expect(placed(gap + "ok", 20, .wcwidth) == "\(gap)\u{1B}[\(gap.columns + 1)Gok")
    // So does a change of style, which begins a slot.
    #expect(placed("ক্ষি \u{1B}[32mok\u{1B}[0m") == "ক্ষি \u{1B}[4G\u{1B}[32mok\u{1B}[0m")
    #expect(placed("हिन्दी क्षि ok") == "हिन्दी क्षि ok")
    // Slots of a narrow row are one space apart.
    let cut = "হিন্দি হিন্দি… "
    #expect(placed(cut + "ok", 20, .wcwidth) == "\(cut)\u{1B}[\(cut.columns + 1)Gok")
    #expect(placed("\u{1B}[1mক্ষি\u{1B}[0m ok") == "\u{1B}[1mক্ষি\u{1B}[0m \u{1B}[4Gok")
    #expect(placed("क्षि क्षि ok", "क्षि क्षि ok".columns, .wcwidth) == "क्षि क्षि \u{1B}[9Gok")
    #expect(placed("👍🏽b", 20, .wcwidth) == "👍🏽\u{1B}[5Gb")
    // A line that is wider than the screen stays.
    #expect(placed("a 👍🏽 b", 4) == "a 👍🏽 b")
    // Scalars of their own.
    #expect(placed("☷b") == "☷\u{1B}[3Gb")
    #expect(placed("\u{324B}b") == "\u{324B}\u{1B}[2Gb")
    #expect(placed("\u{6DD}  ok") == "\u{6DD}  \u{1B}[4Gok")
    #expect(placed("\u{A9}b  ok") == "\u{A9}b  ok")
  }

  @Test func `marks in the last column are written with wrapping`() {
    func placed(_ text: String, _ width: Int) -> String {
      ScreenLine(text: text, model: WidthModel(mode: .wcwidth)).placed(width: width)
    }
    let (on, off) = ("\u{1B}[?7h", "\u{1B}[?7l")
    #expect(placed("un cafe\u{301}", 7) == "un caf\(on)e\u{301}\(off)")
    #expect(placed("un cafe\u{301}", 8) == "un cafe\u{301}")
    #expect(placed("un café", 7) == "un café")
    #expect(placed("\u{2068}שלום\u{2069}", 4) == "\u{2068}שלו\(on)ם\u{2069}\(off)")
    let coloured = placed("\u{1B}[32m\u{2068}ab\u{2069}\u{1B}[0m", 2)
    #expect(coloured.hasSuffix("a\(on)b\u{2069}\u{1B}[0m\(off)"))
    // Its width is uncertain, so it could wrap.
    #expect(!placed("क्षि", 3).contains(on))
  }

  @Test func `no line with a cluster of uncertain width wraps`() {
    let lines = "Pump\n漢字\nहिन्दी क्षि\n👍🏽 ok\nहिन्दी क्षि हिन्दी क्षि"
    let placed = ScreenLine.placed(Array(lines.utf8), width: 12, WidthModel())
    let wrapping = String(decoding: placed, as: UTF8.self).split(separator: "\n")
      .map { !$0.contains("\u{1B}[?7l") }
    // The last line is wider than the screen by the model, too.
    #expect(wrapping == [true, true, false, false, true])
  }

  @Test func `a text is cut with an ellipsis`() {
    #expect("Pump 7".cut(columns: 6, ellipsis: "…") == "Pump 7")
    #expect("Pump 7, hall".cut(columns: 6, ellipsis: "…") == "Pump…")
    #expect("漢字漢字".cut(columns: 6, ellipsis: "…") == "漢字…")
    #expect("Pump 7".cut(columns: 2, ellipsis: "...") == "..")
    #expect("Pump 7".cut(columns: 0, ellipsis: "…") == "")
    #expect("a — b".cut(columns: 5, ellipsis: "…", by: WidthModel(ambiguous: 2)) == "a…")
  }

  private func menu(_ count: Int) throws -> ActionMenu {
    let actions = (1..<count).map { #"{"id":"a\#($0)","title":"Act"}"# }.joined(separator: ",")
    return ActionMenu(try JSON(parsing: #"{"id":"1","title":"Job","actions":[\#(actions)]}"#))
  }

  @Test(arguments: 1...12, [1, 3, 6, 20])
  func `the item of the cursor is always visible`(height: Int, count: Int) throws {
    var menu = try menu(count)
    for step in [1, 1, 3, -2, 40, -1, -1, -40, 7] {
      menu.move(by: step, height: height)
      let visible = menu.visibleItems(height: height)
      #expect(visible.contains(menu.cursor))
      #expect(visible.upperBound <= count)
      let page = menu.page(height: height, columns: 40, style: ScreenStyle())
      #expect(page.count <= height)
      #expect(page.contains { $0.part == .item(menu.cursor) })
      // No line is left empty while items are hidden.
      #expect(visible.count == min(count, height - menu.headingLines(height: height)))
    }
    // After a change of the height.
    menu.move(by: 0, height: 2)
    #expect(menu.visibleItems(height: 2).contains(menu.cursor))
  }

  @Test func `a title is cut before its state`() throws {
    let menu = ActionMenu(
      try JSON(
        parsing:
          #"{"id":"1","title":"Job","actions":[{"id":"f","title":"Follow all of it","kind":"toggle"}]}"#))
    func line(_ columns: Int) -> String {
      menu.page(height: 9, columns: columns, style: ScreenStyle())[2].text
    }
    #expect(line(40) == "1  Follow all of it (off)")
    #expect(line(20) == "1  Follow all… (off)")
    #expect(line(14) == "1  Follow all…")
  }
}
