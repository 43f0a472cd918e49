/// Where marks go while a text is analysed: by way of a few on the stack, for appending them to an array one by one
/// costs more than finding them.
struct MarkSink {
  /// How many marks wait on the stack.
  static let capacity = 128

  /// The advance of a column.
  let columnAdvance: Int
  /// The advance of all ink so far.
  private(set) var inkAdvance = 0

  private let staging: UnsafeMutablePointer<Mark>
  private var count = 0

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
    if count == Self.capacity { count = Self.flush(staging, count, to: &marks) }
    let advanceBits = UInt32(truncatingIfNeeded: advance) &<< Mark.advanceShift
    staging[count] = Mark(bits: UInt32(truncatingIfNeeded: byteCount) | flags | advanceBits)
    count &+= 1
    inkAdvance &+= flags & Mark.inklessBits == 0 ? advance : 0
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

  /// Room for up to `wanted` marks of one column each, at least for one, and not for many more than exceed `budget`.
  @inline(__always)
  mutating func claim(
    _ wanted: Int, budget: Int, _ marks: inout [Mark]
  ) -> UnsafeMutableBufferPointer<Mark> {
    if count == Self.capacity { count = Self.flush(staging, count, to: &marks) }
    let room = min(Self.capacity &- count, budget &- inkAdvance &+ 1)
    return UnsafeMutableBufferPointer(start: staging + count, count: min(wanted, max(1, room)))
  }

  /// The mark of a byte of ASCII.
  @inline(__always)
  func narrowMark(_ flags: UInt32) -> Mark {
    Mark(bits: 1 | flags | UInt32(truncatingIfNeeded: columnAdvance) &<< Mark.advanceShift)
  }

  /// Keeps marks that were written where `claim` gave room; all but `spaces` of them are ink.
  @inline(__always)
  mutating func commit(_ written: Int, spaces: Int) {
    count &+= written
    inkAdvance &+= (written &- spaces) &* columnAdvance
  }

  /// Hands over what waits.
  mutating func finish(_ marks: inout [Mark]) {
    count = Self.flush(staging, count, to: &marks)
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
