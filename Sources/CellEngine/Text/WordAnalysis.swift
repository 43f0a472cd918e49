/// Text analysis for metrics in which every cluster has an advance of its own: the text is analysed in columns, then its
/// words are measured one after the other, by whoever knows the fonts.
///
/// Words are cut at white space, hard breaks, ideographs, Hangul syllables and emoji. Nothing is kerned over those, but in
/// fonts that kern spaces; kana and their punctuation stay together, for fonts do kern them.
public enum WordAnalysis {
  /// Writes the advance of each cluster of a word, in units of which a layout unit has ``MeasuredWord/fineness``. They are
  /// rounded as sums from the text's beginning, so that errors do not add up.
  public typealias Measure = (MeasuredWord, UnsafeMutablePointer<Int32>) -> Void

  /// Analyses `text` until the ink's advance exceeds `budget`, and appends its marks to `marks`.
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
    let first = marks.count
    var columns = budget == .max ? .max : max(16, budget / max(1, columnAdvance))
    while true {
      scratch.removeAll(keepingCapacity: true)
      var header = TextAnalysis.run(
        text, model: WidthModel(), columnAdvance: 1, breaks: breaks, budget: columns, ascii: .runs,
        into: &scratch)
      if measureWords(of: text, scratch, budget: Int(budget), &header, &marks, measure) {
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

  /// Gives the advance of all clusters of a word of printable ASCII, in units as above; `nil` where it is not known, and has
  /// to be measured.
  public typealias KnownAdvance = (UnsafeBufferPointer<UInt8>) -> Int32?

  /// The same for a text of printable ASCII, and with a mark for each word; where `breaks` is `nil`, with one mark for all of
  /// it, where that can hold it.
  ///
  /// - Parameter space: the advance of U+0020, in units as above.
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

  /// Puts one mark in the place of the clusters of each word of a text whose marks are the last; where no line ends inside
  /// of it, in the place of all of them.
  public static func joinWords(of text: inout PreparedText, isLine: Bool, in marks: inout [Mark]) {
    let first = Int(text.firstMark)
    // A text of one line fits or does not.
    if !isLine || text.lineAdvance == .max || !marks.joinLine(from: first) { marks.joinWords(from: first) }
    text.markCount = Int32(truncatingIfNeeded: marks.count - first)
  }

  /// Goes through the marks in columns. False if they do not reach as far as the budget does.
  private static func measureWords(
    of text: UnsafeBufferPointer<UInt8>, _ columns: [Mark], budget: Int, _ header: inout PreparedText,
    _ marks: inout [Mark], _ measure: Measure
  ) -> Bool {
    let isAnalysed = header.isComplete
    var isEnough = isAnalysed
    withUnsafeTemporaryAllocation(of: Mark.self, capacity: MarkSink.capacity) { staging in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3 * MeasuredWord.maximumClusterCount) { room in
        guard let staging = staging.baseAddress, let room = room.baseAddress else { return }
        var walk = WordWalk(
          text, sink: MarkSink(staging: staging, columnAdvance: 1, budget: budget), room: room)
        for mark in columns {
          walk.take(mark, &marks, measure)
          if walk.isFull { break }
        }
        // A word that the analysis cut has no shape yet.
        if isAnalysed, !walk.isFull { walk.endWord(&marks, measure) }
        isEnough = isEnough || walk.isFull
        header.isComplete = walk.finish(&marks)
        header.inkAdvance = walk.inkAdvance
        header.hasHardBreak = walk.hasHardBreak
      }
    }
    return isEnough
  }
}
