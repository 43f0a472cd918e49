import CellEngine

/// The kind of a list.
enum ListKind: String {
  /// The elements of arrays, or documents.
  case array
  /// The values of an object. With `maps`, of the objects in it; with `groups`, the elements of the
  /// lists in it.
  case map, maps, groups
  /// An object of lists of one length; a list of lists.
  case columns, rows
  /// An object that is the record.
  case single
  /// An object where a list with one element is meant.
  case object
  /// The members of an object; texts and numbers.
  case members, values
  /// The members of a record that has no title, at any depth.
  case details
}

/// Which fields of a list become which members of a cell, by their names and values.
struct RoleGuess {
  /// A field with the points that it got.
  struct Scored {
    let field: FieldStatistics
    let points: Double
  }

  let sample: ListSample
  let listName: [String]
  /// The fields by how well they name the thing, the best first.
  private(set) var titles: [Scored] = []
  private(set) var statusCandidates: [Scored] = []
  /// The best title and status of the records themselves, without those of lists in them.
  private(set) var ownTitle = -9.0
  private(set) var ownStatus = -9.0
  /// The number of plain fields of the records themselves.
  private(set) var ownFields = 0

  private(set) var title: FieldStatistics?
  /// The second field of a title, such as a family name.
  private(set) var titleEnd: FieldStatistics?
  private(set) var statuses: [FieldStatistics] = []
  private(set) var href: FieldStatistics?
  private(set) var description: FieldStatistics?
  private(set) var dates: [FieldStatistics] = []
  private(set) var tags: [FieldStatistics] = []
  private(set) var subtitles: [FieldStatistics] = []
  private(set) var subtitleCandidates: [Scored] = []
  private(set) var id: FieldStatistics?
  /// The fields whose texts must not be shown.
  private(set) var secrets: [FieldStatistics] = []

  private let kind: ListKind
  /// The objects of the records that have most of their fields.
  private var envelopes: Set<String> = []
  /// The first text of the records themselves.
  private var firstText: [String]?
  /// Paths of things that a record refers to by an id: `project` beside `project_id`.
  private var referred: Set<[String]> = []
  /// The objects in which a field has a name, so that a summary beside it is none.
  private var named: Set<[String]> = []
  private var fields: [FieldStatistics] { sample.fields }
  private var count: Int { sample.count }

  /// The points of a field that is a status.
  private static let statusThreshold = 5.2

  /// - Parameter limit: the maximum number of records that are looked at.
  init(
    _ records: [ListRecord], listName: [String], kind: ListKind, children: String? = nil,
    limit: Int = ListSample.limit
  ) {
    sample = ListSample(records, children: children, limit: limit)
    self.listName = listName
    self.kind = kind
    secrets = fields.filter(\.isSecret)
    look()
    guessTitle()
    guessStatuses()
    chooseUnknownTitle()
    guessRest()
  }

  // MARK: Fields together

  private mutating func look() {
    let top = fields.count { $0.depth == 0 && $0.isPlain }
    var inner: [String: Int] = [:]
    for field in fields where field.depth >= 1 && field.present > 0.5 && Int(field.path[1]) == nil {
      inner[field.path[0], default: 0] += 1
    }
    for (name, count) in inner where Double(count) >= max(2, Double(top) * 0.6) {
      if !Self.isReference(name) { envelopes.insert(name) }
    }
    firstText =
      fields.first { field in
        field.path.dropLast().allSatisfy(envelopes.contains) && field.isPlain && !field.kind.isNumber
          && ![.bool, .date, .uuid, .hash, .code].contains(field.kind) && !isPseudo(field)
      }?.path
    for field in fields {
      let parent = Array(field.path.dropLast())
      if ["name", "package", "pkg", "pkgname", "packagename", "displayname"].contains(field.name.joined),
        field.present > 0.8, field.ratio > 0.5
      {
        named.insert(parent)
      }
      if field.name.words.count == 2, ["id", "key", "no", "number"].contains(field.name.last),
        field.path != fields.first?.path
      {
        referred.insert(parent + [field.name.first])
      }
    }
    ownFields = fields.count {
      $0.isPlain && isOwn($0) && $0.depth - ($0.path.dropLast().count(where: envelopes.contains)) <= 0
    }
  }

  /// Whether a field is the key of a map.
  private func isPseudo(_ field: FieldStatistics) -> Bool {
    [.map, .maps, .groups, .members, .details].contains(kind)
      && (field.path == ["key"] || field.path == ["parent"])
  }

  private func isOwn(_ field: FieldStatistics) -> Bool {
    guard !field.isBelowList else { return false }
    return kind != .single || field.depth == 0 || envelopes.contains(field.path[0])
  }

  /// Whether an object inside of a record is another thing. `_source` is what was found.
  private static func isReference(_ name: String) -> Bool {
    !name.hasPrefix("_") && GuessWords.references.contains(FieldName(name).joined)
  }

  /// The loss of a field inside of an object: little in an envelope, much in another thing.
  private func nesting(of field: FieldStatistics) -> Double {
    var loss = 0.0
    for part in field.path.dropLast() {
      let word = FieldName(part).joined
      if part == field.key, part != field.path.last {
        continue
      } else if envelopes.contains(part) {
        loss += 0.2
      } else if Self.isReference(part) {
        loss += 4.5
      } else if Int(part) != nil {
        loss += 2.6
      } else {
        loss += GuessWords.envelopes.contains(word) ? 0.8 : 1.8
      }
    }
    return loss
  }

  /// Whether words name the things of the list.
  private func isOfList(_ word: String) -> Bool {
    guard let last = listName.last else { return false }
    return listName.contains(word) || listName.contains(word + "s")
      || word.count >= 3 && last.hasPrefix(word.prefix(4))
  }

  // MARK: Title

  private mutating func guessTitle() {
    titles = ranked(fields) { titlePoints(of: $0) }
    title = titles.first?.field
    ownTitle = titles.first { isOwn($0.field) }?.points ?? -9
  }

  private func ranked(_ fields: [FieldStatistics], _ points: (FieldStatistics) -> Double) -> [Scored] {
    let scored = fields.map { Scored(field: $0, points: points($0)) }
    let order = scored.indices.sorted { left, right in
      scored[left].points == scored[right].points ? left < right : scored[left].points > scored[right].points
    }
    return order.map { scored[$0] }
  }

  private func titlePoints(of field: FieldStatistics) -> Double {
    guard field.isPlain, field.kind != .bool, !field.isSecret else { return -9 }
    let name = field.name
    let isOwnID =
      ["id", "key", "uid", "iid"].contains(name.last)
      && (name.words.count == 1 || name.words.dropLast().contains(where: isOfList))
    var points = namePoints(of: field)
    if ["status", "state"].contains(name.first) || name.joined == "reasonphrase" { points -= 4 }
    if field.kind == .date || GuessWords.dates.contains(name.last) { points = min(points, 2) }
    if field.path.count == 2, ["tags", "labels"].contains(field.path[0].lowercased()), name.joined == "name" {
      points = 11
    }
    if isPseudo(field) { points = field.path == ["parent"] ? 2.6 : kind == .groups ? 3 : 6.6 }
    if isOwnID { points = max(points, 4.4) }
    points += kindPoints(of: field, isOwnID: isOwnID)
    if named.contains(Array(field.path.dropLast())), field.length > 24,
      ["summary", "description", "desc", "shortdescription", "synopsis", "info"].contains(name.joined)
    {
      points -= 2.2
    }
    points += textPoints(of: field)
    points -= 3.2 * (1 - field.present) + (field.present < 0.5 ? 2 : 0)
    let isFirst = field.path == firstText && (field.depth == 0 || GuessWords.titles[name.last] == nil)
    if isFirst, field.ratio > 0.8, [.text, .path, .ip, .url].contains(field.kind) {
      points += 1.1
    }
    return points - nesting(of: field)
  }

  private func namePoints(of field: FieldStatistics) -> Double {
    let name = field.name
    if let points = GuessWords.titles[name.joined] { return points }
    if name.joined.hasSuffix("s"), name.joined.count > 4, !field.kind.isNumber,
      let points = GuessWords.titles[String(name.joined.dropLast())]
    {
      return points
    }
    guard var points = GuessWords.titles[name.last] else {
      return max(2.2, (name.words.compactMap { GuessWords.titles[$0] }.max() ?? 0) * 0.7)
    }
    guard name.words.count > 1 else { return points }
    let before = name.words.dropLast()
    let isName = name.last == "name" || name.last == "title"
    if before.contains(where: isOfList) {
      if !["type", "kind", "class", "version", "mode"].contains(name.last) { points += 0.6 }
    } else if GuessWords.things.contains(before.last ?? "") {
      return points
    } else if isName || name.last == "text", referred.contains(field.path.dropLast() + [name.first]) {
      points -= 2.2
    } else if isName {
      points -= before.contains(where: GuessWords.ownPrefixes.contains) ? 0 : 0.9
    } else if name.last != "id" {
      points -= 1.2
    }
    return points
  }

  private func kindPoints(of field: FieldStatistics, isOwnID: Bool) -> Double {
    let last = field.name.last
    switch field.kind {
    case .text: return 0.6
    case .long: return field.length > 250 ? -3.3 : -0.8
    case .uuid, .hash: return isOwnID ? -3 : -6
    case .code:
      if field.name.joined == "name" || field.name.joined == "title" { return 0 }
      return last == "name" || last == "title" ? -0.5 : isOwnID ? -1.2 : -2.5
    case .resource, .size, .age: return -5
    case .number, .date: return -4.5
    case .numeric, .amount, .version: return -4
    case .url: return -1.6
    case .mac: return -3
    case .ip: return -0.6
    case .path, .email: return -0.4
    case .bool, .list, .object, .empty: return 0
    }
  }

  private func textPoints(of field: FieldStatistics) -> Double {
    let texts = field.texts
    let total = Double(texts.count)
    var points = 0.0
    if field.kind == .text || field.kind == .long {
      let blanks = texts.map { $0.utf8.count { $0 == 0x20 } }
      if Double(blanks.count { $0 >= 2 }) > 0.5 * total {
        points += 1.1
      } else if Double(blanks.count { $0 >= 1 }) > 0.5 * total {
        points += 0.5
      }
    }
    if count > 1 {
      if field.distinct == 1, field.present > 0.5 {
        points -= count > 2 || GuessWords.titles[field.name.joined] ?? 0 < 8.5 ? 4.5 : 2.5
      } else {
        points += 1.2 * field.ratio - 0.6
      }
      if count >= 6, field.ratio < 0.3 { points -= 1.8 * (1 - field.ratio) }
    }
    if field.kind == .text, field.length <= 2.2 { points -= 2 }
    if Self.isWordList(field) { points -= 3.5 }
    let isStatus = GuessWords.statuses[field.name.joined] != nil
    let canBeStates =
      isStatus || GuessWords.titles[field.name.joined] ?? 0 < 7 && !texts.contains { $0.contains(" ") }
    if canBeStates, field.length < 14, !texts.isEmpty,
      Double(texts.count { StateWords.state(of: $0) != nil }) >= 0.8 * total
    {
      points -= isStatus || count == 1 ? 4 : 2
    }
    return points
  }

  /// Chooses a title if no name is known: a date, or the first field with different values.
  private mutating func chooseUnknownTitle() {
    guard let best = titles.first else { return }
    let isKnown =
      (GuessWords.titles[best.field.name.joined] ?? GuessWords.titles[best.field.name.last] ?? 0) >= 2.5
    if count > 1, best.points < 5, !isKnown,
      let first = fields.first(where: { $0.path == firstText }), first.ratio > 0.9, first.present > 0.9,
      !first.isSecret, first.kind != .size
    {
      title = first
    }
    if best.points < 0.5 || best.points < 5 && count > 1 && title?.distinct == 1 {
      let other =
        fields.first { $0.kind == .date && $0.ratio > 0.9 && $0.present > 0.9 && !$0.isBelowList }
        ?? fields.first {
          $0.isPlain && !$0.kind.isNumber && $0.kind != .bool && $0.ratio > 0.9 && $0.present > 0.9
            && !$0.isSecret
        }
      if let other { title = other }
    }
    guard let title, !title.isSecret, title.isPlain else {
      self.title = fields.first { $0.isPlain && !$0.isSecret }
      return
    }
    let names = GuessWords.givenNames + GuessWords.familyNames
    guard names.contains(title.name.joined) else { return }
    let beside = fields.filter { $0.path.dropLast() == title.path.dropLast() }
    let given = beside.first { GuessWords.givenNames.contains($0.name.joined) }
    let family = beside.first { GuessWords.familyNames.contains($0.name.joined) }
    if let given, let family { (self.title, titleEnd) = (given, family) }
  }

  // MARK: Status

  private mutating func guessStatuses() {
    statusCandidates = ranked(fields.filter { $0.path != title?.path }) { statusPoints(of: $0) }
    let good = statusCandidates.filter { $0.points >= Self.statusThreshold }.map(\.field)
    statuses = Array(good.prefix(1))
    // A second one has other values, and some of them are not neutral.
    let other = good.dropFirst().prefix(3).first { field in
      !field.repeats(good.first) && !field.isBelowList
        && (field.kind == .bool || field.texts.contains { state(of: $0, field) != .neutral })
    }
    if let other { statuses.append(other) }
    ownStatus = statusCandidates.first { isOwn($0.field) }?.points ?? -9
  }

  private func state(of text: String, _ field: FieldStatistics) -> Status.State {
    if let number = Double(text) {
      return StateWords.state(
        ofCode: number, name: field.name, isUpperCase: field.key.uppercased() == field.key) ?? .neutral
    }
    return StateWords.state(of: text, name: field.name) ?? .neutral
  }

  private func statusPoints(of field: FieldStatistics) -> Double {
    let name = field.name
    guard !field.texts.isEmpty, !field.isSecret, !isPseudo(field) else { return -9 }
    let base = name.withoutAuxiliaries.joined()
    let exact = GuessWords.statuses[name.joined] ?? GuessWords.statuses[base]
    var points = exact ?? (GuessWords.statuses[name.last] ?? 0) - 0.7
    if exact == nil {
      if points <= 1.5 {
        let first = name.words.lazy.compactMap { GuessWords.statuses[$0] }.first { $0 >= 7 }
        points = max(points, (first ?? 0) - 3)
      }
      if name.last == "type" { points = 0.5 }
    }
    switch field.kind {
    case .bool:
      guard StateWords.state(of: true, name: name) != nil else { return -9 }
      points = min(points, 7.4) - 0.8 + field.present * 0.5
    case .number, .numeric:
      let isUpperCase = field.key.uppercased() == field.key
      let areCodes = field.texts.allSatisfy { text in
        Double(text).flatMap { StateWords.state(ofCode: $0, name: name, isUpperCase: isUpperCase) } != nil
      }
      guard areCodes else { return -9 }
      // What syslog calls it.
      points = isUpperCase && name.joined == "priority" ? 7 : points - 0.8
    case .text, .code, .version, .age:
      guard let worded = wordPoints(of: field, points: points, isExact: exact != nil) else { return -9 }
      points = worded
    default: return -9
    }
    if count > 2, field.distinct > 1 { points += 0.5 }
    if field.distinct > 6, count < 10, field.distinct == count { points -= 3 }
    if name.has(["expected", "desired", "previous", "old"]) { points -= 3 }
    points -= (field.depth == 0 ? 1.5 : 3.5) * (1 - field.present)
    return points - nesting(of: field) * 0.8
  }

  /// The points of a field of texts, by how many are words of states.
  private func wordPoints(of field: FieldStatistics, points: Double, isExact: Bool) -> Double? {
    var points = points
    let texts = field.texts
    guard field.length <= 34, texts.allSatisfy({ $0.count <= 60 }) else { return nil }
    if count > 8, Double(field.distinct) > max(8, 0.5 * Double(count)) {
      guard Double(field.distinct) <= max(12, 0.7 * Double(count)) else { return nil }
      points -= 4
    }
    // A text of an error is none of a state.
    if GuessWords.badIfTrue.contains(field.name.joined) { points -= 3 }
    let states = texts.map { StateWords.state(of: $0, name: field.name) }
    let known = texts.reduce(0) { $0 + StateWords.share(of: $1, name: field.name) } / Double(texts.count)
    if field.depth > 0, field.present < 0.5, count > 2, !envelopes.contains(field.path[0]) { return nil }
    if known < 0.5, points < 9, !isExact { return nil }
    if known < 0.34, isExact, points < 6 { return nil }
    points += 4 * known - 2
    let isColoured = states.contains { $0 != nil && $0 != .neutral }
    if known > 0, !isColoured {
      points -= 1
    } else if known == 1, points < 8, field.distinct > 1 {
      points += 1.6
    }
    return points
  }

  // MARK: The other members

  private mutating func guessRest() {
    var used = Set(([title, titleEnd].compactMap { $0 } + statuses).map(\.path))
    func free(_ field: FieldStatistics) -> Bool { !used.contains(field.path) && !field.isSecret }
    href =
      ranked(fields.filter { $0.kind == .url && !$0.isSecret }) { linkPoints(of: $0) }.first {
        $0.points > 3
      }?.field
    description =
      ranked(fields.filter { free($0) && canDescribe($0) }) {
        $0.length / 50 + ($0.name.has(GuessWords.descriptions) ? 3 : 0) - nesting(of: $0) + $0.present * 2
      }.first?.field
    if let description { used.insert(description.path) }
    dates = Array(
      ranked(
        fields.filter {
          free($0) && $0.kind == .date && !$0.texts.allSatisfy(Self.isNoDate) && !$0.isBelowList
        }
      ) {
        datePoints(of: $0)
      }.prefix(2).map(\.field))
    tags = Array(
      ranked(fields.filter { free($0) && $0.kind == .list && canBeTags($0) && !$0.repeats(title) }) {
        -nesting(of: $0) + $0.present
      }
      .prefix(2).map(\.field))
    used.formUnion(dates.map(\.path) + tags.map(\.path) + [href?.path].compactMap { $0 })
    subtitleCandidates = ranked(fields.filter(free)) { subtitlePoints(of: $0) }
    for scored in subtitleCandidates
    where scored.points > (subtitles.isEmpty ? 2 : 3.2) && subtitles.count < 3 {
      let field = scored.field
      // A few numbers can be equal by chance.
      let isTelling = !field.kind.isNumber || count > 4
      let isID = GuessWords.ids.contains(field.name.last)
      // Repetitions, and a second id.
      let said = [title, titleEnd, description] + statuses + subtitles
      if isTelling, said.contains(where: { field.repeats($0) }) { continue }
      if isID, subtitles.contains(where: { GuessWords.ids.contains($0.name.last) }) { continue }
      subtitles.append(field)
    }
    id =
      fields.filter {
        $0.depth == 0 && $0.present == 1 && $0.ratio == 1 && $0.isPlain && !$0.isSecret && isID($0)
      }
      .min { idRank($0) < idRank($1) }
  }

  /// Whether a date is the zero of a program.
  private static func isNoDate(_ text: String) -> Bool {
    text.hasPrefix("0001-") || text == "0" || text == "-1"
  }

  private func linkPoints(of field: FieldStatistics) -> Double {
    guard field.texts.allSatisfy({ $0.lowercased().hasPrefix("http") }),
      let base = GuessWords.links[field.name.joined] ?? GuessWords.links[field.name.first],
      !field.isBelowList, nesting(of: field) < 4, count == 1 || field.distinct > 1
    else { return -9 }
    return base - 2 * Double(field.depth) - (Self.isForMachines(field) ? 9 : 0) + field.ratio + 2
  }

  /// Whether addresses are of an interface for programs, or of pictures.
  private static func isForMachines(_ field: FieldStatistics) -> Bool {
    field.path.contains { FieldName($0).has(GuessWords.machineLinks) }
      || field.texts.allSatisfy { $0.contains("://api.") || $0.contains("/api/") }
  }

  /// Whether texts are words with commas between them, such as `rw,relatime`.
  private static func isWordList(_ field: FieldStatistics) -> Bool {
    guard field.kind == .text else { return false }
    let lists = field.texts.count { text in
      !text.contains(" ") && text.utf8.dropFirst().dropLast().contains(UInt8(ascii: ","))
    }
    return Double(lists) > 0.4 * Double(field.texts.count)
  }

  private func canDescribe(_ field: FieldStatistics) -> Bool {
    guard field.kind == .long || field.kind == .text, field.length >= 12, !field.isBelowList,
      field.texts.count(where: { $0.contains(" ") }) * 2 >= field.texts.count
    else { return false }
    return field.length > 40 || field.name.has(GuessWords.descriptions)
  }

  private func datePoints(of field: FieldStatistics) -> Double {
    var name = field.name.joined
    if name.hasSuffix("at") { name.removeLast(2) }
    let rank = GuessWords.bestDates.firstIndex(of: name).map { 4 - Double($0) * 0.3 } ?? 1
    return rank + field.present - nesting(of: field)
  }

  private func canBeTags(_ field: FieldStatistics) -> Bool {
    guard !field.isBelowList, !GuessWords.sequences.contains(field.name.joined), nesting(of: field) < 2 else {
      return false
    }
    let members = Set(field.values.prefix(20).map { $0.tagMember ?? "" })
    // Objects with a name are things, unless the list is called tags.
    if members != [""], !field.name.has(GuessWords.tags) { return false }
    return members.count == 1 && field.values.prefix(20).allSatisfy { $0.tags != nil }
  }

  private func subtitlePoints(of field: FieldStatistics) -> Double {
    guard field.isPlain, ![.bool, .long, .date, .mac].contains(field.kind) else { return -9 }
    let name = field.name
    var points = 3 + field.present * 2
    switch field.kind {
    case .text, .email: points += 1.5
    case .ip, .version: points += 1.6
    case .amount: points += 1.2
    case .size, .age: points += 1
    case .path: points += field.length > 35 ? -1 : 0.6
    case .number: points -= 0.8
    case .numeric: points -= 0.4
    case .code: points -= 1
    case .url: points -= 3
    default: points -= 3
    }
    if count > 1 { points += field.distinct > 1 ? 1.2 : field.texts.count > 1 ? -3.1 : 0 }
    // All records have it.
    if count > 2, field.distinct == 1, field.texts.count > 2 { points -= 2.5 }
    if field.distinct == 1, field.texts.count > 1, ["type", "kind", "object", "class"].contains(name.last) {
      points -= 2
    }
    if field.length > 50 { points -= 1.5 }
    if GuessWords.titles[name.joined] ?? 0 >= 3 { points += 0.8 }
    if name.has(GuessWords.quantities) || name.has(GuessWords.subtitles) { points += 1 }
    if let rank = ["number", "key", "iid", "ruleid", "id"].firstIndex(of: name.joined) {
      points += 1.2 - 0.2 * Double(rank) - (field.length > 9 ? 2 : 0)
      // Of another thing.
      if field.depth > 0, !envelopes.contains(field.path[0]) { points -= 2 }
    }
    if field.texts.allSatisfy({ $0 == "0" || $0 == "1" }) {
      points -= name.has(GuessWords.quantities) ? 1.5 : 3
    }
    let isNumbered = ["number", "key", "id", "iid", "pid", "no", "nr"].contains(name.joined)
    if GuessWords.ids.contains(name.last), !isNumbered || nesting(of: field) > 1 {
      let isOwn = field.length <= 12 && name.words.dropLast().contains(where: isOfList)
      points -= isOwn ? 0 : field.depth == 0 ? 1.5 : 2
    }
    if GuessWords.inner.contains(name.joined) || GuessWords.inner.contains(name.last) { points -= 2.5 }
    if field.path.dropLast().contains(where: {
      FieldName($0).has(["fingerprint", "fingerprints", "hash", "hashes"])
    }) {
      points -= 3
    }
    if field.kind == .url, Self.isForMachines(field) { points -= 3 }
    if Self.isWordList(field) { points -= 3 }
    if field.isBelowList { points -= 3 }
    if name.first == "id", name.words.count > 1 { points -= 2 }
    if field.kind.isNumber, GuessWords.statuses[name.joined] != nil { points -= 3 }
    return points - 0.8 * nesting(of: field)
  }

  /// Whether a field is named like an id of its own.
  private func isID(_ field: FieldStatistics) -> Bool {
    let name = field.name
    if isPseudo(field) { return field.path == ["key"] && kind == .map }
    if ["id", "uid", "uuid", "key", "arn", "sha", "guid", "iid", "gid"].contains(name.joined) { return true }
    return name.words.count > 1 && ["id", "key", "uid", "uuid", "arn", "no", "number"].contains(name.last)
      && name.words.dropLast().contains(where: isOfList)
  }

  private func idRank(_ field: FieldStatistics) -> Int {
    ["id", "uid", "uuid", "guid", "key", "arn", "sha"].firstIndex(of: field.name.joined) ?? 9
  }

  // MARK: Records without the title

  /// Fields that name records without a title, until all records of the sample have one.
  func titleAlternatives() -> [FieldStatistics] {
    guard let title, title.present < 1 else { return [] }
    let good = titles.filter { $0.points > 1 && $0.field.path != title.path && !$0.field.isBelowList }.map(
      \.field)
    let rest = fields.filter { field in
      field.isPlain && field.kind != .bool && !field.isSecret && field.path != title.path
        && !good.contains { $0.path == field.path }
    }
    var chosen: [FieldStatistics] = []
    for field in good.prefix(3) + rest.sorted(by: { $0.present > $1.present }).prefix(2) {
      chosen.append(field)
      if field.present == 1 { break }
    }
    return chosen
  }
}
