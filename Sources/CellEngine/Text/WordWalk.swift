/// One way through the marks of a text in columns: finds its words, has them measured, and makes marks of their advances.
struct WordWalk {
  private let text: UnsafeBufferPointer<UInt8>
  // The clusters of the word that has begun.
  private let byteCounts: UnsafeMutablePointer<Int32>
  private let flags: UnsafeMutablePointer<UInt32>
  private let advances: UnsafeMutablePointer<Int32>
  private var count = 0
  /// Where the word begins, and where the next cluster does.
  private var start = 0
  private var end = 0
  private var isPiece = false
  private var sink: MarkSink
  /// The advance of all that was measured: as it was said, and as the marks have it.
  private var exact = 0
  private var rounded = 0
  /// Whether the ink exceeds the budget.
  private(set) var isFull = false
  /// Whether a line feed was passed.
  private(set) var hasHardBreak = false

  /// A walk over `text` that has `room` for three numbers for each cluster of the longest word.
  init(_ text: UnsafeBufferPointer<UInt8>, sink: MarkSink, room: UnsafeMutablePointer<Int32>) {
    self.text = text
    self.sink = sink
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
  mutating func take(_ mark: Mark, _ marks: inout [Mark], _ measure: WordAnalysis.Measure) {
    if mark.isRun {
      takeRun(mark, &marks, measure)
    } else if mark.isContinued {
      // It has no word of its own; what is in front of it waits in one.
      if count > 0 {
        byteCounts[count &- 1] &+= Int32(truncatingIfNeeded: mark.byteCount)
        flags[count &- 1] |= mark.bits & Self.keptFlags
        end &+= mark.byteCount
      }
    } else if mark.isHardBreak {
      endWord(&marks, measure)
      if isFull { return }
      hasHardBreak = true
      sink.append(byteCount: mark.byteCount, columns: 0, flags: mark.bits & Self.keptFlags, to: &marks)
      end &+= mark.byteCount
      start = end
    } else if mark.isSpace {
      endWord(&marks, measure)
      if isFull { return }
      add(mark.byteCount, mark.bits & Self.keptFlags, &marks, measure)
      endWord(isWide: mark.advance > 1, &marks, measure)
    } else {
      addCluster(
        mark.byteCount, mark.bits & Self.keptFlags, isWide: mark.advance > 1, &marks, measure)
    }
  }

  private mutating func takeRun(_ run: Mark, _ marks: inout [Mark], _ measure: WordAnalysis.Measure) {
    let unit = run.unitByteCount
    let last = run.clusterCount &- 1
    let inner = run.allowsBreaksInside ? Mark.breakBit : 0
    let isWide = run.unitAdvance > 1
    if !isWide, count &+ last < MeasuredWord.maximumClusterCount {
      for index in count...(count &+ last) {
        byteCounts[index] = Int32(truncatingIfNeeded: unit)
        flags[index] = inner
      }
      count &+= run.clusterCount
      end &+= run.byteCount
      flags[count &- 1] = run.bits & Mark.breakBit
      return
    }
    for index in 0..<run.clusterCount where !isFull {
      addCluster(unit, index == last ? run.bits & Mark.breakBit : inner, isWide: isWide, &marks, measure)
    }
  }

  /// Adds a cluster of ink.
  @inline(__always)
  private mutating func addCluster(
    _ byteCount: Int, _ bits: UInt32, isWide: Bool, _ marks: inout [Mark], _ measure: WordAnalysis.Measure
  ) {
    guard isWide, isAlone(at: end) else { return add(byteCount, bits, &marks, measure) }
    endWord(&marks, measure)
    if isFull { return }
    add(byteCount, bits, &marks, measure)
    // What carries on a long cluster comes with the next mark.
    if byteCount < Mark.maximumByteCount { endWord(isWide: true, &marks, measure) }
  }

  @inline(__always)
  private mutating func add(
    _ byteCount: Int, _ bits: UInt32, _ marks: inout [Mark], _ measure: WordAnalysis.Measure
  ) {
    if count == MeasuredWord.maximumClusterCount {
      isPiece = true
      endWord(&marks, measure)
      isPiece = true
      if isFull { return }
    }
    byteCounts[count] = Int32(truncatingIfNeeded: byteCount)
    flags[count] = bits
    count &+= 1
    end &+= byteCount
  }

  /// Measures the word that has begun, if one has.
  @inline(__always)
  mutating func endWord(isWide: Bool = false, _ marks: inout [Mark], _ measure: WordAnalysis.Measure) {
    guard count > 0 else { return }
    measure(
      MeasuredWord(
        text: text, range: start..<end,
        clusterByteCounts: UnsafeBufferPointer(start: byteCounts, count: count), isWideCluster: isWide,
        isPiece: isPiece),
      advances)
    for index in 0..<count {
      if flags[index] & Mark.softHyphenBit == 0 { exact &+= max(0, Int(advances[index])) }
      let next = (exact &+ Int(MeasuredWord.fineness) / 2) / Int(MeasuredWord.fineness)
      advances[index] = Int32(truncatingIfNeeded: next &- rounded)
      rounded = next
    }
    if count > 1, end &- start <= Mark.maximumByteCount {
      sink.appendClusters(count, byteCounts: byteCounts, flags: flags, advances: advances, to: &marks)
    } else {
      for index in 0..<count {
        sink.append(
          byteCount: Int(byteCounts[index]), columns: Int(advances[index]), flags: flags[index], to: &marks)
      }
    }
    count = 0
    start = end
    isPiece = false
    isFull = sink.isFull
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
