/// Appends the segments of one text to an arena, and finds the members of its header.
///
/// If no line ends inside of the text, its words and the spaces between them become as few segments
/// as can hold them.
///
/// Nothing that is not inlined changes the writer itself. So a local one has no address, and its
/// numbers stay in registers.
struct SegmentWriter {
  private let staging: UnsafeMutablePointer<Segment>
  private let first: Int
  private var count: Int32 = 0
  private let joinsWords: Bool
  /// How many segments wait before they are appended.
  static let capacity = 64
  private var waiting = Waiting()
  /// The advance of all, and of all up to the last ink.
  private var advance = 0
  private var lineAdvance = 0
  /// The advance of all ink.
  private(set) var inkAdvance = 0

  /// The ink that more may join, and the white space after it.
  private struct Waiting {
    var ink = Part()
    var space = Part()
  }

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
      if !joinInk(segment, spaceAdvance, inkPhase) {
        count = Self.join(segment, spaceAdvance, inkPhase, &waiting, staging, count, &segments)
      }
    } else {
      count = Self.put(segment, staging, count, &segments)
    }
  }

  /// Appends what waits, and returns the header of a text that was prepared up to byte `end`.
  consuming func finish(
    _ text: UnsafeBufferPointer<UInt8>, _ data: UnicodeData = .shared, end: Int, hasHardBreak: Bool,
    hasInvisibles: Bool,
    _ segments: inout [Segment]
  ) -> PreparedText {
    count = Self.close(&waiting, staging, count, &segments)
    var header = PreparedText()
    if count == 1, segments.count == first {
      header.keep(staging[0])
    } else {
      count = Self.flush(staging, count, to: &segments)
      header.firstSegment = Int32(truncatingIfNeeded: first)
      header.segmentCount = Int32(truncatingIfNeeded: segments.count - first)
    }
    header.direction = DirectionSearch.direction(of: text, data)
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
    let (ink, space) = (waiting.ink, waiting.space)
    let byteCount = ink.byteCount &+ space.byteCount &+ segment.inkByteCount
    let advance = ink.advance &+ space.advance &+ segment.advance &- spaceAdvance
    guard segment.isInk, !segment.isContinuation, ink.byteCount > 0,
      byteCount <= Segment.maximumByteCount, advance <= Int(Segment.maximumAdvance)
    else { return false }
    waiting.ink = Part(byteCount: byteCount, advance: advance, phase: inkPhase)
    waiting.space =
      segment.hasSpace ? Part(byteCount: 1, advance: spaceAdvance, phase: segment.phase) : Part()
    return true
  }

  /// Adds a segment to those that wait, or after them. Returns how many are in `staging`.
  @inline(never)
  private static func join(
    _ segment: Segment, _ spaceAdvance: Int, _ inkPhase: Int, _ waiting: inout Waiting,
    _ staging: UnsafeMutablePointer<Segment>, _ count: Int32, _ segments: inout [Segment]
  ) -> Int32 {
    var count = count
    switch segment.kind {
    case .ink, .inkWithSpace:
      count = close(&waiting, staging, count, &segments)
      waiting.ink = Part(
        byteCount: segment.inkByteCount, advance: segment.advance &- spaceAdvance, phase: inkPhase)
      if segment.hasSpace {
        waiting.space = Part(byteCount: 1, advance: spaceAdvance, phase: segment.phase)
      }
    case .space, .softHyphen:
      if waiting.space.byteCount &+ segment.byteCount > Segment.maximumByteCount
        || waiting.space.advance &+ segment.advance > Int(Segment.maximumAdvance)
      {
        count = close(&waiting, staging, count, &segments)
      }
      waiting.space = Part(
        byteCount: waiting.space.byteCount &+ segment.byteCount,
        advance: waiting.space.advance &+ segment.advance, phase: segment.phase)
    case .continuation, .hardBreak:
      count = close(&waiting, staging, count, &segments)
      count = put(segment, staging, count, &segments)
    }
    return count
  }

  /// Appends the ink that waits, and the white space after it. Returns how many segments are in
  /// `staging`.
  @inline(never)
  private static func close(
    _ waiting: inout Waiting, _ staging: UnsafeMutablePointer<Segment>, _ count: Int32,
    _ segments: inout [Segment]
  ) -> Int32 {
    let (ink, space) = (waiting.ink, waiting.space)
    waiting = Waiting()
    var count = count
    if ink.byteCount > 0 {
      count = put(
        Segment(byteCount: ink.byteCount, advance: ink.advance, kind: .ink, phase: ink.phase), staging, count,
        &segments)
    }
    if space.byteCount > 0 {
      count = put(
        Segment(byteCount: space.byteCount, advance: space.advance, kind: .space, phase: space.phase),
        staging,
        count, &segments)
    }
    return count
  }

  /// Segments go by way of a buffer: appending each to the array would cost more than finding it.
  /// Returns how many are in `staging`.
  @inline(__always)
  private static func put(
    _ segment: Segment, _ staging: UnsafeMutablePointer<Segment>, _ count: Int32, _ segments: inout [Segment]
  ) -> Int32 {
    let place = Int(count) == capacity ? flush(staging, count, to: &segments) : count
    staging[Int(place)] = segment
    return place &+ 1
  }

  @inline(never)
  private static func flush(
    _ staging: UnsafeMutablePointer<Segment>, _ count: Int32, to segments: inout [Segment]
  ) -> Int32 {
    segments.append(contentsOf: UnsafeBufferPointer(start: staging, count: Int(count)))
    return 0
  }
}
