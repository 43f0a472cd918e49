/// Returns the name that was probably meant: `title` for `tilte`. Returns nil if no name is near.
///
/// The nearest name has the minimum edit distance: insertions, deletions, replacements and swaps of
/// neighbours, in UTF-8 bytes, without case. The distance must be small for the length of the name.
///
/// The function looks at the first 1,000 names and the first 64 bytes of each. So it takes at most
/// about a millisecond.
package func nearestName(to name: String, in names: some Sequence<String>) -> String? {
  let typed = lowercased(name)
  var rows = DistanceRows()
  var best: (name: String, distance: Int)?
  for candidate in names.prefix(1000) {
    let known = lowercased(candidate)
    let shorter = min(typed.count, known.count)
    // Any letter is near a single letter, so allow no change.
    let allowed = shorter < 2 ? 0 : max(1, shorter / 3)
    let limit = min(allowed, (best?.distance ?? .max) - 1)
    guard abs(typed.count - known.count) <= limit else { continue }
    if let distance = rows.distance(from: typed, to: known, atMost: limit) { best = (candidate, distance) }
  }
  return best?.name
}

private func lowercased(_ text: String) -> [UInt8] {
  text.utf8.prefix(DistanceRows.maximumLength).map {
    $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0
  }
}

/// The last three rows of the table of distances between the prefixes of two names.
private struct DistanceRows {
  /// The maximum length of a name, in bytes.
  static let maximumLength = 64

  private var rows = [[Int]](repeating: [Int](repeating: 0, count: maximumLength + 1), count: 3)

  /// Returns the optimal string alignment distance, or nil if it is more than `limit`.
  mutating func distance(from a: [UInt8], to b: [UInt8], atMost limit: Int) -> Int? {
    for j in 0...b.count { rows[0][j] = j }
    for i in a.indices {
      let (above, current, secondAbove) = (i % 3, (i + 1) % 3, (i + 2) % 3)
      rows[current][0] = i + 1
      var minimum = i + 1
      for j in b.indices {
        var cost = min(rows[above][j + 1] + 1, rows[current][j] + 1, rows[above][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, rows[secondAbove][j - 1] + 1)
        }
        rows[current][j + 1] = cost
        minimum = min(minimum, cost)
      }
      // A swap reads the row before the last, whose distance is at most one less.
      if minimum > limit + 1 { return nil }
    }
    let distance = rows[a.count % 3][b.count]
    return distance <= limit ? distance : nil
  }
}
