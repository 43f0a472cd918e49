/// The columns of a grapheme cluster under a width model, scalar by scalar.
struct ColumnWidths {
  /// The width classes of `scripts/unicode-tables` from which on a scalar is more than a number of columns.
  private static let joining = 4
  private static let textVariation = 5
  private static let emojiVariation = 6

  /// Columns by width class, four bits each.
  private let columns: UInt32
  private let addsUp: Bool

  init(_ model: WidthModel) {
    columns = 0x1_0210 | (model.ambiguous == 2 ? 0x2000 : 0x1000)
    addsUp = model.mode == .wcwidth
  }

  /// The columns of a scalar by itself.
  @inline(__always)
  func columns(of scalar: ScalarProperties) -> Int {
    Int(truncatingIfNeeded: columns &>> UInt32(truncatingIfNeeded: scalar.width &* 4) & 0xF)
  }

  /// The columns of a cluster of `columns` that ends with `last`, once `scalar` has joined it.
  @inline(__always)
  func columns(_ columns: Int, endingWith last: ScalarProperties, joinedBy scalar: ScalarProperties) -> Int {
    let own = self.columns(of: scalar)
    if addsUp { return columns &+ own }
    switch scalar.width {
    case Self.joining: return columns &+ own
    case Self.textVariation: return last.hasVariation ? min(columns, 1) : columns
    case Self.emojiVariation: return last.hasVariation ? 2 : columns
    default: return max(columns, own)
    }
  }
}

/// A grapheme cluster whose end is not yet known.
struct PendingCluster {
  /// Where it begins.
  private(set) var start = 0
  /// Its columns so far.
  private(set) var columns = 0
  /// The flags of its mark so far.
  private(set) var flags: UInt32 = 0
  private var last = ScalarProperties(bits: 0)

  /// Begins a cluster with the scalar at `start`.
  @inline(__always)
  mutating func begin(at start: Int, with scalar: ScalarProperties, _ widths: ColumnWidths) {
    self.start = start
    columns = widths.columns(of: scalar)
    flags = scalar.markFlags
    last = scalar
  }

  /// Joins a scalar to it.
  @inline(__always)
  mutating func extend(by scalar: ScalarProperties, _ widths: ColumnWidths) {
    columns = widths.columns(columns, endingWith: last, joinedBy: scalar)
    flags &= Mark.hardBreakBit
    last = scalar
  }
}
