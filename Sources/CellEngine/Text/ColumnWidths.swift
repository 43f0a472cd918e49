/// The columns of a grapheme cluster under a width model, scalar by scalar.
struct ColumnWidths {
  /// The width classes of `scripts/unicode-tables` from which on a scalar is more than a number of
  /// columns.
  static let joining = 5
  static let textVariation = 6
  static let modifier = 8

  /// Columns by width class, two bits each.
  private let columns: UInt32
  let addsUp: Bool

  @inline(__always)
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
  func varies(_ scalar: ScalarProperties) -> Bool { !addsUp && scalar.width > 0 }
}
