/// The one seam through which text is measured, and only while it is prepared.
///
/// Advances are in the unit of the metrics: columns, or 1/64 pt.
public protocol TextMetrics: Sendable {
  /// The advance of every printable ASCII byte, if all have the same and never join: such text needs no marks.
  var asciiAdvance: Int32? { get }

  /// The advance of the `-` that is drawn where a line ends at a soft hyphen.
  var hyphenAdvance: Int32 { get }

  /// Finds the grapheme clusters, break opportunities and advances of a display text.
  ///
  /// Where `breaks` is `nil`, no line will ever end inside of the text but at a hard break, and no opportunities are
  /// looked for. Marks are appended to `marks`. Preparing may stop as soon as the advance without white space exceeds
  /// `budget`: a row never shows more than its lines times its width.
  func prepare(
    _ text: UnsafeBufferPointer<UInt8>, breaks: Environment.Breaks?, budget: Int32, into marks: inout [Mark]
  ) -> PreparedText
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
  public var asciiAdvance: Int32? { 1 }

  /// One column.
  public var hyphenAdvance: Int32 { 1 }

  /// Prepares with whole columns as advances.
  public func prepare(
    _ text: UnsafeBufferPointer<UInt8>, breaks: Environment.Breaks?, budget: Int32, into marks: inout [Mark]
  ) -> PreparedText {
    TextAnalysis.run(text, model: model, columnAdvance: 1, breaks: breaks, budget: budget, into: &marks)
  }
}

/// Points without a font: a column of terminal width has a fixed advance.
public struct FixedAdvanceMetrics: TextMetrics, Hashable {
  /// The advance of one column, in 1/64 pt.
  public let columnAdvance: Int32

  /// Metrics in which a narrow cluster advances by `columnAdvance` 1/64 pt and a wide one by twice that.
  public init(columnAdvance: Int32) {
    self.columnAdvance = max(1, columnAdvance)
  }

  /// The advance of one column.
  public var asciiAdvance: Int32? { columnAdvance }

  /// The advance of one column.
  public var hyphenAdvance: Int32 { columnAdvance }

  /// Prepares with multiples of the column's advance.
  public func prepare(
    _ text: UnsafeBufferPointer<UInt8>, breaks: Environment.Breaks?, budget: Int32, into marks: inout [Mark]
  ) -> PreparedText {
    TextAnalysis.run(
      text, model: WidthModel(), columnAdvance: columnAdvance, breaks: breaks, budget: budget, into: &marks)
  }
}
