/// The columns of clusters of several scalars.
extension ColumnWidths {
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
    if own == 0 {
      guard base.hasVariation else { return columns }
      return scalar.width == Self.textVariation ? min(columns, 1) : 2
    }
    if base.cluster == UnicodeTables.ClusterClass.prepend { return columns + own }
    return scalar.isMarkOrConsonant ? max(columns, min(columns + own, 2)) : max(columns, own)
  }
}
