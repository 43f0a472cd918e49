/// One way through a text in which no line ends, and that is measured with fonts: every word is looked up as a whole, and all
/// become one mark.
///
/// It needs no general analysis, but knows only words whose scalars are clusters of their own: ASCII, Latin, Greek, Cyrillic,
/// and the common punctuation between them.
struct LineWalk {
  private let text: UnsafeBufferPointer<UInt8>
  private let recent: RecentWords.Words
  private let space: Int
  private let budget: Int
  /// Behind what was measured.
  private var index = 0
  private var advance = RoundedAdvance()
  private var inkAdvance = 0
  /// Behind the last ink, and the advance up to there.
  private var inkEnd = 0
  private var lineAdvance = RoundedAdvance()

  /// A walk that ends as soon as the ink exceeds `budget`; `space` is the advance of U+0020 as words are measured.
  init(_ text: UnsafeBufferPointer<UInt8>, recent: RecentWords.Words, space: Int32, budget: Int32) {
    self.text = text
    self.recent = recent
    self.space = Int(space)
    self.budget = Int(budget)
  }

  /// Appends one mark for all up to the last ink, and those of the spaces behind; `nil`, with nothing appended, where no mark
  /// can hold that, or the text is not of the kind.
  mutating func prepare(
    into marks: inout [Mark], known: WordAnalysis.KnownAdvance, measure: WordAnalysis.Measure
  ) -> PreparedText? {
    while index < text.count, inkAdvance <= budget {
      if text[index] == 0x20 {
        advance.add(space)
        index &+= 1
        continue
      }
      let word = SpacedWord(in: text, at: index)
      let clusterCount = word.isASCII ? word.bytes.count : Self.scalarCount(of: word.bytes)
      guard clusterCount &- 1 < MeasuredWord.maximumClusterCount, clusterCount > 0 else { return nil }
      advance.round()
      advance.add(Int(recent.advance(of: word, clusterCount, known) ?? measured(word, clusterCount, measure)))
      inkAdvance &+= advance.round()
      index &+= word.bytes.count
      inkEnd = index
      lineAdvance = advance
    }
    guard inkEnd > 0, inkEnd <= Mark.maximumByteCount, lineAdvance.rounded <= Int(Mark.maximumAdvance) else {
      return nil
    }
    return header(&marks)
  }

  private mutating func header(_ marks: inout [Mark]) -> PreparedText {
    var header = PreparedText()
    header.firstMark = Int32(truncatingIfNeeded: marks.count)
    header.direction = DirectionSearch.direction(of: text)
    header.isComplete = index == text.count
    header.inkAdvance = Int32(clamping: inkAdvance)
    header.lineAdvance = header.isComplete ? Int32(truncatingIfNeeded: lineAdvance.rounded) : .max
    marks.append(
      Mark(
        byteCount: inkEnd, advance: Int32(truncatingIfNeeded: lineAdvance.rounded),
        flags: inkEnd > 1 ? Mark.wordBit : 0))
    for _ in inkEnd..<index {
      lineAdvance.add(space)
      marks.append(
        Mark(
          byteCount: 1, advance: Int32(truncatingIfNeeded: lineAdvance.round()), flags: Mark.spaceBit))
    }
    header.markCount = Int32(truncatingIfNeeded: marks.count) - header.firstMark
    return header
  }

  /// Measures the clusters of a word.
  private func measured(_ word: SpacedWord, _ clusterCount: Int, _ measure: WordAnalysis.Measure) -> Int32 {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * clusterCount) { room in
      guard let byteCounts = room.baseAddress else { return 0 }
      let advances = byteCounts + clusterCount
      room.initialize(repeating: 0)
      var cluster = -1
      for byte in word.bytes {
        if byte & 0xC0 != 0x80 { cluster += 1 }
        byteCounts[cluster] += 1
      }
      measure(
        MeasuredWord(
          text: text, range: index..<index + word.bytes.count,
          clusterByteCounts: UnsafeBufferPointer(start: byteCounts, count: clusterCount),
          isWideCluster: false, isPiece: false),
        advances)
      return (0..<clusterCount).reduce(0) { $0.addingSaturating(max(0, advances[$1])) }
    }
  }

  /// How many scalars a word has, if each of them is a cluster of a column; else 0.
  private static func scalarCount(of word: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    var index = 0
    while index < word.count {
      count &+= 1
      switch word[index] {
      case ..<0x80: index &+= 1
      case 0xC2...0xD3:
        guard index &+ 1 < word.count, word[index &+ 1] & 0xC0 == 0x80 else { return 0 }
        switch UInt32(word[index] & 0x1F) &<< 6 | UInt32(word[index &+ 1] & 0x3F) {
        // Control codes and the space that is not broken, the soft hyphen, and marks that join the letter before them.
        case ...0xA0, 0xAD, 0x300...0x36F, 0x483...0x489: return 0
        default: index &+= 2
        }
      case 0xE2:
        // Dashes, quotation marks, bullets, the ellipsis.
        guard index &+ 2 < word.count, word[index &+ 1] == 0x80, 0x90...0xA7 ~= word[index &+ 2] else {
          return 0
        }
        index &+= 3
      default: return 0
      }
    }
    return count
  }
}
