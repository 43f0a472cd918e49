/// The revisions of the cells of a chunk. They differ little, so each takes as few bytes as the
/// largest difference needs.
enum PackedRevisions: Sendable {
  /// All are the same.
  case one(UInt64)
  /// Differences from the lowest.
  case bytes([UInt8], from: UInt64)
  case shorts([UInt16], from: UInt64)
  case words([UInt32], from: UInt64)
  case whole([UInt64])

  /// The revisions of `count` cells, which is at least 1.
  @inline(__always)
  init(count: Int, _ revision: (_ offset: Int) -> UInt64) {
    var (least, most) = (UInt64.max, UInt64.min)
    for offset in 0..<count {
      let revision = revision(offset)
      least = min(least, revision)
      most = max(most, revision)
    }
    self =
      switch most - min(least, most) {
      case 0: .one(least)
      case ...UInt64(UInt8.max): .bytes((0..<count).map { UInt8(revision($0) - least) }, from: least)
      case ...UInt64(UInt16.max): .shorts((0..<count).map { UInt16(revision($0) - least) }, from: least)
      case ...UInt64(UInt32.max): .words((0..<count).map { UInt32(revision($0) - least) }, from: least)
      default: .whole((0..<count).map(revision))
      }
  }

  /// Sets the revision of the cell at `offset`.
  ///
  /// - Parameter count: the number of cells.
  mutating func put(_ revision: UInt64, at offset: Int, count: Int) {
    switch self {
    case .one(revision): return
    case .bytes(var differences, let least) where revision >= least && revision - least <= UInt64(UInt8.max):
      differences[offset] = UInt8(revision - least)
      self = .bytes(differences, from: least)
    case .shorts(var differences, let least)
    where revision >= least && revision - least <= UInt64(UInt16.max):
      differences[offset] = UInt16(revision - least)
      self = .shorts(differences, from: least)
    case .one, .bytes, .shorts, .words, .whole:
      let old = self
      self = Self(count: count) { $0 == offset ? revision : old[$0] }
    }
  }

  /// The revision of the cell at `offset`.
  subscript(offset: Int) -> UInt64 {
    switch self {
    case .one(let revision): revision
    case .bytes(let differences, let least): least + UInt64(differences[offset])
    case .shorts(let differences, let least): least + UInt64(differences[offset])
    case .words(let differences, let least): least + UInt64(differences[offset])
    case .whole(let revisions): revisions[offset]
    }
  }

  /// The number of revisions from `offset` on that others have from `start` on, at most `count`.
  func commonCount(from offset: Int, _ others: PackedRevisions, from start: Int, atMost count: Int) -> Int {
    switch (self, others) {
    case (.one(let own), .one(let other)): return own == other ? count : 0
    // Two states of a chunk mostly have one form, and one lowest revision.
    case (.bytes(let own, let least), .bytes(let other, let otherLeast)) where least == otherLeast:
      return min(own.commonCount(from: offset, other, from: start), count)
    case (.shorts(let own, let least), .shorts(let other, let otherLeast)) where least == otherLeast:
      return min(own.commonCount(from: offset, other, from: start), count)
    default:
      var index = 0
      while index < count, self[offset + index] == others[start + index] { index += 1 }
      return index
    }
  }
}
