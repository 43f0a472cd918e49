import CellEngine

/// A document with sections of captioned lists, which needs no other file.
struct GalleryPage {
  /// A list of rows with a caption.
  struct Panel {
    var caption: String
    var rows: [PicturePage.Row]
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
  let theme: Theme
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
        markup.end("figure")
        markup.lineFeed()
      }
      markup.end("div")
    }
    markup.end("section")
    markup.lineFeed()
  }
}
