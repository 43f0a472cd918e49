/// A cluster that another scalar joins.
struct JoinedCluster {
  /// Its mark, without its byte count.
  let mark: UInt32
  /// Its bytes without those of the scalar.
  let byteCount: Int
  /// Its columns with the scalar, and how many of ink it has more with it.
  let columns: Int
  let addedInk: Int

  /// The cluster of `mark`, which stands for one, with `scalar`, which begins at `index`.
  @inline(__always)
  init(
    _ mark: UInt32, _ text: UnsafeBufferPointer<UInt8>, _ index: Int, _ scalar: ScalarProperties,
    _ widths: ColumnWidths, _ data: UnicodeData
  ) {
    let before = Mark(bits: mark)
    let held = Int(before.advance)
    columns = min(
      widths.columns(held, of: text, until: index, joinedBy: scalar, data), Int(Mark.maximumAdvance))
    byteCount = before.byteCount
    let flags = mark & Mark.hardBreakBit
    self.mark = UInt32(truncatingIfNeeded: columns) &<< Mark.advanceShift | flags
    addedInk = (flags == 0 ? columns : 0) &- (before.isInk ? held : 0)
  }
}

/// A cluster of more bytes than one mark can stand for, passed to its end.
struct LongCluster {
  /// Where it ends, and the step that led there.
  private(set) var end: Int
  private(set) var step: BreakAutomaton.Step
  /// Its columns.
  private(set) var columns: Int
  private var byteCount: Int
  private let flags: UInt32

  /// Goes on with `cluster`, which has `byteCount` bytes in front of `index`.
  @inline(never)
  init(
    _ cluster: JoinedCluster, _ byteCount: Int, _ text: UnsafeBufferPointer<UInt8>, _ index: Int,
    _ step: BreakAutomaton.Step, _ records: UnsafePointer<BreakAutomaton.Record>, _ widths: ColumnWidths,
    _ data: UnicodeData
  ) {
    self.step = step
    self.byteCount = byteCount
    end = index
    columns = cluster.columns
    flags = cluster.mark & Mark.hardBreakBit
    while end < text.count {
      let (key, byteCount) = data.key(in: text, at: end)
      let next = data.step(self.step, records[key])
      if next & BreakAutomaton.clusterEndBit != 0 { return }
      columns = min(
        widths.columns(columns, of: text, until: end, joinedBy: data.properties(key & 0xFF), data),
        Int(Mark.maximumAdvance))
      self.step = next
      self.byteCount += byteCount
      end += byteCount
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
