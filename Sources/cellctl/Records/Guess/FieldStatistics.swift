import CellWire

/// A value of a field of the sample.
struct SampleValue {
  var kind: ValueKind
  /// The text of a value that is neither a list nor an object.
  var text = ""
  /// Whether it was a text in JSON.
  var isText = false
  /// The texts of a list that can be tags; nil for other lists.
  var tags: [String]?
  /// The member of the elements of a list with its texts; nil if they are texts.
  var tagMember: String?

  init(_ node: JSONNode) {
    switch node.kind {
    case .null: kind = .empty
    case .true, .false: (kind, text) = (.bool, node.rawText)
    case .number: (kind, text) = (.number, node.rawText)
    case .string:
      text = (node.string ?? "").trimmingBlanks
      kind = ValueKind(of: text)
      isText = true
    case .object: kind = node.valueCount == 1 ? .empty : .object
    case .array:
      kind = node.valueCount == 1 ? .empty : .list
      if kind == .list { readTags(node) }
    }
  }

  init(text: String) {
    self.text = text
    kind = ValueKind(of: text)
    isText = true
  }

  private mutating func readTags(_ node: JSONNode) {
    var texts: [String] = []
    for element in node.elements.prefix(20) {
      if element.kind == .object {
        let found = ["name", "Name", "label", "title", "text"].first {
          element.member(named: $0)?.string.map { $0.count <= 40 } == true
        }
        guard let found, tagMember == nil || tagMember == found else { return }
        tagMember = found
        texts.append(element.member(named: found)?.string ?? "")
      } else if let text = element.string, text.count <= 40, tagMember == nil {
        texts.append(text)
      } else {
        return
      }
    }
    tags = texts
  }
}

/// A field of the sampled records, with what its values have in common.
struct FieldStatistics {
  /// The names of the members on the way to it. An index of a list is a number.
  let path: [String]
  /// The name with its meaning: mostly the last member, but `title` of `title/text`.
  let key: String
  let name: FieldName
  /// The kind of most of its values.
  let kind: ValueKind
  /// The share of the records that have a value.
  let present: Double
  /// The different values, and their share of the values.
  let distinct: Int
  let ratio: Double
  /// The mean length of the texts.
  let length: Double
  let texts: [String]
  let values: [SampleValue]
  /// The text of each record; empty for those without one.
  private let rows: [String]
  let isSecret: Bool

  var depth: Int { path.count - 1 }
  /// Whether it belongs to an element of a list inside of the record.
  var isBelowList: Bool { path.contains { $0.allSatisfy(\.isNumber) && !$0.isEmpty } }
  var isPlain: Bool { !kind.isComposed }
  var isUpperCase: Bool { key.uppercased() == key }

  init(path: [String], values: [SampleValue?], count: Int) {
    self.path = path
    let present = values.compactMap { $0 }.filter { $0.kind != .empty }
    self.values = present
    self.present = count == 0 ? 0 : Double(present.count) / Double(count)
    texts = present.filter { !$0.kind.isComposed }.map(\.text)
    distinct = Set(texts).count
    ratio = texts.isEmpty ? 0 : Double(distinct) / Double(texts.count)
    length = texts.isEmpty ? 0 : Double(texts.reduce(0) { $0 + $1.count }) / Double(texts.count)
    rows = values.map { value in value.map { $0.tags?.joined(separator: " ") ?? $0.text } ?? "" }
    key = FieldPath.nameOfValue(path)
    name = FieldName(key)
    kind = Self.kind(of: present, texts: texts, name: name)
    isSecret = Self.isSecret(path, name) && present.contains { $0.isText || $0.tags != nil }
  }

  /// Whether most records that have it have the same text in another field: `Night run`,
  /// `night-run`.
  func repeats(_ other: FieldStatistics?) -> Bool {
    guard let other else { return false }
    func spelled(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    let pairs = zip(rows, other.rows).filter { !$0.0.isEmpty }
    let same = pairs.count { $0.0 == $0.1 || spelled($0.0) == spelled($0.1) && !spelled($0.0).isEmpty }
    return !pairs.isEmpty && same * 10 >= pairs.count * 7
  }

  private static func isSecret(_ path: [String], _ name: FieldName) -> Bool {
    name.isSecret || path.contains { FieldName($0).isSecret }
  }

  private static func kind(of values: [SampleValue], texts: [String], name: FieldName) -> ValueKind {
    var counts: [ValueKind: Int] = [:]
    for value in values { counts[value.kind, default: 0] += 1 }
    // The first of the most frequent.
    let most = counts.values.max()
    let kind = values.first { counts[$0.kind] == most }?.kind ?? .empty
    let isTime =
      name.has(FieldWords.dates) || ["at", "time", "timestamp", "ts"].contains(where: name.joined.hasSuffix)
    if kind.isNumber, isTime, texts.allSatisfy({ PointInTime($0) != nil }) { return .date }
    return [.text, .numeric, .code].contains(kind) && ValueKind.areHashes(texts) ? .hash : kind
  }
}

/// The fields of the first records of a list.
struct ListSample {
  /// The maximum number of records and of bytes that are looked at.
  static let limit = 1000
  static let byteLimit = 16 << 20

  let count: Int
  let fields: [FieldStatistics]

  /// - Parameters:
  ///   - children: the member with the records below, which are not fields.
  ///   - limit: the maximum number of records.
  init(_ records: [ListRecord], children: String? = nil, limit: Int = limit) {
    var walk = FieldWalk()
    var bytes = 0
    var count = 0
    for record in records.prefix(limit) where bytes <= Self.byteLimit {
      walk.begin(count)
      let members = record.members
      let names = Set(members.map(\.name))
      if let key = record.key, !names.contains("key") { walk.add(["key"], SampleValue(text: key)) }
      if let parent = record.parent, !names.contains("parent") {
        walk.add(["parent"], SampleValue(text: parent))
      }
      for member in members where member.name != children {
        bytes += member.value.raw.count
        walk.visit(member.value, path: [member.name], depth: 0)
      }
      count += 1
    }
    self.count = count
    fields = walk.paths.indices.map { index in
      FieldStatistics(path: walk.paths[index], values: walk.values[index], count: count)
    }.filter { $0.kind != .empty && $0.present >= 0.02 }
  }
}

/// Collects the fields of records, those in their objects too.
private struct FieldWalk {
  private(set) var paths: [[String]] = []
  private(set) var values: [[SampleValue?]] = []
  private var indices: [[String]: Int] = [:]
  private var record = 0
  private var fields = 0
  private static let depthLimit = 4
  private static let fieldLimit = 250

  mutating func begin(_ record: Int) {
    self.record = record
    fields = 0
  }

  mutating func add(_ path: [String], _ value: SampleValue) {
    guard fields < Self.fieldLimit else { return }
    fields += 1
    let index: Int
    if let known = indices[path] {
      index = known
    } else {
      index = paths.count
      indices[path] = index
      paths.append(path)
      values.append([])
    }
    guard values[index].count <= record else { return }
    while values[index].count < record { values[index].append(nil) }
    values[index].append(value)
  }

  mutating func visit(_ node: JSONNode, path: [String], depth: Int) {
    switch node.kind {
    case .object:
      guard depth < Self.depthLimit, node.count <= 60 else { return }
      for member in node.members {
        visit(member.value, path: path + [member.name.string ?? ""], depth: depth + 1)
      }
    case .array: visitList(node, path: path, depth: depth)
    default: add(path, SampleValue(node))
    }
  }

  private mutating func visitList(_ node: JSONNode, path: [String], depth: Int) {
    let elements = Array(node.elements.prefix(64))
    guard let first = elements.first else { return add(path, SampleValue(node)) }
    let isAlone = elements.count == 1 && !FieldWords.tags.contains(path.last?.lowercased() ?? "")
    if isAlone, first.kind != .object, first.kind != .array {
      // XML converters write each value as a list.
      add(path, SampleValue(first))
    } else if isAlone, let text = first.member(named: "_"), text.kind == .string {
      add(path + ["0", "_"], SampleValue(text))
    } else if elements.allSatisfy({ $0.kind == .object }) {
      guard let (name, value) = PairList.members(of: elements) else {
        add(path, SampleValue(node))
        if depth < Self.depthLimit - 1 {
          for member in first.members {
            visit(member.value, path: path + ["0", member.name.string ?? ""], depth: depth + 2)
          }
        }
        return
      }
      for element in elements.prefix(40) {
        guard let key = element.member(named: name)?.mappedText, let paired = element.member(named: value),
          paired.kind != .object, paired.kind != .array
        else { continue }
        add(path + [key], SampleValue(paired))
      }
    } else {
      add(path, SampleValue(node))
    }
  }
}
