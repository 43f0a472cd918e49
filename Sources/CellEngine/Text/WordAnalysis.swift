/// Text analysis for metrics in which every cluster has an advance of its own: the text is analysed in columns, then its
/// words are measured one after the other, by whoever knows the fonts.
///
/// Words are cut at white space, hard breaks, ideographs, Hangul syllables and emoji. Nothing is kerned over those, but in
/// fonts that kern spaces; kana and their punctuation stay together, for fonts do kern them.
public enum WordAnalysis {
  /// Writes the advance of each cluster of a word, in units of which a layout unit has ``MeasuredWord/fineness``. They are
  /// rounded as sums from the text's beginning, so that errors do not add up.
  public typealias Measure = (MeasuredWord, UnsafeMutablePointer<Int32>) -> Void

  /// Gives the advance of a word of so many clusters, in units as above; `nil` where it is not known, and has to be measured.
  public typealias KnownAdvance = (UnsafeBufferPointer<UInt8>, Int) -> Int32?

  /// Analyses `text` until the ink's advance exceeds `budget`, and appends the marks of its clusters to `marks`.
  ///
  /// - Parameters:
  ///   - columnAdvance: about the least advance of a column of common text, in the unit of `budget`. A wrong guess costs
  ///     time, nothing else.
  ///   - scratch: room that is used again.
  ///   - measure: measures a word. White space is measured too; hard breaks and soft hyphens have no advance, whatever
  ///     it says.
  public static func prepare(
    _ text: UnsafeBufferPointer<UInt8>, breaks: Environment.Breaks?, budget: Int32, columnAdvance: Int32,
    scratch: inout [Mark], into marks: inout [Mark], measure: Measure
  ) -> PreparedText {
    let kind = Kind(breaks: breaks, budget: budget, columnAdvance: columnAdvance, words: nil)
    return prepare(text, kind, &scratch, &marks, { _, _ in nil }, measure)
  }

  /// The same with a mark for each word, and the space between it and the next; where `breaks` is `nil`, with one for all of
  /// the text, if that can hold it.
  ///
  /// - Parameters:
  ///   - isASCII: whether the text is known to be printable ASCII.
  ///   - space: the advance of U+0020, in units as above.
  ///   - recent: where short words are looked for first.
  ///   - known: what is known of words, white space among them.
  public static func prepareWords(
    _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, breaks: Environment.Breaks?, budget: Int32,
    columnAdvance: Int32, space: Int32, recent: RecentWords.Words, scratch: inout [Mark],
    into marks: inout [Mark], known: KnownAdvance, measure: Measure
  ) -> PreparedText {
    if let icon = prepareScalar(text, recent, &marks, known) { return icon }
    if breaks == nil {
      var walk = LineWalk(text, recent: recent, space: space, budget: budget)
      if let line = walk.prepare(into: &marks, known: known, measure: measure) { return line }
    }
    if isASCII {
      var walk = ASCIIWordWalk(
        text, recent: recent, space: space, budget: budget, findsBreaks: breaks != nil)
      if let words = walk.prepare(into: &marks, known: known, measure: measure) { return words }
    }
    let words = Kind.Words(space: space / MeasuredWord.fineness, recent: recent)
    let kind = Kind(breaks: breaks, budget: budget, columnAdvance: columnAdvance, words: words)
    var header = prepare(text, kind, &scratch, &marks, known, measure)
    // A text of one line fits or does not.
    if breaks == nil, !header.hasHardBreak, marks.joinLine(from: Int(header.firstMark)) {
      header.markCount = Int32(truncatingIfNeeded: marks.count) - header.firstMark
    }
    return header
  }

  /// Prepares a text that is one scalar of four bytes, as most icons are, and known as a word; `nil` for all others.
  private static func prepareScalar(
    _ text: UnsafeBufferPointer<UInt8>, _ recent: RecentWords.Words, _ marks: inout [Mark],
    _ known: KnownAdvance
  ) -> PreparedText? {
    guard text.count == 4, text[0] >= 0xF0, let key = RecentWords.Key(0..<4, of: text, clusterCount: 1),
      let exact = recent[key] ?? recent.advance(of: key, text, 1, known)
    else { return nil }
    let first = marks.count
    guard var header = TextAnalysis.runScalar(text, model: WidthModel(), into: &marks) else { return nil }
    var advance = RoundedAdvance()
    advance.add(Int(exact))
    let rounded = Int32(clamping: advance.round())
    guard marks[first].isInk, rounded > 0, rounded <= Mark.maximumRunAdvance else {
      marks.removeSubrange(first...)
      return nil
    }
    marks[first] = Mark(clusterCount: 1, unit: 4, advance: Int(rounded))
    header.inkAdvance = rounded
    header.lineAdvance = rounded
    return header
  }

  /// How a text is prepared; `words` where words are marks.
  private struct Kind {
    struct Words {
      /// The advance of spaces in layout units, rounded down.
      var space: Int32
      var recent: RecentWords.Words
    }

    var breaks: Environment.Breaks?
    var budget: Int32
    var columnAdvance: Int32
    var words: Words?
  }

  private static func prepare(
    _ text: UnsafeBufferPointer<UInt8>, _ kind: Kind, _ scratch: inout [Mark], _ marks: inout [Mark],
    _ known: KnownAdvance, _ measure: Measure
  ) -> PreparedText {
    let first = marks.count
    var columns = kind.budget == .max ? .max : max(16, kind.budget / max(1, kind.columnAdvance))
    while true {
      scratch.removeAll(keepingCapacity: true)
      var header = TextAnalysis.run(
        text, model: WidthModel(), columnAdvance: 1, breaks: kind.breaks, budget: columns, gathering: .runs,
        into: &scratch)
      if measureWords(of: text, scratch, kind, &header, &marks, known, measure) {
        header.firstMark = Int32(truncatingIfNeeded: first)
        header.markCount = Int32(truncatingIfNeeded: marks.count - first)
        header.lineAdvance =
          header.isComplete && !header.hasHardBreak
          ? marks.withUnsafeBufferPointer {
            TextAnalysis.lineAdvance(of: UnsafeBufferPointer(rebasing: $0[first...]))
          } : .max
        return header
      }
      // The letters are narrower than was thought.
      marks.removeSubrange(first...)
      columns = columns > .max / 2 ? .max : columns * 2
    }
  }

  /// Goes through the marks in columns. False if they do not reach as far as the budget does.
  private static func measureWords(
    of text: UnsafeBufferPointer<UInt8>, _ columns: [Mark], _ kind: Kind, _ header: inout PreparedText,
    _ marks: inout [Mark], _ known: KnownAdvance, _ measure: Measure
  ) -> Bool {
    let isAnalysed = header.isComplete
    var isEnough = isAnalysed
    withUnsafeTemporaryAllocation(of: Mark.self, capacity: MarkSink.capacity) { staging in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3 * MeasuredWord.maximumClusterCount) { room in
        guard let staging = staging.baseAddress, let room = room.baseAddress else { return }
        var walk = WordWalk(
          text, sink: WordSink(staging: staging, budget: Int(kind.budget), space: kind.words?.space),
          recent: kind.words?.recent, room: room)
        for mark in columns {
          walk.take(mark, &marks, known, measure)
          if walk.isFull { break }
        }
        // A word that the analysis cut has no shape yet.
        if isAnalysed, !walk.isFull { walk.endWord(&marks, known, measure) }
        isEnough = isEnough || walk.isFull
        header.isComplete = walk.finish(&marks)
        header.inkAdvance = walk.inkAdvance
        header.hasHardBreak = walk.hasHardBreak
      }
    }
    return isEnough
  }
}
