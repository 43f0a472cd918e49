import CellEngine
import Foundation
import FoundationXML
import Testing

@testable import cellctl

@Suite struct ComparisonPageTests {
  /// Returns a panel with one row of the given size.
  private func panel(_ caption: String, _ width: Double, _ height: Double) -> ComparisonPage.Panel {
    let picture = Array("<svg data-name=\"\(caption)\"/>".utf8)
    return ComparisonPage.Panel(
      caption: caption,
      rows: [PicturePage.Row(picture: picture, size: PictureSize(width: width, height: height))])
  }

  private var sections: [ComparisonPage.Section] {
    [
      ComparisonPage.Section(
        name: "A <b>", classes: "small & wide",
        groups: [[panel("one", 900, 50), panel("two", 900, 80), panel("three", 500, 60)]]),
      ComparisonPage.Section(name: "B", classes: "", groups: [[panel("four", 2400, 10)], []]),
    ]
  }

  private func page(
    _ sections: [ComparisonPage.Section], title: String = "All", isHTML: Bool = false
  ) -> ComparisonPage {
    ComparisonPage(title: title, theme: .light, sections: sections, isHTML: isHTML)
  }

  private func text(_ page: ComparisonPage) -> String { String(decoding: page.document, as: UTF8.self) }

  /// A panel names what its profile does not show, below its rows.
  @Test func `notes are below the rows`() throws {
    var noted = panel("one", 200, 50)
    noted.notes = ["tags: profile android has no tags, so <none> are shown in its rows"]
    func section(_ panel: ComparisonPage.Panel) -> [ComparisonPage.Section] {
      [ComparisonPage.Section(name: "A", classes: "B", groups: [[panel]])]
    }
    let plain = page(section(panel("one", 200, 50)))
    #expect(page(section(noted)).size.height == plain.size.height + 8 + 3 * 16)
    #expect(text(page(section(noted), isHTML: true)).contains("<small>tags: profile android has no</small>"))
    let svg = text(page(section(noted)))
    #expect(svg.contains(">tags: profile android has no</text>") && svg.contains("&lt;none&gt;"))
    // The first line is below the caption of 22, the rows of 50, and a gap of 8.
    #expect(svg.contains("<text y=\"92\""))
  }

  @Test func `panels fill lines up to the width`() throws {
    let page = page(sections)
    // The widest line has the panel that is too wide, and a margin at both sides.
    #expect(page.size.width == 2400 + 2 * 24)
    // Each line of panels has captions of 22 above and a gap below.
    let lines: [Double] = [22 + 80 + 24, 22 + 60 + 24, 22 + 10 + 24]
    // The margin, the headings, the empty group, and the space below both sections.
    let others: [Double] = [24, 2 * 60, 24, 2 * 16]
    #expect(page.size.height == (lines + others).reduce(0, +))
    let svg = text(page)
    for place in ["translate(0 60)", "translate(924 60)", "translate(0 186)", "translate(24 332)"] {
      #expect(svg.contains(place), "\(place)")
    }
  }

  @Test func `both documents are well-formed, and captions are escaped`() {
    for isHTML in [false, true] {
      let page = page(sections, title: "All & more {{rows}}", isHTML: isHTML)
      #expect(XMLParser(data: Data(page.document)).parse())
      let text = text(page)
      #expect(text.contains("A &lt;b&gt;") && text.contains("All &amp; more {{rows}}"))
      #expect(text.contains("small &amp; wide"))
      for caption in ["one", "two", "three", "four"] {
        #expect(text.contains("aria-label=\"\(caption)\"") && text.contains(">\(caption)</"), "\(caption)")
      }
      #expect(text.contains("default-src 'none'; img-src data:;") == isHTML)
    }
  }
}
