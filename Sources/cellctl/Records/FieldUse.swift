import CellProtocol
import CellWire

/// Finds the fields of a mapping that no record has, which are probably misspelled.
struct FieldUse {
  /// The fields that no record had so far.
  private var missing: [Field]
  /// The names of the members of the first record, for suggestions.
  private var names: [String] = []
  private var isFirst = true
  private let note: (String) -> Void
  /// The texts of templates without a field, by member.
  private let literals: [(member: String, text: String)]

  /// - Parameter note: receives a sentence for each field.
  init(_ mapping: FieldMapping?, note: @escaping (String) -> Void) {
    missing = (mapping?.fields ?? []).filter { field in field.paths.allSatisfy { !$0.steps.isEmpty } }
    literals = mapping?.literals ?? []
    self.note = note
  }

  /// Looks at a record.
  mutating func see(_ record: JSONNode) {
    guard !missing.isEmpty || isFirst && !literals.isEmpty else { return }
    if isFirst {
      for (member, text) in literals where record.member(named: text) != nil {
        note("\(member)=\(text) is the text \"\(text)\"; the field is \(member)={\(text)}")
      }
      isFirst = false
      names = Self.paths(in: record)
    }
    missing.removeAll { $0.hasValue(in: record) }
  }

  /// Reports the fields that no record had.
  func report() {
    guard !isFirst else { return }
    for field in missing {
      let path = field.paths.map(\.description).joined(separator: " or ")
      let near = field.paths.lazy.compactMap { nearestName(to: $0.description, in: names) }.first
      note("no record has the field \"\(path)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
    }
  }

  /// Returns the paths of the members of a record, and of the members of its objects.
  private static func paths(in record: JSONNode) -> [String] {
    var paths: [String] = []
    for member in record.members {
      let name = member.name.string ?? ""
      paths.append(name)
      for inner in member.value.members { paths.append("\(name)/\(inner.name.string ?? "")") }
    }
    return paths
  }
}
