/// A cluster that another scalar joins.
struct JoinedCluster {
  /// Its mark; without the byte count where that is more than a mark can say.
  let bits: UInt32
  /// Its bytes.
  let byteCount: Int
  /// Its columns with the scalar, and how many of ink it has more with it.
  let columns: Int
  let addedInk: Int

  /// The cluster of `mark`, which stands for one, with the scalar in hand.
  @inline(__always)
  init(_ mark: UInt32, _ walk: ScalarWalk, _ widths: ColumnWidths) {
    let before = Mark(bits: mark)
    let held = Int(before.advance)
    columns = min(
      widths.columns(held, of: walk.text, until: walk.index, joinedBy: walk.scalar, walk.data),
      Int(Mark.maximumAdvance))
    byteCount = before.byteCount &+ walk.byteCount
    let flags = mark & Mark.hardBreakBit
    let length = byteCount <= Mark.maximumByteCount ? UInt32(truncatingIfNeeded: byteCount) : 0
    bits = UInt32(truncatingIfNeeded: columns) &<< Mark.advanceShift | flags | length
    addedInk = (flags == 0 ? columns : 0) &- (before.isInk ? held : 0)
  }
}

/// A cluster of more bytes than one mark can stand for, passed to its end.
struct LongCluster {
  /// Its columns.
  private(set) var columns: Int
  private var byteCount: Int
  private let flags: UInt32

  /// Goes on with `cluster`, the last scalar of which was passed.
  @inline(never)
  init(_ cluster: JoinedCluster, _ walk: inout ScalarWalk, _ widths: ColumnWidths) {
    let data = walk.data
    byteCount = cluster.byteCount
    columns = cluster.columns
    flags = cluster.bits & Mark.hardBreakBit
    while !walk.isAtEnd {
      let (key, length) = data.key(in: walk.text, at: walk.index)
      let step = data.step(walk.step, walk.records[key])
      if step & BreakAutomaton.clusterEndBit != 0 { return }
      columns = min(
        widths.columns(
          columns, of: walk.text, until: walk.index, joinedBy: data.properties(key & 0xFF), data),
        Int(Mark.maximumAdvance))
      byteCount += length
      walk.pass(upTo: walk.index + length, step)
    }
  }

  /// Appends all of its marks but the last, and gives that.
  @inline(never)
  func appendBeginning(to marks: inout [Mark]) -> UInt32 {
    var rest = byteCount
    var bits = UInt32(truncatingIfNeeded: columns) << Mark.advanceShift
    while rest > Mark.maximumByteCount {
      marks.append(Mark(bits: bits | UInt32(Mark.maximumByteCount)))
      bits = Mark.continuedBit
      rest -= Mark.maximumByteCount
    }
    return bits | flags | UInt32(truncatingIfNeeded: rest)
  }
}
