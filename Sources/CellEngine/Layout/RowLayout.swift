/// What a style gives a text: its weight and colour are chosen when it is rendered.
public enum StyleRole: String, CaseIterable, Sendable {
  case title, secondary, body, number, icon, image, tag, rating, more, control, unread, button, disabled
  case accessory, separator
}

/// A piece of a line: bytes that are copied when the row is rendered.
enum Piece {
  /// What a line of a wrapped text shows of a field: indices into the cell's fields and the row's text lines.
  case text(field: Int32, line: Int32)
  /// A mark that the view draws by itself.
  case glyph(Glyph)
  /// The glyph of the named icon at this place of the icon table.
  case icon(Int32)
  /// A number in ASCII digits.
  case integer(Int32)
}

/// A line of text at its place.
struct PlacedLine {
  /// What it shows.
  enum Content {
    /// A line of a field, by itself, or between the marks of a tag, as in a terminal.
    case text(field: Int32)
    case tag(field: Int32)
    /// So many pieces, in logical order.
    case pieces(count: Int32)
  }

  /// The top left corner in the row, in layout units.
  var x: Int32
  var y: Int32
  /// The width of the ink.
  var advance: Int32
  /// The element that the line belongs to.
  var element: Int32
  /// The row's text line that it shows, or its first piece.
  var first: Int32
  var content: Content
  var isRightToLeft: Bool
  /// What follows at the same height, while the row is written; -1 is nothing.
  var next: Int32 = -1

  /// The field of which it shows a line, where it shows nothing else; -1 where it is composed of pieces.
  @inline(__always)
  var field: Int32 {
    switch content {
    case .text(let field), .tag(let field): field
    case .pieces: -1
    }
  }

  /// Its pieces, of the row's.
  var pieces: Range<Int32> {
    if case .pieces(let count) = content { first..<first + count } else { first..<first }
  }
}

/// A slot's content at its place: the room that it was given, and its lines.
struct PlacedElement {
  var slot: Slot
  var role: StyleRole
  /// The semantic state, where the slot has one.
  var state: Status.State? = nil
  var isTruncated = false
  var x: Int32
  var y: Int32
  var width: Int32
  var height: Int32
  /// The first of its lines, of the row's, and how many there are.
  var firstLine: Int32
  var lineCount: Int32
  /// The field that the element shows, for mapping what is hidden; -1 where it shows none.
  var field: Int32 = -1
  /// The hidden bytes of the field's display text.
  var hidden: Range<Int32> = 0..<0

  /// Its lines, of the row's.
  var lines: Range<Int32> { firstLine..<firstLine + lineCount }
}

/// A cell laid out in an environment: placed elements, lines and pieces, in layout units (columns and lines).
///
/// It is used again from row to row, so that laying out allocates nothing in steady state.
struct RowLayout: ~Copyable {
  var width: Int32 = 0
  /// With the separator.
  var height: Int32 = 0
  /// Without it.
  var contentHeight: Int32 = 0
  var elements = Scratch<PlacedElement>(capacity: 32)
  /// Whether what is placed is noted as elements, too: lines of text are written without.
  var notesElements = true
  var lines = Scratch<PlacedLine>(capacity: 32)
  var pieces = Scratch<Piece>(capacity: 64)
  /// The runs of fonts in each line, where the view has real fonts.
  var runs: [[FontRun]] = []
  /// What the lines of wrapped texts show; made when the row is measured.
  var textLines = Scratch<TextLine>(capacity: 32)

  /// Forgets the row before it is measured.
  mutating func removeAll() {
    width = 0
    height = 0
    contentHeight = 0
    textLines.removeAll()
  }

  /// Forgets what was placed, before it is placed anew.
  mutating func removePlaces() {
    elements.removeAll()
    lines.removeAll()
    pieces.removeAll()
  }

  /// The index of the element, and of the line, that is placed next.
  var nextElement: Int32 { @inline(__always) get { Int32(truncatingIfNeeded: elements.count) } }
  var nextLine: Int32 { @inline(__always) get { Int32(truncatingIfNeeded: lines.count) } }

  /// A bound on the bytes of a mark, a named icon, or a number, with the slack of copies.
  private static let pieceBytes = 16

  /// Records of so many bytes are not looked at for those that are shown.
  private static let shortRecord = 8192

  /// A bound on the bytes of all that it shows of a record of `recordByteCount`, of which nothing is shown twice.
  func byteBound(ofRecord recordByteCount: Int) -> Int {
    let added = pieces.count &* Self.pieceBytes &+ textLines.count &* TextLine.mostAddedBytes
    if recordByteCount <= Self.shortRecord { return recordByteCount &+ added }
    return textLines.indices.reduce(added) { $0 &+ textLines[$1].shownBytes }
  }

  /// A bound on the bytes of one line.
  func byteBound(of line: PlacedLine) -> Int {
    if line.field >= 0 { return textLines[Int(line.first)].shownBytes + TextLine.mostAddedBytes }
    return line.pieces.reduce(0) { bound, index in
      guard case .text(_, let text) = pieces[Int(index)] else { return bound + Self.pieceBytes }
      return bound + textLines[Int(text)].shownBytes + TextLine.mostAddedBytes
    }
  }

  /// Forgets the pieces from `first` on, which belong to no line.
  mutating func removePieces(from first: Int32) {
    pieces.keepFirst(Int(first))
  }

  /// Moves everything down.
  mutating func lower(by distance: Int32) {
    for index in elements.indices { elements[index].y &+= distance }
    for index in lines.indices { lines[index].y &+= distance }
  }

  /// Mirrors every place: leading becomes the right edge.
  mutating func mirror() {
    for index in elements.indices {
      elements[index].x = width - elements[index].x - elements[index].width
    }
    for index in lines.indices {
      lines[index].x = width - lines[index].x - lines[index].advance
    }
  }
}
