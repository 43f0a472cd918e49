import CHarfBuzz

/// The face that draws each scalar, if it was looked up before. The table has a fixed size: a new
/// entry replaces an old one with the same position.
struct KnownFaces {
  private struct Entry {
    var list: UInt32 = .max
    var scalar: UInt32 = .max
    var index: Int32 = -1
  }

  private static let size = 2048
  private var entries = [Entry](repeating: Entry(), count: size)

  /// The index of the face that draws a cluster; `nil` if the cluster has only scalars without a
  /// glyph.
  mutating func index(for cluster: UnsafeBufferPointer<UInt32>, isWide: Bool, in list: FaceList) -> Int? {
    if Self.isEmoji(cluster, isWide: isWide) {
      return list.index(for: cluster, isEmoji: true, startingAt: nil)
    }
    guard let base = cluster.first(where: { !Face.isIgnorable($0) }) else { return nil }
    let first = firstIndex(covering: base, in: list)
    if cluster.count == 1 { return first ?? 0 }
    return list.index(for: cluster, isEmoji: false, startingAt: first)
  }

  /// Whether a face of the list has a glyph for a scalar, or for its parts (UAX #15).
  mutating func covers(_ scalar: UInt32, in list: FaceList) -> Bool {
    if firstIndex(covering: scalar, in: list) != nil { return true }
    var first: UInt32 = 0
    var second: UInt32 = 0
    guard hb_unicode_decompose(hb_unicode_funcs_get_default(), scalar, &first, &second) != 0 else {
      return false
    }
    return covers(first, in: list) && (second == 0 || covers(second, in: list))
  }

  private mutating func firstIndex(covering scalar: UInt32, in list: FaceList) -> Int? {
    let place = Int(scalar &+ list.id &* 97) & (Self.size - 1)
    let entry = entries[place]
    if entry.list == list.id, entry.scalar == scalar { return entry.index >= 0 ? Int(entry.index) : nil }
    let index = list.firstIndex(covering: scalar, from: 0)
    entries[place] = Entry(list: list.id, scalar: scalar, index: index.map(Int32.init) ?? -1)
    return index
  }

  /// Whether a cluster is drawn as an emoji (UTS #51). Its variation selector decides, else its
  /// first scalar: wide scalars of U+231A…2BFF and U+1F000…1FBFF are emoji, except the brackets
  /// U+2329 and U+232A.
  private static func isEmoji(_ cluster: UnsafeBufferPointer<UInt32>, isWide: Bool) -> Bool {
    if cluster.count > 1 {
      for scalar in cluster {
        if scalar == 0xFE0F { return true }
        if scalar == 0xFE0E { return false }
      }
    }
    guard isWide, let first = cluster.first else { return false }
    switch first {
    case 0x2329, 0x232A: return false
    case 0x231A...0x2BFF, 0x1F000...0x1FBFF: return true
    default: return false
    }
  }
}
