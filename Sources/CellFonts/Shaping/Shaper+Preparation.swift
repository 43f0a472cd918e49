import CellEngine

/// Preparation: finds the segments of a text and measures them by words.
extension Shaper {
  /// Appends the segments of a text to `segments`. Stops when the advance of the ink exceeds
  /// `budget`, in layout units.
  func prepare(
    _ text: UnsafeBufferPointer<UInt8>, _ style: TextStyle, breaks: LineBreakRule?, budget: Int32,
    into segments: inout [Segment]
  ) -> PreparedText {
    var header = PreparedText()
    withUnsafeTemporaryAllocation(of: Segment.self, capacity: SegmentWriter.capacity) { staging in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: WordWalk.roomCount) { room in
        guard let staging = staging.baseAddress, let room = room.baseAddress else { return }
        let writer = SegmentWriter(joinsWords: breaks == nil, first: segments.count, staging: staging)
        withUnsafeMutablePointer(to: &segments) {
          var measured = MeasuredSegments(text, style, self, breaks, writer, to: $0, room: room)
          header = measured.prepare(budget: Int(budget))
        }
      }
    }
    return header
  }

  /// Writes the clusters of a segment to `clusters`, as ``TextMetrics`` defines it. The words that
  /// overlap the segment are measured cluster by cluster.
  func clusters(
    of segment: Segment, from start: Int, in text: UnsafeBufferPointer<UInt8>, _ style: TextStyle, phase: Int,
    limit: Int, to clusters: UnsafeMutablePointer<Cluster>
  ) -> Int {
    guard segment.byteCount > 0 else { return 0 }
    let end = start + segment.byteCount
    var walk = ClusterWalk(Self.wordStart(before: start, in: text)..<text.count, of: text)
    var output = ClusterOutput(
      text: text, range: start..<end, limit: limit, clusters: clusters, advance: RoundedAdvance(phase: phase))
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: WordWalk.roomCount) { room in
      guard let room = room.baseAddress else { return }
      var words = WordWalk(text, from: walk.index, style, self, room: room)
      // The last word of the segment can continue after it.
      while words.end < end || (!words.isEmpty && words.start < end), !output.isFull,
        let cluster = walk.next()
      {
        words.add(cluster, to: &output)
      }
      if words.start < end, !output.isFull { words.endWord(to: &output) }
    }
    return output.count
  }

  /// The start of the word that has the byte `index`, or that ends there. A word starts after a
  /// space or a line feed, or at 0.
  private static func wordStart(before index: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var start = index
    while start > 0, text[start - 1] > 0x20 || ClusterWalk.joinsSpace(text, at: start) { start -= 1 }
    return start
  }
}

/// Writes the clusters of a range of a text.
private struct ClusterOutput: WordTaker {
  let text: UnsafeBufferPointer<UInt8>
  let range: Range<Int>
  let limit: Int
  let clusters: UnsafeMutablePointer<Cluster>
  var advance: RoundedAdvance
  private(set) var count = 0
  private var sum = 0
  /// Whether ink exceeds the limit.
  private(set) var isFull = false

  init(
    text: UnsafeBufferPointer<UInt8>, range: Range<Int>, limit: Int, clusters: UnsafeMutablePointer<Cluster>,
    advance: RoundedAdvance
  ) {
    self.text = text
    self.range = range
    self.limit = limit
    self.clusters = clusters
    self.advance = advance
  }

  mutating func take(
    _ start: Int, _ byteCounts: UnsafeBufferPointer<Int32>, _ advances: UnsafePointer<Int32>
  ) {
    var index = start
    for (place, byteCount) in byteCounts.enumerated() {
      defer { index += Int(byteCount) }
      guard range.contains(index), !isFull, count < Segment.maximumByteCount else { continue }
      var own = ClusterWalk(index..<index + Int(byteCount), of: text)
      let kind = own.next()?.kind ?? .ink
      if kind != .softHyphen { advance.add(max(0, Int(advances[place]))) }
      let rounded = min(advance.round(), Int(Segment.maximumAdvance))
      clusters[count] = Cluster(
        byteCount: min(Int(byteCount), range.upperBound - index), advance: rounded, kind: kind)
      count += 1
      sum += rounded
      if sum > limit, kind == .ink { isFull = true }
    }
  }
}

/// Prepares the segments of a text with the advances of a font.
private struct MeasuredSegments {
  private let text: UnsafeBufferPointer<UInt8>
  // Not counted: the value does not outlive the call that made it.
  private unowned(unsafe) let style: TextStyle
  private unowned(unsafe) let shaper: Shaper
  private let styleID: UInt32
  private let recentWords: RecentWords.Entries
  private var segmenter: Segmenter
  private var words: WordWalk
  private var queue: SegmentQueue

  init(
    _ text: UnsafeBufferPointer<UInt8>, _ style: TextStyle, _ shaper: Shaper, _ breaks: LineBreakRule?,
    _ writer: SegmentWriter, to segments: UnsafeMutablePointer<[Segment]>, room: UnsafeMutablePointer<Int32>
  ) {
    self.text = text
    self.style = style
    self.shaper = shaper
    styleID = style.id
    recentWords = shaper.recentWords
    queue = SegmentQueue(text, space: style.space, writer, to: segments)
    segmenter = Segmenter(text, WidthModel(), breaks)
    words = WordWalk(text, from: 0, style, shaper, room: room)
  }

  mutating func prepare(budget: Int) -> PreparedText {
    while !queue.exceeds(budget), let segment = segmenter.next() { take(segment) }
    // If the budget was exceeded, the last word may be incomplete.
    if !queue.exceeds(budget) { words.endWord(to: &queue) }
    return queue.finish(text, hasInvisibles: segmenter.hasInvisibles)
  }

  private mutating func take(_ segment: Segment) {
    switch segment.kind {
    case .ink, .inkWithSpace:
      if queue.isEmpty, isOneWord(segment),
        let exact = knownAdvance(
          of: words.end..<words.end &+ segment.inkByteCount, clusterCount: segmenter.clusterCount)
      {
        words.skip(segment.byteCount)
        queue.write(segment, inkAdvance: exact)
      } else {
        measure(segment)
      }
    case .space:
      words.endWord(to: &queue)
      if segment.byteCount == 1, text[words.end] == 0x20 {
        words.skip(1)
        queue.write(segment, inkAdvance: Int(style.space))
      } else {
        measure(segment)
      }
    case .hardBreak:
      words.endWord(to: &queue)
      words.skip(segment.byteCount)
      queue.write(segment, inkAdvance: 0)
    case .softHyphen: measure(segment)
    case .continuation:
      // The segment before this one already added the cluster to the words.
      queue.append(segment)
      words.extend(by: segment.byteCount)
    }
  }

  /// Whether a segment is exactly one word.
  @inline(__always)
  private func isOneWord(_ segment: Segment) -> Bool {
    if segmenter.clusterCount == 1, segment.advance - (segment.hasSpace ? 1 : 0) > 1 {
      return WordWalk.isAlone(text, at: words.end)
    }
    return segmenter.isNarrow && segmenter.clusterCount <= MeasuredWord.maximumClusterCount
      && (segment.hasSpace || segmenter.isBeforeSpace)
  }

  /// The exact advance of a word. `nil` if it is not in the cache, or too wide for a segment.
  @inline(__always)
  private func knownAdvance(of word: Range<Int>, clusterCount: Int) -> Int? {
    var recent: Int32?
    if let key = RecentWords.Key(word, of: text, clusterCount: clusterCount) {
      recent = recentWords[key, styleID]
    }
    guard let exact = recent ?? shaper.knownAdvance(of: word, in: text, clusterCount: clusterCount, style),
      Int(exact) < (Int(Segment.maximumAdvance) &- queue.space) &* Int(MeasuredWord.fineness)
    else { return nil }
    return Int(exact)
  }

  /// Adds the clusters of a segment to the words.
  @inline(never)
  private mutating func measure(_ segment: Segment) {
    queue.append(segment)
    let end = words.end + segment.byteCount - (segment.hasSpace ? 1 : 0)
    var walk = ClusterWalk(words.end..<end, of: text)
    while let cluster = walk.next() { words.add(cluster, to: &queue) }
    if segment.hasSpace {
      words.endWord(to: &queue)
      words.skip(1)
    }
  }
}

/// The segments whose words are not yet measured. Each segment is written when all of its bytes are
/// measured.
private struct SegmentQueue: WordTaker {
  private let text: UnsafeBufferPointer<UInt8>
  /// The exact advance of U+0020.
  let space: Int
  private var writer: SegmentWriter
  private let segments: UnsafeMutablePointer<[Segment]>
  private var waiting: [Segment] = []
  /// The measured bytes of the first waiting segment.
  private var measuredByteCount = 0
  private var advance = RoundedAdvance()
  /// The end of the last written segment, in bytes.
  private var end = 0
  private var hasHardBreak = false

  /// Makes a queue that writes to `segments`. `space` is the exact advance of U+0020.
  init(
    _ text: UnsafeBufferPointer<UInt8>, space: Int32, _ writer: SegmentWriter,
    to segments: UnsafeMutablePointer<[Segment]>
  ) {
    self.text = text
    self.space = Int(space)
    self.writer = writer
    self.segments = segments
  }

  @inline(__always)
  var isEmpty: Bool { waiting.isEmpty }

  /// Whether the advance of the written ink exceeds `budget`.
  @inline(__always)
  func exceeds(_ budget: Int) -> Bool { writer.inkAdvance > budget }

  mutating func append(_ segment: Segment) {
    waiting.append(segment)
  }

  mutating func finish(_ text: UnsafeBufferPointer<UInt8>, hasInvisibles: Bool) -> PreparedText {
    writer.finish(
      text, end: end, hasHardBreak: hasHardBreak, hasInvisibles: hasInvisibles, &segments.pointee)
  }

  /// Writes a segment. No segment before it may wait. `inkAdvance` is exact.
  @inline(__always)
  mutating func write(_ segment: Segment, inkAdvance: Int) {
    advance.add(inkAdvance)
    let ink = advance.round()
    let inkPhase = advance.phase
    var spaceAdvance = 0
    if segment.hasSpace {
      advance.add(space)
      spaceAdvance = advance.round()
    }
    if segment.isHardBreak { hasHardBreak = true }
    end &+= segment.byteCount
    writer.append(
      segment.measured(
        min(ink &+ spaceAdvance, Int(Segment.maximumAdvance)), phase: advance.phase),
      spaceAdvance: spaceAdvance, inkPhase: inkPhase, to: &segments.pointee)
  }

  mutating func take(
    _ start: Int, _ byteCounts: UnsafeBufferPointer<Int32>, _ advances: UnsafePointer<Int32>
  ) {
    var first = 0
    for (place, byteCount) in byteCounts.enumerated() {
      guard first < waiting.count else { break }
      let own = waiting[first].kind == .softHyphen ? 0 : max(0, Int(advances[place]))
      if measuredByteCount > 0,
        advance.pending + (own + space) / Int(MeasuredWord.fineness) + 1 > Int(Segment.maximumAdvance)
      {
        split(first)
      }
      advance.add(own)
      var left = Int(byteCount)
      while left > 0, first < waiting.count {
        let segment = waiting[first]
        let inkByteCount = segment.byteCount - (segment.hasSpace ? 1 : 0)
        let taken = min(left, inkByteCount - measuredByteCount)
        left -= taken
        measuredByteCount += taken
        guard measuredByteCount == inkByteCount else { break }
        write(segment, inkAdvance: 0)
        measuredByteCount = 0
        first += 1
      }
    }
    waiting.removeFirst(first)
  }

  /// Writes the measured part of a segment that would be too wide, and keeps the rest waiting.
  private mutating func split(_ index: Int) {
    let segment = waiting[index]
    write(
      Segment(byteCount: measuredByteCount, advance: 0, kind: .ink), inkAdvance: 0)
    waiting[index] = Segment(
      byteCount: segment.byteCount - measuredByteCount, advance: 0, kind: segment.kind,
      allowsBreakAfter: segment.allowsBreakAfter)
    measuredByteCount = 0
  }
}
