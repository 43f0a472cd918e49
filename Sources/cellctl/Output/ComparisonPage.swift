import CellEngine

/// The page of `cellctl compare`, which needs no other file. Pages/compare.html and
/// Pages/compare.svg are its templates.
struct ComparisonPage {
  /// A list of rows with a caption.
  struct Panel {
    var caption: String
    var rows: [PicturePage.Row]
    /// Sentences below the rows.
    var notes: [String] = []
  }

  /// The panels of a profile. Each group starts a new line of the page.
  struct Section {
    var name: String
    var classes: String
    var groups: [[Panel]]
  }

  /// The maximum width in points: a compact panel next to a medium one and an expanded one.
  private static let width = 2_300.0
  /// The space around the page and between panels, and the extra space below a section.
  private static let margin = 24.0
  private static let sectionGap = 16.0
  /// The heights of the name and the classes of a profile, and of a caption, with the space below.
  private static let headingHeight = 60.0
  private static let captionHeight = 22.0
  /// The height of a line of notes, the space above them, and the width of a letter, about.
  private static let noteLine = 16.0
  private static let noteGap = 8.0
  private static let noteLetter = 6.5

  private let isHTML: Bool
  private var values: [String: PageTemplate.Value]
  /// The size of the SVG document.
  private(set) var size = PictureSize(width: 2 * margin, height: margin)

  /// - Parameter isHTML: whether the rows are pictures for HTML.
  init(title: String, theme: ThemeColors, sections: [Section], isHTML: Bool) {
    self.isHTML = isHTML
    values = [
      "title": .markup { $0.text(title) }, "rules": .text(Stylesheet.all), "maximum": .number(Self.width),
    ]
    for (name, color) in [("page", theme.page), ("text", theme.text), ("secondary", theme.secondary)] {
      // Programs that draw SVG know no variables.
      values[name] = isHTML ? .markup { $0.color(color) } : .text(color.hexadecimal)
    }
    values["sections"] = .list(sections.map { placed($0) })
    values["width"] = .number(size.width)
    values["height"] = .number(size.height)
  }

  /// The document.
  var document: [UInt8] {
    let template = isHTML ? PackageResources.compare_html : PackageResources.compare_svg
    return Array(PageTemplate(String(decoding: template, as: UTF8.self)).filled(values).utf8)
  }

  /// Places a section at the end of the page. SVG has no layout, so panels have coordinates.
  private mutating func placed(_ section: Section) -> [String: PageTemplate.Value] {
    let top = size.height
    var y = Self.headingHeight
    let groups = section.groups.map { panels in
      var (x, bottom) = (0.0, y)
      let placed = panels.map { panel in
        let rows = PicturePage.size(of: panel.rows)
        let notes = notes(of: panel, below: Self.captionHeight + rows.height)
        if x > 0, x + rows.width > Self.width { (x, y) = (0, bottom + Self.margin) }
        let values = values(of: panel, x: x, y: y, notes)
        let height = Self.captionHeight + rows.height + (notes.isEmpty ? 0 : Self.noteGap)
        bottom = max(bottom, y + height + Double(notes.count) * Self.noteLine)
        x += rows.width + Self.margin
        size.width = max(size.width, x + Self.margin)
        return values
      }
      y = bottom + Self.margin
      return ["panels": PageTemplate.Value.list(placed)]
    }
    size.height += y + Self.sectionGap
    return [
      "name": .markup { $0.text(section.name) }, "classes": .markup { $0.text(section.classes) },
      "y": .number(top), "groups": .list(groups),
    ]
  }

  private func values(
    of panel: Panel, x: Double, y: Double, _ notes: [[String: PageTemplate.Value]]
  ) -> [String: PageTemplate.Value] {
    [
      "caption": .markup { $0.text(panel.caption) }, "x": .number(x), "y": .number(y), "notes": .list(notes),
      "rows": .markup { isHTML ? $0.list(panel.rows, label: panel.caption) : $0.stack(panel.rows) },
    ]
  }

  /// Returns the notes of a panel in lines that are about as wide as its rows.
  private func notes(of panel: Panel, below top: Double) -> [[String: PageTemplate.Value]] {
    let columns = Int(PicturePage.size(of: panel.rows).width / Self.noteLetter)
    return panel.notes.flatMap { $0.wrapped(columns: max(columns, 1)) }.enumerated().map { index, line in
      let y = top + Self.noteGap + Double(index + 1) * Self.noteLine - 4
      return ["note": .markup { $0.text(line) }, "y": .number(y)]
    }
  }
}

extension PageTemplate.Value {
  static func markup(_ write: (inout Markup) -> Void) -> Self {
    var markup = Markup(.html)
    write(&markup)
    return .text(String(decoding: markup.bytes, as: UTF8.self))
  }

  static func number(_ number: Double) -> Self { markup { $0.number(number) } }
}
