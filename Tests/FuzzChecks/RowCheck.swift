import CellEngine
import CellProtocol
import CellWire

/// A whole cell in any environment, in all formats.
struct RowCheck {
  private let cell: Cell
  private let set: Environment
  private let environment: Style
  private let row: RenderedRow

  init(_ input: UnsafeBufferPointer<UInt8>) throws(BrokenInvariant) {
    var source = ByteSource(input)
    set = source.environment()
    let selection = source.pick(SelectionMode.allCases)
    let kept = source.keptColumns()
    cell = source.cell()
    do {
      environment = try Style(set, selection: selection, kept: kept)
    } catch {
      throw BrokenInvariant(description: "\(error)")
    }
    row = RenderedRow(cell, in: environment)
  }

  func run() throws(BrokenInvariant) {
    do {
      try lines()
      try spans()
      try frames()
      try label()
      try formatsAgree()
      try packsAndUnpacks()
      try require(RenderedRow(cell, in: environment) == row, "laid out again it is another row")
    } catch {
      throw BrokenInvariant(
        description: "\(error.description):\n\(row.text.joined(separator: "\n"))\n\(cell)\n\(set)")
    }
  }

  private var width: Int? {
    environment.width == Style.unlimited ? nil : Int(environment.width)
  }

  /// Whether the ellipsis has white space, or a character that is shown as white space.
  private var hasBlankEllipsis: Bool {
    environment.ellipsis.unicodeScalars.contains {
      $0.properties.isWhitespace || $0.properties.generalCategory == .control
    }
  }

  private func columns(_ text: String) -> Int { ShownText.columns(text, environment.widthModel) }

  private func lines() throws(BrokenInvariant) {
    try require(row.text.count == row.height, "\(row.text.count) lines of a height of \(row.height)")
    try require(row.padded.count == row.height, "\(row.padded.count) padded lines")
    for line in row.text {
      try ShownText.requireHarmless(line)
      if let width { try require(columns(line) <= width, "a line of \(columns(line)) columns") }
      // An ellipsis can end with a space.
      try require(line.last != " " || hasBlankEllipsis, "a line ends with a space")
    }
    guard let width else { return }
    for (index, line) in row.padded.enumerated() {
      // A separator of wide glyphs can be narrower than the view.
      let isSeparator = environment.separator == .line && index == row.height - 1
      try require(
        columns(line) == width || (isSeparator || joinsSpaces(at: index)) && columns(line) < width,
        "a padded line of \(columns(line)) columns")
    }
  }

  /// Whether a span of a line joins the space next to it. It starts with a spacing mark or ends
  /// with a prepended mark, so a terminal draws both in one cell.
  private func joinsSpaces(at line: Int) -> Bool {
    row.spans.indices.contains(line)
      && row.spans[line].contains { columns(" \($0.text) ") != columns($0.text) + 2 }
  }

  private func spans() throws(BrokenInvariant) {
    try require(row.spans.count == row.height, "\(row.spans.count) lines of spans")
    for (line, text) in zip(row.spans, row.text) {
      var end = 0
      for span in line {
        try ShownText.requireHarmless(span.text)
        try require(span.x >= end, "spans overlap at \(span.x)")
        end = span.x + span.width
        try require(columns(span.text) <= span.width, "a span is wider than it says")
        if let width { try require(end <= width, "a span ends at \(end)") }
      }
      try require(
        shown(text) == line.flatMap { shown($0.text) }, "spans have another text")
    }
  }

  /// The ink of a text. Spans have no isolates around them.
  private func shown(_ text: String) -> [Unicode.Scalar] {
    ShownText.ink(text).filter { set.isolates != true || !(0x2068...0x2069).contains($0.value) }
  }

  private func frames() throws(BrokenInvariant) {
    let placed = row.frames.filter { $0.width > 0 && $0.height > 0 }
    for (index, frame) in placed.enumerated() {
      try require(frame.x >= 0 && frame.y >= 0, "\(frame.slot) begins outside of the row")
      try require(frame.y + frame.height <= Double(row.height), "\(frame.slot) is higher than the row")
      if let width { try require(frame.x + frame.width <= Double(width), "\(frame.slot) is out of the view") }
      for line in frame.lines {
        try ShownText.requireHarmless(line.text)
        try require(
          line.x >= frame.x && line.x + line.width <= frame.x + frame.width, "a line leaves its \(frame.slot)"
        )
      }
      try require(
        frame.hidden.allSatisfy { !$0.isEmpty && $0.lowerBound >= 0 },
        "hidden in \(frame.slot): \(frame.hidden)")
      for other in placed[(index + 1)...] {
        let apart =
          frame.x + frame.width <= other.x || other.x + other.width <= frame.x
          || frame.y + frame.height <= other.y || other.y + other.height <= frame.y
        try require(apart, "\(frame.slot) and \(other.slot) overlap")
      }
    }
  }

  private func label() throws(BrokenInvariant) {
    for line in row.label.split(separator: "\n") { try ShownText.requireHarmless(String(line)) }
  }

  /// `ansi` without colours and links is `text`. Every format is valid JSON.
  private func formatsAgree() throws(BrokenInvariant) {
    try require(row.ansi.count == row.height, "\(row.ansi.count) lines of ansi")
    for (styled, plain) in zip(row.ansi, row.text) {
      let bare = try StyledLine(styled).text
      try require(ShownText.ink(bare).elementsEqual(ShownText.ink(plain)), "ansi has another text: \(bare)")
      try require(columns(bare) == columns(plain), "ansi has another width")
    }
    let packed = CellRecord(cell)
    let prepared = PreparedCells([packed], for: Preparation(environment))
    var layout = CellLayout(environment)
    for format in RowFormat.allCases where !format.isPicture {
      var writer = RowWriter(format: format)
      var json = JSONWriter()
      json.beginObject()
      layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0) {
        writer.write($0, to: &json)
      }
      json.endObject()
      let height = (try? JSON(parsing: json.bytes))?["height"]?.int
      try require(height == row.height, "\(format) is no JSON, or of another height")
    }
  }

  private func packsAndUnpacks() throws(BrokenInvariant) {
    let packed = CellRecord(cell)
    let unpacked = Cell(packed, state: CellState(of: cell))
    try require(CellRecord(unpacked) == packed, "packed again it is another cell")
  }
}
