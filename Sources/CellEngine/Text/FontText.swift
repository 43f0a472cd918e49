/// A display text that is measured by words, with the advances of a font.
struct FontText {
  let bytes: UnsafeBufferPointer<UInt8>
  // Not counted: the value does not outlive the call that made it.
  unowned(unsafe) let metrics: any WordMetrics
  let role: FontRole
  let style: WordStyle
  let recentWords: RecentWords.Entries

  /// Finds its segments until the advance of the ink exceeds `budget`, or until the work is
  /// interrupted, and appends them to `segments`.
  func prepare(
    breaks: LineBreakRule?, budget: Int32, unless interruption: Interruption? = nil,
    into segments: inout [Segment]
  ) -> PreparedText {
    var header = PreparedText()
    withUnsafeTemporaryAllocation(of: Segment.self, capacity: SegmentWriter.capacity) { staging in
      guard let staging = staging.baseAddress else { return }
      var output = MeasuredOutput(
        SegmentWriter(joinsWords: breaks == nil, first: segments.count, staging: staging),
        space: Int(style.space))
      writePlainWords(breaks, Int(budget), &output, &segments)
      var hasInvisibles = false
      if output.end < bytes.count, !output.exceeds(Int(budget)) {
        hasInvisibles = prepareRest(breaks, Int(budget), interruption, &output, &segments)
      }
      header = output.writer.finish(
        bytes, end: output.end, hasHardBreak: output.hasHardBreak, hasInvisibles: hasInvisibles, &segments)
    }
    return header
  }

  /// Writes the segments from the end of `output` on. Returns whether there are invisible scalars.
  @inline(never)
  private func prepareRest(
    _ breaks: LineBreakRule?, _ budget: Int, _ interruption: Interruption?, _ output: inout MeasuredOutput,
    _ segments: inout [Segment]
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: WordWalk.roomCount) { room in
      guard let room = room.baseAddress else { return false }
      var measured = MeasuredSegments(self, breaks, output, room: room)
      // Moved there and back: a copy of the array would be made at the first change.
      swap(&measured.queue.segments, &segments)
      measured.prepare(budget: budget, unless: interruption)
      swap(&measured.queue.segments, &segments)
      output = measured.queue.output
      return measured.segmenter.hasInvisibles
    }
  }

  /// Writes the plain words from the end of `output` on whose advances are known. Returns whether
  /// there are any.
  ///
  /// Most segments of English are such words. The output is held in a local value: as a member, it
  /// would be written back to memory for each word.
  @inline(never) @discardableResult
  fileprivate func writePlainWords(
    _ breaks: LineBreakRule?, _ budget: Int, _ output: inout MeasuredOutput, _ segments: inout [Segment]
  ) -> Bool {
    var start = output.end
    guard var end = Segmenter.plainWordEnd(from: start, in: bytes, breaks),
      var exact = knownAdvance(of: start..<end, clusterCount: end &- start)
    else { return false }
    var local = output
    repeat {
      guard end < bytes.count else {
        local.write(
          Segment(byteCount: end &- start, advance: 0, kind: .ink), inkAdvance: exact, to: &segments)
        break
      }
      // The word has fewer bytes. With the mask, the compiler knows the other bits of the segment.
      let word = Segment(
        byteCount: (end &+ 1 &- start) & 0x7F, advance: 0, kind: .inkWithSpace,
        allowsBreakAfter: breaks != nil)
      local.write(word, inkAdvance: exact, to: &segments)
      start = local.end
      guard !local.exceeds(budget),
        let next = Segmenter.plainWordEnd(from: start, in: bytes, breaks),
        let known = knownAdvance(of: start..<next, clusterCount: next &- start)
      else { break }
      (end, exact) = (next, known)
    } while true
    output = local
    return true
  }

  /// The exact advance of a word. `nil` if it is not in the cache, or too wide for a segment.
  @inline(__always)
  fileprivate func knownAdvance(of word: Range<Int>, clusterCount: Int) -> Int? {
    var recent: Int32?
    if let key = RecentWords.Key(word, of: bytes, clusterCount: clusterCount) {
      recent = recentWords[key, style.id]
    }
    guard let exact = recent ?? metrics.knownAdvance(of: word, in: bytes, clusterCount: clusterCount, role),
      Int(exact) < (Int(Segment.maximumAdvance) &- Int(style.space)) &* Int(MeasuredWord.fineness)
    else { return nil }
    return Int(exact)
  }

  /// Writes the clusters of a segment to `clusters`, as ``TextMetrics`` defines it. The words that
  /// overlap the segment are measured cluster by cluster.
  ///
  /// - Parameter word: of the text, as an earlier call returned it. It becomes the start of the
  ///   last word of the segment.
  func clusters(
    of segment: Segment, from start: Int, phase: Int, limit: Int, after word: inout WordStart,
    to clusters: UnsafeMutablePointer<Cluster>
  ) -> Int {
    guard segment.byteCount > 0 else { return 0 }
    let end = start + segment.byteCount
    word = wordStart(before: start, after: word)
    var walk = ClusterWalk(word.byte..<bytes.count, of: bytes)
    var output = ClusterOutput(
      text: bytes, range: start..<end, limit: limit, clusters: clusters, advance: RoundedAdvance(phase: phase)
    )
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: WordWalk.roomCount) { room in
      guard let room = room.baseAddress else { return }
      var words = WordWalk(bytes, from: word, metrics, role, room: room)
      // The last word of the segment can continue after it.
      while words.end < end || (!words.isEmpty && words.start < end), !output.isFull,
        let cluster = walk.next()
      {
        words.add(cluster, to: &output)
        if words.start <= end { word = words.begin }
      }
      if words.start < end, !output.isFull { words.endWord(to: &output) }
    }
    return output.count
  }

  /// The start of the word that has the byte `index`, or that ends there. A word starts after a
  /// space or a line feed, or at 0. If there is none of these between `word` and the index, `word`
  /// is returned.
  private func wordStart(before index: Int, after word: WordStart) -> WordStart {
    let first = word.byte <= index ? word : WordStart()
    var start = index
    while start > first.byte, bytes[start - 1] > 0x20 || ClusterWalk.joinsSpace(bytes, at: start) {
      start -= 1
    }
    return start > first.byte ? WordStart(byte: start) : first
  }
}

extension FontText {
  init(bytes: UnsafeBufferPointer<UInt8>, metrics: any WordMetrics, role: FontRole) {
    self.init(
      bytes: bytes, metrics: metrics, role: role, style: metrics.style(of: role),
      recentWords: metrics.recentWords)
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

/// The segments of a text that were measured and written.
private struct MeasuredOutput {
  var writer: SegmentWriter
  var advance = RoundedAdvance()
  /// The end of the last written segment, in bytes.
  private(set) var end = 0
  private(set) var hasHardBreak = false
  /// The exact advance of U+0020.
  let space: Int

  init(_ writer: SegmentWriter, space: Int) {
    self.writer = writer
    self.space = space
  }

  /// Whether the advance of the written ink exceeds `budget`.
  @inline(__always)
  func exceeds(_ budget: Int) -> Bool { writer.inkAdvance > budget }

  /// Writes a segment. `inkAdvance` is exact, and not yet in ``advance``.
  @inline(__always)
  mutating func write(_ segment: Segment, inkAdvance: Int, to segments: inout [Segment]) {
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
      spaceAdvance: spaceAdvance, inkPhase: inkPhase, to: &segments)
  }
}

/// Prepares the segments of a text with the advances of a font.
private struct MeasuredSegments {
  private let text: FontText
  private let breaks: LineBreakRule?
  private(set) var segmenter: Segmenter
  private var words: WordWalk
  var queue: SegmentQueue

  /// Continues `output`, which ends at the start of the text, or after plain words.
  init(
    _ text: FontText, _ breaks: LineBreakRule?, _ output: MeasuredOutput, room: UnsafeMutablePointer<Int32>
  ) {
    self.text = text
    self.breaks = breaks
    queue = SegmentQueue(output)
    segmenter = Segmenter(text.bytes, .ofClusters, breaks)
    if output.end > 0 { segmenter.pass(toPlain: output.end) }
    words = WordWalk(text.bytes, from: WordStart(byte: output.end), text.metrics, text.role, room: room)
  }

  mutating func prepare(budget: Int, unless interruption: Interruption?) {
    var rest = 0
    while !queue.output.exceeds(budget), let segment = segmenter.next() {
      take(segment)
      rest &+= 1
      if rest & 0xFF == 0, interruption?.isDue ?? false { return }
      if queue.isEmpty, !words.begin.isPiece, !segmenter.isInsideCluster,
        text.writePlainWords(breaks, budget, &queue.output, &queue.segments)
      {
        words.skip(queue.output.end &- words.end)
        segmenter.pass(toPlain: words.end)
      }
    }
    // If the budget was exceeded, the last word may be incomplete.
    if !queue.output.exceeds(budget) { words.endWord(to: &queue) }
  }

  private mutating func take(_ segment: Segment) {
    switch segment.kind {
    case .ink, .inkWithSpace:
      if queue.isEmpty, !words.begin.isPiece, isOneWord(segment),
        let exact = text.knownAdvance(
          of: words.end..<words.end &+ segment.inkByteCount, clusterCount: segmenter.clusterCount)
      {
        words.skip(segment.byteCount)
        queue.write(segment, inkAdvance: exact)
      } else {
        measure(segment)
      }
    case .space:
      words.endWord(to: &queue)
      if segment.byteCount == 1, text.bytes[words.end] == 0x20 {
        words.skip(1)
        queue.write(segment, inkAdvance: Int(text.style.space))
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
      return MeasuredWord.isAlone(text.bytes, at: words.end)
    }
    return segmenter.isNarrow && segmenter.clusterCount <= MeasuredWord.maximumClusterCount
      && (segment.hasSpace || segmenter.isBeforeSpace)
  }

  /// Adds the clusters of a segment to the words.
  @inline(never)
  private mutating func measure(_ segment: Segment) {
    queue.append(segment)
    let end = words.end + segment.byteCount - (segment.hasSpace ? 1 : 0)
    var walk = ClusterWalk(words.end..<end, of: text.bytes)
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
  var output: MeasuredOutput
  var segments: [Segment] = []
  private var waiting: [Segment] = []
  /// The measured bytes of the first waiting segment.
  private var measuredByteCount = 0

  init(_ output: MeasuredOutput) {
    self.output = output
  }

  @inline(__always)
  var isEmpty: Bool { waiting.isEmpty }

  mutating func append(_ segment: Segment) {
    waiting.append(segment)
  }

  /// Writes a segment. No segment before it may wait. `inkAdvance` is exact.
  @inline(__always)
  mutating func write(_ segment: Segment, inkAdvance: Int) {
    output.write(segment, inkAdvance: inkAdvance, to: &segments)
  }

  mutating func take(
    _ start: Int, _ byteCounts: UnsafeBufferPointer<Int32>, _ advances: UnsafePointer<Int32>
  ) {
    var first = 0
    for (place, byteCount) in byteCounts.enumerated() {
      guard first < waiting.count else { break }
      let own = waiting[first].kind == .softHyphen ? 0 : max(0, Int(advances[place]))
      if measuredByteCount > 0,
        output.advance.pending + (own + output.space) / Int(MeasuredWord.fineness) + 1
          > Int(Segment.maximumAdvance)
      {
        split(first)
      }
      output.advance.add(own)
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
