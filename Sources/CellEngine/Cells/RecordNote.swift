/// Numbers about a cell that its list needs without reading the fields of the record. They are not
/// part of the content: records with the same fields are equal.
public struct RecordNote: Sendable {
  /// The halves of a hash of the id, by which lists find the cell.
  public let high: UInt64
  public let low: UInt64
  /// The part of the cell in the columns of its list.
  public let traits: CellTraits

  /// A note by its members.
  public init(high: UInt64, low: UInt64, traits: CellTraits) {
    self.high = high
    self.low = low
    self.traits = traits
  }
}

/// The columns that one cell needs, except that of its unread mark, in six bytes: a list has a
/// million of them.
public struct CellTraits: Equatable, Sendable {
  /// From the lowest bit: icons (2 bits), image (1), table (1), number (4), status (8), trailing
  /// marks (8). Then object (1), skeleton (1), avatars (4), described objects (2).
  let bits: UInt32
  /// The size of the image in 1/64 dp, 0 for the size of the profile, and two flags.
  let image: UInt16

  /// Whether the cell is an object, which can be selected.
  public var isObject: Bool { bits & 1 << 24 != 0 }
}
