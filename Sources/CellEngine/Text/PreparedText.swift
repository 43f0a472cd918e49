/// The paragraph direction of a text by its first strong character (UAX #9, P2 and P3).
public enum TextDirection: UInt8, Hashable, Sendable {
  /// The text has no strong character.
  case neutral
  /// The first strong character runs from left to right.
  case leftToRight
  /// The first strong character runs from right to left.
  case rightToLeft
}

/// The header of a prepared text, in 16 bytes: its segments, and properties of the whole text.
public struct PreparedText: Equatable, Sendable {
  /// Its segment if it is the only one, else the index of its first.
  private var first = Segment(bits: 0)
  /// 0–25 how many segments it has, then flags: 26 complete, 27 hard break, 28 invisibles; 29–30
  /// the direction, 31 uniform.
  private var bits: UInt32 = completeBit
  /// The advance of its segments without white space; it decides how far a text must be prepared. 0
  /// for a uniform text.
  public var inkAdvance: Int32 = 0
  /// The advance of the whole text on one line without white space at its end. It is `Int32.max` if
  /// the text has a hard break, or if it is not prepared to its end.
  public var lineAdvance: Int32 = 0

  private static let completeBit: UInt32 = 1 << 26
  private static let invisiblesBit: UInt32 = 1 << 28
  private static let directionShift: UInt32 = 29
  private static let uniformBit: UInt32 = 1 << 31

  /// The maximum of segments; a text that has more is not prepared to its end.
  static let maximumSegmentCount = 1 << 26 - 1

  /// The header of an empty text.
  public init() {}

  /// The header of a text that has one line in rows of all widths, for layouts of heights. Its
  /// advance is not known.
  static let line = {
    var text = PreparedText()
    text.isUniform = true
    return text
  }()

  /// Index of its first segment in the arena that it was prepared into.
  public var firstSegment: Int32 {
    get { Int32(bitPattern: first.bits) }
    set { first = Segment(bits: UInt32(bitPattern: newValue)) }
  }

  /// Keeps the only segment of a text, which needs no place in the arena.
  mutating func keep(_ segment: Segment) {
    first = segment
    segmentCount = 1
  }

  /// The header of the same text in an arena in which its segments are `count` places further on.
  func moved(by count: Int32) -> PreparedText {
    guard segmentCount > 1 else { return self }
    var moved = self
    moved.firstSegment += count
    return moved
  }

  /// The segments of `text`, valid as long as both it and the arena are.
  @inline(__always)
  static func segments(
    of text: UnsafePointer<PreparedText>, in arena: UnsafeBufferPointer<Segment>
  ) -> UnsafeBufferPointer<Segment> {
    let count = Int(text.pointee.segmentCount)
    if count == 1 {
      // The segment is the first member of the header.
      let first = UnsafeRawPointer(text).assumingMemoryBound(to: Segment.self)
      return UnsafeBufferPointer(start: first, count: 1)
    }
    let first = Int(text.pointee.firstSegment)
    return count == 0
      ? UnsafeBufferPointer(start: nil, count: 0)
      : UnsafeBufferPointer(start: arena.baseAddress.map { $0 + first }, count: count)
  }

  /// Where the last ink of a text ends, as far as it is prepared: its byte, and its segment.
  @inline(__always)
  func inkEnd(
    of text: UnsafeBufferPointer<UInt8>, _ segments: UnsafeBufferPointer<Segment>
  ) -> (byte: Int, segment: Int) {
    if isUniform { return (text.inkCount, 0) }
    var end = text.count
    var segmentEnd = segments.count
    guard isComplete else { return (end, segmentEnd) }
    while segmentEnd > 0, !segments[segmentEnd &- 1].isInk {
      segmentEnd &-= 1
      end &-= segments[segmentEnd].byteCount
    }
    return (end, segmentEnd)
  }

  /// How many segments it has; at most 2²⁶ − 1.
  public var segmentCount: Int32 {
    get { Int32(bits & UInt32(Self.maximumSegmentCount)) }
    set {
      bits = bits & ~UInt32(Self.maximumSegmentCount) | UInt32(newValue) & UInt32(Self.maximumSegmentCount)
    }
  }

  /// Whether the segments reach to the end of the text. If they do not, `inkAdvance` exceeds the
  /// budget.
  public var isComplete: Bool {
    get { bits[Self.completeBit] }
    set { bits[Self.completeBit] = newValue }
  }

  /// Whether it has soft hyphens or directional formatting, which a writer must look after.
  public var hasInvisibles: Bool {
    get { bits[Self.invisiblesBit] }
    set { bits[Self.invisiblesBit] = newValue }
  }

  /// Whether each of its scalars is a cluster with the same advance, and no line ends inside of it:
  /// it has no segments.
  public var isUniform: Bool {
    get { bits[Self.uniformBit] }
    set { bits[Self.uniformBit] = newValue }
  }

  /// The direction of its first strong character.
  public var direction: TextDirection {
    get { TextDirection(rawValue: UInt8(truncatingIfNeeded: bits >> Self.directionShift) & 3) ?? .neutral }
    set { bits = bits & ~(3 << Self.directionShift) | UInt32(newValue.rawValue) << Self.directionShift }
  }

  /// Whether enough is prepared for rows that show at most `budget` of advance (lines times width).
  public func covers(_ budget: Int32) -> Bool {
    isComplete || inkAdvance > budget
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many bytes are left without the spaces at the end.
  @inline(__always)
  var inkCount: Int {
    var end = count
    while end > 0, self[end &- 1] == 0x20 { end &-= 1 }
    return end
  }
}
