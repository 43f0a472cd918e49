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
  /// The top left corner in the row, in layout units.
  var x: Int32
  var y: Int32
  /// The width of the ink.
  var advance: Int32
  var isRightToLeft: Bool
  /// The pieces in logical order.
  var pieces: Range<Int>
  /// The element that the line belongs to.
  var element: Int
}

/// A slot's content at its place: the room that it was given, and its lines.
struct PlacedElement {
  var slot: Slot
  var role: StyleRole
  /// The semantic state, where the slot has one.
  var state: Status.State?
  var x: Int32
  var y: Int32
  var width: Int32
  var height: Int32
  var lines: Range<Int>
  /// The field that the element shows, for mapping what is hidden; -1 where it shows none.
  var field: Int32 = -1
  var isTruncated = false
  /// The hidden bytes of the field's display text.
  var hidden: Range<Int32> = 0..<0
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
  var lines = Scratch<PlacedLine>(capacity: 32)
  var pieces = Scratch<Piece>(capacity: 64)
  var textLines: [TextLine] = []
  /// The lines as they are read: from top to bottom, then from left to right.
  var order = Scratch<Int32>(capacity: 32)
  var diagnostics = Diagnostics()

  mutating func removeAll() {
    width = 0
    height = 0
    contentHeight = 0
    elements.removeAll()
    lines.removeAll()
    pieces.removeAll()
    textLines.removeAll(keepingCapacity: true)
    order.removeAll()
    diagnostics = Diagnostics()
  }

  /// Moves the elements in `range`, and their lines, down by `distance`.
  mutating func lower(elementsIn range: Range<Int>, by distance: Int32) {
    guard distance != 0 else { return }
    for index in range {
      elements[index].y += distance
      for line in elements[index].lines { lines[line].y += distance }
    }
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

  /// Sorts the lines as they are read. Insertion is quickest here: slots are placed nearly in order, and few.
  mutating func sortLines() {
    for index in lines.indices {
      let line = lines[index]
      var place = order.count
      order.append(Int32(index))
      while place > 0 {
        let before = lines[Int(order[place - 1])]
        if before.y < line.y || (before.y == line.y && before.x <= line.x) { break }
        order[place] = order[place - 1]
        place -= 1
      }
      order[place] = Int32(index)
    }
  }
}
