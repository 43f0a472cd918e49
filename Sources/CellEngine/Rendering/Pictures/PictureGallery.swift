/// A whole document of several lists, each with a caption, in sections with a heading: a file that needs nothing else.
public struct PictureGallery: Sendable {
  /// A list of rows, and what it shows.
  public struct Panel: Sendable {
    public var caption: String
    public var rows: [PicturePage.Row]

    /// A panel by its members.
    public init(caption: String, rows: [PicturePage.Row]) {
      self.caption = caption
      self.rows = rows
    }
  }

  /// Panels that show one thing. Each group of them begins a line of the page.
  public struct Section: Sendable {
    public var name: String
    public var explanation: String
    /// The picture of both, for a document of SVG, which wraps no text; see ``PictureGallery/contentWidth(of:)``.
    public var heading: PicturePage.Row?
    public var groups: [[Panel]]

    /// A section by its members.
    public init(
      name: String, explanation: String, heading: PicturePage.Row? = nil, groups: [[Panel]]
    ) {
      self.name = name
      self.explanation = explanation
      self.heading = heading
      self.groups = groups
    }
  }

  let title: String
  let theme: Theme
  /// The widest line of panels.
  let width: Double

  /// A page that is called `title`, in the colours of `theme`; panels stand beside each other as far as `width` pixels
  /// have room for them.
  public init(title: String, theme: Theme, width: Double) {
    self.title = title
    self.theme = theme
    self.width = width
  }

  /// An HTML document without scripts, which loads nothing and lets nothing be loaded.
  public func html(_ sections: [Section]) -> [UInt8] {
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
      "}p{margin:0;max-width:60em}div{display:flex;flex-wrap:wrap;align-items:flex-start;gap:24px;")
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
