/// Complete documents, and the lists of rows in them.
extension Markup {
  /// Returns an HTML document. It has no scripts, and its Content-Security-Policy lets it load
  /// nothing.
  ///
  /// - Parameter body: appends the content of the page.
  static func html(title: String, theme: ThemeColors, body: (inout Markup) -> Void) -> [UInt8] {
    var markup = Markup(.html)
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
      markup.attribute("content", "default-src 'none'; img-src data:; style-src 'unsafe-inline'")
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
    body(&markup)
    markup.end("body")
    markup.end("html")
    markup.lineFeed()
    return markup.bytes
  }

  /// Returns an SVG document with a background of one colour, and the style sheet of its colours.
  static func svg(
    title: String, role: StaticString, size: PictureSize, ground: Color, body: (inout Markup) -> Void
  ) -> [UInt8] {
    var markup = Markup(.svg)
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
      markup.attribute("role", role)
      markup.attribute("aria-label", text: title)
    }
    markup.lineFeed()
    var content = Markup(.svg)
    content.shape("rect") { markup in
      markup.attribute("width", size.width)
      markup.attribute("height", size.height)
      markup.fill(ground)
    }
    body(&content)
    let rules = Stylesheet.rules(for: content.bytes)
    if !rules.isEmpty {
      markup.begin("style")
      markup.markup(rules.utf8)
      markup.end("style")
      markup.lineFeed()
    }
    markup.markup(content.bytes)
    markup.end("svg")
    markup.lineFeed()
    return markup.bytes
  }

  /// Appends an `ol` element. The pictures of the rows must be `li` elements.
  ///
  /// Menus and previews next to rows are after the list, at their positions.
  package mutating func list(_ rows: [PicturePage.Row], label: String) {
    let hasOverlays = rows.contains { $0.overlay != nil }
    if hasOverlays {
      begin("div") { markup in
        markup.attribute("style") { markup in
          markup.append("position:relative;min-height:")
          markup.number(PicturePage.size(of: rows).height)
          markup.append("px")
        }
      }
    }
    // Without the role, some screen readers do not treat a list without marks as a list.
    begin("ol") { markup in
      markup.attribute("role", "list")
      markup.attribute("aria-label", text: label)
    }
    lineFeed()
    for row in rows {
      markup(row.picture)
      lineFeed()
    }
    end("ol")
    guard hasOverlays else { return }
    var y = 0.0
    for row in rows {
      if let overlay = row.overlay { place(overlay, below: y) }
      y += row.size.height
    }
    end("div")
  }

  private mutating func place(_ overlay: OverlayPicture, below y: Double) {
    begin("div") { markup in
      markup.attribute("style") { markup in
        markup.append("position:absolute;left:")
        markup.number(overlay.x)
        markup.append("px;top:")
        markup.number(y + overlay.y)
        markup.append("px")
      }
    }
    markup(overlay.picture)
    end("div")
    lineFeed()
  }

  /// Appends `svg` elements, each below the one before it.
  package mutating func stack(_ rows: [PicturePage.Row]) {
    var y = 0.0
    for row in rows {
      begin("g") { markup in
        markup.attribute("role", "listitem")
        markup.translation(x: 0, y: y)
      }
      markup(row.picture)
      end("g")
      lineFeed()
      y += row.size.height
    }
    y = 0
    for row in rows {
      if let overlay = row.overlay {
        begin("g") { $0.translation(x: overlay.x, y: y + overlay.y) }
        markup(overlay.picture)
        end("g")
        lineFeed()
      }
      y += row.size.height
    }
  }

  /// Appends the attribute that moves an element.
  fileprivate mutating func translation(x: Double, y: Double) {
    attribute("transform") { markup in
      markup.append("translate(")
      markup.number(x)
      markup.append(" ")
      markup.number(y)
      markup.append(")")
    }
  }
}
