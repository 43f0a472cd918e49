/// What text analysis found out about one grapheme cluster of a display text, or about a run of like ones, in 32 bits.
///
/// A *run* is up to 255 clusters of ink that have the same number of bytes and the same advance, with no break
/// opportunity between any of them (a word of a script of letters), or one between all (ideographs). A *word* is clusters
/// of ink with no break opportunity between them, of whose advances only the sum is kept, and may have the space behind
/// them in it; a line that ends inside of one takes their analysis anew. A *stretch* is a run of printable ASCII
/// that begins and ends with ink and has spaces inside; where lines may end in it is seen from its bytes. Every other mark is
/// one cluster. A cluster longer than 255 bytes is several marks; all but the first of them are `isContinued`, have no
/// advance, and are never separated from the mark before them.
public struct Mark: Equatable, Sendable {
  /// The bits: 0–7 byte length, or clusters of a run; 8–13 flags. Of a run: 12 whether it is a stretch, 14 whether lines
  /// may end inside, 15–16 bytes of a cluster less one, 17–31 the advance of a cluster; else 14 whether it is a word, 15–31
  /// the advance. Of a word: 10 whether a space is its last byte, 11 whether that is a unit wider than spaces are at least.
  public var bits: UInt32

  static let breakBit: UInt32 = 1 << 8
  static let hardBreakBit: UInt32 = 1 << 9
  static let spaceBit: UInt32 = 1 << 10
  static let softHyphenBit: UInt32 = 1 << 11
  static let continuedBit: UInt32 = 1 << 12
  static let runBit: UInt32 = 1 << 13
  static let innerBreakBit: UInt32 = 1 << 14
  static let wordBit: UInt32 = 1 << 14
  static let stretchBits = runBit | continuedBit
  static let wideSpaceBit: UInt32 = 1 << 11
  /// White space, line feed, soft hyphen.
  static let inklessBits = spaceBit | hardBreakBit | softHyphenBit
  static let advanceShift: UInt32 = 15
  static let unitShift: UInt32 = 15
  static let runAdvanceShift: UInt32 = 17

  /// The longest run of bytes, and of clusters, that one mark can stand for.
  static let maximumByteCount = 255
  /// The widest advance that a mark can hold; wider clusters are held as this.
  public static let maximumAdvance: Int32 = (1 << 17) - 1
  /// The widest advance of the clusters of a run.
  static let maximumRunAdvance: Int32 = (1 << 15) - 1

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

  /// A mark of like clusters of up to 4 bytes and `maximumRunAdvance`.
  init(clusterCount: Int, unit: Int, advance: Int) {
    bits =
      UInt32(truncatingIfNeeded: clusterCount) | Mark.runBit
      | UInt32(truncatingIfNeeded: unit - 1) << Mark.unitShift
      | UInt32(truncatingIfNeeded: advance) << Mark.runAdvanceShift
  }

  /// Whether it stands for several clusters.
  @inline(__always)
  var isRun: Bool { bits & Mark.runBit != 0 }

  /// How many clusters of a run it stands for; meaningless for other marks.
  @inline(__always)
  var clusterCount: Int { Int(bits & 0xFF) }

  /// The bytes of each cluster of a run.
  @inline(__always)
  var unitByteCount: Int { Int((bits &>> Mark.unitShift) & 3) &+ 1 }

  /// The advance of each cluster of a run.
  @inline(__always)
  var unitAdvance: Int { Int(bits &>> Mark.runAdvanceShift) }

  /// Bytes of UTF-8 that this mark stands for.
  @inline(__always)
  public var byteCount: Int { isRun ? clusterCount &* unitByteCount : Int(bits & 0xFF) }

  /// The advance of all that it stands for, in the unit of the metrics that prepared it: columns, or 1/64 pt.
  @inline(__always)
  public var advance: Int32 {
    isRun
      ? Int32(truncatingIfNeeded: clusterCount &* unitAdvance)
      : Int32(truncatingIfNeeded: bits &>> Mark.advanceShift)
  }

  /// Whether a line may end behind it (UAX #14).
  @inline(__always)
  public var allowsBreakAfter: Bool { bits & Mark.breakBit != 0 }

  /// Whether it is a run whose white space, and whose opportunities if it `allowsBreaksInside`, are seen from its bytes.
  @inline(__always)
  var isStretch: Bool { bits & Mark.stretchBits == Mark.stretchBits }

  /// Whether a line may end behind each cluster of a run but the last, or, of a stretch, behind some.
  @inline(__always)
  var allowsBreaksInside: Bool {
    bits & (Mark.runBit | Mark.innerBreakBit) == Mark.runBit | Mark.innerBreakBit
  }

  /// Whether this is a line feed, behind which a line must end.
  @inline(__always)
  public var isHardBreak: Bool { bits & Mark.hardBreakBit != 0 }

  /// Whether this is white space that takes no room at the end of a line.
  @inline(__always)
  public var isSpace: Bool { bits & (Mark.spaceBit | Mark.wordBit) == Mark.spaceBit }

  /// Whether this is U+00AD, shown as `-` where a line ends at it and else not at all.
  @inline(__always)
  public var isSoftHyphen: Bool { bits & (Mark.softHyphenBit | Mark.wordBit) == Mark.softHyphenBit }

  /// Whether this carries on the cluster of the mark before it.
  @inline(__always)
  public var isContinued: Bool { bits & Mark.stretchBits == Mark.continuedBit }

  /// Whether this is ink: neither white space, nor a line feed, nor a soft hyphen.
  @inline(__always)
  var isInk: Bool {
    let kind = bits & (Mark.inklessBits | Mark.wordBit)
    return kind == 0 || kind >= Mark.wordBit
  }

  /// Whether it stands for the clusters of a word.
  var isWord: Bool { bits & (Mark.runBit | Mark.wordBit) == Mark.wordBit }

  /// Whether it is a word with the space behind it.
  @inline(__always)
  var hasSpace: Bool { bits & (Mark.runBit | Mark.wordBit | Mark.spaceBit) == Mark.wordBit | Mark.spaceBit }

  /// The advance of the space that it has, where spaces advance by `least` or a unit more; 0 where it has none.
  @inline(__always)
  func spaceAdvance(_ least: Int32) -> Int {
    hasSpace ? Int(least) &+ (bits & Mark.wideSpaceBit != 0 ? 1 : 0) : 0
  }

  /// A word or a cluster of ink with `space`, which is U+0020, behind it as one mark; together they are no longer and no
  /// wider than a mark can be. Spaces advance by `least` or a unit more.
  @inline(__always)
  func joined(with space: Mark, least: Int32) -> Mark {
    let wide = space.advance > least ? Mark.wideSpaceBit : 0
    return Mark(
      byteCount: byteCount &+ 1, advance: advance &+ space.advance,
      flags: Mark.wordBit | Mark.spaceBit | wide | (space.bits & Mark.breakBit))
  }

  /// The marks of the clusters that it stands for, one by one; a word or a stretch is itself.
  public var clusters: [Mark] {
    guard isRun, !isStretch else { return [self] }
    let inner = allowsBreaksInside ? Mark.breakBit : 0
    let one = { (flags: UInt32) in
      Mark(byteCount: unitByteCount, advance: Int32(truncatingIfNeeded: unitAdvance), flags: flags)
    }
    return (1..<clusterCount).map { _ in one(inner) } + [one(bits & Mark.breakBit)]
  }
}

extension [Mark] {
  /// The marks of all clusters of the text that these are the marks of, one by one; a word is itself.
  public func clusters(of text: UnsafeBufferPointer<UInt8>) -> [Mark] {
    var found: [Mark] = []
    var end = 0
    for mark in self {
      let start = end
      end += mark.byteCount
      guard mark.isStretch else {
        found += mark.clusters
        continue
      }
      for index in start..<end {
        var flags = text[index] == 0x20 ? Mark.spaceBit : 0
        if index + 1 == end {
          flags |= mark.bits & Mark.breakBit
        } else if mark.allowsBreaksInside, ASCIILineBreak.isAllowed(before: index + 1, in: text) {
          flags |= Mark.breakBit
        }
        found.append(Mark(byteCount: 1, advance: Int32(truncatingIfNeeded: mark.unitAdvance), flags: flags))
      }
    }
    return found
  }

  /// Puts one mark in the place of all from the one at `first` on to the last ink. False where it cannot hold them, and
  /// nothing is changed.
  mutating func joinLine(from first: Int) -> Bool {
    guard let last = self[first...].lastIndex(where: \.isInk), last > first, let line = word(first..<last + 1)
    else {
      return false
    }
    replaceSubrange(first...last, with: CollectionOfOne(line))
    return true
  }

  /// Clusters as one mark, where it can hold them; what is no ink is none.
  private func word(_ range: Range<Int>) -> Mark? {
    guard let last = self[range].last, range.count > 1 || last.isInk else { return nil }
    var byteCount = 0
    var advance: Int32 = 0
    for mark in self[range] {
      if mark.isContinued || (mark.isRun && mark.allowsBreaksInside) { return nil }
      byteCount += mark.byteCount
      advance = advance.addingSaturating(mark.advance)
    }
    guard byteCount <= Mark.maximumByteCount, advance <= Mark.maximumAdvance else { return nil }
    let flags = Mark.wordBit | (last.allowsBreakAfter ? Mark.breakBit : 0)
    return Mark(byteCount: byteCount, advance: advance, flags: flags)
  }
}
