/// Breaks a display text into lines. It borrows the text and its segments, and is valid only as
/// long as they are.
///
/// All functions are total, and allocate nothing but the lines they append. `Int32.max` is an
/// unlimited width.
public struct LineBreaker {
  /// The display text.
  public let bytes: UnsafeBufferPointer<UInt8>
  let segments: UnsafeBufferPointer<Segment>
  /// The text if it has no segments.
  let uniform: UniformText?
  /// The advance of the `-` of a soft hyphen.
  let hyphenAdvance: Int32
  /// The exact advance of U+0020, in 1/16 of a layout unit.
  let exactSpaceAdvance: Int32
  /// Where the last ink ends: white space and hard breaks at the end of a text are never shown.
  let contentEnd: Int
  /// The advance of the whole text on one line; `Int32.max` if it has more than one, or that is not
  /// known.
  let lineAdvance: Int32
  /// The end of the last segment of ink.
  let segmentEnd: Int
  /// Whether the segments reach to the end of the text.
  let isComplete: Bool
  /// Whether there are soft hyphens or directional formatting in it.
  let hasInvisibles: Bool
  /// How columns are counted, and the advance of each; 0 if fonts measure letters.
  private let columns: (model: WidthModel, advance: Int32)
  /// The metrics that measure the clusters of a segment in which a line is cut.
  private let metrics: UnsafePointer<ViewMetrics>?
  private let role: FontRole
  /// The clusters of the segment that was cut last; `nil` if they are not kept.
  private let cut: UnsafeMutablePointer<CutSegment>?
  /// Whether the last line may be cut inside of a segment, else only between segments.
  let cutsSegments: Bool

  /// A text of printable ASCII, each byte of which advances by `asciiAdvance` (≥ 1).
  ///
  /// - Parameter inkCount: how many bytes are left without the spaces at the end.
  @inline(__always)
  init(ascii bytes: UnsafeBufferPointer<UInt8>, asciiAdvance: Int32, inkCount: Int) {
    self.bytes = bytes
    segments = UnsafeBufferPointer(start: nil, count: 0)
    let text = UniformText(
      bytes: bytes, scalarAdvance: max(1, asciiAdvance), isASCII: true, end: inkCount)
    uniform = text
    hyphenAdvance = text.scalarAdvance
    exactSpaceAdvance = 0
    contentEnd = inkCount
    lineAdvance = Int32(clamping: inkCount &* Int(text.scalarAdvance))
    segmentEnd = 0
    isComplete = true
    hasInvisibles = false
    columns = (WidthModel(), text.scalarAdvance)
    metrics = nil
    role = .title
    cut = nil
    cutsSegments = true
  }

  /// A text that was prepared.
  ///
  /// - Parameters:
  ///   - segments: its own, `prepared.segmentCount` of them.
  ///   - columns: how columns are counted, and the advance of each; 0 if fonts measure letters.
  ///   - cut: memory for clusters of the text if fonts measure letters.
  ///   - cutsSegments: whether its last line may be cut inside of a segment.
  @inline(__always)
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, prepared: PreparedText, segments: UnsafeBufferPointer<Segment>,
    columns: (model: WidthModel, advance: Int32), hyphenAdvance: Int32, exactSpaceAdvance: Int32,
    metrics: UnsafePointer<ViewMetrics>,
    role: FontRole, cut: UnsafeMutablePointer<CutSegment>?, cutsSegments: Bool
  ) {
    self.bytes = bytes
    self.segments = segments
    self.hyphenAdvance = hyphenAdvance
    self.exactSpaceAdvance = exactSpaceAdvance
    (contentEnd, segmentEnd) = prepared.inkEnd(of: bytes, segments)
    uniform =
      prepared.isUniform
      ? UniformText(bytes: bytes, scalarAdvance: columns.advance, isASCII: false, end: contentEnd) : nil
    lineAdvance = prepared.lineAdvance
    isComplete = prepared.isComplete
    hasInvisibles = prepared.hasInvisibles
    self.columns = columns
    self.metrics = metrics
    self.role = role
    self.cut = cut
    cut?.pointee.removeAll()
    self.cutsSegments = cutsSegments
  }

  /// Whether nothing of it can be shown: it is empty, or all white space.
  @inline(__always)
  public var isEmpty: Bool { contentEnd == 0 }

  /// The line that begins at `position`, broken greedily at the last opportunity that fits, or, if
  /// a word is longer than the line, between clusters. Moves `position` to the beginning of the
  /// next line. `nil` at the end.
  ///
  /// A cluster that alone is wider than `width` gets an empty line: no line is ever wider than
  /// asked.
  @inline(__always)
  public func nextLine(from position: inout TextPosition, width: Int32) -> TextLine? {
    guard Int(position.byte) < contentEnd else { return nil }
    guard let uniform else { return nextSegmentedLine(from: &position, width: width) }
    var byte = Int(position.byte)
    let line = uniform.nextLine(from: &byte, width: width)
    position.byte = Int32(truncatingIfNeeded: byte)
    return line
  }

  /// Breaks the text into at most `maximumLines` lines (0: no limit), the last of which is cut from
  /// all the text that remains. Appends the lines to `lines`.
  ///
  /// At width 0 there is one empty line. The truncation is read through a pointer: a copy would
  /// count the references of its ellipsis for every text.
  func wrap(
    width: Int32, maximumLines: Int, truncation: UnsafePointer<Truncation>,
    into lines: inout Scratch<TextLine>
  ) -> WrappedText {
    var result = WrappedText()
    guard contentEnd > 0 else { return result }
    if lineAdvance <= width, lineAdvance < .max {
      lines.append(
        TextLine(
          of: Int32(truncatingIfNeeded: contentEnd), advance: lineAdvance, hasInvisibles: hasInvisibles))
      return WrappedText(lineCount: 1, widestAdvance: lineAdvance)
    }
    let limit = width <= 0 ? 1 : maximumLines
    var position = TextPosition.start
    var count = 0
    while count &+ 1 != limit, let line = nextLine(from: &position, width: width) {
      count &+= 1
      if line.skipsCluster { result.hide(line.start..<position.byte) }
      result.widestAdvance = max(result.widestAdvance, line.advance)
      lines.append(line)
    }
    if Int(position.byte) < contentEnd {
      if count &+ 1 == limit {
        count &+= 1
        let line = lastLine(from: position, width: width, truncation: truncation, result: &result)
        result.widestAdvance = max(result.widestAdvance, line.advance)
        lines.append(line)
      } else {
        result.hide(position.byte..<Int32(truncatingIfNeeded: bytes.count))
      }
    }
    result.lineCount = Int32(truncatingIfNeeded: count)
    return result
  }

  /// The advance of ink that a text must be prepared for to be wrapped at `width` into at most
  /// `lines` lines (0: no limit).
  ///
  /// A cluster that is wider than the line takes one, so that narrow lines need more than they
  /// show.
  public static func budget(width: Int32, lines: Int) -> Int32 {
    let (budget, overflow) = Int(max(width, 16)).multipliedReportingOverflow(by: lines)
    return lines <= 0 || overflow ? .max : Int32(clamping: budget)
  }

  /// The advance of its widest line if only hard breaks end lines.
  public func naturalAdvance() -> Int32 {
    if lineAdvance < .max { return lineAdvance }
    var position = TextPosition.start
    var widest: Int32 = 0
    while let line = nextLine(from: &position, width: .max) { widest = max(widest, line.advance) }
    return widest
  }
}

extension LineBreaker {
  /// Passes all that fits `width`, and white space after it; stops at a line feed, or at ink that
  /// does not fit.
  @inline(__always)
  func passFitting(_ cursor: inout SegmentCursor, width: Int) {
    while cursor.index < segmentEnd {
      let segment = segments[cursor.index]
      if segment.isHardBreak { return }
      let end = cursor.advance &+ segment.advance &- cursor.partAdvance
      if end > width, segment.isInk, end &- segment.spaceAdvance(exactSpaceAdvance) > width { return }
      cursor.pass(segment)
    }
  }

  /// The position after the last ink before `cursor`, or `start`.
  @inline(__always)
  func trimmed(_ cursor: SegmentCursor, from start: TextPosition) -> SegmentCursor {
    var end = cursor
    while end.index > Int(start.segment) {
      let segment = segments[end.index &- 1]
      if segment.isInk {
        if segment.hasSpace {
          end.byte &-= 1
          end.advance &-= segment.spaceAdvance(exactSpaceAdvance)
        }
        break
      }
      end.goBack(over: segment, to: start)
    }
    return end
  }

  private func nextSegmentedLine(from position: inout TextPosition, width: Int32) -> TextLine? {
    let start = position
    var cursor = SegmentCursor(start)
    guard cursor.index < segmentEnd else { return nil }
    var line = TextLine(at: start.byte)
    line.hasInvisibles = hasInvisibles
    passFitting(&cursor, width: Int(width))
    if cursor.index < segmentEnd {
      let stop = segments[cursor.index]
      if stop.isHardBreak {
        line.isHardBreak = true
        line.finish(at: trimmed(cursor, from: start))
        cursor.pass(stop)
        position = cursor.position
        return line
      }
      if endAtOpportunity(&line, before: cursor, position: &position, width: Int(width)) { return line }
      breakWord(&line, cursor, &position, width: Int(width))
      return line
    }
    line.finish(at: trimmed(cursor, from: start))
    position = cursor.position
    return line
  }

  /// Ends a line at the last opportunity before `cursor`, if there is one that fits.
  @inline(__always)
  private func endAtOpportunity(
    _ line: inout TextLine, before cursor: SegmentCursor, position: inout TextPosition, width: Int
  ) -> Bool {
    let start = position
    var candidate = cursor
    while candidate.index > Int(start.segment) {
      let segment = segments[candidate.index &- 1]
      if segment.allowsBreakAfter {
        let end = trimmed(candidate, from: start)
        if !segment.isSoftHyphen || end.advance &+ Int(hyphenAdvance) <= width {
          line.finish(at: end)
          if segment.isSoftHyphen {
            line.endsWithHyphen = true
            line.advance &+= hyphenAdvance
          }
          position = candidate.position
          return true
        }
      }
      candidate.goBack(over: segment, to: start)
    }
    return false
  }

  /// Ends a line that has no opportunity between the clusters of the segment at `cursor`.
  @inline(never)
  private func breakWord(
    _ line: inout TextLine, _ cursor: SegmentCursor, _ position: inout TextPosition, width: Int
  ) {
    var cursor = cursor
    line.breaksWord = true
    let part = part(from: cursor, width: width &- cursor.advance)
    if part.byteCount > 0 {
      if part.inkByteCount > 0 {
        line.finish(end: cursor.byte &+ part.inkByteCount, advance: cursor.advance &+ part.inkAdvance)
      } else {
        line.finish(at: trimmed(cursor, from: position))
      }
      cursor.pass(part)
    } else if cursor.position == position {
      // The cluster is wider than the line.
      line.skipsCluster = true
      passCluster(&cursor)
    } else {
      line.finish(at: trimmed(cursor, from: position))
    }
    position = cursor.position
  }

  /// Passes one cluster, of however many segments.
  private func passCluster(_ cursor: inout SegmentCursor) {
    let segment = segments[cursor.index]
    let first = part(from: cursor, width: .max, clusterLimit: 1)
    if cursor.partByteCount &+ first.byteCount < segment.byteCount { return cursor.pass(first) }
    repeat {
      cursor.pass(segments[cursor.index])
    } while cursor.index < segmentEnd && segments[cursor.index].isContinuation
  }

  /// The clusters of the rest of the segment at `cursor` that fit `width`, with the white space
  /// after them.
  ///
  /// - Parameter ceiling: ink beyond this byte does not count.
  @inline(never)
  func part(
    from cursor: SegmentCursor, width: Int, clusterLimit: Int = .max, ceiling: Int = .max
  ) -> SegmentPart {
    var part = SegmentPart()
    let segment = segments[cursor.index]
    let start = cursor.byte &- cursor.partByteCount
    let ceiling = ceiling == .max ? .max : ceiling &- cursor.byte
    var count = 0
    if columns.advance > 0 {
      var walk = ClusterWalk(cursor.byte..<start &+ segment.byteCount, of: bytes, columns.model)
      if clusterLimit == .max, ceiling == .max { passPlain(&walk, &part, width: width) }
      while count < clusterLimit, let cluster = walk.next(),
        part.take(cluster, advance: columnAdvance(of: cluster), width: width, ceiling: ceiling)
      {
        count &+= 1
      }
      return part
    }
    withClusters(
      of: segment, at: cursor.index, from: start, limit: cursor.partAdvance.addingSaturating(width)
    ) {
      var passed = 0
      for cluster in $0 where count < clusterLimit {
        if passed < cursor.partByteCount {
          passed &+= cluster.byteCount
          continue
        }
        guard part.take(cluster, advance: cluster.advance, width: width, ceiling: ceiling) else { break }
        count &+= 1
      }
    }
    return part
  }

  /// Adds the plain clusters at its beginning to a part of at most `width`.
  @inline(__always)
  private func passPlain(_ walk: inout ClusterWalk, _ part: inout SegmentPart, width: Int) {
    let start = walk.index
    let advance = Int(columns.advance)
    let passed = walk.passPlain(advance == 1 ? width : width / advance)
    part.byteCount = walk.index &- start
    part.advance = passed &* advance
    part.inkByteCount = part.byteCount
    part.inkAdvance = part.advance
  }

  /// The advance of a cluster whose own advance is in columns.
  @inline(__always)
  private func columnAdvance(of cluster: Cluster) -> Int {
    min(cluster.advance &* Int(columns.advance), Int(Segment.maximumAdvance))
  }

  /// Calls `body` with the clusters of the segment at `index`, which begins at byte `start`.
  func withClusters(
    of segment: Segment, at index: Int, from start: Int, limit: Int = .max,
    _ body: (UnsafeBufferPointer<Cluster>) -> Void
  ) {
    let phase = index > 0 ? segments[index &- 1].phase : 0
    if let cut, case .fonts(_, let fonts)? = metrics?.pointee {
      body(
        cut.pointee.clusters(at: index, byteCount: segment.byteCount, limit: limit) { limit, word, clusters in
          fonts.clusters(
            of: segment, from: start, in: bytes, role: role, phase: phase, limit: limit, after: &word,
            to: clusters)
        })
      return
    }
    withUnsafeTemporaryAllocation(of: Cluster.self, capacity: Segment.maximumByteCount) { room in
      guard let clusters = room.baseAddress else { return }
      let count =
        if columns.advance > 0 {
          ColumnText(bytes: bytes, model: columns.model, columnAdvance: Int(columns.advance)).clusters(
            of: start..<start &+ segment.byteCount, limit: limit, to: clusters)
        } else {
          metrics?.pointee.clusters(
            of: segment, from: start, in: bytes, role: role,
            phase: phase, limit: limit, to: clusters) ?? 0
        }
      body(UnsafeBufferPointer(start: clusters, count: count))
    }
  }
}

extension TextLine {
  /// Sets where the line's text ends, and its advance.
  @inline(__always)
  mutating func finish(end: Int, advance: Int) {
    self.end = Int32(truncatingIfNeeded: end)
    tailStart = self.end
    tailEnd = self.end
    self.advance = Int32(truncatingIfNeeded: min(advance, Int(Int32.max)))
  }

  /// Ends the line at a position in the segments.
  @inline(__always)
  mutating func finish(at cursor: SegmentCursor) {
    finish(end: cursor.byte, advance: cursor.advance)
  }
}

extension Int {
  /// The sum, or the largest value if it would be larger.
  @inline(__always)
  fileprivate func addingSaturating(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
