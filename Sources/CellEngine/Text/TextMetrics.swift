/// Measures texts while they are prepared, and the clusters of a segment in which a line is cut.
///
/// Advances are in the unit of the metrics: columns, or 1/64 pt.
public protocol TextMetrics: Sendable {
  /// The advance of every printable ASCII byte, if all have the same and never join: such a text
  /// needs no preparation.
  func asciiAdvance(of role: FontRole) -> Int32?

  /// The advance of the `-` that is drawn if a line ends at a soft hyphen.
  func hyphenAdvance(of role: FontRole) -> Int32

  /// The exact advance of U+0020, in 1/16 of a layout unit.
  func exactSpaceAdvance(of role: FontRole) -> Int32

  /// Finds the segments of a display text, and appends them to `segments`. A text of one segment
  /// keeps it in its header.
  ///
  /// If `breaks` is `nil`, no line ends inside of the text but at a hard break. Preparing may stop
  /// as soon as the advance without white space exceeds `budget`: a row never shows more than its
  /// lines times its width.
  func prepare(
    _ text: UnsafeBufferPointer<UInt8>, role: FontRole, breaks: LineBreakRule?, budget: Int32,
    into segments: inout [Segment]
  ) -> PreparedText

  /// Writes the clusters of a segment, which begins at byte `start` of a text, to `clusters`.
  /// Returns how many.
  ///
  /// - Parameters:
  ///   - phase: of the segment before it, 0 if it is the first.
  ///   - limit: the clusters after the first ink that ends beyond this advance may be left out.
  ///   - clusters: has room for `Segment.maximumByteCount`.
  func clusters(
    of segment: Segment, from start: Int, in text: UnsafeBufferPointer<UInt8>, role: FontRole, phase: Int,
    limit: Int, to clusters: UnsafeMutablePointer<Cluster>
  ) -> Int
}

/// Terminal columns.
public struct ColumnMetrics: TextMetrics, Hashable {
  /// How the terminal counts.
  public let model: WidthModel

  /// Metrics of a terminal that counts by `model`.
  public init(_ model: WidthModel) {
    self.model = model
  }

  /// The advance of a printable ASCII byte: 1 column.
  public func asciiAdvance(of role: FontRole) -> Int32? { 1 }

  /// The advance of a hyphen: 1 column.
  public func hyphenAdvance(of role: FontRole) -> Int32 { 1 }

  /// The advance of a space: 1 column, which is 16/16.
  public func exactSpaceAdvance(of role: FontRole) -> Int32 { Segment.phaseCount }

  /// Prepares with whole columns as advances.
  public func prepare(
    _ text: UnsafeBufferPointer<UInt8>, role: FontRole = .title, breaks: LineBreakRule?, budget: Int32,
    into segments: inout [Segment]
  ) -> PreparedText {
    ColumnText(bytes: text, model: model, columnAdvance: 1).prepare(
      breaks: breaks, budget: budget, into: &segments)
  }

  public func clusters(
    of segment: Segment, from start: Int, in text: UnsafeBufferPointer<UInt8>, role: FontRole, phase: Int,
    limit: Int, to clusters: UnsafeMutablePointer<Cluster>
  ) -> Int {
    ColumnText(bytes: text, model: model, columnAdvance: 1).clusters(
      of: start..<start &+ segment.byteCount, limit: limit, to: clusters)
  }
}

/// Points without a font: a column of terminal width advances by half of the font's size.
public struct FixedAdvanceMetrics: TextMetrics, Hashable {
  /// The sizes that it is half of.
  public let request: FontRequest

  /// Metrics in which a narrow cluster advances by half of its size in `request`, and a wide one by
  /// all of it.
  public init(_ request: FontRequest) {
    self.request = request
  }

  /// The advance of one column, in 1/64 pt.
  public func columnAdvance(of role: FontRole) -> Int32 {
    max(1, Points.units(request[role].size / 2))
  }

  /// The advance of one column.
  public func asciiAdvance(of role: FontRole) -> Int32? { columnAdvance(of: role) }

  /// The advance of one column.
  public func hyphenAdvance(of role: FontRole) -> Int32 { columnAdvance(of: role) }

  /// The advance of one column.
  public func exactSpaceAdvance(of role: FontRole) -> Int32 { columnAdvance(of: role) * Segment.phaseCount }

  /// Prepares with multiples of the column's advance.
  public func prepare(
    _ text: UnsafeBufferPointer<UInt8>, role: FontRole, breaks: LineBreakRule?, budget: Int32,
    into segments: inout [Segment]
  ) -> PreparedText {
    self.text(text, role).prepare(breaks: breaks, budget: budget, into: &segments)
  }

  public func clusters(
    of segment: Segment, from start: Int, in text: UnsafeBufferPointer<UInt8>, role: FontRole, phase: Int,
    limit: Int, to clusters: UnsafeMutablePointer<Cluster>
  ) -> Int {
    self.text(text, role).clusters(
      of: start..<start &+ segment.byteCount, limit: limit, to: clusters)
  }

  private func text(_ bytes: UnsafeBufferPointer<UInt8>, _ role: FontRole) -> ColumnText {
    ColumnText(bytes: bytes, model: .ofClusters, columnAdvance: Int(columnAdvance(of: role)))
  }
}
