import CellProtocol
import CellWire
import Foundation
import FoundationXML
import Testing

@testable import CellEngine

/// A row takes memory only for what it shows, and ends at its limit.
@Suite("The limit of a row")
struct RowLimitTests {
  private static let formats = RowFormat.allCases

  /// Lays out a cell and calls `body` with its row.
  private func layOut(
    _ cell: Cell, _ change: (inout CellEngine.Environment) -> Void = { _ in },
    _ body: (borrowing Row) -> Void
  ) throws {
    var environment = CellEngine.Environment()
    environment.lineLimits = CellEngine.Environment.LineLimits.none
    change(&environment)
    let resolved = try Style(environment, kept: KeptColumns(ColumnNeeds(of: [cell])))
    let packed = CellRecord(cell)
    var layout = CellLayout(resolved)
    let prepared = PreparedCells([packed], for: Preparation(resolved))
    layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0, body)
  }

  /// The JSON of a row, an object.
  private func json(
    _ cell: Cell, _ format: RowFormat, limit: Int,
    _ change: (inout CellEngine.Environment) -> Void = { _ in }
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try layOut(cell, change) { row in
      var json = JSONWriter()
      json.beginObject()
      var writer = RowWriter(format: format, limit: limit)
      writer.write(row, to: &json, from: 0)
      json.endObject()
      bytes = json.bytes
    }
    return bytes
  }

  private func cell(lines: Int) -> Cell {
    var cell = Cell(
      id: "1", title: (0..<lines).map { "line \"\($0)\" of <many>" }.joined(separator: "\n"))
    cell.subtitle = "A subtitle"
    cell.href = "https://example.org/\"pumps\""
    cell.status = [Status(text: "High", state: .negative)]
    cell.tags = (0..<lines / 10).map { "tag \($0)" }
    return cell
  }

  @Test func emptyLinesTakeNoRoomForTheWidth() throws {
    let lines = 30_000
    try layOut(
      Cell(id: "1", title: "x" + String(repeating: "\n", count: lines) + "x"),
      { $0.width = .definite(1_000_000) },
      { row in
        var text: [UInt8] = []
        let hasText = TextRenderer().append(row, to: &text)
        #expect(hasText && text.count < 2 * lines && text.capacity < 1 << 20)
        var ansi: [UInt8] = []
        let hasANSI = ANSIRenderer().append(row, to: &ansi)
        #expect(hasANSI && ansi.capacity < 1 << 20)
      })
  }

  @Test func paddedLinesEndAtTheLimit() throws {
    try layOut(
      Cell(id: "1", title: "x" + String(repeating: "\n", count: 300) + "x"),
      { $0.width = .definite(1_000_000) },
      { row in
        var text: [UInt8] = []
        let isWhole = TextRenderer(pads: true).append(row, to: &text, limit: 4_000_000)
        #expect(!isWhole && text.count == 3_000_003 && text.capacity < 16_000_000)
        // A clipped row does not change the next one.
        text = []
        let height = Int(row.height)
        let isWholeNow = TextRenderer().append(row, to: &text)
        #expect(isWholeNow && text.count { $0 == UInt8(ascii: "\n") } == height)
      })
  }

  @Test(arguments: formats, [700, 3_000, 20_000, 100_000, 1_000_000])
  func aRowIsCutAtAWholeLine(format: RowFormat, limit: Int) throws {
    let cell = cell(lines: 1_000)
    let whole = try JSON(parsing: json(cell, format, limit: .max))
    let bytes = try json(cell, format, limit: limit)
    let row = try JSON(parsing: bytes)
    #expect(bytes.count <= limit)
    let isClipped = row["clipped"]?.bool == true
    if whole.text.utf8.count > limit { #expect(isClipped) }
    if whole.text.utf8.count < limit - 500 { #expect(row.text == whole.text) }
    #expect(row["height"] == whole["height"])
    guard isClipped else { return }
    // If lines were left out, most of the limit is used. Markdown has one line only.
    if limit > 10_000, format != .markdown { #expect(bytes.count > limit * 2 / 3) }
    if let lines = row["lines"]?.array {
      #expect(lines == whole["lines"]?.array?.prefix(lines.count).map { $0 })
    }
    if let elements = row["elements"]?.array, let all = whole["elements"]?.array {
      #expect(elements.dropLast() == all.prefix(max(0, elements.count - 1)))
      if let last = elements.last, let lines = last["lines"]?.array {
        #expect(lines == all[elements.count - 1]["lines"]?.array?.prefix(lines.count).map { $0 })
      }
    }
    if let picture = row["picture"]?.string {
      #expect(XMLParser(data: Data(picture.utf8)).parse(), "\(picture)")
      #expect(row["size"] == whole["size"])
    }
  }

  @Test(arguments: [RowFormat.frames, .svg, .html])
  func elementsInPointsAreCutToo(format: RowFormat) throws {
    let change: (inout CellEngine.Environment) -> Void = {
      $0.unit = .point
      $0.width = .definite(400)
      $0.font = CellEngine.Environment.Font(family: FontRequest.fixedFamily)
    }
    let cell = cell(lines: 1_000)
    let bytes = try json(cell, format, limit: 30_000, change)
    let row = try JSON(parsing: bytes)
    #expect(bytes.count <= 30_000 && bytes.count > 20_000)
    #expect(row["clipped"]?.bool == true)
    #expect(row["height"] == (try JSON(parsing: json(cell, format, limit: .max, change)))["height"])
  }

  @Test(arguments: [RowFormat.frames, .svg, .html])
  func aLabelHasAQuarter(format: RowFormat) throws {
    let title = String(repeating: "é\"", count: 5_000)
    let bytes = try json(Cell(id: "1", title: title), format, limit: 20_000) { $0.width = .definite(40) }
    let row = try JSON(parsing: bytes)
    #expect(bytes.count <= 20_000 && row["clipped"]?.bool == true)
    let label = row["label"]?.string ?? ""
    #expect(format != .frames || !label.isEmpty && title.hasPrefix(label) && label.utf8.count <= 5_000)
  }

  @Test(arguments: [
    ("a", 2_078, true), ("a", 2_079, false), ("é", 346, true), ("é", 347, false), ("a", 1_000_000, false),
  ])
  func aLongAddressIsNotLinked(letter: String, count: Int, isLinked: Bool) throws {
    var cell = Cell(id: "1", title: "a\nb")
    cell.href = "http:" + String(repeating: letter, count: count)
    try layOut(cell) { row in
      var ansi: [UInt8] = []
      ANSIRenderer().append(row, to: &ansi)
      #expect(String(decoding: ansi, as: UTF8.self).contains("\u{1B}]8;;") == isLinked)
      #expect(ansi.count < 5_000)
    }
  }
}
