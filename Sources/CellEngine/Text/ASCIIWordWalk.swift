/// One way through a text of printable ASCII that is measured with fonts: every word is looked up as a whole, and becomes a
/// mark, with the space between it and the next.
///
/// It needs no general analysis: clusters are bytes, and lines end at spaces, or in words that have more than letters.
struct ASCIIWordWalk {
  private let text: UnsafeBufferPointer<UInt8>
  private let recent: RecentWords.Words
  private let space: Int
  /// The same in layout units, rounded down.
  private let least: Int32
  private let budget: Int
  private let findsBreaks: Bool
  /// Behind what was measured.
  private var index = 0
  private var advance = RoundedAdvance()
  private var inkAdvance = 0
  /// The advance up to the last ink.
  private var lineAdvance = 0

  /// A walk that ends as soon as the ink exceeds `budget`; `space` is the advance of U+0020 as words are measured.
  init(
    _ text: UnsafeBufferPointer<UInt8>, recent: RecentWords.Words, space: Int32, budget: Int32,
    findsBreaks: Bool
  ) {
    self.text = text
    self.recent = recent
    self.space = Int(space)
    least = space / MeasuredWord.fineness
    self.budget = Int(budget)
    self.findsBreaks = findsBreaks
  }

  /// Appends a mark for every word, and for the spaces that are left; `nil`, with nothing appended, where a word is too long to
  /// be measured as one, or too wide for a mark.
  mutating func prepare(
    into marks: inout [Mark], known: WordAnalysis.KnownAdvance, measure: WordAnalysis.Measure
  ) -> PreparedText? {
    guard text.count <= PreparedText.maximumMarkCount else { return nil }
    let first = marks.count
    guard appendWords(to: &marks, known, measure) else {
      marks.removeSubrange(first...)
      return nil
    }
    var header = PreparedText()
    header.firstMark = Int32(truncatingIfNeeded: first)
    header.markCount = Int32(truncatingIfNeeded: marks.count - first)
    header.direction = DirectionSearch.direction(of: text)
    header.isComplete = index == text.count
    header.inkAdvance = Int32(clamping: inkAdvance)
    header.lineAdvance = header.isComplete ? Int32(clamping: lineAdvance) : .max
    return header
  }

  private mutating func appendWords(
    to marks: inout [Mark], _ known: WordAnalysis.KnownAdvance, _ measure: WordAnalysis.Measure
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: Mark.self, capacity: MarkWriter.capacity) { room in
      guard let room = room.baseAddress else { return false }
      var writer = MarkWriter(room: room)
      while index < text.count, inkAdvance <= budget {
        if text[index] == 0x20 {
          writer.put(takeSpace().bits, &marks)
          continue
        }
        let word = SpacedWord(in: text, at: index)
        let byteCount = word.bytes.count
        guard byteCount &- 1 < MeasuredWord.maximumClusterCount, byteCount > 0 else { return false }
        if findsBreaks, word.hasOpportunities {
          guard appendParts(of: word, to: &marks, &writer, measure) else { return false }
        } else {
          let exact = recent.advance(of: word, byteCount, known) ?? measured(word, measure)
          let advance = take(byteCount, Int(exact))
          guard advance <= Mark.maximumAdvance else { return false }
          writer.put(takeSpace(behind: Self.mark(byteCount, advance, flags: 0)).bits, &marks)
        }
      }
      writer.finish(&marks)
      return true
    }
  }

  /// Passes the space between a word and more ink, and gives the mark of both; that of the word where there is none.
  @inline(__always)
  private mutating func takeSpace(behind word: Mark) -> Mark {
    guard index &+ 1 < text.count, text[index] == 0x20, text[index &+ 1] != 0x20,
      Int(word.advance) &+ space <= Int(Mark.maximumAdvance)
    else { return word }
    return word.joined(with: takeSpace(), least: least)
  }

  /// Passes a space.
  @inline(__always)
  private mutating func takeSpace() -> Mark {
    advance.add(space)
    let rounded = advance.round()
    index &+= 1
    let allowsBreak =
      findsBreaks && index < text.count && text[index] != 0x20
      && (isBetweenLetters || ASCIILineBreak.isAllowed(before: index, in: text))
    return Mark(
      byteCount: 1, advance: Int32(truncatingIfNeeded: rounded),
      flags: Mark.spaceBit | (allowsBreak ? Mark.breakBit : 0))
  }

  /// Whether letters stand on both sides of the space in front.
  @inline(__always)
  private var isBetweenLetters: Bool {
    index > 1 && SpacedWord.isLetter(text[index &- 2]) && SpacedWord.isLetter(text[index])
  }

  /// Passes so many bytes of ink, and gives their advance in layout units.
  @inline(__always)
  private mutating func take(_ byteCount: Int, _ exact: Int) -> Int32 {
    advance.add(exact)
    let rounded = advance.round()
    inkAdvance &+= rounded
    index &+= byteCount
    lineAdvance = advance.rounded
    return Int32(truncatingIfNeeded: rounded)
  }

  /// Measures the letters of a word that was not measured before.
  private func measured(_ word: SpacedWord, _ measure: WordAnalysis.Measure) -> Int32 {
    withLetters(of: word, measure) { $0.reduce(0) { $0.addingSaturating(max(0, $1)) } }
  }

  /// Appends the marks of a word in which lines may end.
  private mutating func appendParts(
    of word: SpacedWord, to marks: inout [Mark], _ writer: inout MarkWriter, _ measure: WordAnalysis.Measure
  ) -> Bool {
    withLetters(of: word, measure) { letters in
      var first = 0
      var exact = 0
      for end in 1...letters.count {
        exact &+= max(0, Int(letters[end &- 1]))
        let isLast = end == letters.count
        guard isLast || ASCIILineBreak.isAllowed(before: end, in: word.bytes) else { continue }
        let advance = take(end &- first, exact)
        guard advance <= Mark.maximumAdvance else { return false }
        let part = Self.mark(end &- first, advance, flags: isLast ? 0 : Mark.breakBit)
        writer.put((isLast ? takeSpace(behind: part) : part).bits, &marks)
        first = end
        exact = 0
      }
      return true
    }
  }

  /// Measures the letters of a word.
  @inline(__always)
  private func withLetters<Result>(
    of word: SpacedWord, _ measure: WordAnalysis.Measure, _ body: (UnsafeBufferPointer<Int32>) -> Result
  ) -> Result {
    let count = word.bytes.count
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count) { room in
      room.initialize(repeating: 1)
      let ones = UnsafeBufferPointer(rebasing: room[..<count])
      let advances = UnsafeMutableBufferPointer(rebasing: room[count...])
      if let base = advances.baseAddress {
        measure(
          MeasuredWord(
            text: text, range: index..<index + count, clusterByteCounts: ones, isWideCluster: false,
            isPiece: false),
          base)
      }
      return body(UnsafeBufferPointer(advances))
    }
  }

  /// The mark of a word, or of a letter that is one.
  @inline(__always)
  private static func mark(_ byteCount: Int, _ advance: Int32, flags: UInt32) -> Mark {
    Mark(byteCount: byteCount, advance: advance, flags: byteCount > 1 ? flags | Mark.wordBit : flags)
  }
}
