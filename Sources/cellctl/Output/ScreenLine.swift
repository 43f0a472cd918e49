import CellEngine

/// A line for a screen: a text that may have colours (SGR) and links (OSC 8), but no other escape
/// sequences.
struct ScreenLine {
  let text: String
  /// The way in which the columns of the text are counted.
  var model = WidthModel()

  enum Part {
    case sequence
    case cluster(columns: Int)
  }

  /// The way in which terminals disagree on the width of a cluster.
  private enum Doubt {
    /// Its parts may be drawn one after the other, or its width may be that of its first part.
    case emoji
    /// Marks may have columns of their own.
    case marks
  }

  /// The width in columns.
  var columns: Int {
    var sum = 0
    forEachPart { part, _ in
      if case .cluster(let columns) = part { sum += columns }
    }
    return sum
  }

  /// The text without sequences.
  var plainText: String {
    var bytes: [UInt8] = []
    forEachPart { part, piece in
      if case .cluster = part { bytes += piece }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the part of the line from a column on, with a mark at each edge where more is hidden:
  /// `ScreenLine(text: "Pump 7, hall 3").window(from: 0, columns: 8, mark: "…")` is `Pump 7,…`.
  /// Colours and links are kept.
  func window(from start: Int, columns width: Int, mark: String) -> String {
    let total = columns
    guard start > 0 || total > width else { return text }
    let markWidth = ScreenLine(text: mark, model: model).columns
    let (hidesStart, hidesEnd) = (start > 0 && total > 0, total > start + width)
    let first = start + (hidesStart ? markWidth : 0)
    let end = start + width - (hidesEnd ? markWidth : 0)
    guard first <= end else { return "" }
    var shown = Array((hidesStart ? mark : "").utf8)
    var (column, filled) = (0, first)
    var isMarked = false
    func fill(to end: Int) {
      shown += repeatElement(UInt8(ascii: " "), count: max(end - filled, 0))
    }
    forEachPart { part, piece in
      guard case .cluster(let columns) = part else { return shown += piece }
      defer { column += columns }
      if column >= first, column + columns <= end {
        fill(to: column)
        shown += piece
        filled = column + columns
      } else if hidesEnd, column + columns > end, !isMarked {
        fill(to: end)
        shown += mark.utf8
        isMarked = true
      }
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Returns lines as they are written to a terminal that wraps them: each ends with a line feed.
  static func placed(_ lines: [UInt8], width: Int, _ model: WidthModel) -> [UInt8] {
    guard lines.contains(where: { $0 >= 0x80 }) else { return lines }
    let feed = UInt8(ascii: "\n")
    let placed = lines.split(separator: feed, omittingEmptySubsequences: false).map { line -> [UInt8] in
      let text = String(decoding: line, as: UTF8.self)
      let screenLine = ScreenLine(text: text, model: model)
      guard screenLine.isDoubtful, screenLine.columns <= width else { return Array(line) }
      // What is drawn too wide at the edge does not wrap.
      return Array("\u{1B}[?7l\(screenLine.placed(width: width))\u{1B}[?7h".utf8)
    }
    return Array(placed.joined(separator: [feed]))
  }

  /// Returns the line as it is written from the first column on. The cursor is moved to the right
  /// column (CHA) after clusters whose width terminals disagree on.
  ///
  /// After an emoji, this is done at once: the text after it covers what was drawn too wide. After
  /// a letter with marks, that would cover the marks. The next slot absorbs them. It is after a gap
  /// of two spaces, or after one space next to an ellipsis or to a change of style. If a line fills
  /// the screen, its last word can be a slot. A wider line stays.
  /// - Parameter width: the columns of the screen.
  func placed(width: Int) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }), columns <= width else { return text }
    var placed: [UInt8] = []
    var column = 0
    var spaces = 0
    var isShifted = false
    var endsWithEmoji = false
    // Whether a space after what was written ends a slot, and the last word of a line.
    var endsSlot = false
    var word: (start: Int, column: Int)?
    // Where the last cluster begins, if its width is certain, and whether it has marks.
    var last: Int?
    var hasTail = false
    func place() {
      placed += "\u{1B}[\(column + 1)G".utf8
      isShifted = false
    }
    forEachPart { part, piece in
      guard case .cluster(let columns) = part else {
        if isShifted, spaces > 0, piece.first == 0x1B { place() }
        if piece.first == 0x1B { endsSlot = true } else { hasTail = true }
        return placed += piece
      }
      let isSpace = piece.elementsEqual(CollectionOfOne(UInt8(ascii: " ")))
      if !isSpace {
        if isShifted, spaces > 1 || spaces == 1 && endsSlot { place() }
        if spaces > 0 { word = isShifted ? (placed.count, column) : nil }
        endsSlot = piece.elementsEqual("…".utf8)
      }
      // A sign that is drawn around the text after it has the space in its cluster.
      spaces = isSpace ? spaces + 1 : piece.last == UInt8(ascii: " ") ? 1 : 0
      let doubt = Self.doubt(on: piece)
      hasTail = doubt == .marks && Self.endsWithMarks(piece)
      last = doubt == nil || hasTail ? placed.count : nil
      placed += piece
      column += columns
      endsWithEmoji = doubt == .emoji
      if doubt == .emoji { place() }
      if doubt == .marks { isShifted = true }
    }
    // Without wrapping, tmux draws what has no width in the last column one column before it.
    if hasTail, column == width, let last {
      placed.insert(contentsOf: "\u{1B}[?7h".utf8, at: last)
      placed += "\u{1B}[?7l".utf8
    }
    if isShifted, column == width, let word {
      placed.insert(contentsOf: "\u{1B}[\(word.column + 1)G".utf8, at: word.start)
    }
    if endsWithEmoji, column < width { placed += "\u{1B}[0m\u{1B}[K".utf8 }
    return String(decoding: placed, as: UTF8.self)
  }

  /// Whether terminals disagree on the width of a cluster.
  private var isDoubtful: Bool {
    var isDoubtful = false
    forEachPart { part, piece in
      if case .cluster = part, Self.doubt(on: piece) != nil { isDoubtful = true }
    }
    return isDoubtful
  }

  /// Calls `body` with all parts in order, and their bytes.
  func forEachPart(_ body: (Part, Slice<UnsafeBufferPointer<UInt8>>) -> Void) {
    var text = text
    text.withUTF8 { bytes in
      var index = 0
      while index < bytes.count {
        if bytes[index] == 0x1B {
          let end = Self.sequenceEnd(in: bytes, from: index)
          body(.sequence, bytes[index..<end])
          index = end
          continue
        }
        let end = bytes[index...].firstIndex(of: 0x1B) ?? bytes.count
        var clusters = ClusterWalk(index..<end, of: bytes, model)
        while let cluster = clusters.next() {
          let piece = bytes[index..<index + cluster.byteCount]
          index = piece.endIndex
          // A line that is cut or shifted closes the isolates that it opens.
          let isDirectional = piece.count == 3 && Self.isDirectional(piece)
          body(isDirectional ? .sequence : .cluster(columns: cluster.advance), piece)
        }
        index = end
      }
    }
  }

  /// Whether a cluster is an explicit embedding or isolate, or the end of one.
  private static func isDirectional(_ piece: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    piece.starts(with: [0xE2, 0x80]) && 0xAA...0xAE ~= piece[piece.startIndex + 2]
      || piece.starts(with: [0xE2, 0x81]) && 0xA6...0xA9 ~= piece[piece.startIndex + 2]
  }

  /// Scalars that terminals count as narrow or as wide. New emoji are not in the tables of each
  /// terminal. Neither are trigrams and counting rods, which Unicode 16 made wide. Numbers on black
  /// squares are ambiguous.
  private static let doubtful: [ClosedRange<UInt32>] = [
    0x2630...0x2637, 0x268A...0x268F, 0x3248...0x324F, 0x1D300...0x1D376, 0x1F000...0x1FFFF,
  ]
  /// Scalars that some terminals draw without a width: Prepended_Concatenation_Mark of
  /// PropList.txt, and a mark of Ahom.
  private static let drawnAround: [ClosedRange<UInt32>] = [
    0x600...0x605, 0x6DD...0x6DD, 0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2, 0x110BD...0x110BD,
    0x110CD...0x110CD, 0x1171E...0x1171E,
  ]

  /// Returns the doubt on the width of a cluster; nil for none.
  private static func doubt(on cluster: Slice<UnsafeBufferPointer<UInt8>>) -> Doubt? {
    guard cluster.count > 1 else { return nil }
    let scalars = String(decoding: cluster, as: UTF8.self).unicodeScalars
    guard let first = scalars.first?.value else { return nil }
    if doubtful.contains(where: { $0 ~= first }) { return .emoji }
    if scalars.count == 1 { return drawnAround.contains { $0 ~= first } ? .marks : nil }
    return scalars.contains("\u{FE0F}") ? .emoji : .marks
  }

  /// Whether a cluster is a character and nonspacing marks, which no terminal counts.
  private static func endsWithMarks(_ cluster: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let marks = String(decoding: cluster, as: UTF8.self).unicodeScalars.dropFirst()
    let kinds: [Unicode.GeneralCategory] = [.nonspacingMark, .enclosingMark]
    return !marks.isEmpty && marks.allSatisfy { kinds.contains($0.properties.generalCategory) }
  }

  /// Returns the index after the escape sequence.
  private static func sequenceEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let rest = bytes[(start + 1)...]
    switch rest.first {
    case UInt8(ascii: "["):
      return (rest.dropFirst().firstIndex { $0 >= 0x40 && $0 <= 0x7E } ?? bytes.count - 1) + 1
    case UInt8(ascii: "]"):
      // Up to the string terminator, `ESC \`.
      let end = rest.firstIndex { $0 == 0x1B } ?? bytes.count
      return min(end + 2, bytes.count)
    default: return min(start + 2, bytes.count)
    }
  }
}
