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
    let heading = PicturePage.Row(
      picture: Array("<svg data-name=\"heading\"/>".utf8), size: PictureSize(width: 500, height: 40))
    return [
      ComparisonPage.Section(
        name: "A <b>", explanation: "Rule & reason", heading: heading,
        groups: [[panel("one", 200, 50), panel("two", 200, 80), panel("three", 300, 60)]]),
      ComparisonPage.Section(name: "B", explanation: "", groups: [[panel("four", 600, 10)], []]),
    ]
  }

  /// A panel names what its profile does not show, below its rows.
  @Test func `notes are below the rows`() throws {
    let page = ComparisonPage(title: "All", theme: .light, width: 500)
    var noted = panel("one", 200, 50)
    noted.notes = ["tags: profile android has no tags, so <none> are shown in its rows"]
    #expect(page.noteLines(of: noted).count == 3)
    func section(_ panel: ComparisonPage.Panel) -> [ComparisonPage.Section] {
      [ComparisonPage.Section(name: "A", explanation: "B", groups: [[panel]])]
    }
    let plain = page.size(of: section(panel("one", 200, 50)))
    #expect(page.size(of: section(noted)).height == plain.height + 8 + 3 * 16)
    let html = String(decoding: page.html(section(noted)), as: UTF8.self)
    #expect(html.contains("<small>tags: profile android has no</small>"))
    let svg = String(decoding: page.svg(section(noted)), as: UTF8.self)
    #expect(svg.contains(">tags: profile android has no</text>") && svg.contains("&lt;none&gt;"))
  }

  @Test func `panels fill lines up to the width`() throws {
    let page = ComparisonPage(title: "All", theme: .light, width: 500)
    // The first line has two panels, the second one of 300, and the third one that is too wide.
    #expect(page.contentWidth(of: sections) == 600)
    let size = page.size(of: sections)
    #expect(size.width == 648)
    // Each line of panels has captions of 22 above and a gap below.
    let lines: [Double] = [22 + 80 + 24, 22 + 60 + 24, 22 + 10 + 24]
    // The margin, the heading, the empty group, and the space below both sections.
    let others: [Double] = [24, 40 + 16, 24, 2 * 16]
    #expect(size.height == (lines + others).reduce(0, +))
    let svg = String(decoding: page.svg(sections), as: UTF8.self)
    for place in ["translate(0 78)", "translate(224 78)", "translate(0 204)", "translate(24 328)"] {
      #expect(svg.contains(place), "\(place)")
    }
  }

  @Test func `both documents are well-formed, and captions are escaped`() {
    let page = ComparisonPage(title: "All & more", theme: .dark, width: 500)
    for document in [page.svg(sections), page.html(sections)] {
      #expect(XMLParser(data: Data(document)).parse())
      let text = String(decoding: document, as: UTF8.self)
      #expect(text.contains("A &lt;b&gt;") && text.contains("All &amp; more"))
      for caption in ["one", "two", "three", "four"] {
        #expect(text.contains("aria-label=\"\(caption)\"") && text.contains(">\(caption)</"), "\(caption)")
      }
    }
    let html = String(decoding: page.html(sections), as: UTF8.self)
    #expect(html.contains("default-src 'none'; img-src data:;") && html.contains("Rule &amp; reason"))
    #expect(!html.contains("heading\""))
  }
}
