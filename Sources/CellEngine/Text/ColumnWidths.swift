/// The columns of a grapheme cluster under a width model, scalar by scalar.
struct ColumnWidths {
  /// The width classes of `scripts/unicode-tables` from which on a scalar is more than a number of
  /// columns.
  private static let joining = 5
  private static let textVariation = 6
  private static let modifier = 8

  /// Columns by width class, two bits each.
  private let columns: UInt32
  private let addsUp: Bool

  init(_ model: WidthModel) {
    addsUp = model.mode == .wcwidth
    let ambiguous: UInt32 = model.ambiguous == 2 ? 2 : 1
    // Half a flag where scalars are summed, as in glibc; else a regional indicator is as wide as a
    // flag.
    let regional: UInt32 = addsUp ? 1 : 2
    columns = 2 << 16 | 1 << 10 | regional << 8 | ambiguous << 6 | 2 << 4 | 1 << 2
  }

  /// The columns of a scalar by itself.
  @inline(__always)
  func columns(of scalar: ScalarProperties) -> Int {
    Int(truncatingIfNeeded: columns &>> UInt32(truncatingIfNeeded: scalar.width &* 2) & 3)
  }

  /// Whether the columns of a cluster that a scalar joins depend on more than the scalar's columns.
  func varies(_ scalar: ScalarProperties) -> Bool { !addsUp && scalar.width >= Self.joining }

  /// The columns of a cluster of `columns` that ends at `end`, once a scalar has joined it.
  @inline(__always)
  func columns(
    _ columns: Int, of text: UnsafeBufferPointer<UInt8>, until end: Int,
    joinedBy number: Int, _ record: BreakAutomaton.Record, _ data: UnicodeData
  ) -> Int {
    if record & BreakAutomaton.variesBit != 0 {
      return min(varied(columns, text, end, data.properties(number), data), Int(Segment.maximumAdvance))
    }
    let own = Segment.advance(of: record)
    return addsUp ? min(columns &+ own, Int(Segment.maximumAdvance)) : max(columns, own)
  }

  @inline(never)
  private func varied(
    _ columns: Int, _ text: UnsafeBufferPointer<UInt8>, _ end: Int, _ scalar: ScalarProperties,
    _ data: UnicodeData
  ) -> Int {
    let own = self.columns(of: scalar)
    if scalar.width == Self.joining { return columns + own }
    var last = end - 1
    while last > 0, text[last] & 0xC0 == 0x80 { last -= 1 }
    let base = last >= 0 ? data.properties(data.lookUp(in: text, at: last).number) : ScalarProperties(bits: 0)
    // A skin tone is drawn by itself unless it follows a pictograph.
    if scalar.width == Self.modifier { return base.isPictographic ? max(columns, own) : columns + own }
    guard base.hasVariation else { return columns }
    return scalar.width == Self.textVariation ? min(columns, 1) : 2
  }
}
