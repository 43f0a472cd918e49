/// A position in a text at which a line can begin, which may be inside of a segment.
public struct TextPosition: Equatable, Sendable {
  /// Offset in bytes of the display text.
  public var byte: Int32
  /// Index of the segment, counted from the text's first; unused by texts without segments.
  public var segment: Int32
  /// The bytes of that segment before the position, and their advance.
  var partByteCount: Int32 = 0
  var partAdvance: Int32 = 0

  /// The beginning of a text.
  public static let start = TextPosition(byte: 0, segment: 0)
}

/// A line of a laid-out text: `text[start..<end]`, then the ellipsis or a hyphen if it has one,
/// then `text[tailStart..<tailEnd]`. White space at its end is left out.
public struct TextLine: Equatable, Sendable {
  /// Where the bytes before the ellipsis begin.
  public var start: Int32 = 0
  /// Where the bytes before the ellipsis end.
  public var end: Int32 = 0
  /// Where the bytes after the ellipsis begin (head and middle truncation).
  public var tailStart: Int32 = 0
  /// Where the bytes after the ellipsis end; equal to `tailStart` if there are none.
  public var tailEnd: Int32 = 0
  /// The advance of all that is drawn, with ellipsis or hyphen.
  public var advance: Int32 = 0
  /// The number of bytes of the ellipsis that are drawn; 0 if the line has none.
  public var ellipsisByteCount: UInt8 = 0
  /// The Boolean properties, one bit each. Every text of every row has a line, and most lines have
  /// none of these properties.
  private var flags: UInt16 = 0

  private static let hyphenBit: UInt16 = 1
  private static let hardBreakBit: UInt16 = 1 << 1
  private static let invisiblesBit: UInt16 = 1 << 2
  private static let joinedEllipsisBit: UInt16 = 1 << 3
  private static let joinedTailBit: UInt16 = 1 << 4
  private static let brokenWordBit: UInt16 = 1 << 5
  private static let skippedClusterBit: UInt16 = 1 << 6
  private static let tailBit: UInt16 = 1 << 7
  private static let joinedStartBit: UInt16 = 1 << 8

  /// Whether it ends with a `-`, which shows the soft hyphen at which it was broken.
  public var endsWithHyphen: Bool {
    get { flags[Self.hyphenBit] }
    set { flags[Self.hyphenBit] = newValue }
  }
  /// Whether it ends at a line feed of the text.
  public var isHardBreak: Bool {
    get { flags[Self.hardBreakBit] }
    set { flags[Self.hardBreakBit] = newValue }
  }
  /// Whether its bytes must be written by `TextLine.append`: they have soft hyphens or directional
  /// formatting, or joiners are added to them.
  public var hasInvisibles: Bool {
    get { flags[Self.invisiblesBit] }
    set { flags[Self.invisiblesBit] = newValue }
  }
  /// Whether its first letter keeps the form that it has inside of its word.
  var joinsStart: Bool {
    get { flags[Self.joinedStartBit] }
    set { flags[Self.joinedStartBit] = newValue }
  }
  /// Whether the last letter of `text[start..<end]` keeps the form that it has inside of its word.
  var joinsEllipsis: Bool {
    get { flags[Self.joinedEllipsisBit] }
    set { flags[Self.joinedEllipsisBit] = newValue }
  }
  /// Whether the first letter after the ellipsis keeps the form that it has inside of its word.
  var joinsTail: Bool {
    get { flags[Self.joinedTailBit] }
    set { flags[Self.joinedTailBit] = newValue }
  }
  /// Whether it does not end at a break opportunity, because it has none.
  var breaksWord: Bool {
    get { flags[Self.brokenWordBit] }
    set { flags[Self.brokenWordBit] = newValue }
  }
  /// Whether it is empty because the next cluster is wider than the line.
  var skipsCluster: Bool {
    get { flags[Self.skippedClusterBit] }
    set { flags[Self.skippedClusterBit] = newValue }
  }

  /// Whether bytes of the text are shown after the ellipsis.
  var hasTail: Bool {
    get { flags[Self.tailBit] }
    set { flags[Self.tailBit] = newValue }
  }

  /// Whether it shows nothing but `text[start..<end]`, and an ellipsis that is no longer than most.
  @inline(__always)
  var isPlain: Bool {
    !flags[Self.invisiblesBit | Self.hyphenBit | Self.tailBit] && ellipsisByteCount <= ShortText.capacity
  }

  /// The bytes of the text that it shows.
  var shownBytes: Int {
    @inline(__always) get { Int(end &- start) &+ Int(tailEnd &- tailStart) }
  }

  /// The maximum number of bytes that are written besides them: the ellipsis, a hyphen and joiners,
  /// and directional formatting that the line opens and closes.
  static var mostAddedBytes: Int { 255 + 1 + 2 * DirectionalStack.maximumByteCount + 3 * joinerByteCount }

  /// U+200D, which keeps the joining form of the letter next to it.
  static let joiner: [UInt8] = [0xE2, 0x80, 0x8D]
  private static var joinerByteCount: Int { 3 }

  /// An empty line at byte `start`.
  init(at start: Int32) {
    self.start = start
    end = start
    tailStart = start
    tailEnd = start
  }

  /// All of a text whose ink ends at `end`.
  @inline(__always)
  init(of end: Int32, advance: Int32, hasInvisibles: Bool) {
    self.end = end
    tailStart = end
    tailEnd = end
    self.advance = advance
    flags = hasInvisibles ? Self.invisiblesBit : 0
  }
}

/// The result of wrapping a text.
public struct WrappedText: Equatable, Sendable {
  /// The number of its lines. A text that is not empty has at least one.
  public var lineCount: Int32 = 0
  /// The advance of its widest line.
  public var widestAdvance: Int32 = 0
  /// Whether a part of it is not shown.
  public var isTruncated = false
  /// The start of the part that is not shown, in bytes of the display text.
  public var hiddenStart: Int32 = 0
  /// The end of the part that is not shown, in bytes of the display text.
  public var hiddenEnd: Int32 = 0

  /// The part that is not shown, in bytes of the display text.
  var hidden: Range<Int32> {
    @inline(__always) get { hiddenStart..<max(hiddenStart, hiddenEnd) }
  }

  /// Notes that `range` is not shown; several ranges become the range around all of them.
  mutating func hide(_ range: Range<Int32>) {
    hiddenStart = isTruncated ? min(hiddenStart, range.lowerBound) : range.lowerBound
    hiddenEnd = isTruncated ? max(hiddenEnd, range.upperBound) : range.upperBound
    isTruncated = true
  }
}
