/// The one seam through which text is measured, and only while it is prepared.
///
/// Advances are in the unit of the metrics: columns, or 1/64 pt.
public protocol TextMetrics: Sendable {
  /// The advance of every printable ASCII byte, if all have the same and never join: such text needs no marks.
  func asciiAdvance(of role: FontRole) -> Int32?

  /// The advance of the `-` that is drawn where a line ends at a soft hyphen.
  func hyphenAdvance(of role: FontRole) -> Int32

  /// Finds the grapheme clusters, break opportunities and advances of a display text.
  ///
  /// Where `breaks` is `nil`, no line will ever end inside of the text but at a hard break, and no opportunities are
  /// looked for. Marks are appended to `marks`. Preparing may stop as soon as the advance without white space exceeds
  /// `budget`: a row never shows more than its lines times its width.
  func prepare(
    _ text: UnsafeBufferPointer<UInt8>, role: FontRole, breaks: Environment.Breaks?, budget: Int32,
    into marks: inout [Mark]
  ) -> PreparedText

  /// The same as rows keep it: words are one mark each, for most lines end between them. Where letters have advances of their
  /// own, a text of one line is one.
  ///
  /// - Parameter isASCII: whether the text is known to be printable ASCII.
  func prepareWords(
    _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, role: FontRole, breaks: Environment.Breaks?,
    budget: Int32, into marks: inout [Mark]
  ) -> PreparedText
}

extension TextMetrics {
  /// Prepares clusters that are alike, of which runs are kept.
  @inline(__always)
  public func prepareWords(
    _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, role: FontRole, breaks: Environment.Breaks?,
    budget: Int32, into marks: inout [Mark]
  ) -> PreparedText {
    prepare(text, role: role, breaks: breaks, budget: budget, into: &marks)
  }
}

/// Terminal columns.
public struct ColumnMetrics: TextMetrics, Hashable {
  /// How the terminal counts.
  public let model: WidthModel

  /// Metrics of a terminal that counts by `model`.
  public init(_ model: WidthModel) {
    self.model = model
  }

  /// One column.
  public func asciiAdvance(of role: FontRole) -> Int32? { 1 }

  /// One column.
  public func hyphenAdvance(of role: FontRole) -> Int32 { 1 }

  /// Prepares with whole columns as advances.
  public func prepare(
    _ text: UnsafeBufferPointer<UInt8>, role: FontRole = .title, breaks: Environment.Breaks?, budget: Int32,
    into marks: inout [Mark]
  ) -> PreparedText {
    prepare(text, breaks: breaks, budget: budget, gathering: .stretches, into: &marks)
  }

  /// Prepares with whole columns as advances, and words as one mark each.
  public func prepareWords(
    _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, role: FontRole, breaks: Environment.Breaks?,
    budget: Int32, into marks: inout [Mark]
  ) -> PreparedText {
    prepare(text, breaks: breaks, budget: budget, gathering: .words, into: &marks)
  }

  @inline(__always)
  private func prepare(
    _ text: UnsafeBufferPointer<UInt8>, breaks: Environment.Breaks?, budget: Int32,
    gathering: TextAnalysis.Gathering, into marks: inout [Mark]
  ) -> PreparedText {
    if text.count <= 4, let icon = TextAnalysis.runScalar(text, model: model, into: &marks) { return icon }
    return TextAnalysis.run(
      text, model: model, columnAdvance: 1, breaks: breaks, budget: budget, gathering: gathering, into: &marks
    )
  }
}

/// Points without a font: a column of terminal width advances by half of the font's size.
public struct FixedAdvanceMetrics: TextMetrics, Hashable {
  /// The sizes that it is half of.
  public let request: FontRequest

  /// Metrics in which a narrow cluster advances by half of its size in `request`, and a wide one by all of it.
  public init(_ request: FontRequest) {
    self.request = request
  }

  /// The advance of one column, in 1/64 pt.
  public func columnAdvance(of role: FontRole) -> Int32 {
    max(1, LayoutLengths.units(request[role].size / 2))
  }

  /// The advance of one column.
  public func asciiAdvance(of role: FontRole) -> Int32? { columnAdvance(of: role) }

  /// The advance of one column.
  public func hyphenAdvance(of role: FontRole) -> Int32 { columnAdvance(of: role) }

  /// Prepares with multiples of the column's advance.
  public func prepare(
    _ text: UnsafeBufferPointer<UInt8>, role: FontRole, breaks: Environment.Breaks?, budget: Int32,
    into marks: inout [Mark]
  ) -> PreparedText {
    TextAnalysis.run(
      text, model: WidthModel(), columnAdvance: columnAdvance(of: role), breaks: breaks, budget: budget,
      gathering: .stretches, into: &marks)
  }
}
