import Foundation
import FoundationXML
import Testing

@testable import CellEngine

@Suite("Images in pictures")
struct EmbeddedImageTests {
  /// A PNG of one pixel.
  private static let png =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  /// Each element of a picture with its attributes.
  private final class Elements: NSObject, XMLParserDelegate {
    var all: [(name: String, attributes: [String: String])] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      all.append((name, attributes))
    }
  }

  private func elements(
    _ cell: Cell, unit: LengthUnit = .point
  ) throws -> [(name: String, attributes: [String: String])] {
    var environment = CellEngine.Environment()
    environment.unit = unit
    environment.width = .definite(unit == .point ? 720 : 80)
    let packed = CellRecord(cell)
    let resolved = try Style(environment, kept: KeptColumns(ColumnNeeds(of: [cell])))
    var layout = CellLayout(resolved)
    var bytes: [UInt8] = []
    layout.layOut(
      packed, state: CellState(of: cell), prepared: PreparedCells([packed], for: Preparation(resolved)), at: 0
    ) { SVGRenderer().append($0, to: &bytes) }
    let elements = Elements()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = elements
    try #require(parser.parse())
    return elements.all
  }

  @Test(arguments: [
    png, "data:image/jpeg;base64,/9j/4AAQ", "data:image/gif;base64,R0lGODlh",
    "DATA:image/WebP;Base64,UklGRg==",
  ])
  func `an image in its source is drawn unchanged`(source: String) throws {
    var cell = Cell(id: "1", title: "Title")
    cell.image = Image(initials: "AB", person: true, source: source)
    let elements = try elements(cell)
    let image = try #require(elements.first { $0.name == "image" }).attributes
    #expect(image["href"] == source)
    let clip = try #require(elements.first { $0.name == "clipPath" }?.attributes["id"])
    #expect(image["clip-path"] == "url(#\(clip))")
    // The title is the only text: initials are left out.
    #expect(elements.filter { $0.name == "text" }.count == 1)
    #expect(image["width"] == "40")
  }

  @Test(arguments: [
    "photo.png", "/etc/passwd", "file:///photo.png", "https://example.com/a.png", "",
    "data:image/svg+xml;base64,PHN2Zy8+", "data:text/html;base64,PGI+", "data:image/png,iVBORw0KGgo=",
    "data:image/png;charset=x;base64,iVBORw0KGgo=", "data:image/png;base64,",
    "data:image/png;base64,PHN2Zy8+",
    "data:image/png;base64,R0lGODlh", "data:image/png;base64,iVBORw0KGgo",
    "data:image/png;base64,iVBORw0KGg\"><b",
    "data:image/png;base64,iVBORw0KGg =", "data:image/png;base64,iVBORw0KG=o=",
    "data:image/png;base64,iVBORw0KGg===",
    "data:image/png;base64,iVBORw0KGgé", " data:image/png;base64,iVBORw0KGgo=", "data:",
  ])
  func `an image that would be loaded is replaced by initials`(source: String) throws {
    var cell = Cell(id: "1", title: "Title")
    cell.image = Image(initials: "AB", source: source)
    let names = try elements(cell).map(\.name)
    #expect(!names.contains("image") && !names.contains("clipPath"))
    #expect(names.filter { $0 == "text" }.count == 2)
  }

  @Test func `avatars have their own images and shapes`() throws {
    var cell = Cell(id: "1", title: "Title")
    cell.avatars = [Image(source: Self.png), Image(initials: "CD"), Image(shape: .square, source: Self.png)]
    let elements = try elements(cell)
    #expect(elements.filter { $0.name == "image" }.count == 2)
    #expect(Set(elements.filter { $0.name == "clipPath" }.compactMap { $0.attributes["id"] }).count == 2)
  }

  @Test func `a terminal shows initials`() throws {
    var cell = Cell(id: "1", title: "Title")
    cell.image = Image(initials: "AB", source: Self.png)
    #expect(try !elements(cell, unit: .column).contains { $0.name == "image" })
  }
}
