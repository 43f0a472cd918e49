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

/// Terminal columns, or points without a font, in which each column advances by half of the size of
/// the role's font.
public struct ColumnMetrics: TextMetrics, Hashable {
  /// How columns are counted.
  public let model: WidthModel
  /// The sizes of points; `nil` in a terminal.
  public let request: FontRequest?

  /// Metrics of a terminal that counts by `model`.
  public init(_ model: WidthModel) {
    self.model = model
    request = nil
  }

  /// Metrics of points in which a cluster advances by its columns times half of the size in
  /// `request`.
  public init(_ request: FontRequest) {
    model = .ofClusters
    self.request = request
  }

  /// The advance of one column, in layout units (columns, or 1/64 pt).
  @inline(__always)
  public func columnAdvance(of role: FontRole) -> Int32 {
    guard let request else { return 1 }
    return max(1, Points.units(request[role].size / 2))
  }

  /// The advance of one column.
  public func asciiAdvance(of role: FontRole) -> Int32? { columnAdvance(of: role) }

  /// The advance of one column.
  public func hyphenAdvance(of role: FontRole) -> Int32 { columnAdvance(of: role) }

  /// The advance of one column.
  public func exactSpaceAdvance(of role: FontRole) -> Int32 { columnAdvance(of: role) * Segment.phaseCount }

  /// Prepares with multiples of the column's advance.
  public func prepare(
    _ text: UnsafeBufferPointer<UInt8>, role: FontRole = .title, breaks: LineBreakRule?, budget: Int32,
    into segments: inout [Segment]
  ) -> PreparedText {
    ColumnText(bytes: text, model: model, columnAdvance: Int(columnAdvance(of: role))).prepare(
      breaks: breaks, budget: budget, into: &segments)
  }

  public func clusters(
    of segment: Segment, from start: Int, in text: UnsafeBufferPointer<UInt8>, role: FontRole, phase: Int,
    limit: Int, to clusters: UnsafeMutablePointer<Cluster>
  ) -> Int {
    ColumnText(bytes: text, model: model, columnAdvance: Int(columnAdvance(of: role))).clusters(
      of: start..<start &+ segment.byteCount, limit: limit, to: clusters)
  }
}
