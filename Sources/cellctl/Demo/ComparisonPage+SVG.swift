import CellEngine

/// The page as SVG. SVG has no line layout, so the panels are placed at coordinates.
extension ComparisonPage {
  /// The space around the page and between panels.
  private static let margin = 24.0
  /// The space below a heading, and the extra space below a section.
  private static let headingGap = 16.0
  private static let sectionGap = 16.0
  private static let captionSize = 13.0
  /// The distance from the top of a caption to the rows below it.
  private static let captionHeight = 22.0
  /// The size of notes, the height of their lines, and the space above them.
  private static let noteSize = 12.0
  private static let noteLine = 16.0
  private static let noteGap = 8.0

  /// A panel and its position in its group.
  private struct Placed {
    var panel: Panel
    var x: Double
    var y: Double
    var size: PictureSize
  }

  /// Returns the width of the widest line of panels, which is the width of the headings.
  func contentWidth(of sections: [Section]) -> Double {
    sections.lazy.flatMap(\.groups).flatMap { placed($0) }.map { $0.x + $0.size.width }.max() ?? 0
  }

  /// Returns the size of the picture of all sections.
  func size(of sections: [Section]) -> PictureSize {
    PictureSize(
      width: contentWidth(of: sections) + 2 * Self.margin,
      height: sections.reduce(Self.margin) { $0 + height(of: $1) })
  }

  /// Returns an SVG document with all sections.
  func svg(_ sections: [Section]) -> [UInt8] {
    Markup.svg(title: title, role: "group", size: size(of: sections), ground: theme.page) { markup in
      var y = Self.margin
      for section in sections {
        markup.begin("g") { markup in
          markup.attribute("role", "group")
          markup.attribute("aria-label", text: section.name)
          markup.translation(x: Self.margin, y: y)
        }
        draw(section, in: &markup)
        markup.end("g")
        markup.lineFeed()
        y += height(of: section)
      }
    }
  }

  private func draw(_ section: Section, in markup: inout Markup) {
    var y = 0.0
    if let heading = section.heading {
      markup.markup(heading.picture)
      y += heading.size.height + Self.headingGap
    }
    for group in section.groups {
      let panels = placed(group)
      for panel in panels { draw(panel, top: y, in: &markup) }
      y += Self.height(of: panels)
    }
  }

  private func draw(_ placed: Placed, top: Double, in markup: inout Markup) {
    let y = top + placed.y
    markup.begin("text") { [theme] markup in
      markup.attribute("x", placed.x)
      markup.attribute("y", y + Self.captionSize)
      markup.attribute("font-family", "Inter, Roboto, sans-serif")
      markup.attribute("font-size", Self.captionSize)
      markup.fill(theme.secondary)
    }
    markup.text(placed.panel.caption)
    markup.end("text")
    markup.begin("g") { markup in
      markup.attribute("role", "list")
      markup.attribute("aria-label", text: placed.panel.caption)
    }
    markup.stack(placed.panel.rows, x: placed.x, y: y + Self.captionHeight)
    markup.end("g")
    markup.lineFeed()
    var noteY = y + Self.captionHeight + PicturePage.size(of: placed.panel.rows).height + Self.noteGap
    for line in noteLines(of: placed.panel) {
      noteY += Self.noteLine
      markup.begin("text") { [theme, noteY] markup in
        markup.attribute("x", placed.x)
        markup.attribute("y", noteY - (Self.noteLine - Self.noteSize))
        markup.attribute("font-family", "Inter, Roboto, sans-serif")
        markup.attribute("font-size", Self.noteSize)
        markup.fill(theme.secondary)
      }
      markup.text(line)
      markup.end("text")
      markup.lineFeed()
    }
  }

  private func height(of section: Section) -> Double {
    let heading = section.heading.map { $0.size.height + Self.headingGap } ?? 0
    return section.groups.reduce(heading + Self.sectionGap) { $0 + Self.height(of: placed($1)) }
  }

  /// Returns the height of panels and the space below them.
  private static func height(of panels: [Placed]) -> Double {
    (panels.map { $0.y + $0.size.height }.max() ?? 0) + margin
  }

  /// Places panels next to each other, in as many lines as needed.
  private func placed(_ panels: [Panel]) -> [Placed] {
    var placed: [Placed] = []
    var (x, y, bottom) = (0.0, 0.0, 0.0)
    for panel in panels {
      var size = PicturePage.size(of: panel.rows)
      size.height += Self.captionHeight
      let notes = noteLines(of: panel)
      if !notes.isEmpty { size.height += Self.noteGap + Double(notes.count) * Self.noteLine }
      if x > 0, x + size.width > width { (x, y) = (0, bottom + Self.margin) }
      placed.append(Placed(panel: panel, x: x, y: y, size: size))
      x += size.width + Self.margin
      bottom = max(bottom, y + size.height)
    }
    return placed
  }
}
