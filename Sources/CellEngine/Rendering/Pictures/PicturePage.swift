/// A whole document of pictures of rows, one below the other: a file that needs nothing else.
public struct PicturePage: Sendable {
  /// The picture of a row, and how large it is.
  public struct Row: Sendable {
    /// An `svg` element for ``PicturePage/svg(_:)``, an `li` element for ``PicturePage/html(_:)``.
    public var picture: [UInt8]
    public var size: PictureSize

    /// A row by its members.
    public init(picture: [UInt8], size: PictureSize) {
      self.picture = picture
      self.size = size
    }
  }

  private let title: String
  private let theme: Theme

  /// A page that is called `title`, for rows in the colours of `theme`.
  public init(title: String, theme: Theme) {
    self.title = title
    self.theme = theme
  }

  /// How large the picture of all rows is.
  public static func size(of rows: [Row]) -> PictureSize {
    rows.reduce(into: PictureSize(width: 0, height: 0)) { size, row in
      size.width = max(size.width, row.size.width)
      size.height += row.size.height
    }
  }

  /// One picture of all rows: an SVG document.
  public func svg(_ rows: [Row]) -> [UInt8] {
    let size = Self.size(of: rows)
    var markup = Markup()
    markup.begin("svg") { markup in
      markup.attribute("xmlns", "http://www.w3.org/2000/svg")
      markup.attribute("width", size.width)
      markup.attribute("height", size.height)
      markup.attribute("viewBox") { markup in
        markup.append("0 0 ")
        markup.number(size.width)
        markup.append(" ")
        markup.number(size.height)
      }
      markup.attribute("role", "list")
      markup.attribute("aria-label", text: title)
    }
    markup.lineFeed()
    markup.shape("rect") { [theme] markup in
      markup.attribute("width", size.width)
      markup.attribute("height", size.height)
      markup.attribute("fill", theme.background)
    }
    var y = 0.0
    for row in rows {
      markup.begin("g") { markup in
        markup.attribute("role", "listitem")
        markup.attribute("transform") { markup in
          markup.append("translate(0 ")
          markup.number(y)
          markup.append(")")
        }
      }
      markup.markup(row.picture)
      markup.end("g")
      markup.lineFeed()
      y += row.size.height
    }
    markup.end("svg")
    markup.lineFeed()
    return markup.bytes
  }

  /// A list of all rows: an HTML document without scripts, which loads nothing and lets nothing be loaded.
  public func html(_ rows: [Row]) -> [UInt8] {
    var markup = Markup()
    markup.append("<!DOCTYPE html>\n")
    markup.begin("html")
    markup.begin("head")
    markup.shape("meta") { $0.attribute("charset", "utf-8") }
    markup.shape("meta") { markup in
      markup.attribute("name", "viewport")
      markup.attribute("content", "width=device-width")
    }
    markup.shape("meta") { markup in
      markup.attribute("http-equiv", "Content-Security-Policy")
      markup.attribute("content", "default-src 'none'; style-src 'unsafe-inline'")
    }
    markup.begin("title")
    markup.text(title)
    markup.end("title")
    markup.begin("style")
    markup.append("body{margin:0;background:")
    markup.color(theme.page)
    markup.append("}ol{margin:0;padding:0;list-style:none}svg{display:block}")
    markup.end("style")
    markup.end("head")
    markup.lineFeed()
    markup.begin("body")
    // A list without marks is none to some screen readers, unless it says so.
    markup.begin("ol") { markup in
      markup.attribute("role", "list")
      markup.attribute("aria-label", text: title)
    }
    markup.lineFeed()
    for row in rows {
      markup.markup(row.picture)
      markup.lineFeed()
    }
    markup.end("ol")
    markup.end("body")
    markup.end("html")
    markup.lineFeed()
    return markup.bytes
  }
}
