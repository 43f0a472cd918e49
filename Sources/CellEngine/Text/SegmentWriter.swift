/// Appends the segments of one text to an arena, and finds the members of its header.
///
/// If no line ends inside of the text, its words and the spaces between them become as few segments
/// as can hold them.
struct SegmentWriter {
  private let staging: UnsafeMutablePointer<Segment>
  private let first: Int
  private var count: Int32 = 0
  private let joinsWords: Bool
  /// How many segments wait before they are appended.
  static let capacity = 64
  /// The ink that more may join, and the white space after it.
  private var open = Part()
  private var space = Part()
  /// The advance of all, and of all up to the last ink.
  private var advance = 0
  private var lineAdvance = 0
  /// The advance of all ink.
  private(set) var inkAdvance = 0

  // Small, because the writer is copied from and to memory for each run of words.
  private struct Part {
    private var bytes: Int32 = 0
    private var units: Int32 = 0
    private var last: Int32 = 0

    var byteCount: Int { Int(bytes) }
    var advance: Int { Int(units) }
    /// The phase at its end.
    var phase: Int { Int(last) }

    @inline(__always)
    init(byteCount: Int = 0, advance: Int = 0, phase: Int = 0) {
      bytes = Int32(truncatingIfNeeded: byteCount)
      units = Int32(truncatingIfNeeded: advance)
      last = Int32(truncatingIfNeeded: phase)
    }
  }

  /// Appends to an arena that has `first` segments, by way of `staging`, which has room for
  /// `capacity`.
  ///
  /// - Parameter joinsWords: whether no line ends inside of the text.
  @inline(__always)
  init(joinsWords: Bool, first: Int, staging: UnsafeMutablePointer<Segment>) {
    self.joinsWords = joinsWords
    self.first = first
    self.staging = staging
  }

  /// Appends a segment.
  ///
  /// - Parameters:
  ///   - spaceAdvance: the advance of the space that it has, if it has one.
  ///   - inkPhase: the phase at the end of its ink, before that space.
  @inline(__always)
  mutating func append(
    _ segment: Segment, spaceAdvance: Int, inkPhase: Int = 0, to segments: inout [Segment]
  ) {
    advance &+= segment.advance
    if segment.isInk {
      lineAdvance = advance
      inkAdvance &+= segment.advance &- spaceAdvance
    }
    if joinsWords {
      if !joinInk(segment, spaceAdvance, inkPhase) { join(segment, spaceAdvance, inkPhase, &segments) }
    } else {
      put(segment, &segments)
    }
  }

  /// Appends what waits, and returns the header of a text that was prepared up to byte `end`.
  consuming func finish(
    _ text: UnsafeBufferPointer<UInt8>, end: Int, hasHardBreak: Bool, hasInvisibles: Bool,
    _ segments: inout [Segment]
  ) -> PreparedText {
    close(&segments)
    var header = PreparedText()
    if count == 1, segments.count == first {
      header.keep(staging[0])
    } else {
      count = Self.flush(staging, count, to: &segments)
      header.firstSegment = Int32(truncatingIfNeeded: first)
      header.segmentCount = Int32(truncatingIfNeeded: segments.count - first)
    }
    header.direction = DirectionSearch.direction(of: text)
    header.hasHardBreak = hasHardBreak
    header.hasInvisibles = hasInvisibles
    header.isComplete = end == text.count
    header.inkAdvance = Int32(clamping: inkAdvance)
    header.lineAdvance = header.isComplete && !hasHardBreak ? Int32(clamping: lineAdvance) : .max
    return header
  }

  /// Adds ink to the ink that waits. Returns `false` if there is none, or if the segment has other
  /// content or would be too large.
  @inline(__always)
  private mutating func joinInk(_ segment: Segment, _ spaceAdvance: Int, _ inkPhase: Int) -> Bool {
    let byteCount = open.byteCount &+ space.byteCount &+ segment.inkByteCount
    let advance = open.advance &+ space.advance &+ segment.advance &- spaceAdvance
    guard segment.isInk, !segment.isContinuation, open.byteCount > 0,
      byteCount <= Segment.maximumByteCount, advance <= Int(Segment.maximumAdvance)
    else { return false }
    open = Part(byteCount: byteCount, advance: advance, phase: inkPhase)
    space =
      segment.hasSpace ? Part(byteCount: 1, advance: spaceAdvance, phase: segment.phase) : Part()
    return true
  }

  @inline(never)
  private mutating func join(
    _ segment: Segment, _ spaceAdvance: Int, _ inkPhase: Int, _ segments: inout [Segment]
  ) {
    switch segment.kind {
    case .ink, .inkWithSpace:
      close(&segments)
      open = Part(
        byteCount: segment.inkByteCount, advance: segment.advance &- spaceAdvance, phase: inkPhase)
      if segment.hasSpace { space = Part(byteCount: 1, advance: spaceAdvance, phase: segment.phase) }
    case .space, .softHyphen:
      if space.byteCount &+ segment.byteCount > Segment.maximumByteCount
        || space.advance &+ segment.advance > Int(Segment.maximumAdvance)
      {
        close(&segments)
      }
      space = Part(
        byteCount: space.byteCount &+ segment.byteCount, advance: space.advance &+ segment.advance,
        phase: segment.phase)
    case .continuation, .hardBreak:
      close(&segments)
      put(segment, &segments)
    }
  }

  /// Appends the ink that waits, and the white space after it.
  @inline(never)
  private mutating func close(_ segments: inout [Segment]) {
    if open.byteCount > 0 {
      put(
        Segment(byteCount: open.byteCount, advance: open.advance, kind: .ink, phase: open.phase), &segments)
      open = Part()
    }
    if space.byteCount > 0 {
      put(
        Segment(byteCount: space.byteCount, advance: space.advance, kind: .space, phase: space.phase),
        &segments)
      space = Part()
    }
  }

  /// Segments go by way of a buffer: appending each to the array would cost more than finding it.
  @inline(__always)
  private mutating func put(_ segment: Segment, _ segments: inout [Segment]) {
    if Int(count) == Self.capacity { count = Self.flush(staging, count, to: &segments) }
    staging[Int(count)] = segment
    count &+= 1
  }

  // Static, so that the writer itself stays in registers.
  @inline(never)
  private static func flush(
    _ staging: UnsafeMutablePointer<Segment>, _ count: Int32, to segments: inout [Segment]
  ) -> Int32 {
    segments.append(contentsOf: UnsafeBufferPointer(start: staging, count: Int(count)))
    return 0
  }
}
