import Glibc

/// How likely a document is about a list, as the sum of parts.
struct ListScore {
  let list: ListCandidate
  let roles: RoleGuess
  /// The parts, for `--explain`.
  private(set) var parts: [(name: String, points: Double)] = []

  var points: Double { parts.reduce(0) { $0 + $1.points } }

  /// The records of each list that are looked at to choose one.
  private static let sample = 100

  /// Scores all lists.
  /// - Returns: the lists, the best first.
  static func ranked(_ lists: [ListCandidate]) -> [ListScore] {
    let guesses = lists.map { RoleGuess($0, limit: sample) }
    let isList = lists.map { [.array, .wrapped, .map].contains($0.kind) }
    let scores = lists.indices.map { index in
      let list = lists[index]
      let outer = lists.indices.filter { other in
        isList[other] && lists[other].path.count < list.path.count
          && list.path.starts(with: lists[other].path)
      }.max { lists[$0].path.count < lists[$1].path.count }
      return ListScore(list, guesses[index], outer: outer.map { guesses[$0] })
    }
    return scores.sorted { $0.points > $1.points }
  }

  private init(_ list: ListCandidate, _ roles: RoleGuess, outer: RoleGuess?) {
    (self.list, self.roles) = (list, roles)
    add("title", 0.55 * max(-2, min(roles.ownTitle, 11)))
    add("status", roles.ownStatus > RoleGuess.statusThreshold ? 0.22 * min(roles.ownStatus, 12) : 0)
    add("number", 0.55 * min(log2(Double(list.count + 1)), 5))
    add("fields", 0.22 * Double(min(roles.ownFields, 9)))
    let name = list.names.last.map { FieldName($0).joined } ?? ""
    let arrays = list.arraysPassed
    let isSide = FieldWords.sideLists.contains(name)
    add("name", (FieldWords.lists.contains(name) ? 1 : 0) - (isSide ? 1.8 : 0))
    add("depth", -0.25 * Double(list.names.count) - 1.3 * Double(arrays))
    add(list.kind.rawValue, kindPoints)
    if arrays > 0, let outer { add("outer", Self.points(inside: outer)) }
  }

  private mutating func add(_ name: String, _ points: Double) {
    if points != 0 { parts.append((name, points)) }
  }

  private var kindPoints: Double {
    switch list.kind {
    case .array, .wrapped: return list.path.isEmpty ? 1.2 : 0
    case .maps, .groups, .rows, .details: return 0
    case .map: return list.count == 1 ? -1.4 : -0.4
    case .columns: return 3
    case .members: return -3.2
    case .values: return list.path.isEmpty ? 0 : -4.5
    case .single:
      let scalars = roles.sample.fields.count { $0.depth == 0 && $0.isPlain }
      return -1.4 - (roles.ownTitle >= 10.5 && scalars >= 6 ? 0 : 1)
    }
  }

  /// The points of a list in the records of another: many if those are only containers.
  private static func points(inside outer: RoleGuess) -> Double {
    let texts = outer.sample.fields.count { field in
      field.isPlain && !field.kind.isNumber && field.kind != .bool && field.kind != .date
        && !field.isBelowList
        && (field.distinct > 1 || outer.sample.count == 1)
    }
    let points = outer.ownTitle < 5 ? 1.8 : outer.ownTitle < 7.6 ? 1 : 0
    if texts > 6 { return outer.ownTitle >= 5 ? -1.5 : 0 }
    return texts > 3 ? points / 2 : points
  }
}
