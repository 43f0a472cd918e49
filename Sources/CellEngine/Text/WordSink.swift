/// Where measured clusters go: as marks of their own, or, where words are kept as one mark each, gathered to those.
///
/// A word is all ink between two opportunities, with the space between it and more ink.
struct WordSink {
  private var sink: MarkSink
  private let budget: Int
  /// The advance of spaces in layout units, rounded down; `nil` where every cluster has a mark.
  private let space: Int32?
  // The word that has begun, and the mark of the space behind it.
  private var byteCount = 0
  private var advance = 0
  private var clusterCount = 0
  private var breakFlag: UInt32 = 0
  private var spaceBehind: Mark?
  /// The advance of the ink of words.
  private var wordAdvance = 0

  /// Marks go by way of `staging`, as those of ``MarkSink`` do.
  init(staging: UnsafeMutablePointer<Mark>, budget: Int, space: Int32?) {
    sink = MarkSink(staging: staging, columnAdvance: 1, budget: budget)
    self.budget = budget
    self.space = space
  }

  /// Whether words are gathered.
  @inline(__always)
  var joinsWords: Bool { space != nil }

  /// The advance of all ink that was handed over.
  var inkAdvance: Int { joinsWords ? wordAdvance : sink.inkAdvance }

  /// Whether the ink exceeds the budget.
  @inline(__always)
  var isFull: Bool { joinsWords ? wordAdvance > budget : sink.isFull }

  /// Appends clusters with marks of their own.
  @inline(__always)
  mutating func appendClusters(
    _ count: Int, byteCounts: UnsafePointer<Int32>, flags: UnsafePointer<UInt32>,
    advances: UnsafePointer<Int32>, areShort: Bool, to marks: inout [Mark]
  ) {
    if count > 1, areShort {
      return sink.appendClusters(count, byteCounts: byteCounts, flags: flags, advances: advances, to: &marks)
    }
    for index in 0..<count {
      sink.append(
        byteCount: Int(byteCounts[index]), columns: Int(advances[index]), flags: flags[index], to: &marks)
    }
  }

  /// Appends some clusters of ink to the word, with no opportunity between them.
  @inline(__always)
  mutating func appendInk(
    byteCount: Int, advance: Int, clusterCount: Int, breakFlag: UInt32, to marks: inout [Mark]
  ) {
    wordAdvance &+= advance
    if spaceBehind != nil {
      closeWord(beforeInk: true, &marks)
    } else if self.breakFlag != 0 || self.byteCount &+ byteCount > Mark.maximumByteCount
      || self.advance &+ advance > Int(Mark.maximumAdvance)
    {
      closeWord(beforeInk: true, &marks)
    }
    self.byteCount &+= byteCount
    self.advance &+= advance
    self.clusterCount &+= clusterCount
    self.breakFlag = breakFlag
  }

  /// Appends a cluster that is no ink.
  @inline(__always)
  mutating func appendOther(byteCount: Int, advance: Int, flags: UInt32, to marks: inout [Mark]) {
    if let space, flags & Mark.spaceBit != 0, byteCount == 1, spaceBehind == nil, breakFlag == 0,
      clusterCount > 0, self.byteCount < Mark.maximumByteCount,
      advance &- Int(space) == 0 || advance &- Int(space) == 1,
      self.advance &+ advance <= Int(Mark.maximumAdvance)
    {
      spaceBehind = Mark(byteCount: 1, advance: Int32(truncatingIfNeeded: advance), flags: flags)
      return
    }
    closeWord(beforeInk: false, &marks)
    sink.append(byteCount: byteCount, columns: advance, flags: flags, to: &marks)
  }

  /// Hands over what waits.
  mutating func finish(_ marks: inout [Mark]) {
    closeWord(beforeInk: false, &marks)
    sink.finish(&marks)
  }

  private mutating func closeWord(beforeInk: Bool, _ marks: inout [Mark]) {
    guard clusterCount > 0 else { return }
    if let between = spaceBehind, beforeInk, let space {
      sink.append(word.joined(with: between, least: space), to: &marks)
    } else {
      if clusterCount > 1 {
        sink.append(word, to: &marks)
      } else {
        sink.append(byteCount: byteCount, columns: advance, flags: breakFlag, to: &marks)
      }
      if let spaceBehind { sink.append(spaceBehind, to: &marks) }
    }
    byteCount = 0
    advance = 0
    clusterCount = 0
    breakFlag = 0
    spaceBehind = nil
  }

  private var word: Mark {
    Mark(
      byteCount: byteCount, advance: Int32(truncatingIfNeeded: advance), flags: Mark.wordBit | breakFlag)
  }
}
