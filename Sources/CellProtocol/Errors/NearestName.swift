/// The name of `names` that `name` was probably meant to be: the one with the least edit distance (insertions,
/// deletions, replacements and swaps of neighbours, of UTF-8 bytes, capitals aside), if that is small for its length.
///
/// Takes about a millisecond at most, however many names there are: it looks at the first thousand of them, and at the
/// first 64 bytes of each.
public func nearestName(to name: String, in names: some Sequence<String>) -> String? {
  let typed = lowercased(name)
  var rows = DistanceRows()
  var best: (name: String, distance: Int)?
  for candidate in names.prefix(1000) {
    let known = lowercased(candidate)
    let shorter = min(typed.count, known.count)
    // Of a single letter, any other one would be as near.
    let allowed = shorter < 2 ? 0 : max(1, shorter / 3)
    let limit = min(allowed, (best?.distance ?? .max) - 1)
    guard abs(typed.count - known.count) <= limit else { continue }
    if let distance = rows.distance(from: typed, to: known, atMost: limit) { best = (candidate, distance) }
  }
  return best?.name
}

private func lowercased(_ text: String) -> [UInt8] {
  text.utf8.prefix(DistanceRows.longest).map {
    $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0
  }
}

/// The last three rows of a table of distances between the beginnings of two names.
private struct DistanceRows {
  /// The longest name that there is room for, in bytes.
  static let longest = 64

  private var rows = [[Int]](repeating: [Int](repeating: 0, count: longest + 1), count: 3)

  /// The optimal string alignment distance, unless it is more than `limit`.
  mutating func distance(from a: [UInt8], to b: [UInt8], atMost limit: Int) -> Int? {
    for j in 0...b.count { rows[0][j] = j }
    for i in a.indices {
      let (above, here, beforeThat) = (i % 3, (i + 1) % 3, (i + 2) % 3)
      rows[here][0] = i + 1
      var least = i + 1
      for j in b.indices {
        var cost = min(rows[above][j + 1] + 1, rows[here][j] + 1, rows[above][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, rows[beforeThat][j - 1] + 1)
        }
        rows[here][j + 1] = cost
        least = min(least, cost)
      }
      // A swap reaches two rows back, where the distance was at most one less.
      if least > limit + 1 { return nil }
    }
    let distance = rows[a.count % 3][b.count]
    return distance <= limit ? distance : nil
  }
}
