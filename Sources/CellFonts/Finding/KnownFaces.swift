/// Which face draws which scalar, as far as it was looked for: a table of fixed size, in which
/// later ones displace earlier ones.
struct KnownFaces {
  private struct Entry {
    var list: UInt32 = .max
    var scalar: UInt32 = .max
    var index: Int32 = -1
  }

  private static let size = 2048
  private var entries = [Entry](repeating: Entry(), count: size)

  /// The place of the face that draws a cluster; `nil` for what no face has to draw.
  mutating func index(for cluster: UnsafeBufferPointer<UInt32>, isWide: Bool, in list: FaceList) -> Int? {
    if Self.isEmoji(cluster, isWide: isWide) {
      return list.index(for: cluster, isEmoji: true, startingAt: nil)
    }
    guard let base = cluster.first(where: { !Face.isIgnorable($0) }) else { return nil }
    let first = firstIndex(covering: base, in: list)
    if cluster.count == 1 { return first ?? 0 }
    return list.index(for: cluster, isEmoji: false, startingAt: first)
  }

  private mutating func firstIndex(covering scalar: UInt32, in list: FaceList) -> Int? {
    let place = Int(scalar &+ list.id &* 97) & (Self.size - 1)
    let entry = entries[place]
    if entry.list == list.id, entry.scalar == scalar { return entry.index >= 0 ? Int(entry.index) : nil }
    let index = list.firstIndex(covering: scalar, from: 0)
    entries[place] = Entry(list: list.id, scalar: scalar, index: index.map(Int32.init) ?? -1)
    return index
  }

  /// Whether a cluster is to be drawn as an emoji (UTS #51): by its variation selector, else by its
  /// scalar. In front of the ideographs, and in the plane of symbols, what is wide and no bracket
  /// is an emoji.
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
