import CellWire

/// A page of the Mobile Development Kit, whose sections become cells.
struct MDKPage {
  private let page: MDKValue
  /// The entities: a reply of OData, or an object with such a reply for each entity set.
  private let data: JSON?
  private let issues: MDKIssues
  private let rule: IDRule?
  private var cells: [JSON] = []
  private var ids: Set<ExactText> = []
  /// The number of rows.
  private var number = 0

  /// Returns the cells of all sections, in order, with ids that differ.
  /// - Parameters:
  ///   - page: the page, or one of its sections or cells, as JSON.
  ///   - data: the entities, as JSON; nil if there are none.
  ///   - note: receives a sentence for each member that cells do not have.
  static func cells(
    _ page: [UInt8], data: [UInt8]?, rule: IDRule?, note: @escaping (String) -> Void
  ) throws -> [JSON] {
    let issues = MDKIssues(note: note)
    var made = MDKPage(
      page: MDKValue(try json(page, "the page"), path: "", issues: issues),
      data: try data.map { try json($0, "the data") }, issues: issues, rule: rule)
    let sections = made.sections
    for section in sections { try made.add(section) }
    issues.reportUnboundProperties()
    if made.cells.isEmpty, sections.isEmpty {
      throw Failure(
        .badData, "the page has no sections with cells",
        hint: "a page has Controls, and a control of the type SectionedTable has Sections")
    }
    return made.cells
  }

  private static func json(_ bytes: [UInt8], _ name: String) throws -> JSON {
    do {
      let record = Record(bytes: bytes, position: RecordPosition(line: 1))
      return try record.document(depth: InputLimits.depth).withRoot { JSON($0) }
    } catch var failure as Failure {
      failure.message = "\(name): \(failure.message)"
      throw failure
    }
  }

  // MARK: Sections

  /// The sections of a page, or of a control. A section, and a cell alone, are their own.
  private var sections: [MDKValue] {
    let controls = page.list("Controls")
    if !controls.isEmpty {
      page.reportUnreadMembers()
      return controls.flatMap { control in
        let sections = control.list("Sections")
        if sections.isEmpty {
          control.note("a control of the type \(control.type) has no cells")
        } else {
          control.reportUnreadMembers()
        }
        return sections
      }
    }
    let sections = page.list("Sections")
    if !sections.isEmpty { return sections }
    // A section has neither of these members, so they count as unread.
    if Self.hasCells(page.value) { return [page.bound(to: nil)] }
    return page.value["Title"] == nil
      ? [] : [MDKValue(["ObjectCell": page.value], path: "", issues: issues)]
  }

  private static func hasCells(_ section: JSON) -> Bool {
    ["ObjectCell", "ObjectCells", "ContactCell", "ContactCells", "KeyAndValues"].contains {
      section[$0] != nil
    }
  }

  private mutating func add(_ section: MDKValue) throws {
    guard section.flag("Visible") != false else { return }
    guard Self.hasCells(section.value) else {
      return section.note("a section of the type \(section.type) has no cells")
    }
    let name = section.name ?? "row"
    let (first, before) = (cells.count, number)
    func add(_ object: MDKValue, _ cell: (String) -> JSON?, to page: inout MDKPage) throws {
      page.number += 1
      let id = try page.id(of: object, or: "\(name)-\(page.number - before)")
      if let cell = cell(id) { page.cells.append(cell) }
    }
    let rows: [(name: String, cell: (MDKValue) -> (String) -> JSON?)] = [
      ("ObjectCell", MDKValue.objectCell), ("ContactCell", MDKValue.contactCell),
    ]
    for row in rows {
      if let cell = section[row.name] {
        for entity in entities(of: section) {
          let object = cell.bound(to: entity)
          try add(object, row.cell(object), to: &self)
        }
      }
      for element in section.list(row.name + "s") {
        guard let object = element[row.name]?.bound(to: onlyEntity) else { continue }
        try add(object, row.cell(object), to: &self)
      }
    }
    for element in section.list("KeyAndValues") {
      let object = element.bound(to: onlyEntity)
      try add(object, object.keyValueCell, to: &self)
    }
    let message = section.caption("EmptySection")
    if cells.count == first, let message {
      cells.append(["id": id(named: "\(name)-empty"), "title": message, "kind": "empty"])
    }
    let header = section.caption("Header")
    if cells.count > first, let header {
      cells.insert(
        ["id": id(named: "\(name)-header"), "title": header, "kind": "section"], at: first)
    }
    section.reportUnreadMembers()
  }

  // MARK: Entities

  /// The entity, if the data is a single one.
  private var onlyEntity: JSON? {
    guard let data, Self.list(data) == nil, data.members != nil else { return nil }
    return data["d"] ?? data
  }

  /// The entities of a reply of OData 4 (`value`) or 2 (`d`, with or without `results`), or of a
  /// list.
  private static func list(_ reply: JSON) -> [JSON]? {
    reply.array ?? reply["value"]?.array ?? reply["d"]?.array ?? reply["d"]?["results"]?.array
      ?? reply["results"]?.array
  }

  /// The entities of a section. Without data, one row shows the names of the properties.
  private func entities(of section: MDKValue) -> [JSON?] {
    var target = section["Target"]
    var path: String?
    var options: [Substring] = []
    if target != nil, target?.value.members == nil {
      target?.note("rules are programs of the app and do not run here")
      target = nil
    } else if let target {
      path = target["EntitySet"]?.value.string ?? target["ReadLink"]?.value.string
      options = target["QueryOptions"]?.value.string?.split(separator: "&") ?? []
      _ = target["Service"]
      target.reportUnreadMembers()
    }
    let limit = section["MaxItemCount"]?.value.int
    guard let data else {
      section.note("without --data, a row shows the names of the properties")
      return [nil]
    }
    let name = path.map { String($0.split(separator: "/").last ?? "") } ?? ""
    guard var entities = entities(named: name, in: data, of: section)?[...] else { return [] }
    for option in options {
      let parts = option.split(separator: "=", maxSplits: 1)
      switch (parts.first, parts.dropFirst().first.flatMap { Int($0) }) {
      case ("$top", let count?): entities = entities.prefix(max(0, count))
      case ("$skip", let count?): entities = entities.dropFirst(max(0, count))
      case ("$expand", _), ("$select", _), ("$count", _), ("$inlinecount", _), (nil, _): break
      default:
        target?.note("\"\(option)\" is not applied; the data is taken as it is", member: "QueryOptions")
      }
    }
    if let limit { entities = entities.prefix(max(0, limit)) }
    return entities.map(JSON?.some)
  }

  /// Returns the entities of a set; nil if the data has only others. A reply without names has the
  /// entities of every set.
  private func entities(named name: String, in data: JSON, of section: MDKValue) -> [JSON]? {
    if let list = Self.list(data) { return list }
    guard let members = data.members else {
      section.note("the data has no entities", member: "Target")
      return nil
    }
    if !name.isEmpty, let set = data[name] { return Self.list(set) ?? [set] }
    let sets = members.filter { Self.list($0.value) != nil }.map(\.name)
    guard !name.isEmpty, !sets.isEmpty else { return [data] }
    section.note(
      "the data has no entities of \"\(name)\"; it has \(sets.prefix(8).joined(separator: ", "))",
      member: "Target")
    return nil
  }

  // MARK: Ids

  /// The links that an entity has to itself, in order, and then the usual fields of records.
  private static let fields = ["@odata.readLink", "@odata.id", "__metadata/uri"] + IDAssignment.usualFields

  /// Returns the id of a row: by the rule, or from its entity, or else a name.
  private mutating func id(of row: MDKValue, or numbered: String) throws -> String {
    var id = try row.entity.map(id) ?? row.name ?? numbered
    if id.isEmpty { id = numbered }
    if ids.contains(id.exact) { id = "\(numbered):\(id)" }
    ids.insert(id.exact)
    return id
  }

  /// Returns the id of a row that is not an object: a name that no other row has.
  private mutating func id(named name: String) -> JSON {
    var id = name
    while !ids.insert(id.exact).inserted { id += "'" }
    return .string(id)
  }

  /// Returns the id of an entity; empty if it has none.
  private func id(of entity: JSON) throws -> String {
    guard let document = try? JSONDocument(entity.text.utf8, depth: InputLimits.depth) else { return "" }
    return try document.withRoot { root in
      switch rule {
      case .line: return "\(number)"
      case .hash: return IDRule.hash(of: Array(entity.text.utf8))
      case .template(let template):
        guard let text = template.text(of: root), !text.isEmpty else {
          throw Failure(.badData, "entity \(number) has no value for --id")
        }
        return text
      case nil:
        return Self.fields.lazy.compactMap { FieldPath(usual: $0).scalar(in: root)?.mappedText }.first ?? ""
      }
    }
  }
}
