import CellWire

/// The entities for a page: a reply of OData, or an object with such a reply for each entity set.
struct MDKData {
  private let root: JSON

  /// The reason for a section without entities.
  struct Missing: Error {
    let sentence: String
  }

  init(_ root: JSON) { self.root = root }

  /// The entity, if the data is a single one.
  var onlyEntity: JSON? {
    if case .some = Self.list(root) { return nil }
    return root.members == nil ? nil : root["d"] ?? root
  }

  /// Returns the entities of a set. A reply without names has those of every set.
  func entities(named name: String?) throws(Missing) -> [JSON] {
    if let list = Self.list(root) { return list }
    guard let members = root.members else { throw Missing(sentence: "the data has no entities") }
    guard let name, !name.isEmpty else { return [root] }
    if let set = root[name] { return Self.list(set) ?? [set] }
    let sets = members.filter { Self.list($0.value) != nil }.map(\.name)
    guard !sets.isEmpty else { return [root] }
    throw Missing(
      sentence: "the data has no entities of \"\(name)\"; it has \(sets.prefix(8).joined(separator: ", "))")
  }

  /// The entities of a reply of OData 4 (`value`) or 2 (`d`, with or without `results`), or of a
  /// list.
  private static func list(_ reply: JSON) -> [JSON]? {
    reply.array ?? reply["value"]?.array ?? reply["d"]?.array ?? reply["d"]?["results"]?.array
      ?? reply["results"]?.array
  }
}
