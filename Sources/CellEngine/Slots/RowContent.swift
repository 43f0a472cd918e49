/// A line of a row, with its position.
struct PlacedLine {
  /// The top left corner in the row, in layout units.
  var x: Int32
  var y: Int32
  /// The width of the ink.
  var advance: Int32
  /// The index of the element that the line belongs to.
  var element: Int32
  var content: PlacedContent
  var isRightToLeft: Bool
  /// The next line at the same height.
  var next = LineLink.none
}

/// The index of a placed line, or `none`.
struct LineLink {
  private let bits: UInt32

  static let none = LineLink(bits: .max)

  private init(bits: UInt32) { self.bits = bits }

  init(_ index: Int) { bits = UInt32(truncatingIfNeeded: index) }

  var index: Int? { @inline(__always) get { bits == .max ? nil : Int(bits) } }
}

/// The part of a field that is not shown, in bytes of its display text.
struct HiddenText {
  var field: Int32
  var bytes: Range<Int32>
}

/// The content of a slot: its rectangle, and its lines.
struct PlacedElement {
  var slot: Slot
  var role: StyleRole
  /// The semantic state, if the slot has one.
  var state: Status.State? = nil
  var x: Int32
  var y: Int32
  var width: Int32
  var height: Int32
  /// The text that is cut off.
  var hidden: HiddenText? = nil
  /// The index of its first line in the row's lines, and the number of its lines.
  var firstLine: Int32 = 0
  var lineCount: Int32 = 0

  /// The indices of its lines in the row's lines.
  var lines: Range<Int32> { firstLine..<firstLine + lineCount }

  /// Whether both have a height in common.
  func isBeside(_ other: PlacedElement) -> Bool {
    y < other.y + other.height && other.y < y + height
  }
}

/// The text lines of a row, and memory for segments of a text that the list did not prepare far
/// enough.
struct TextLines: ~Copyable {
  var lines = Scratch<TextLine>(capacity: 32)
  var segments: [Segment] = []

  var count: Int { @inline(__always) get { lines.count } }

  subscript(index: Int32) -> TextLine {
    @inline(__always) _read { yield lines[Int(index)] }
    @inline(__always) _modify { yield &lines[Int(index)] }
  }

  /// The last line, as a line of `field`.
  @inline(__always)
  func lastPiece(of field: Int32) -> TextPiece {
    TextPiece(field: field, line: Int32(truncatingIfNeeded: lines.count &- 1))
  }
}

/// The placed content of a row, in layout units.
///
/// Its memory is reused from row to row, so that layout seldom allocates.
struct RowContent: ~Copyable {
  /// Whether elements are recorded, and not only lines. Text output needs no elements, which saves
  /// a tenth of placing (NOTES.md).
  var notesElements = true
  /// Whether the leading edge is on the right.
  var isMirrored = false
  var elements = Scratch<PlacedElement>(capacity: 32)
  var lines = Scratch<PlacedLine>(capacity: 32)
  var texts = TextLines()
  var rating: ShownRating?
  /// The series of a chart.
  var series: ShownSeries?
  /// The parts that a gesture or a tap shows, if the row is drawn with them.
  var revealed: RevealedParts?
  /// The shaped letters of each line, if the view has fonts.
  var shapes: [ShapedLine] = []
  /// The leftmost line at each height of a row, in columns.
  private var leftmost = Scratch<LineLink>(capacity: 16)

  /// Removes everything that was placed. Text lines are kept.
  mutating func removePlaces() {
    elements.removeAll()
    lines.removeAll()
    // `isEmpty` comes first: to clear arrays that were empty took 110 of 3,000 instructions of a
    // row.
    if !shapes.isEmpty { shapes.removeAll(keepingCapacity: true) }
    if series != nil { series = nil }
    if rating != nil { rating = nil }
    if revealed != nil { revealed = nil }
  }

  /// The indices of the element and of the line that are placed next.
  var nextElement: Int32 { @inline(__always) get { Int32(truncatingIfNeeded: elements.count) } }
  private var nextLine: Int32 { @inline(__always) get { Int32(truncatingIfNeeded: lines.count) } }

  /// Places a line at `x` and `y`. `element` is its element. It is evaluated only if elements are
  /// recorded.
  @inline(__always)
  mutating func place(
    _ content: PlacedContent, x: Int32, y: Int32, advance: Int32, in element: @autoclosure () -> PlacedElement
  ) {
    let line = PlacedLine(
      x: x, y: y, advance: advance, element: nextElement, content: content, isRightToLeft: isMirrored)
    if notesElements { note(element(), lineCount: 1) }
    lines.append(line)
  }

  /// Moves the last `count` lines to the trailing edge of a rectangle.
  @inline(never)
  mutating func alignTrailing(_ count: Int, x: Int32, width: Int32) {
    for index in lines.count - count..<lines.count { lines[index].x = x &+ width &- lines[index].advance }
  }

  /// Records an element, whose lines are placed next. It is not inlined, so that placing without
  /// elements stays short.
  @inline(never)
  mutating func note(_ element: PlacedElement, lineCount: Int32) {
    var element = element
    element.firstLine = nextLine
    element.lineCount = lineCount
    elements.append(element)
  }

  /// The largest trailing edge of all elements, or `start` if that is larger.
  func end(from start: Int32) -> Int32 {
    elements.indices.reduce(start) { max($0, elements[$1].x + elements[$1].width) }
  }

  /// Moves a block of elements to the leading edge, until one of them is `gap` after `start` or
  /// after an earlier element at its height.
  mutating func closeUp(_ block: Range<Int>, gap: Int32, from start: Int32) {
    var distance = Int32.max
    for index in block {
      let element = elements[index]
      var end = start
      for other in 0..<block.lowerBound where elements[other].isBeside(element) {
        end = max(end, elements[other].x + elements[other].width)
      }
      distance = min(distance, element.x - gap - end)
    }
    for index in block { moveElement(at: index, by: -max(0, distance)) }
  }

  private mutating func moveElement(at index: Int, by distance: Int32) {
    elements[index].x += distance
    for line in elements[index].lines { lines[Int(line)].x += distance }
  }

  /// The width of a row in a view without a width. In columns, each line of a row that is mirrored
  /// later moves to the trailing edge, so that it will not begin with blanks.
  mutating func closedWidth(_ view: borrowing CellView, margin: Int32, from start: Int32) -> Int32 {
    let end = end(from: start)
    guard isMirrored, view.lengths.isColumns else { return end + margin }
    var distances: [Int32: Int32] = [:]
    for index in elements.indices.reversed() {
      let element = elements[index]
      let heights = element.y..<element.y + max(1, element.height)
      let distance = heights.reduce(end - element.x - element.width) { min($0, distances[$1] ?? .max) }
      for y in heights { distances[y] = distance }
      moveElement(at: index, by: distance)
    }
    return end + margin
  }

  /// Sets the direction of each line to that of its text. Marks and numbers are set from left to
  /// right.
  @inline(never)
  mutating func setDirections(_ view: borrowing CellView) {
    for index in lines.indices {
      let content = lines[index].content
      lines[index].isRightToLeft = content.mainText.map { view.isRightToLeft($0.field) } ?? false
    }
  }

  /// Moves all elements and lines down.
  mutating func lower(by distance: Int32) {
    for index in elements.indices { elements[index].y &+= distance }
    for index in lines.indices { lines[index].y &+= distance }
  }

  /// Mirrors the position of every element and line, in a row of this width.
  mutating func mirror(width: Int32) {
    for index in elements.indices {
      elements[index].x = width - elements[index].x - elements[index].width
    }
    for index in lines.indices { lines[index].x = width - lines[index].x - lines[index].advance }
    if let overlay = revealed?.overlay { revealed?.overlay.x = width - overlay.x - overlay.width }
  }

  // MARK: Reading order

  /// Links the lines of each height from left to right, in a row of `height` terminal lines.
  ///
  /// Slots are placed from the leading to the trailing edge, so the lines of a height are already
  /// in order.
  @inline(__always)
  mutating func linkLines(height: Int32) {
    let lineCount = Int(max(0, height))
    leftmost.removeAll()
    leftmost.reserve(lineCount)
    let first = leftmost.storage
    for y in 0..<lineCount { (first + y).initialize(to: .none) }
    leftmost.count = lineCount
    // Each line is linked before those that are linked already, so the leftmost line must come
    // last.
    let step = isMirrored ? 1 : -1
    var index = isMirrored ? 0 : lines.count &- 1
    let height = UInt32(bitPattern: max(0, height))
    let lines = lines.storage
    for _ in 0..<self.lines.count {
      let line = lines + index
      let y = UInt32(bitPattern: line.pointee.y)
      if y < height, line.pointee.advance > 0 {
        line.pointee.next = first[Int(y)]
        first[Int(y)] = LineLink(index)
      }
      index &+= step
    }
  }

  /// The leftmost line at a height, in a row in columns.
  @inline(__always)
  func firstLine(at y: Int32) -> LineLink { leftmost[Int(y)] }
}
