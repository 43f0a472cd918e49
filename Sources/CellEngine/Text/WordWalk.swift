/// One way through the marks of a text in columns: finds its words, has them measured, and makes marks of their advances.
struct WordWalk {
  private let text: UnsafeBufferPointer<UInt8>
  // The clusters of the word that has begun.
  private let byteCounts: UnsafeMutablePointer<Int32>
  private let flags: UnsafeMutablePointer<UInt32>
  private let advances: UnsafeMutablePointer<Int32>
  private var count = 0
  /// The flags of all of its clusters but the last.
  private var innerFlags: UInt32 = 0
  /// Where the word begins, and where the next cluster does.
  private var start = 0
  private var end = 0
  private var isPiece = false
  private var sink: WordSink
  /// Where words are looked for first; `nil` where each cluster has a mark.
  private let recent: RecentWords.Words?
  private var advance = RoundedAdvance()
  /// Whether the ink exceeds the budget.
  private(set) var isFull = false
  /// Whether a line feed was passed.
  private(set) var hasHardBreak = false

  /// A walk over `text` that has `room` for three numbers for each cluster of the longest word.
  init(
    _ text: UnsafeBufferPointer<UInt8>, sink: WordSink, recent: RecentWords.Words?,
    room: UnsafeMutablePointer<Int32>
  ) {
    self.text = text
    self.sink = sink
    self.recent = recent
    byteCounts = room
    advances = room + MeasuredWord.maximumClusterCount
    flags = UnsafeMutableRawPointer(room + 2 * MeasuredWord.maximumClusterCount).assumingMemoryBound(
      to: UInt32.self)
  }

  /// The advance of all ink that was measured.
  var inkAdvance: Int32 { Int32(clamping: sink.inkAdvance) }

  /// Hands over what waits, and says whether all of the text has marks.
  mutating func finish(_ marks: inout [Mark]) -> Bool {
    sink.finish(&marks)
    return end == text.count && count == 0
  }

  /// Passes a mark in columns.
  @inline(__always)
  mutating func take(
    _ mark: Mark, _ marks: inout [Mark], _ known: WordAnalysis.KnownAdvance, _ measure: WordAnalysis.Measure
  ) {
    if mark.isRun {
      takeRun(mark, &marks, known, measure)
    } else if mark.isContinued {
      // It has no word of its own; what is in front of it waits in one.
      if count > 0 {
        byteCounts[count &- 1] &+= Int32(truncatingIfNeeded: mark.byteCount)
        flags[count &- 1] |= mark.bits & Self.keptFlags
        end &+= mark.byteCount
      }
    } else if mark.isHardBreak {
      endWord(&marks, known, measure)
      if isFull { return }
      hasHardBreak = true
      sink.appendOther(byteCount: mark.byteCount, advance: 0, flags: mark.bits & Self.keptFlags, to: &marks)
      end &+= mark.byteCount
      start = end
    } else if mark.isSpace {
      endWord(&marks, known, measure)
      if isFull { return }
      add(mark.byteCount, mark.bits & Self.keptFlags, &marks, known, measure)
      endWord(isWide: mark.advance > 1, &marks, known, measure)
    } else {
      addCluster(
        mark.byteCount, mark.bits & Self.keptFlags, isWide: mark.advance > 1, &marks, known, measure)
    }
  }

  private mutating func takeRun(
    _ run: Mark, _ marks: inout [Mark], _ known: WordAnalysis.KnownAdvance, _ measure: WordAnalysis.Measure
  ) {
    let unit = run.unitByteCount
    let last = run.clusterCount &- 1
    let inner = run.allowsBreaksInside ? Mark.breakBit : 0
    let isWide = run.unitAdvance > 1
    if !isWide, count &+ last < MeasuredWord.maximumClusterCount {
      if count > 0 { innerFlags |= flags[count &- 1] }
      for index in count...(count &+ last) {
        byteCounts[index] = Int32(truncatingIfNeeded: unit)
        flags[index] = inner
      }
      if last > 0 { innerFlags |= inner }
      count &+= run.clusterCount
      end &+= run.byteCount
      flags[count &- 1] = run.bits & Mark.breakBit
      return
    }
    for index in 0..<run.clusterCount where !isFull {
      addCluster(
        unit, index == last ? run.bits & Mark.breakBit : inner, isWide: isWide, &marks, known, measure)
    }
  }

  /// Adds a cluster of ink.
  @inline(__always)
  private mutating func addCluster(
    _ byteCount: Int, _ bits: UInt32, isWide: Bool, _ marks: inout [Mark],
    _ known: WordAnalysis.KnownAdvance, _ measure: WordAnalysis.Measure
  ) {
    guard isWide, isAlone(at: end) else { return add(byteCount, bits, &marks, known, measure) }
    endWord(&marks, known, measure)
    if isFull { return }
    add(byteCount, bits, &marks, known, measure)
    // What carries on a long cluster comes with the next mark.
    if byteCount < Mark.maximumByteCount { endWord(isWide: true, &marks, known, measure) }
  }

  @inline(__always)
  private mutating func add(
    _ byteCount: Int, _ bits: UInt32, _ marks: inout [Mark], _ known: WordAnalysis.KnownAdvance,
    _ measure: WordAnalysis.Measure
  ) {
    if count == MeasuredWord.maximumClusterCount {
      isPiece = true
      endWord(&marks, known, measure)
      isPiece = true
      if isFull { return }
    }
    if count > 0 { innerFlags |= flags[count &- 1] }
    byteCounts[count] = Int32(truncatingIfNeeded: byteCount)
    flags[count] = bits
    count &+= 1
    end &+= byteCount
  }

  /// Measures the word that has begun, if one has.
  @inline(__always)
  mutating func endWord(
    isWide: Bool = false, _ marks: inout [Mark], _ known: WordAnalysis.KnownAdvance,
    _ measure: WordAnalysis.Measure
  ) {
    guard count > 0 else { return }
    let last = flags[count &- 1]
    if !isPiece, innerFlags == 0, last & Mark.softHyphenBit == 0, let known = advance(known),
      known / MeasuredWord.fineness < Mark.maximumAdvance
    {
      advance.add(Int(known))
      append(byteCount: end &- start, advance: advance.round(), clusterCount: count, last, &marks)
    } else {
      measureClusters(isWide: isWide, &marks, measure)
    }
    count = 0
    innerFlags = 0
    start = end
    isPiece = false
    isFull = sink.isFull
  }

  /// What is known of the word that has begun.
  @inline(__always)
  private func advance(_ known: WordAnalysis.KnownAdvance) -> Int32? {
    guard let recent else { return nil }
    let bytes = UnsafeBufferPointer(rebasing: text[start..<end])
    guard let key = RecentWords.Key(start..<end, of: text, clusterCount: count) else {
      return known(bytes, count)
    }
    return recent[key] ?? recent.advance(of: key, bytes, count, known)
  }

  /// Measures each cluster of the word that has begun.
  private mutating func measureClusters(
    isWide: Bool, _ marks: inout [Mark], _ measure: WordAnalysis.Measure
  ) {
    measure(
      MeasuredWord(
        text: text, range: start..<end,
        clusterByteCounts: UnsafeBufferPointer(start: byteCounts, count: count), isWideCluster: isWide,
        isPiece: isPiece),
      advances)
    for index in 0..<count {
      if flags[index] & Mark.softHyphenBit == 0 { advance.add(max(0, Int(advances[index]))) }
      advances[index] = Int32(truncatingIfNeeded: advance.round())
    }
    guard sink.joinsWords else {
      return sink.appendClusters(
        count, byteCounts: byteCounts, flags: flags, advances: advances,
        areShort: end &- start <= Mark.maximumByteCount, to: &marks)
    }
    for index in 0..<count {
      append(
        byteCount: Int(byteCounts[index]), advance: Int(advances[index]), clusterCount: 1, flags[index],
        &marks)
    }
  }

  @inline(__always)
  private mutating func append(
    byteCount: Int, advance: Int, clusterCount: Int, _ flags: UInt32, _ marks: inout [Mark]
  ) {
    if flags & Mark.inklessBits == 0 {
      sink.appendInk(
        byteCount: byteCount, advance: advance, clusterCount: clusterCount, breakFlag: flags & Mark.breakBit,
        to: &marks)
    } else {
      sink.appendOther(byteCount: byteCount, advance: advance, flags: flags, to: &marks)
    }
  }

  private static let keptFlags = Mark.breakBit | Mark.inklessBits

  /// Whether a wide cluster is a word by itself: it is no kana, no punctuation of East Asia, and no full-width form.
  @inline(__always)
  private func isAlone(at index: Int) -> Bool {
    let lead = text[index]
    let second = index &+ 1 < text.count ? text[index &+ 1] : 0
    switch lead {
    case 0xE2, 0xE4...0xED, 0xF0...: return true
    case 0xE3: return second >= 0x90
    case 0xEF: return second &- 0xA4 < 8
    default: return false
    }
  }
}
