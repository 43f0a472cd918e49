import CHarfBuzz

/// The faces that draw clusters of one or two scalars, if they were looked up before. The table has
/// a fixed size: a new entry replaces an old one with the same position.
struct KnownFaces {
  private struct Key: Equatable {
    var list: UInt32 = .max
    /// The first scalar. The highest bit is set if the cluster is drawn as an emoji.
    var first: UInt32 = .max
    /// The second scalar, or `UInt32.max`.
    var second: UInt32 = .max

    var hash: UInt32 { (first &+ second &* 31) &* 0x9E37_79B1 &+ list &* 97 }
  }

  private struct Entry {
    var key = Key()
    var index: Int32 = -1

    var face: Int? { index >= 0 ? Int(index) : nil }
  }

  private static let size = 2048
  private var entries = [Entry](repeating: Entry(), count: size)

  /// The index of the face that draws a cluster; `nil` if the cluster has only scalars without a
  /// glyph.
  mutating func index(for cluster: UnsafeBufferPointer<UInt32>, isWide: Bool, in list: FaceList) -> Int? {
    let isEmoji = Self.isEmoji(cluster, isWide: isWide)
    if cluster.count == 1, !isEmoji {
      return Face.isIgnorable(cluster[0]) ? nil : firstIndex(covering: cluster[0], in: list) ?? 0
    }
    guard cluster.count <= 2 else { return search(for: cluster, isEmoji: isEmoji, in: list) }
    let key = Key(
      list: list.id, first: cluster[0] | (isEmoji ? 1 << 31 : 0),
      second: cluster.count == 2 ? cluster[1] : .max)
    let position = Int(key.hash) & (Self.size - 1)
    if entries[position].key == key { return entries[position].face }
    let index = search(for: cluster, isEmoji: isEmoji, in: list)
    entries[position] = Entry(key: key, index: index.map(Int32.init) ?? -1)
    return index
  }

  private mutating func search(
    for cluster: UnsafeBufferPointer<UInt32>, isEmoji: Bool, in list: FaceList
  ) -> Int? {
    guard let base = cluster.first(where: { !Face.isIgnorable($0) }) else { return nil }
    let first = isEmoji ? nil : firstIndex(covering: base, in: list)
    return list.index(for: cluster, isEmoji: isEmoji, startingAt: first)
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
    let key = Key(list: list.id, first: scalar)
    let position = Int(key.hash) & (Self.size - 1)
    if entries[position].key == key { return entries[position].face }
    let index = list.firstIndex(covering: scalar, from: 0)
    entries[position] = Entry(key: key, index: index.map(Int32.init) ?? -1)
    return index
  }

  /// Whether a cluster is drawn as an emoji (UTS #51). Its variation selector decides. Without one,
  /// it is wide, or U+200D joins its signs, and the first is one of U+231A…2BFF and U+1F000…1FBFF.
  /// The brackets U+2329 and U+232A are none.
  private static func isEmoji(_ cluster: UnsafeBufferPointer<UInt32>, isWide: Bool) -> Bool {
    guard let first = cluster.first else { return false }
    var (last, isJoined) = (first, false)
    for scalar in cluster.dropFirst() {
      if scalar == 0xFE0F || scalar == 0xFE0E { return scalar == 0xFE0F }
      isJoined = isJoined || last == 0x200D && isSign(scalar)
      last = scalar
    }
    return (isWide || isJoined) && isSign(first)
  }

  private static func isSign(_ scalar: UInt32) -> Bool {
    (0x231A...0x2BFF ~= scalar || 0x1F000...0x1FBFF ~= scalar) && !(0x2329...0x232A ~= scalar)
  }
}
