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

  /// The revisions of entries, of which there is at least one.
  init(of entries: [Entry]) {
    var (least, most) = (UInt64.max, UInt64.min)
    entries.withUnsafeBufferPointer { entries in
      for offset in entries.indices {
        least = min(least, entries[offset].revision)
        most = max(most, entries[offset].revision)
      }
    }
    self =
      switch most - min(least, most) {
      case 0: .one(least)
      case ...UInt64(UInt8.max): .bytes(entries.map { UInt8($0.revision - least) }, from: least)
      case ...UInt64(UInt16.max): .shorts(entries.map { UInt16($0.revision - least) }, from: least)
      case ...UInt64(UInt32.max): .words(entries.map { UInt32($0.revision - least) }, from: least)
      default: .whole(entries.map(\.revision))
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
}
