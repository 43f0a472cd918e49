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
    let kind = Kind(breaks: breaks, budget: budget, columnAdvance: columnAdvance, space: nil)
    return prepare(text, kind, &scratch, &marks, { _, _ in nil }, measure)
  }

  /// The same with a mark for each word, and the space between it and the next; where `breaks` is `nil`, with one for all of
  /// the text, if that can hold it.
  ///
  /// - Parameters:
  ///   - space: the advance of U+0020, in units as above.
  ///   - known: what is known of words, white space among them.
  public static func prepareWords(
    _ text: UnsafeBufferPointer<UInt8>, breaks: Environment.Breaks?, budget: Int32, columnAdvance: Int32,
    space: Int32, scratch: inout [Mark], into marks: inout [Mark], known: KnownAdvance, measure: Measure
  ) -> PreparedText {
    let kind = Kind(
      breaks: breaks, budget: budget, columnAdvance: columnAdvance, space: space / MeasuredWord.fineness)
    var header = prepare(text, kind, &scratch, &marks, known, measure)
    // A text of one line fits or does not.
    if breaks == nil, !header.hasHardBreak, marks.joinLine(from: Int(header.firstMark)) {
      header.markCount = Int32(truncatingIfNeeded: marks.count) - header.firstMark
    }
    return header
  }

  /// The same for a text of printable ASCII.
  ///
  /// - Returns: `nil`, with no marks appended, where a word is too long or too wide.
  public static func prepareASCII(
    _ text: UnsafeBufferPointer<UInt8>, breaks: Environment.Breaks?, budget: Int32, space: Int32,
    into marks: inout [Mark], known: KnownAdvance, measure: Measure
  ) -> PreparedText? {
    guard text.count <= PreparedText.maximumMarkCount else { return nil }
    let first = marks.count
    var walk = ASCIIWordWalk(text, space: space, budget: budget, findsBreaks: breaks != nil)
    if breaks != nil || !walk.appendLine(to: &marks, known: known, measure: measure) {
      walk = ASCIIWordWalk(text, space: space, budget: budget, findsBreaks: breaks != nil)
      guard walk.appendWords(to: &marks, known: known, measure: measure) else {
        marks.removeSubrange(first...)
        return nil
      }
    }
    var header = walk.header
    header.firstMark = Int32(truncatingIfNeeded: first)
    header.markCount = Int32(truncatingIfNeeded: marks.count - first)
    return header
  }

  /// How a text is prepared; `space` is the advance of spaces, rounded down, where words are marks.
  private struct Kind {
    var breaks: Environment.Breaks?
    var budget: Int32
    var columnAdvance: Int32
    var space: Int32?
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
        text, model: WidthModel(), columnAdvance: 1, breaks: kind.breaks, budget: columns, ascii: .runs,
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
          text, sink: WordSink(staging: staging, budget: Int(kind.budget), space: kind.space), room: room)
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
