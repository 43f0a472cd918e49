/// The name of `names` that `name` was probably meant to be: the one with the least edit distance (insertions,
/// deletions, replacements and swaps of neighbours, of UTF-8 bytes, capitals aside), if that is small for its length.
public func nearestName(to name: String, in names: some Sequence<String>) -> String? {
  let typed = lowercased(name.prefix(64))
  var best: (name: String, distance: Int)?
  for candidate in names {
    let known = lowercased(candidate.prefix(64))
    let allowed = max(1, min(typed.count, known.count) / 3)
    guard abs(typed.count - known.count) <= allowed else { continue }
    let distance = editDistance(typed, known)
    if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.name
}

private func lowercased(_ text: Substring) -> [UInt8] {
  text.utf8.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
}

/// The optimal string alignment distance.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var before: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
      row.append(cost)
    }
    before = last
    last = row
  }
  return last[b.count]
}
