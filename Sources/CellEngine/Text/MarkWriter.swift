/// Where marks go while a text is analysed in columns: by way of a few on the stack, for appending them to an array one by
/// one costs more than finding them.
struct MarkWriter {
  /// How many marks wait on the stack.
  static let capacity = 64

  private let room: UnsafeMutablePointer<Mark>
  private var count = 0

  /// Writes by way of `room`, for `capacity` marks.
  init(room: UnsafeMutablePointer<Mark>) {
    self.room = room
  }

  /// Appends a mark.
  @inline(__always)
  mutating func put(_ bits: UInt32, _ marks: inout [Mark]) {
    room[count] = Mark(bits: bits)
    count &+= 1
    if count == Self.capacity { finish(&marks) }
  }

  /// Hands over what waits.
  @inline(__always)
  mutating func finish(_ marks: inout [Mark]) {
    count = Self.flush(room, count, to: &marks)
  }

  // Static, so that the writer itself can stay in registers.
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
