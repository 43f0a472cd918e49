/// Where marks go while a text is analysed: like clusters are gathered to runs, and marks go by way of a few on the
/// stack, for appending them to an array one by one costs more than finding them.
struct MarkSink {
  /// How many marks wait on the stack.
  static let capacity = 64

  /// The advance of a column.
  let columnAdvance: Int
  /// The advance of all ink so far.
  private(set) var inkAdvance = 0

  private let staging: UnsafeMutablePointer<Mark>
  private var count = 0
  /// The last mark, to which like clusters may still come; 0 is none. Only a cluster of ink without flags but that of a
  /// break behind it, or a run of such, waits here.
  private var open: UInt32 = 0

  /// Writes by way of `staging`, which has room for `capacity` marks.
  init(staging: UnsafeMutablePointer<Mark>, columnAdvance: Int32) {
    self.staging = staging
    self.columnAdvance = Int(columnAdvance)
  }

  /// The advance of so many columns, as far as a mark can hold it.
  @inline(__always)
  func advance(of columns: Int) -> Int {
    min(columns &* columnAdvance, Int(Mark.maximumAdvance))
  }

  /// Appends the mark of a cluster of at most 255 bytes.
  @inline(__always)
  mutating func append(byteCount: Int, advance: Int, flags: UInt32, to marks: inout [Mark]) {
    inkAdvance &+= flags & Mark.inklessBits == 0 ? advance : 0
    let canJoin =
      flags & ~Mark.breakBit == 0 && byteCount <= 4 && advance > 0
      && advance <= Int(Mark.maximumRunAdvance)
    guard canJoin else {
      closeRun(&marks)
      return put(
        UInt32(truncatingIfNeeded: byteCount) | flags
          | UInt32(truncatingIfNeeded: advance) &<< Mark.advanceShift, &marks)
    }
    appendRun(1, unit: byteCount, advance: advance, breakAfter: flags, to: &marks)
  }

  /// Appends up to 255 like clusters of ink, between which no line may end; `breakAfter` is the flag of a break behind
  /// the last.
  @inline(__always)
  mutating func appendWord(
    _ clusters: Int, unit: Int, advance: Int, breakAfter: UInt32, to marks: inout [Mark]
  ) {
    inkAdvance &+= clusters &* advance
    appendRun(clusters, unit: unit, advance: advance, breakAfter: breakAfter, to: &marks)
  }

  /// Appends up to 255 like clusters of ink, behind each of which a line may end.
  @inline(__always)
  mutating func appendIdeographs(_ clusters: Int, unit: Int, advance: Int, to marks: inout [Mark]) {
    inkAdvance &+= clusters &* advance
    appendRun(1, unit: unit, advance: advance, breakAfter: Mark.breakBit, to: &marks)
    guard clusters > 1 else { return }
    var length = Int(open & 0xFF)
    if (length > 1 && open & Mark.innerBreakBit == 0) || length &+ clusters > Mark.maximumByteCount {
      closeRun(&marks)
      appendRun(1, unit: unit, advance: advance, breakAfter: Mark.breakBit, to: &marks)
      length = 0
    }
    open = open & ~0xFF | Mark.innerBreakBit | UInt32(truncatingIfNeeded: length &+ clusters &- 1)
  }

  /// Joins clusters without breaks between them to the open run, or begins a new one with them.
  @inline(__always)
  private mutating func appendRun(
    _ clusters: Int, unit: Int, advance: Int, breakAfter: UInt32, to marks: inout [Mark]
  ) {
    let kind =
      UInt32(truncatingIfNeeded: advance) &<< Mark.runAdvanceShift
      | UInt32(truncatingIfNeeded: unit &- 1) &<< Mark.unitShift | Mark.runBit
    let length = Int(open & 0xFF)
    let gap =
      (open & Mark.breakBit)
      &<< (Mark.innerBreakBit.trailingZeroBitCount &- Mark.breakBit.trailingZeroBitCount)
    // What stands between the last cluster and these has to be what stands between all others, on both sides.
    let inner = length > 1 ? open & Mark.innerBreakBit : gap
    if open & ~(0xFF | Mark.breakBit | Mark.innerBreakBit) == kind, inner == gap,
      clusters == 1 || gap == 0, length &+ clusters <= Mark.maximumByteCount
    {
      open = kind | gap | breakAfter | UInt32(truncatingIfNeeded: length &+ clusters)
    } else {
      closeRun(&marks)
      open = kind | breakAfter | UInt32(truncatingIfNeeded: clusters)
    }
  }

  /// Appends the marks of a cluster of any length.
  @inline(__always)
  mutating func appendLong(byteCount: Int, advance: Int, flags: UInt32, to marks: inout [Mark]) {
    var rest = byteCount
    var advance = advance
    var continued: UInt32 = 0
    while rest > Mark.maximumByteCount {
      append(byteCount: Mark.maximumByteCount, advance: advance, flags: continued, to: &marks)
      rest &-= Mark.maximumByteCount
      advance = 0
      continued = Mark.continuedBit
    }
    append(byteCount: rest, advance: advance, flags: continued | flags, to: &marks)
  }

  /// Hands over what waits.
  mutating func finish(_ marks: inout [Mark]) {
    closeRun(&marks)
    count = Self.flush(staging, count, to: &marks)
  }

  @inline(__always)
  private mutating func closeRun(_ marks: inout [Mark]) {
    guard open != 0 else { return }
    put(open, &marks)
    open = 0
  }

  @inline(__always)
  private mutating func put(_ bits: UInt32, _ marks: inout [Mark]) {
    if count == Self.capacity { count = Self.flush(staging, count, to: &marks) }
    staging[count] = Mark(bits: bits)
    count &+= 1
  }

  // Static, so that the sink itself can stay in registers.
  @inline(never)
  private static func flush(_ staging: UnsafeMutablePointer<Mark>, _ count: Int, to marks: inout [Mark])
    -> Int
  {
    marks.append(contentsOf: UnsafeBufferPointer(start: staging, count: count))
    return 0
  }
}
