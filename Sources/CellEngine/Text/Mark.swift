/// What text analysis found out about one grapheme cluster of a display text, in 32 bits.
///
/// A cluster longer than 255 bytes is several marks; all but the first of them are `isContinued`, have no
/// advance, and are never separated from the mark before them.
public struct Mark: Equatable, Sendable {
  /// The bits: 0–7 byte length, 8–12 flags, 13–31 advance.
  public var bits: UInt32

  static let breakBit: UInt32 = 1 << 8
  static let hardBreakBit: UInt32 = 1 << 9
  static let spaceBit: UInt32 = 1 << 10
  static let softHyphenBit: UInt32 = 1 << 11
  static let continuedBit: UInt32 = 1 << 12
  /// White space, line feed, soft hyphen.
  static let inklessBits = spaceBit | hardBreakBit | softHyphenBit
  static let advanceShift: UInt32 = 13

  /// The longest run of bytes that one mark can stand for.
  static let maximumByteCount = 255
  /// The widest advance that a mark can hold; wider clusters are held as this.
  public static let maximumAdvance: Int32 = (1 << 19) - 1

  @inline(__always)
  init(bits: UInt32) {
    self.bits = bits
  }

  /// A mark of a cluster of at most 255 bytes.
  @inline(__always)
  init(byteCount: Int, advance: Int32, flags: UInt32) {
    let held = UInt32(truncatingIfNeeded: max(0, min(advance, Mark.maximumAdvance)))
    bits = UInt32(truncatingIfNeeded: byteCount) | flags | (held << Mark.advanceShift)
  }

  /// Bytes of UTF-8 that this mark stands for, 1…255.
  @inline(__always)
  public var byteCount: Int { Int(bits & 0xFF) }

  /// The advance in the unit of the metrics that prepared it: columns, or 1/64 pt.
  @inline(__always)
  public var advance: Int32 { Int32(truncatingIfNeeded: bits >> Mark.advanceShift) }

  /// Whether a line may end behind this cluster (UAX #14).
  @inline(__always)
  public var allowsBreakAfter: Bool { bits & Mark.breakBit != 0 }

  /// Whether this is a line feed, behind which a line must end.
  @inline(__always)
  public var isHardBreak: Bool { bits & Mark.hardBreakBit != 0 }

  /// Whether this is white space that takes no room at the end of a line.
  @inline(__always)
  public var isSpace: Bool { bits & Mark.spaceBit != 0 }

  /// Whether this is U+00AD, shown as `-` where a line ends at it and else not at all.
  @inline(__always)
  public var isSoftHyphen: Bool { bits & Mark.softHyphenBit != 0 }

  /// Whether this carries on the cluster of the mark before it.
  @inline(__always)
  public var isContinued: Bool { bits & Mark.continuedBit != 0 }

  /// Whether this is ink: neither white space, nor a line feed, nor a soft hyphen.
  @inline(__always)
  var isInk: Bool { bits & Mark.inklessBits == 0 }
}
