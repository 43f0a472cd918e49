import CellWire

/// A guess about an input. It is nothing but options.
struct Guess {
  private(set) var format: InputFormat
  /// Whether no option named the format.
  var isFormatGuessed = true
  /// The way from a document to its records.
  private(set) var selection = RecordSelection()
  /// The argument of `--id`.
  private(set) var id: String
  /// Whether a field is named like an id, and different in all records of the sample.
  private(set) var hasOwnID = false
  /// The field of the title, if it is different in all records of the sample.
  private(set) var distinctTitle: String?
  /// The template of the title.
  private var titleText = ""
  /// The entries of `--map`.
  private(set) var map: [String] = []
  /// The paths of other lists that are nearly as good.
  private(set) var others: [String] = []
  /// Sentences about what is not shown.
  private(set) var notes: [String] = []
  /// The candidates and fields with their points.
  private(set) var explanation: [String] = []

  /// How far another list may be from the best one to be named.
  private static let near = 3.0

  /// Guesses the list of the first documents, and the roles of its fields.
  /// - Parameters:
  ///   - isList: whether the documents are the records, which an option selected.
  /// - Returns: nil if there is nothing to show.
  init?(_ documents: [JSONNode], format: InputFormat, isList: Bool = false) {
    // Lists of lists after each other are one list.
    let arrays = documents.count > 1 && documents.allSatisfy { $0.kind == .array }
    let roots = arrays ? documents.flatMap { Array($0.elements) } : documents
    let lists = isList ? [ListCandidate(of: roots)] : ListCandidates(roots).all
    let ranked = ListScore.ranked(lists)
    guard let best = ranked.first else { return nil }
    self.format = format
    id = "hash"
    var list = best.list
    var roles = RoleGuess(list, limit: ListSample.limit)
    // The members of a record that has no title.
    if list.kind == .single, roles.titleCandidates.first?.points ?? -9 < 5,
      let record = FieldPath(steps: list.path).values(in: roots[0]).first
    {
      let members = RecordShape.members.records(of: record)
      if members.count >= 3 {
        (list.kind, list.records) = (.details, members)
        roles = RoleGuess(list, limit: ListSample.limit)
      }
    }
    guard let title = roles.title else { return nil }
    setSelection(of: list, isMany: documents.count > 1 && !arrays)
    setMapping(roles, title: title)
    if let field = roles.id { (id, hasOwnID) = (field.escaped, true) }
    if title.present == 1, title.ratio == 1 { distinctTitle = title.escaped }
    others = ranked.dropFirst().prefix { $0.points > best.points - Self.near }.map { Self.text($0.list.path) }
      .filter { !$0.isEmpty && $0 != Self.text(list.path) }.distinct(3)
    if !roles.secrets.isEmpty {
      notes.append("\(roles.secrets.count.counted("field")) with a secret not shown (--map shows them)")
    }
    explanation = Self.explanation(ranked, roles)
  }

  private mutating func setSelection(of list: ListCandidate, isMany: Bool) {
    var path = list.path
    // Each document is selected from by itself.
    if isMany, path.first == .each { path.removeFirst() }
    selection.shape = list.kind == .details ? .members : RecordShape(rawValue: list.kind.rawValue)
    (selection.columns, selection.children) = (list.columns, list.children)
    if !path.isEmpty || list.kind == .single || !selection.isIdentity {
      selection.path = FieldPath(steps: path)
    }
  }

  private static func text(_ path: [FieldPath.Step]) -> String { FieldPath(steps: path).escaped }

  // MARK: The mapping

  private mutating func setMapping(_ roles: RoleGuess, title: FieldStatistics) {
    let alternatives = title.present < 1 ? roles.titleAlternatives : []
    let names = ([title] + alternatives).map(\.escaped).joined(separator: " or ")
    let isLong = ([title] + alternatives).contains { Self.hasMarkup($0) || $0.kind == .long }
    var text = title.kind == .date ? "{\(names)|date}" : isLong ? "{\(names)|line}" : "{\(names)}"
    if let end = roles.titleEnd { text += " " + Self.field(end) }
    titleText = text
    map.append("title=\(text)")
    // The number of a line is none of its texts.
    if !roles.subtitles.isEmpty, format != .lines {
      map.append("subtitle=" + roles.subtitles.map(Self.written).joined(separator: Template.separator))
    }
    for status in roles.statuses { map.append("status=\(Self.field(status, .state))") }
    if let description = roles.description {
      map.append("description=" + Self.field(description, Self.hasMarkup(description) ? .text : nil))
    }
    if let date = roles.date { map.append("footnote=" + Self.field(date, .age)) }
    for tags in roles.tags {
      let member = tags.values.lazy.compactMap(\.tagMember).first
      map.append("tags={\(tags.escaped)\(member.map { "/*/\($0)" } ?? "")}")
    }
    if let href = roles.href { map.append("href=\(Self.field(href))") }
  }

  private static func field(_ field: FieldStatistics, _ filter: FieldFilter? = nil) -> String {
    "{\(field.escaped)\(filter.map { "|\($0)" } ?? "")}"
  }

  private static func hasMarkup(_ field: FieldStatistics) -> Bool {
    field.texts.prefix(100).contains { FieldFilter.withoutMarkup($0) != $0 }
  }

  /// A field in a line, with its unit.
  private static func written(_ field: FieldStatistics) -> String {
    let name = field.name
    switch field.kind {
    case .number, .numeric:
      let areNumbers =
        field.kind == .number
        || name.has(FieldWords.quantities) && field.texts.allSatisfy { Double($0) != nil }
      let isID =
        FieldWords.ids.contains(name.last) || ["port", "code", "zip", "year", "version"].contains(name.last)
      if isID || field.texts.contains(where: { $0.hasPrefix("0") && $0.count > 1 && !$0.hasPrefix("0.") }) {
        return Self.field(field)
      }
      if name.has(FieldWords.bytes), !name.words.contains("page"), areNumbers {
        return Self.field(field, .size)
      }
      if FieldWords.units[name.last] != nil, areNumbers { return Self.field(field, .number) }
      return Self.field(field, areNumbers ? .named : nil)
    case .date: return Self.field(field, .age)
    default: return Self.field(field, Self.hasMarkup(field) || field.kind == .long ? .line : nil)
    }
  }

  // MARK: As options

  /// The path of the records; nil if documents are records.
  var at: String? { selection.path.map { $0.steps.isEmpty ? "." : $0.escaped } }

  /// The options with the same effect.
  var arguments: [String] {
    let options: [(name: String, value: String?)] = [
      ("--from", isFormatGuessed && format != .json ? format.rawValue : nil), ("--at", at),
      ("--shape", selection.shape?.rawValue),
      ("--columns", selection.columns.isEmpty ? nil : selection.columns.joined(separator: ",")),
      ("--children", selection.children), ("--id", id), ("--map", map.joined(separator: ",")),
    ]
    return options.flatMap { option in option.value.map { [option.name, $0] } ?? [] }
  }

  /// The line about the guess, with words in quotes as a shell reads them.
  var line: String { "guessed " + arguments.map(\.shellQuoted).joined(separator: " ") }

  /// The path and the title.
  var summary: String { ((at.map { ["--at \($0)"] } ?? []) + map.prefix(1)).joined(separator: ", ") }

  /// Sets the options in a pipeline, without those that were set before.
  /// - Parameter lasts: whether records keep their ids in later runs. Without an id of their own,
  ///   the title and the number of its occurrence is the id.
  func set(in pipeline: inout RecordPipeline, lasts: Bool = false) throws {
    if pipeline.selection.isIdentity {
      pipeline.selection = selection
      pipeline.takesOnlyList = false
    }
    pipeline.selection.skipsOthers = true
    pipeline.mapping = try FieldMapping(map)
    if pipeline.idRule == nil {
      pipeline.numbersIDs = lasts && !hasOwnID
      pipeline.idRule = try IDRule(pipeline.numbersIDs ? titleText : id)
    }
    pipeline.hidesSecrets = true
    pipeline.skipsBadRecords = true
  }

  private static func explanation(_ ranked: [ListScore], _ roles: RoleGuess) -> [String] {
    func round(_ points: Double) -> String { String((points * 10).rounded() / 10) }
    let lists = ranked.prefix(6).map { score in
      let parts = score.parts.map { "\($0.name) \(round($0.points))" }.joined(separator: ", ")
      let path = text(score.list.path)
      return
        "list \(round(score.points)) \(path.isEmpty ? "." : path) (\(score.list.count.counted("record")): \(parts))"
    }
    func fields(_ noun: String, _ scored: [RoleGuess.Scored]) -> [String] {
      scored.prefix(6).filter { $0.points > -9 }.map { scored in
        "\(noun) \(round(scored.points)) {\(scored.field.escaped)} (\(scored.field.kind.rawValue))"
      }
    }
    let secrets = roles.secrets.map { "secret {\($0.escaped)}" }
    return lists + fields("title", roles.titleCandidates) + fields("status", roles.statusCandidates)
      + fields("subtitle", roles.subtitleCandidates) + secrets
  }
}

extension FieldStatistics {
  /// The path as options have it.
  fileprivate var escaped: String { FieldPath(steps: path.map { .name($0) }).escaped }
}

extension [String] {
  /// The first `count` different elements.
  fileprivate func distinct(_ count: Int) -> [String] {
    var found: [String] = []
    for text in self where !found.contains(text) && found.count < count { found.append(text) }
    return found
  }
}

extension String {
  /// The text as a word of a shell.
  var shellQuoted: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
          || "-_./=:,@%+".utf8.contains(byte)
      }
    guard !isPlain else { return self }
    return "'" + reduce(into: "") { $0 += $1 == "'" ? "'\\''" : String($1) } + "'"
  }
}
