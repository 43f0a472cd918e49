/// Where marks go while a text is analysed in columns: by way of a few on the stack, for appending them to an array one by
/// one costs more than finding them.
struct MarkWriter {
  /// How many marks wait on the stack.
  static let capacity = 64

  /// The columns of all ink that was written.
  private(set) var inkColumns = 0

  private let room: UnsafeMutablePointer<Mark>
  private var count = 0
  private let budget: Int

  /// Writes by way of `room`, for `capacity` marks; `budget` columns of ink are enough.
  init(room: UnsafeMutablePointer<Mark>, budget: Int) {
    self.room = room
    self.budget = budget
  }

  /// Whether the ink exceeds the budget.
  @inline(__always)
  var isFull: Bool { inkColumns > budget }

  /// The columns of ink that are not yet written.
  @inline(__always)
  var columnsLeft: Int { budget &- inkColumns }

  /// Appends a mark, and those of the clusters like it in front of it.
  ///
  /// - Parameters:
  ///   - mark: of the last cluster; its byte count is 0 where that is `byteCount`.
  ///   - like: of one of the `likeCount` clusters in front of it.
  ///   - columns: of a cluster, if it is ink.
  ///   - breakBit: `Mark.breakBit` where a line may end behind all of it.
  @inline(__always)
  mutating func append(
    _ mark: UInt32, _ like: UInt32, _ likeCount: UInt32, _ byteCount: Int, _ columns: Int,
    _ breakBit: UInt32, _ marks: inout [Mark]
  ) {
    var mark = mark
    if likeCount > 0 {
      mark = like &+ likeCount
      inkColumns &+= columns &* Int(likeCount)
    } else if mark & 0xFF == 0 {
      if byteCount > Mark.maximumByteCount {
        (mark, count) = Self.putBeginning(of: mark, byteCount, room, count, &marks)
      }
      mark |= UInt32(truncatingIfNeeded: (byteCount &- 1) % Mark.maximumByteCount &+ 1)
    }
    inkColumns &+= columns
    put(mark | breakBit, &marks)
  }

  // Static, so that the writer itself can stay in registers.
  /// Writes all marks of a long cluster but the last, of which it gives what it is without its byte count, and how many
  /// marks wait then.
  @inline(never)
  private static func putBeginning(
    of mark: UInt32, _ byteCount: Int, _ room: UnsafeMutablePointer<Mark>, _ count: Int, _ marks: inout [Mark]
  ) -> (UInt32, Int) {
    _ = flush(room, count, to: &marks)
    var rest = byteCount
    var bits = mark & ~Mark.hardBreakBit
    while rest > Mark.maximumByteCount {
      marks.append(Mark(bits: bits | UInt32(Mark.maximumByteCount)))
      bits = Mark.continuedBit
      rest -= Mark.maximumByteCount
    }
    return (bits | mark & Mark.hardBreakBit, 0)
  }

  /// Hands over what waits.
  mutating func finish(_ marks: inout [Mark]) {
    count = Self.flush(room, count, to: &marks)
  }

  @inline(__always)
  private mutating func put(_ bits: UInt32, _ marks: inout [Mark]) {
    if count == Self.capacity { count = Self.flush(room, count, to: &marks) }
    room[count] = Mark(bits: bits)
    count &+= 1
  }

  @inline(never)
  private static func flush(_ room: UnsafeMutablePointer<Mark>, _ count: Int, to marks: inout [Mark]) -> Int {
    marks.append(contentsOf: UnsafeBufferPointer(start: room, count: count))
    return 0
  }
}

extension [Mark] {
  /// Gives the marks from the one at `first` on, of a `text` analysed in columns, advances of `columnAdvance` a column;
  /// returns that of all ink.
  mutating func scale(
    from first: Int, by columnAdvance: Int32, in text: UnsafeBufferPointer<UInt8>
  ) -> Int32 {
    if columnAdvance > Mark.maximumRunAdvance / 2 {
      let clusters = Array(self[first...]).clusters(of: text)
      replaceSubrange(first..., with: clusters)
    }
    var ink = 0
    var byte = 0
    for index in first..<count {
      let mark = self[index]
      if mark.isRun {
        let advance = mark.unitAdvance * Int(columnAdvance)
        let kept = mark.bits & (1 << Mark.runAdvanceShift - 1)
        self[index].bits = kept | UInt32(truncatingIfNeeded: advance) << Mark.runAdvanceShift
        ink += advance * mark.inkCount(in: text, from: byte)
      } else {
        let advance = Swift.min(Int(mark.advance) * Int(columnAdvance), Int(Mark.maximumAdvance))
        let kept = mark.bits & (1 << Mark.advanceShift - 1)
        self[index].bits = kept | UInt32(truncatingIfNeeded: advance) << Mark.advanceShift
        if mark.isInk { ink += advance }
      }
      byte += mark.byteCount
    }
    return Int32(clamping: ink)
  }
}

extension Mark {
  /// How many clusters of a run, which begins at `byte` of `text`, are ink.
  fileprivate func inkCount(in text: UnsafeBufferPointer<UInt8>, from byte: Int) -> Int {
    isStretch ? text[byte..<byte + byteCount].count { $0 != 0x20 } : clusterCount
  }
}
