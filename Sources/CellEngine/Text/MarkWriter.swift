/// Appends marks to an array by way of a few on the stack: appending them one by one costs more than finding them.
struct MarkWriter {
  /// How many marks wait on the stack.
  static let capacity = 128

  private let staging: UnsafeMutableBufferPointer<Mark>
  private var count = 0

  /// Writes by way of `staging`, which has room for `capacity` marks.
  init(staging: UnsafeMutableBufferPointer<Mark>) {
    self.staging = staging
  }

  /// Appends the mark of a cluster, or, where it is longer than a mark can say, its marks.
  @inline(__always)
  mutating func append(byteCount: Int, advance: Int32, flags: UInt32, to marks: inout [Mark]) {
    if byteCount <= Mark.maximumByteCount {
      append(Mark(byteCount: byteCount, advance: advance, flags: flags), to: &marks)
    } else {
      appendLong(byteCount: byteCount, advance: advance, flags: flags, to: &marks)
    }
  }

  /// Hands over what waits.
  mutating func flush(to marks: inout [Mark]) {
    marks.append(contentsOf: UnsafeBufferPointer(rebasing: staging[..<count]))
    count = 0
  }

  @inline(__always)
  private mutating func append(_ mark: Mark, to marks: inout [Mark]) {
    if count == staging.count { flush(to: &marks) }
    staging.initializeElement(at: count, to: mark)
    count &+= 1
  }

  @inline(never)
  private mutating func appendLong(byteCount: Int, advance: Int32, flags: UInt32, to marks: inout [Mark]) {
    var rest = byteCount
    var advance = advance
    var continued: UInt32 = 0
    while rest > 0 {
      let length = min(rest, Mark.maximumByteCount)
      rest -= length
      append(
        Mark(byteCount: length, advance: advance, flags: continued | (rest == 0 ? flags : 0)), to: &marks)
      advance = 0
      continued = Mark.continuedBit
    }
  }
}
