/// A display text as layout sees it: its bytes, and its marks where it has some. Borrowed; valid only as long
/// as what it was made from.
///
/// All functions are total, allocate nothing but the lines they append, and measure nothing.
/// `Int32.max` is an unlimited width.
public struct TextRun {
  /// The display text.
  public let bytes: UnsafeBufferPointer<UInt8>
  /// The marks of its clusters; none where `asciiAdvance` is set.
  let marks: UnsafeBufferPointer<Mark>
  /// The advance of each byte of a text that has no marks, being printable ASCII; else 0.
  let asciiAdvance: Int32
  /// The advance of the `-` of a soft hyphen.
  let hyphenAdvance: Int32
  /// The advance of the spaces that words have behind them; some are a unit wider.
  let spaceAdvance: Int32
  /// Where the last ink ends: white space and hard breaks at the end of a text are never shown.
  let contentEnd: Int
  /// The advance of all of it on one line; `Int32.max` where it has more than one, or that is not known.
  let lineAdvance: Int32
  /// Behind the last mark of ink.
  let markEnd: Int
  /// Whether the marks reach to the end of the text.
  let isComplete: Bool
  /// Whether there are soft hyphens or directional formatting in it.
  let hasInvisibles: Bool
  /// How the clusters of words that are one mark are counted where a line is cut in one; `nil` where that takes fonts.
  let wordModel: WidthModel?

  /// A text of printable ASCII, each byte of which advances by `asciiAdvance` (≥ 1).
  @inline(__always)
  public init(ascii bytes: UnsafeBufferPointer<UInt8>, asciiAdvance: Int32) {
    self.bytes = bytes
    marks = UnsafeBufferPointer(start: nil, count: 0)
    self.asciiAdvance = max(1, asciiAdvance)
    hyphenAdvance = self.asciiAdvance
    spaceAdvance = self.asciiAdvance
    var end = bytes.count
    while end > 0, bytes[end &- 1] == 0x20 { end &-= 1 }
    contentEnd = end
    lineAdvance = Int32(clamping: end &* Int(self.asciiAdvance))
    markEnd = 0
    isComplete = true
    hasInvisibles = false
    wordModel = nil
  }

  /// A text that was prepared; `marks` are its own, `prepared.markCount` of them.
  @inline(__always)
  public init(
    _ bytes: UnsafeBufferPointer<UInt8>, prepared: PreparedText, marks: UnsafeBufferPointer<Mark>,
    hyphenAdvance: Int32, spaceAdvance: Int32 = 0, wordModel: WidthModel? = nil
  ) {
    self.bytes = bytes
    self.marks = marks
    asciiAdvance = 0
    self.hyphenAdvance = hyphenAdvance
    self.spaceAdvance = spaceAdvance
    self.wordModel = wordModel
    isComplete = prepared.isComplete
    hasInvisibles = prepared.hasInvisibles
    (contentEnd, markEnd) = prepared.inkEnd(of: bytes.count, marks)
    lineAdvance = prepared.lineAdvance
  }

  /// Whether nothing of it can be shown: it is empty, or all white space.
  @inline(__always)
  public var isEmpty: Bool { contentEnd == 0 }

  /// Whether it has one byte of ASCII per position and no marks.
  @inline(__always)
  var isASCII: Bool { asciiAdvance != 0 }

  /// The same as such a text.
  @inline(__always)
  var ascii: ASCIIText { ASCIIText(bytes: bytes, advance: asciiAdvance, inkCount: contentEnd) }

  /// The line that begins at `position`, broken greedily at the last opportunity that fits, or, where a word is
  /// longer than the line, between clusters. Moves `position` to where the next line begins; `nil` behind the end.
  ///
  /// A cluster that alone is wider than `width` gets an empty line: nothing is ever wider than asked.
  @inline(__always)
  public func nextLine(from position: inout TextPosition, width: Int32) -> TextLine? {
    guard Int(position.byte) < contentEnd else { return nil }
    return isASCII
      ? ascii.nextLine(from: &position, width: width) : nextMarkedLine(from: &position, width: width)
  }

  /// Breaks the text into at most `maximumLines` lines (0: no limit), the last of which is cut from all the text
  /// that remains. Appends the lines to `lines`.
  ///
  /// Width 0 gives one empty line.
  public func wrap(
    width: Int32, maximumLines: Int, truncation: borrowing Truncation, into lines: inout [TextLine]
  ) -> WrappedText {
    var room = Scratch<TextLine>(capacity: 4)
    let truncation = copy truncation
    let result = withUnsafePointer(to: truncation) {
      wrap(width: width, maximumLines: maximumLines, truncation: $0, into: &room)
    }
    room.withElements { lines.append(contentsOf: $0) }
    return result
  }

  /// The same, into room that is used again. The truncation is read where it stands: passed on as a value, the references
  /// of its ellipsis would be counted for every text.
  func wrap(
    width: Int32, maximumLines: Int, truncation: UnsafePointer<Truncation>,
    into lines: inout Scratch<TextLine>
  ) -> WrappedText {
    var result = WrappedText()
    guard contentEnd > 0 else { return result }
    if lineAdvance <= width, lineAdvance < .max {
      var line = TextLine(at: 0)
      line.hasInvisibles = hasInvisibles
      line.finish(end: contentEnd, advance: Int(lineAdvance))
      lines.append(line)
      return WrappedText(lineCount: 1, widestAdvance: lineAdvance)
    }
    if isASCII {
      return ascii.wrap(width: width, maximumLines: maximumLines, truncation: truncation, into: &lines)
    }
    let limit = width <= 0 ? 1 : maximumLines
    var position = TextPosition.start
    var count = 0
    while count &+ 1 != limit, let line = nextLine(from: &position, width: width) {
      count &+= 1
      if line.breaksMark { result.breaksMarks = true }
      if line.skipsCluster { result.hide(line.start..<position.byte) }
      result.widestAdvance = max(result.widestAdvance, line.advance)
      lines.append(line)
    }
    if Int(position.byte) < contentEnd {
      if count &+ 1 == limit {
        count &+= 1
        let line = lastLine(from: position, width: width, truncation: truncation, result: &result)
        result.widestAdvance = max(result.widestAdvance, line.advance)
        lines.append(line)
      } else {
        result.hide(position.byte..<Int32(truncatingIfNeeded: bytes.count))
      }
    }
    result.lineCount = Int32(truncatingIfNeeded: count)
    return result
  }

  /// How much ink a text must be prepared for, so that it can be wrapped at `width` into at most `lines` lines (0: no
  /// limit) as if it were prepared to its end.
  ///
  /// A cluster that is wider than the line takes one, so that narrow lines need more than they show.
  public static func budget(width: Int32, lines: Int) -> Int32 {
    let (budget, overflow) = Int(max(width, 16)).multipliedReportingOverflow(by: lines)
    return lines <= 0 || overflow ? .max : Int32(clamping: budget)
  }

  /// The advance of its widest line where only hard breaks end lines.
  public func naturalAdvance() -> Int32 {
    if lineAdvance < .max { return lineAdvance }
    var position = TextPosition.start
    var widest: Int32 = 0
    while let line = nextLine(from: &position, width: .max) { widest = max(widest, line.advance) }
    return widest
  }
}
