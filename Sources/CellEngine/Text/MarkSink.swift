/// Where marks go while words are measured: like clusters are gathered to runs, and marks go by way of a few on the stack,
/// for appending them to an array one by one costs more than finding them.
struct MarkSink {
  /// How many marks wait on the stack.
  static let capacity = 64
  /// How many clusters become one mark at most, so that a text is not analysed much further than it has to be.
  static let runLimit = 48

  /// The advance of all ink that was handed over.
  private(set) var inkAdvance = 0

  private let staging: UnsafeMutablePointer<Mark>
  private var count = 0
  /// The last mark, to which like clusters may still come; 0 is none. Only a cluster of ink without flags but that of a
  /// break behind it, or a run of such, waits here.
  private var open: UInt32 = 0
  private let budget: Int
  private let columnAdvance: Int
  /// The most columns of clusters that are gathered.
  private let gatheredColumns: Int

  /// The bits that like clusters share.
  private static let kindBits = ~(0xFF | Mark.breakBit | Mark.innerBreakBit)

  /// Writes by way of `staging`, which has room for `capacity` marks.
  init(staging: UnsafeMutablePointer<Mark>, columnAdvance: Int32, budget: Int) {
    self.staging = staging
    self.columnAdvance = Int(columnAdvance)
    self.budget = budget
    gatheredColumns = Int(Mark.maximumRunAdvance / columnAdvance)
  }

  /// Whether the ink exceeds the budget.
  @inline(__always)
  var isFull: Bool { inkAdvance > budget }

  /// Whether clusters of so many columns become runs.
  @inline(__always)
  func canGather(_ columns: Int) -> Bool { columns > 0 && columns <= gatheredColumns }

  /// Appends a cluster.
  @inline(__always)
  mutating func append(byteCount: Int, columns: Int, flags: UInt32, to marks: inout [Mark]) {
    guard flags & ~Mark.breakBit == 0, byteCount <= 4, canGather(columns) else {
      return appendSingle(byteCount: byteCount, columns: columns, flags: flags, to: &marks)
    }
    let kind = kind(unit: byteCount, columns: columns)
    let length = open & 0xFF
    let gap = (open & Mark.breakBit) &<< 6
    // What stands between the last cluster and this one has to be what stands between all others.
    if open & Self.kindBits == kind, length < 2 || open & Mark.innerBreakBit == gap, length < Self.runLimit {
      open = kind | gap | flags | (length &+ 1)
    } else {
      closeRun(&marks)
      open = kind | flags | 1
    }
  }

  /// Appends the marks of a cluster that is not gathered: white space, a line feed, or something long or wide.
  private mutating func appendSingle(
    byteCount: Int, columns: Int, flags: UInt32, to marks: inout [Mark]
  ) {
    closeRun(&marks)
    var advance = min(columns &* columnAdvance, Int(Mark.maximumAdvance))
    if flags & Mark.inklessBits == 0 { inkAdvance &+= advance }
    var rest = byteCount
    var continued: UInt32 = 0
    while rest > Mark.maximumByteCount {
      put(
        UInt32(Mark.maximumByteCount) | continued
          | UInt32(truncatingIfNeeded: advance) &<< Mark.advanceShift, &marks)
      rest &-= Mark.maximumByteCount
      advance = 0
      continued = Mark.continuedBit
    }
    put(
      UInt32(truncatingIfNeeded: rest) | continued | flags
        | UInt32(truncatingIfNeeded: advance) &<< Mark.advanceShift, &marks)
  }

  /// Appends clusters of ink and soft hyphens, none longer than 255 bytes and no more than `capacity`, each as a mark of
  /// its own: letters of fonts are seldom alike.
  @inline(__always)
  mutating func appendClusters(
    _ clusters: Int, byteCounts: UnsafePointer<Int32>, flags: UnsafePointer<UInt32>,
    advances: UnsafePointer<Int32>, to marks: inout [Mark]
  ) {
    closeRun(&marks)
    if count &+ clusters > Self.capacity { count = Self.flush(staging, count, to: &marks) }
    var sum = 0
    for index in 0..<clusters {
      let isHidden = flags[index] & Mark.softHyphenBit != 0
      let advance = isHidden ? 0 : max(0, min(advances[index], Mark.maximumAdvance))
      sum &+= Int(advance)
      staging[count &+ index] = Mark(
        bits: UInt32(bitPattern: byteCounts[index]) | flags[index]
          | UInt32(bitPattern: advance) &<< Mark.advanceShift)
    }
    inkAdvance &+= sum
    count &+= clusters
  }

  /// Appends a mark that is not gathered, and whose ink is not counted.
  @inline(__always)
  mutating func append(_ mark: Mark, to marks: inout [Mark]) {
    closeRun(&marks)
    put(mark.bits, &marks)
  }

  /// Hands over what waits.
  mutating func finish(_ marks: inout [Mark]) {
    closeRun(&marks)
    count = Self.flush(staging, count, to: &marks)
  }

  @inline(__always)
  private func kind(unit: Int, columns: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: columns &* columnAdvance) &<< Mark.runAdvanceShift
      | UInt32(truncatingIfNeeded: unit &- 1) &<< Mark.unitShift | Mark.runBit
  }

  @inline(__always)
  private mutating func closeRun(_ marks: inout [Mark]) {
    guard open != 0 else { return }
    let run = Mark(bits: open)
    inkAdvance &+= run.clusterCount &* run.unitAdvance
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
