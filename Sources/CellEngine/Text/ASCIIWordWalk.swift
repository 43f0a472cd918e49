/// One way through a text of printable ASCII that is measured with fonts: every word is looked up as a whole, and becomes a
/// mark, with the space between it and the next.
///
/// It needs no general analysis: clusters are bytes, and lines end at spaces, or in words that have more than letters.
struct ASCIIWordWalk {
  private let text: UnsafeBufferPointer<UInt8>
  private let space: Int
  /// The same in layout units, rounded down.
  private let least: Int32
  private let budget: Int
  private let findsBreaks: Bool
  /// Behind what was measured.
  private var index = 0
  /// The advance of all that was measured: as it was said, and as the marks have it.
  private var exact = 0
  private var rounded = 0
  private var inkAdvance = 0
  /// Behind the last ink, and the advance up to there.
  private var inkEnd = 0
  private var lineAdvance = 0

  /// A walk that ends as soon as the ink exceeds `budget`; `space` is the advance of U+0020 as words are measured.
  init(_ text: UnsafeBufferPointer<UInt8>, space: Int32, budget: Int32, findsBreaks: Bool) {
    self.text = text
    self.space = Int(space)
    least = space / MeasuredWord.fineness
    self.budget = Int(budget)
    self.findsBreaks = findsBreaks
  }

  /// What is known of the text, but for its marks.
  var header: PreparedText {
    var header = PreparedText()
    header.direction = DirectionSearch.direction(of: text)
    header.isComplete = index == text.count
    header.inkAdvance = Int32(clamping: inkAdvance)
    header.lineAdvance = header.isComplete ? Int32(clamping: lineAdvance) : .max
    return header
  }

  /// Appends a mark for every word, and for the spaces that are left, and says whether it could: words may be too long to be measured as one,
  /// or too wide for a mark.
  mutating func appendWords(
    to marks: inout [Mark], known: WordAnalysis.KnownAdvance, measure: WordAnalysis.Measure
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: Mark.self, capacity: MarkSink.capacity) { staging in
      guard let staging = staging.baseAddress else { return false }
      var sink = MarkSink(staging: staging, columnAdvance: 1, budget: budget)
      while index < text.count, inkAdvance <= budget {
        if text[index] == 0x20 {
          sink.append(takeSpace(), to: &marks)
          continue
        }
        let word = ASCIIWord(in: text, at: index)
        guard word.bytes.count <= MeasuredWord.maximumClusterCount else { return false }
        if findsBreaks, word.hasOpportunities {
          guard appendParts(of: word, to: &marks, &sink, measure) else { return false }
        } else {
          let advance = take(word.bytes.count, advance(of: word, known, measure))
          guard advance <= Mark.maximumAdvance else { return false }
          sink.append(takeSpace(behind: Self.mark(word.bytes.count, advance, flags: 0)), to: &marks)
        }
      }
      sink.finish(&marks)
      return true
    }
  }

  /// Appends one mark for all up to the last ink, and those of the spaces behind, where no line ends inside of the text.
  /// False where no mark can hold that, or a word is too long.
  mutating func appendLine(
    to marks: inout [Mark], known: WordAnalysis.KnownAdvance, measure: WordAnalysis.Measure
  ) -> Bool {
    while index < text.count, inkAdvance <= budget {
      if text[index] == 0x20 {
        exact &+= space
        index &+= 1
        continue
      }
      let word = ASCIIWord(in: text, at: index)
      guard word.bytes.count <= MeasuredWord.maximumClusterCount else { return false }
      round()
      _ = take(word.bytes.count, advance(of: word, known, measure))
    }
    guard inkEnd > 0, inkEnd <= Mark.maximumByteCount, lineAdvance <= Int(Mark.maximumAdvance) else {
      return false
    }
    marks.append(Self.mark(inkEnd, Int32(truncatingIfNeeded: lineAdvance), flags: 0))
    guard inkEnd < index else { return true }
    // The spaces behind it are measured once more, one by one.
    exact &-= (index &- inkEnd) &* space
    rounded = lineAdvance
    index = inkEnd
    while index < text.count { marks.append(takeSpace()) }
    return true
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
    exact &+= space
    let advance = round()
    index &+= 1
    let allowsBreak =
      findsBreaks && index < text.count && text[index] != 0x20
      && (isBetweenLetters || ASCIILineBreak.isAllowed(before: index, in: text))
    return Mark(byteCount: 1, advance: advance, flags: Mark.spaceBit | (allowsBreak ? Mark.breakBit : 0))
  }

  /// Whether letters stand on both sides of the space in front.
  @inline(__always)
  private var isBetweenLetters: Bool {
    index > 1 && ASCIIWord.isLetter(text[index &- 2]) && ASCIIWord.isLetter(text[index])
  }

  /// Passes so many bytes of ink, and gives their advance in layout units.
  @inline(__always)
  private mutating func take(_ byteCount: Int, _ advance: Int) -> Int32 {
    exact &+= advance
    let advance = round()
    inkAdvance &+= Int(advance)
    index &+= byteCount
    inkEnd = index
    lineAdvance = rounded
    return advance
  }

  /// The advance of what was passed since the last rounding, in layout units.
  @inline(__always)
  @discardableResult
  private mutating func round() -> Int32 {
    let next = (exact &+ Int(MeasuredWord.fineness) / 2) / Int(MeasuredWord.fineness)
    defer { rounded = next }
    return Int32(truncatingIfNeeded: next &- rounded)
  }

  /// The advance of a word that was or was not measured before.
  @inline(__always)
  private func advance(
    of word: ASCIIWord, _ known: WordAnalysis.KnownAdvance, _ measure: WordAnalysis.Measure
  ) -> Int {
    if let advance = known(word.bytes, word.bytes.count) { return Int(advance) }
    return withLetters(of: word, measure) { $0.reduce(0) { $0 + max(0, Int($1)) } }
  }

  /// Appends the marks of a word in which lines may end.
  private mutating func appendParts(
    of word: ASCIIWord, to marks: inout [Mark], _ sink: inout MarkSink, _ measure: WordAnalysis.Measure
  ) -> Bool {
    withLetters(of: word, measure) { letters in
      var first = 0
      for end in 1...letters.count {
        let isLast = end == letters.count
        guard isLast || ASCIILineBreak.isAllowed(before: end, in: word.bytes) else { continue }
        let advance = take(end - first, letters[first..<end].reduce(0) { $0 + max(0, Int($1)) })
        guard advance <= Mark.maximumAdvance else { return false }
        let part = Self.mark(end - first, advance, flags: isLast ? 0 : Mark.breakBit)
        sink.append(isLast ? takeSpace(behind: part) : part, to: &marks)
        first = end
      }
      return true
    }
  }

  /// Measures the letters of a word.
  private func withLetters<Result>(
    of word: ASCIIWord, _ measure: WordAnalysis.Measure, _ body: (UnsafeBufferPointer<Int32>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * word.bytes.count) { room in
      let (ones, letters) = (room.prefix(word.bytes.count), room.suffix(word.bytes.count))
      room.initialize(repeating: 1)
      let advances = UnsafeMutableBufferPointer(rebasing: letters)
      if let base = advances.baseAddress {
        measure(
          MeasuredWord(
            text: text, range: index..<index + word.bytes.count,
            clusterByteCounts: UnsafeBufferPointer(rebasing: ones), isWideCluster: false, isPiece: false),
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
