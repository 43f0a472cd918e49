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

  private static func uri(_ type: String, _ file: [UInt8]) -> String {
    "\(type);base64,\(Data(file).base64EncodedString())"
  }

  private static func big(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The beginning of a PNG of this size.
  private static func png(_ width: Int, _ height: Int) -> String {
    uri(
      "data:image/png",
      [0x89] + "PNG\r\n\u{1A}\n\0\0\0\rIHDR".utf8 + big(width, 4) + big(height, 4) + [8, 6, 0, 0, 0])
  }

  /// The beginning of a JPEG of this size. The data of a segment has another marker of a frame.
  private static func jpeg(_ width: Int, _ height: Int, start: UInt8 = 0xC2) -> String {
    let segments: [[UInt8]] = [
      [0xFF, 0xE1, 0, 11, 0xFF, 0xC0, 0, 17, 8, 0, 1, 0, 1], [0xFF, 0xC4, 0, 3, 7],
      [0xFF, 0xFF, 0xFF, 0xDB, 0, 4, 1, 2],
    ]
    return uri(
      "data:image/jpeg",
      [0xFF, 0xD8] + segments.flatMap { $0 } + [0xFF, start, 0, 17, 8] + big(height, 2) + big(width, 2))
  }

  /// A GIF with a table of colours, an extension, and a frame.
  private static func gif(_ screen: (Int, Int), frame: (x: Int, y: Int, width: Int, height: Int)) -> String {
    func little(_ number: Int) -> [UInt8] { big(number, 2).reversed() }
    let head = Array("GIF89a".utf8) + little(screen.0) + little(screen.1) + [0x80, 0, 0, 1, 2, 3, 4, 5, 6]
    let comment: [UInt8] = [0x21, 0xFE, 3, 0x2C, 0xFF, 0xFF, 2, 0xFF, 0xFF, 0]
    let numbers = [frame.x, frame.y, frame.width, frame.height].flatMap(little)
    return uri("data:image/gif", head + comment + [0x2C] + numbers + [0, 2, 1, 0x44, 0, 0x3B])
  }

  /// The beginning of a WebP file, with the bytes of its first chunk.
  private static func webp(_ chunk: String, _ bytes: [UInt8]) -> String {
    uri("DATA:image/WebP", Array("RIFF____WEBP\(chunk)____".utf8) + bytes)
  }

  @Test(arguments: [
    png, png(4096, 4096), png(16_777_216, 1), jpeg(4096, 4096), jpeg(1, 1, start: 0xC0),
    jpeg(3, 5, start: 0xCF),
    gif((4, 4), frame: (0, 0, 4, 4)), gif((4096, 4096), frame: (0, 0, 1, 1)),
    webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0xFF, 0x4F, 0, 0x44]),
    webp("VP8L", [0x2F, 0xFF, 0xCF, 0xFF, 3]), webp("VP8X", [0, 0, 0, 0, 0xFF, 0xFF, 0, 0xFF, 0, 0]),
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

  @Test(arguments: [
    png(4096, 4097), png(16_777_217, 1), png(0xFFFF_FFFF, 0xFFFF_FFFF), png(0, 4), png(30_000, 30_000),
    jpeg(65_500, 65_500), jpeg(4097, 4096), jpeg(1, 0), gif((8000, 8000), frame: (0, 0, 1, 1)),
    webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F]),
    webp("VP8L", [0x2F, 0xFF, 0xFF, 0xFF, 0x0F]),
    webp("VP8X", [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
    // Without a size.
    "data:image/png;base64,iVBORw0KGgo=", "data:image/jpeg;base64,/9j/4AAQ",
    "data:image/jpeg;base64,/9j/2Q==",
    "data:image/gif;base64,R0lGODlh", "data:image/webp;base64,UklGRg==",
  ])
  func `an image that takes much memory, or does not tell, is replaced by initials`(source: String) throws {
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
