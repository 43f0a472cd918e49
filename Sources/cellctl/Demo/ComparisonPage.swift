import CellEngine
import CellWire

/// A document with sections of captioned lists, which needs no other file.
struct ComparisonPage {
  /// A list of rows with a caption.
  struct Panel {
    var caption: String
    var rows: [PicturePage.Row]
    /// The diagnostics of the rows: content that the profile does not show, and why.
    var notes: [String] = []
  }

  /// The panels of one exhibit. Each group starts a new line of the page.
  struct Section {
    var name: String
    var explanation: String
    /// A picture of name and explanation, for SVG, which does not wrap text.
    var heading: PicturePage.Row?
    var groups: [[Panel]]
  }

  let title: String
  let theme: ThemeColors
  /// The maximum width of a line of panels, in pixels.
  let width: Double

  /// Returns an HTML document without scripts, which loads no other file.
  func html(_ sections: [Section]) -> [UInt8] {
    Markup.html(title: title, theme: theme) {
      writeStyle(to: &$0)
    } body: { markup in
      markup.begin("main")
      markup.begin("h1")
      markup.text(title)
      markup.end("h1")
      markup.lineFeed()
      for section in sections { write(section, to: &markup) }
      markup.end("main")
    }
  }

  private func writeStyle(to markup: inout Markup) {
    markup.append("body{font:16px/1.5 Inter,Roboto,sans-serif;color:")
    markup.color(theme.text)
    markup.append("}main{margin:0 auto;padding:24px;max-width:")
    markup.number(width)
    markup.append("px}h1{font-size:24px;margin:0}h2{font-size:18px;margin:40px 0 0}p,figcaption{color:")
    markup.color(theme.secondary)
    markup.append(
      "}p{margin:0;max-width:60em}section>div{display:flex;flex-wrap:wrap;align-items:flex-start;gap:24px;")
    markup.append("margin-top:16px}figure{margin:0;max-width:100%;overflow:auto}figcaption{font-size:13px}")
    markup.append("small{display:block;font-size:12px;line-height:16px;color:")
    markup.color(theme.secondary)
    markup.append("}small:first-of-type{margin-top:8px}")
  }

  /// Returns the diagnostics of rows, each of them once.
  static func notes(of rows: [JSONNode]) -> [String] {
    var notes: [String] = []
    for row in rows {
      for note in row["diagnostics"]?.elements.compactMap(\.string) ?? [] where !notes.contains(note) {
        notes.append(note)
      }
    }
    return notes
  }

  /// The width of a letter of a note, about, in pixels.
  private static let noteLetter = 6.5

  /// Returns the notes of a panel in lines that are about as wide as its rows.
  func noteLines(of panel: Panel) -> [String] {
    let columns = Int(PicturePage.size(of: panel.rows).width / Self.noteLetter)
    return panel.notes.flatMap { $0.wrapped(columns: max(columns, 1)) }
  }

  private func write(_ section: Section, to markup: inout Markup) {
    markup.begin("section")
    markup.begin("h2")
    markup.text(section.name)
    markup.end("h2")
    markup.begin("p")
    markup.text(section.explanation)
    markup.end("p")
    markup.lineFeed()
    for group in section.groups {
      markup.begin("div")
      for panel in group {
        markup.begin("figure")
        markup.begin("figcaption")
        markup.text(panel.caption)
        markup.end("figcaption")
        markup.list(panel.rows, label: panel.caption)
        for line in noteLines(of: panel) {
          markup.begin("small")
          markup.text(line)
          markup.end("small")
        }
        markup.end("figure")
        markup.lineFeed()
      }
      markup.end("div")
    }
    markup.end("section")
    markup.lineFeed()
  }
}
