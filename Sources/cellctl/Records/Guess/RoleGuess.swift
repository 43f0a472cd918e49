import CellEngine

/// Which fields of a list become which members of a cell, by their names and values.
struct RoleGuess {
  /// A field with the points that it got.
  struct Scored {
    let field: FieldStatistics
    let points: Double
  }

  let sample: ListSample
  /// The fields by how well they fit, the best first.
  private(set) var titleCandidates: [Scored] = []
  private(set) var statusCandidates: [Scored] = []
  private(set) var subtitleCandidates: [Scored] = []

  private(set) var title: FieldStatistics?
  /// The second field of a title, such as a family name.
  private(set) var titleEnd: FieldStatistics?
  private(set) var statuses: [FieldStatistics] = []
  private(set) var href: FieldStatistics?
  private(set) var description: FieldStatistics?
  private(set) var date: FieldStatistics?
  private(set) var tags: [FieldStatistics] = []
  private(set) var subtitles: [FieldStatistics] = []
  private(set) var id: FieldStatistics?

  private let kind: ListKind
  private let listName: [String]
  /// The objects of the records that have most of their fields.
  private let envelopes: Set<String>
  /// The first text of the records themselves.
  private var firstText: [String]?
  private var fields: [FieldStatistics] { sample.fields }
  private var count: Int { sample.count }

  /// The points of a field that is a status.
  static let statusThreshold = 5.2

  /// - Parameter limit: the maximum number of records that are looked at.
  init(_ list: ListCandidate, limit: Int) {
    sample = ListSample(list.records, children: list.children, limit: limit)
    listName = list.listName
    kind = list.kind
    envelopes = Self.envelopes(of: sample)
    firstText =
      fields.first { field in
        field.path.dropLast().allSatisfy(envelopes.contains) && field.isPlain && !field.kind.isNumber
          && ![.bool, .date, .uuid, .hash, .code].contains(field.kind) && !isKey(field)
      }?.path
    titleCandidates = ranked(fields) { titlePoints(of: $0) }
    title = titleCandidates.first?.field
    guessStatuses()
    chooseUnknownTitle()
    guessRest()
  }

  // MARK: Fields together

  private static func envelopes(of sample: ListSample) -> Set<String> {
    let top = sample.fields.count { $0.depth == 0 && $0.isPlain }
    let inner = sample.fields.filter { $0.depth >= 1 && $0.present > 0.5 && Int($0.path[1]) == nil }
    let counts = Dictionary(grouping: inner) { $0.path[0] }.mapValues(\.count)
    return Set(counts.filter { Double($1) >= max(2, Double(top) * 0.6) && !isReference($0) }.keys)
  }

  /// The best title and status of the records themselves, without those of lists in them.
  var ownTitle: Double { titleCandidates.first { isOwn($0.field) }?.points ?? -9 }
  var ownStatus: Double { statusCandidates.first { isOwn($0.field) }?.points ?? -9 }
  /// The number of plain fields of the records themselves.
  var ownFields: Int {
    fields.count { $0.isPlain && isOwn($0) && $0.path.dropLast().allSatisfy(envelopes.contains) }
  }
  /// The fields whose texts must not be shown.
  var secrets: [FieldStatistics] { fields.filter(\.isSecret) }

  private func isOwn(_ field: FieldStatistics) -> Bool {
    !field.isBelowList && (kind != .single || field.depth == 0 || envelopes.contains(field.path[0]))
  }

  /// Whether a field is the key of a map.
  private func isKey(_ field: FieldStatistics) -> Bool {
    kind.hasKeys && (field.path == ["key"] || field.path == ["parent"])
  }

  /// Whether an object inside of a record is another thing. `_source` is what was found.
  private static func isReference(_ name: String) -> Bool {
    !name.hasPrefix("_") && FieldWords.references.contains(FieldName(name).joined)
  }

  /// The loss of a field inside of an object: little in an envelope, much in another thing.
  private func nesting(of field: FieldStatistics) -> Double {
    field.path.dropLast().reduce(0) { loss, part in
      if part == field.key, part != field.path.last { return loss }
      if envelopes.contains(part) { return loss + 0.2 }
      if Self.isReference(part) { return loss + 4.5 }
      if Int(part) != nil { return loss + 2.6 }
      return loss + (FieldWords.envelopes.contains(FieldName(part).joined) ? 0.8 : 1.8)
    }
  }

  /// Whether words name the things of the list.
  private func isOfList(_ word: String) -> Bool {
    guard let last = listName.last else { return false }
    return listName.contains(word) || listName.contains(word + "s")
      || word.count >= 3 && last.hasPrefix(word.prefix(4))
  }

  /// Whether a field is named like an id of the things of the list.
  private func isOwnID(_ field: FieldStatistics, _ names: Set<String>) -> Bool {
    let words = field.name.words
    return names.contains(field.name.last)
      && (words.count == 1 || words.dropLast().contains(where: isOfList))
  }

  private func ranked(_ fields: [FieldStatistics], _ points: (FieldStatistics) -> Double) -> [Scored] {
    fields.map { Scored(field: $0, points: points($0)) }.sorted { $0.points > $1.points }
  }

  // MARK: Title

  /// The points of a kind of values as a title, and as a part of the subtitle. Nil if it is none.
  private static let kinds: [ValueKind: (title: Double, subtitle: Double?)] = [
    .text: (0.6, 1.5), .long: (-0.8, nil), .path: (-0.4, 0.6), .email: (-0.4, 1.5), .ip: (-0.6, 1.6),
    .url: (-1.6, -3), .mac: (-3, nil), .code: (-2.5, -1), .numeric: (-4, -0.4), .amount: (-4, 1.2),
    .version: (-4, 1.6), .number: (-4.5, -0.8), .date: (-4.5, nil), .resource: (-5, -3), .size: (-5, 1),
    .age: (-5, 1), .uuid: (-6, -3), .hash: (-6, -3),
  ]

  private func titlePoints(of field: FieldStatistics) -> Double {
    guard let kind = Self.kinds[field.kind], !field.isSecret else { return -9 }
    let name = field.name
    var points = namePoints(of: field)
    if ["status", "state"].contains(name.first) || name.joined == "reasonphrase" { points -= 4 }
    let isOwnID = isOwnID(field, ["id", "key", "uid", "iid"])
    if isOwnID { points = max(points, 4.4) }
    // Names can be codes, and ids are.
    let isName = field.kind == .code && ["name", "title"].contains(name.joined)
    points += kind.title * (isName ? 0 : isOwnID && kind.title < 0 ? 0.5 : 1)
    points += textPoints(of: field)
    points -= 3.2 * (1 - field.present) + (field.present < 0.5 ? 2 : 0)
    if field.path == firstText, field.ratio > 0.8, field.depth == 0 || FieldWords.titles[name.last] == nil {
      points += 1.1
    }
    return points - nesting(of: field)
  }

  private func namePoints(of field: FieldStatistics) -> Double {
    let name = field.name
    if isKey(field) { return field.path == ["parent"] ? 2.6 : kind == .groups ? 3 : 6.6 }
    if field.path.count == 2, ["tags", "labels"].contains(field.path[0].lowercased()), name.joined == "name" {
      return 11
    }
    // Numbers of a plural are counts.
    let singular = name.joined.hasSuffix("s") && !field.kind.isNumber ? name.joined.dropLast() : ""
    if let points = FieldWords.titles[name.joined] ?? FieldWords.titles[String(singular)] { return points }
    guard let points = FieldWords.titles[name.last] else { return 2.2 }
    // `projectName` is that of another thing.
    let isOwn = name.words.dropLast().contains { isOfList($0) || FieldWords.ownPrefixes.contains($0) }
    return isOwn || name.words.count == 1 ? points : points - 1
  }

  private func textPoints(of field: FieldStatistics) -> Double {
    let texts = field.texts
    func most(_ test: (String) -> Bool) -> Bool { texts.count(where: test) * 2 > texts.count }
    var points = 0.0
    if field.kind == .text || field.kind == .long {
      // Names have words, and sentences have more.
      for blanks in 1...2 where most({ $0.utf8.count { $0 == 0x20 } >= blanks }) { points += 0.5 }
    }
    let named = FieldWords.titles[field.name.joined] ?? 0
    if count > 1, field.distinct == 1, field.present > 0.5 {
      points -= count > 2 || named < 8.5 ? 4.5 : 2.5
    } else if count > 1 {
      points += 1.2 * field.ratio - 0.6
    }
    let isStatus = FieldWords.statuses[field.name.joined] != nil
    if isStatus || named < 7 && !texts.contains(where: { $0.contains(" ") }), field.length < 14,
      !texts.isEmpty,
      texts.count(where: { StateWords.state(of: $0) != nil }) * 5 >= texts.count * 4
    {
      points -= isStatus || count == 1 ? 4 : 2
    }
    return points
  }

  /// Chooses a title if no name is known: a date, or the first field with different values.
  private mutating func chooseUnknownTitle() {
    guard let best = titleCandidates.first else { return }
    let plain = fields.filter { $0.isPlain && !$0.isSecret }
    if best.points < 0.5 || best.points < 5 && count > 1 && best.field.distinct == 1 {
      let telling = plain.filter { $0.ratio > 0.9 && $0.present > 0.9 }
      title =
        telling.first { $0.kind == .date && !$0.isBelowList }
        ?? telling.first { !$0.kind.isNumber && $0.kind != .bool } ?? title
    }
    guard let title, !title.isSecret, title.isPlain else { return self.title = plain.first }
    let names = [FieldWords.givenNames, FieldWords.familyNames]
    guard names.joined().contains(title.name.joined) else { return }
    let parts = names.compactMap { names in
      fields.first { $0.path.dropLast() == title.path.dropLast() && names.contains($0.name.joined) }
    }
    if parts.count == 2 { (self.title, titleEnd) = (parts[0], parts[1]) }
  }

  /// Fields that name records without a title, until all records of the sample have one.
  var titleAlternatives: [FieldStatistics] {
    guard let title, title.present < 1 else { return [] }
    let good = titleCandidates.filter { $0.points > 1 && !$0.field.isBelowList }.map(\.field).prefix(4)
    let rest = fields.filter { field in
      field.isPlain && field.kind != .bool && !field.isSecret && !good.contains { $0.path == field.path }
    }
    let others = (good + rest.sorted { $0.present > $1.present }.prefix(2)).filter { $0.path != title.path }
    return Array(others.prefix((others.firstIndex { $0.present == 1 } ?? others.count) + 1))
  }

  // MARK: Status

  private mutating func guessStatuses() {
    statusCandidates = ranked(fields.filter { $0.path != title?.path }) { statusPoints(of: $0) }
    let good = statusCandidates.filter { $0.points >= Self.statusThreshold }.map(\.field)
    statuses = Array(good.prefix(1))
    // A second one has other values, and some of them are not neutral.
    let others = good.dropFirst().prefix(3).filter { !$0.repeats(good[0]) && !$0.isBelowList }
    if let other = others.first(where: hasStates) { statuses.append(other) }
  }

  private func hasStates(_ field: FieldStatistics) -> Bool {
    let states = field.texts.map { state(of: $0, field) ?? .neutral }
    return field.kind == .bool || states.contains { $0 != .neutral }
  }

  private func state(of text: String, _ field: FieldStatistics) -> Status.State? {
    guard let number = Double(text) else { return StateWords.state(of: text, name: field.name) }
    return StateWords.state(ofCode: number, name: field.name, isUpperCase: field.isUpperCase)
  }

  private func statusPoints(of field: FieldStatistics) -> Double {
    let name = field.name
    guard !field.texts.isEmpty, !field.isSecret, !isKey(field) else { return -9 }
    let exact = FieldWords.statuses[name.joined]
    var points = exact ?? (FieldWords.statuses[name.last] ?? 0) - 0.7
    switch field.kind {
    case .bool:
      guard StateWords.state(of: true, name: name) != nil else { return -9 }
      points = min(points, 7.4) - 0.8
    case .number, .numeric:
      guard field.texts.allSatisfy({ state(of: $0, field) != nil }) else { return -9 }
      // What syslog calls it.
      points = field.isUpperCase && name.joined == "priority" ? 7 : points - 0.8
    case .text, .code, .version, .age:
      guard let worded = wordPoints(of: field, points: points, isExact: exact != nil) else { return -9 }
      points = worded
    default: return -9
    }
    if name.has(["expected", "desired", "previous", "old"]) { points -= 3 }
    return points - 1.5 * (1 - field.present) - 0.8 * nesting(of: field)
  }

  /// The points of a field of texts, by how many are words of states.
  private func wordPoints(of field: FieldStatistics, points: Double, isExact: Bool) -> Double? {
    let isRare = field.depth > 0 && field.present < 0.5 && count > 2 && !envelopes.contains(field.path[0])
    let areMany = count > 8 && Double(field.distinct) > max(12, 0.7 * Double(count))
    guard field.length <= 34, !isRare, !areMany else { return nil }
    let shares = field.texts.map { StateWords.share(of: $0, name: field.name) }
    let known = shares.reduce(0, +) / Double(shares.count)
    guard known >= 0.5 || points >= 9 || isExact else { return nil }
    let isColoured = field.texts.contains { (state(of: $0, field) ?? .neutral) != .neutral }
    var points = points + 4 * known - 2
    // A text of an error is none of a state.
    if FieldWords.badIfTrue.contains(field.name.joined) { points -= 3 }
    if known > 0, !isColoured { return points - 1 }
    return known == 1 && points < 8 && field.distinct > 1 ? points + 1.6 : points
  }

  // MARK: The other members

  private mutating func guessRest() {
    var used = Set(([title, titleEnd].compactMap { $0 } + statuses).map(\.path))
    func best(_ points: (FieldStatistics) -> Double?) -> [FieldStatistics] {
      let free = fields.filter { !used.contains($0.path) && !$0.isSecret && !$0.isBelowList }
      return ranked(free) { points($0) ?? -9 }.filter { $0.points > -9 }.map(\.field)
    }
    // A title can be a link, too.
    let links = fields.filter { !$0.isSecret && !$0.isBelowList }
    href = ranked(links) { linkPoints(of: $0) }.first { $0.points > 1 }?.field
    description =
      best { field in
        guard canDescribe(field) else { return nil }
        return field.length / 50 + (field.name.has(FieldWords.descriptions) ? 3 : 0) - nesting(of: field)
          + field.present * 2
      }.first
    used.formUnion([description?.path].compactMap { $0 })
    date =
      best { field in
        // The zero of some programs.
        field.kind == .date && !field.texts.allSatisfy { $0.hasPrefix("0001-") } ? datePoints(of: field) : nil
      }.first
    tags = Array(best { canBeTags($0) ? $0.present - nesting(of: $0) : nil }.prefix(2))
    used.formUnion(([date, href].compactMap { $0 } + tags).map(\.path))
    subtitleCandidates = ranked(fields.filter { !used.contains($0.path) && !$0.isSecret }) {
      subtitlePoints(of: $0)
    }
    for (field, points) in subtitleCandidates.map({ ($0.field, $0.points) })
    where points > (subtitles.isEmpty ? 2 : 3.2) && subtitles.count < 3 {
      // Repetitions, and a second id. A few numbers can be equal by chance.
      let said = [title, titleEnd, description] + statuses + subtitles
      if !field.kind.isNumber || count > 4, said.contains(where: { field.repeats($0) }) { continue }
      func isID(_ field: FieldStatistics) -> Bool { FieldWords.ids.contains(field.name.last) }
      if isID(field), subtitles.contains(where: isID) { continue }
      subtitles.append(field)
    }
    let ids = ["id", "uid", "uuid", "guid", "key", "arn", "sha", "iid", "gid", "no", "number"]
    id =
      fields.filter {
        $0.depth == 0 && $0.present == 1 && $0.ratio == 1 && $0.isPlain && !$0.isSecret
          && (isKey($0) ? kind == .map : isOwnID($0, Set(ids)) && !["no", "number"].contains($0.name.joined))
      }
      .min { (ids.firstIndex(of: $0.name.joined) ?? 99) < (ids.firstIndex(of: $1.name.joined) ?? 99) }
  }

  private func linkPoints(of field: FieldStatistics) -> Double {
    guard field.kind == .url, field.texts.allSatisfy({ $0.lowercased().hasPrefix("http") }),
      let base = FieldWords.links[field.name.joined] ?? FieldWords.links[field.name.first],
      !Self.isForMachines(field), nesting(of: field) < 4, count == 1 || field.distinct > 1
    else { return -9 }
    return base - 2 * Double(field.depth) + field.ratio
  }

  /// Whether addresses are of an interface for programs, or of pictures.
  private static func isForMachines(_ field: FieldStatistics) -> Bool {
    field.path.contains { FieldName($0).has(FieldWords.machineLinks) }
      || field.texts.allSatisfy { $0.contains("://api.") || $0.contains("/api/") }
  }

  private func canDescribe(_ field: FieldStatistics) -> Bool {
    guard field.kind == .long || field.kind == .text, field.length >= 12,
      field.texts.count(where: { $0.contains(" ") }) * 2 >= field.texts.count
    else { return false }
    return field.length > 40 || field.name.has(FieldWords.descriptions)
  }

  private func datePoints(of field: FieldStatistics) -> Double {
    var name = field.name.joined
    if name.hasSuffix("at") { name.removeLast(2) }
    let rank = FieldWords.bestDates.firstIndex(of: name).map { 4 - Double($0) * 0.3 } ?? 1
    return rank + field.present - nesting(of: field)
  }

  private func canBeTags(_ field: FieldStatistics) -> Bool {
    guard field.kind == .list, !FieldWords.sequences.contains(field.name.joined), nesting(of: field) < 2,
      !field.repeats(title)
    else { return false }
    let values = field.values.prefix(20)
    // Objects with a name are things, unless the list is called tags.
    let areTexts = values.allSatisfy { $0.tagMember == nil }
    return values.allSatisfy { $0.tags != nil } && Set(values.map(\.tagMember)).count == 1
      && (areTexts || field.name.has(FieldWords.tags))
  }

  private func subtitlePoints(of field: FieldStatistics) -> Double {
    guard let kind = Self.kinds[field.kind]?.subtitle else { return -9 }
    let name = field.name
    let isConstant = field.distinct == 1 && field.texts.count > 1
    var points = 3 + field.present * 2 + kind
    func add(_ value: Double, if condition: Bool) {
      if condition { points += value }
    }
    add(1.2, if: count > 1 && field.distinct > 1)
    // All records have it.
    add(-3.1, if: isConstant)
    add(-2.5, if: isConstant && field.texts.count > 2)
    add(-2, if: isConstant && ["type", "kind", "object", "class"].contains(name.last))
    add(-1.5, if: field.length > 50 || field.kind == .path && field.length > 35)
    add(0.8, if: FieldWords.titles[name.joined] ?? 0 >= 3)
    let isQuantity = name.has(FieldWords.quantities)
    add(1, if: isQuantity || name.has(FieldWords.subtitles))
    if let rank = ["number", "key", "iid", "ruleid", "id"].firstIndex(of: name.joined) {
      points += 1.2 - 0.2 * Double(rank) - (field.length > 9 ? 2 : 0)
    }
    add(isQuantity ? -1.5 : -3, if: field.texts.allSatisfy { $0 == "0" || $0 == "1" })
    let isNumbered = ["number", "key", "id", "iid", "pid", "no", "nr"].contains(name.joined)
    if FieldWords.ids.contains(name.last), !isNumbered || nesting(of: field) > 1 {
      let isOwn = field.length <= 12 && name.words.dropLast().contains(where: isOfList)
      points -= isOwn ? 0 : field.depth == 0 ? 1.5 : 2
    }
    add(-2.5, if: FieldWords.inner.contains(name.joined) || FieldWords.inner.contains(name.last))
    add(
      -3,
      if: field.path.dropLast().contains {
        FieldName($0).has(["fingerprint", "fingerprints", "hash", "hashes"])
      })
    add(-3, if: field.kind == .url && Self.isForMachines(field))
    add(-3, if: field.isBelowList)
    add(-2, if: name.first == "id" && name.words.count > 1)
    add(-3, if: field.kind.isNumber && FieldWords.statuses[name.joined] != nil)
    return points - 0.8 * nesting(of: field)
  }
}
