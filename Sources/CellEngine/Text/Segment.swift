/// A part of a display text that layout treats as one: a word with the space after it. If lines may
/// break between clusters, it is a cluster. A text in which no line breaks may be one segment.
///
/// A segment has at most 127 bytes. A longer word is several segments with no break opportunity
/// between them. A cluster of more bytes is a segment with continuations, which have no advance and
/// are never separated from it.
public struct Segment: Equatable, Sendable {
  /// The content of a segment.
  public enum Kind: UInt32, Sendable {
    /// Clusters that are seen.
    case ink
    /// Ink, and U+0020 as the last byte; more ink follows.
    case inkWithSpace
    /// The rest of a long cluster.
    case continuation
    /// White space, which takes no room at the end of a line.
    case space
    /// U+00AD, shown as `-` if a line ends at it, else not at all.
    case softHyphen
    /// A line feed, after which a line must end.
    case hardBreak
  }

  /// 0–6 the bytes, 7 whether a line may end after it, 8–10 the kind, 11–14 the phase, 15–31 the
  /// advance.
  private(set) var bits: UInt32

  private static let breakBit: UInt32 = 1 << 7
  private static let kindShift: UInt32 = 8
  static let kindBits: UInt32 = 7 << kindShift
  private static let phaseShift: UInt32 = 11
  static let advanceShift: UInt32 = 15

  /// The maximum of its bytes.
  public static let maximumByteCount = 127
  /// The maximum of its advance. A wider cluster has this advance.
  public static let maximumAdvance: Int32 = 0x1FFFF
  /// How many phases one layout unit has.
  public static let phaseCount: Int32 = 16

  /// A segment of at most `maximumByteCount` bytes and an advance of at most `maximumAdvance`.
  @inline(__always)
  public init(byteCount: Int, advance: Int, kind: Kind, phase: Int = 0, allowsBreakAfter: Bool = false) {
    bits =
      UInt32(truncatingIfNeeded: byteCount) | (allowsBreakAfter ? Self.breakBit : 0)
      | kind.rawValue &<< Self.kindShift | UInt32(truncatingIfNeeded: phase) &<< Self.phaseShift
      | UInt32(truncatingIfNeeded: advance) &<< Self.advanceShift
  }

  @inline(__always)
  init(bits: UInt32) {
    self.bits = bits
  }

  /// The segment with another advance, and the phase at its end.
  @inline(__always)
  func measured(_ advance: Int, phase: Int) -> Segment {
    Segment(
      bits: bits & (1 &<< Self.phaseShift &- 1) | UInt32(truncatingIfNeeded: phase) &<< Self.phaseShift
        | UInt32(truncatingIfNeeded: advance) &<< Self.advanceShift)
  }

  /// Makes ink end with a space of one column.
  @inline(__always)
  mutating func appendSpace() {
    bits &+= 1 | Kind.inkWithSpace.rawValue &<< Self.kindShift | 1 &<< Self.advanceShift
  }

  /// Lets a line end after it.
  @inline(__always)
  mutating func allowBreakAfter() {
    bits |= Self.breakBit
  }

  /// The number of its bytes of UTF-8, its space included.
  @inline(__always)
  public var byteCount: Int { Int(bits & 0x7F) }

  /// Its advance in layout units (columns, or 1/64 pt), its space included.
  @inline(__always)
  public var advance: Int { Int(bits &>> Self.advanceShift) }

  /// Its content.
  @inline(__always)
  public var kind: Kind { Kind(rawValue: (bits & Self.kindBits) &>> Self.kindShift) ?? .ink }

  /// Whether a line may end after it (UAX #14).
  @inline(__always)
  public var allowsBreakAfter: Bool { bits & Self.breakBit != 0 }

  /// The exact advance of the text up to its end in 1/16 of a layout unit, modulo 16. Advances are
  /// rounded as sums from the beginning of the text.
  @inline(__always)
  public var phase: Int { Int(bits &>> Self.phaseShift) & 0xF }

  /// Whether it is seen.
  @inline(__always)
  var isInk: Bool { bits & Self.kindBits < Kind.space.rawValue &<< Self.kindShift }

  /// Whether it is a line feed.
  @inline(__always)
  var isHardBreak: Bool { isOf(.hardBreak) }

  @inline(__always)
  var isSoftHyphen: Bool { isOf(.softHyphen) }

  @inline(__always)
  var isContinuation: Bool { isOf(.continuation) }

  /// Whether it is ink with the space after it.
  @inline(__always)
  var hasSpace: Bool { isOf(.inkWithSpace) }

  @inline(__always)
  private func isOf(_ kind: Kind) -> Bool { bits & Self.kindBits == kind.rawValue &<< Self.kindShift }

  /// The bytes of its ink.
  @inline(__always)
  var inkByteCount: Int { hasSpace ? byteCount &- 1 : byteCount }

  /// The advance of its space, if it has one. `space` is the exact advance of U+0020 in 1/16 of a
  /// layout unit.
  @inline(__always)
  func spaceAdvance(_ space: Int32) -> Int {
    guard hasSpace else { return 0 }
    let half = Int(Self.phaseCount) / 2
    return (phase &+ half) &>> 4 &- (phase &+ half &- Int(space)) &>> 4
  }
}

/// A grapheme cluster of a segment.
public struct Cluster: Equatable, Sendable {
  /// It has 8 bytes: room for the clusters of a segment stays below 1 KiB, so it is on the stack.
  private let bytes: UInt32
  /// 0–2 the kind, 3–31 the advance.
  private let bits: UInt32

  /// A cluster of `byteCount` bytes of UTF-8, with an advance in layout units.
  @inline(__always)
  public init(byteCount: Int, advance: Int, kind: Segment.Kind) {
    bytes = UInt32(truncatingIfNeeded: byteCount)
    bits = kind.rawValue | UInt32(truncatingIfNeeded: advance) &<< 3
  }

  /// Its bytes of UTF-8.
  @inline(__always)
  public var byteCount: Int { Int(bytes) }

  /// Its advance in layout units.
  @inline(__always)
  public var advance: Int { Int(bits &>> 3) }

  /// `ink`, `space`, `softHyphen` or `hardBreak`.
  @inline(__always)
  public var kind: Segment.Kind { Segment.Kind(rawValue: bits & 7) ?? .ink }
}
