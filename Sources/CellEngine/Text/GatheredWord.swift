/// Ink without opportunities between its clusters, with the space behind it where more ink follows, as one mark.
struct GatheredWord {
  /// The columns of its ink.
  private(set) var inkColumns: Int
  /// Its bytes, and the flags of its mark.
  private var byteCount = 0
  private var flags = Mark.wordBit

  /// How many bytes a word has at most, but for those of its last cluster.
  private static let limit = 96

  /// The word that begins with the scalar in hand; what is behind it is in hand then, unless the text ends.
  ///
  /// - Parameter wordBit: in the records of scalars of which words are made.
  // The inliner leaves calls of so much where they are, and the walk would have to stay in memory.
  @_transparent
  init(
    _ walk: inout ScalarWalk, _ wordBit: BreakAutomaton.Record, _ widths: ColumnWidths,
    _ header: inout PreparedText
  ) {
    let start = walk.index
    let limit = start &+ Self.limit
    // Of its last cluster.
    var columns = walk.columns
    inkColumns = columns
    walk.pass()
    while !walk.isAtEnd {
      guard walk.takeOther(limit: limit, &header) else {
        inkColumns &+= columns
        continue
      }
      if !walk.beginsCluster {
        let joined = widths.columns(
          columns, of: walk.text, until: walk.index, joinedBy: walk.scalar, walk.data)
        inkColumns &+= joined &- columns
        columns = joined
      } else if walk.breakFlag == 0, walk.record & wordBit != 0, walk.index < limit {
        columns = walk.columns
        inkColumns &+= columns
      } else {
        byteCount = walk.index &- start
        flags |= walk.breakFlag
        if walk.text[walk.index] == 0x20, walk.takeInk(behindSpace: &header) {
          byteCount &+= 1
          flags = Mark.wordBit | Mark.spaceBit | walk.breakFlag
        }
        return
      }
      walk.pass()
    }
    byteCount = walk.index &- start
  }

  /// Its mark; `nil` where it has more bytes than those can say.
  @inline(__always)
  var bits: UInt32? {
    guard byteCount <= Mark.maximumByteCount else { return nil }
    let advance = inkColumns &+ (flags & Mark.spaceBit == 0 ? 0 : 1)
    return UInt32(truncatingIfNeeded: byteCount &+ advance &<< Int(Mark.advanceShift)) | flags
  }
}
