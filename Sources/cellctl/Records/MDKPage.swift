import CellWire

/// A page of the Mobile Development Kit, whose sections become cells.
struct MDKPage {
  let root: JSON
  let data: MDKData?
  let idRule: IDRule?
  let issues: MDKIssues

  /// The cells of all sections, in order, with ids that differ.
  func cells() throws -> [JSON] {
    var cells: [JSON] = []
    var ids = MDKIDs(rule: idRule)
    let sections = sections
    for (section, path) in sections {
      try add(section, at: path, to: &cells, &ids)
    }
    issues.reportUnboundProperties()
    if cells.isEmpty, sections.isEmpty {
      throw Failure(
        .badData, "the page has no sections with cells",
        hint: "a page has Controls, and a control of the type SectionedTable has Sections")
    }
    return cells
  }

  /// The sections of a page, or of a control. A section, and a cell alone, are their own.
  private var sections: [(JSON, String)] {
    var page = MDKObject(root, path: "", entity: nil, issues: issues)
    let controls = page.list("Controls")
    if !controls.isEmpty {
      page.reportUnreadMembers()
      return controls.flatMap { control in
        var parts = MDKObject(control.value, path: control.path, entity: nil, issues: issues)
        let sections = parts.list("Sections")
        if sections.isEmpty {
          issues.add(control.path, "a control of the type \(Self.type(of: control.value)) has no cells")
        } else {
          parts.reportUnreadMembers()
        }
        return sections
      }
    }
    let sections = page.list("Sections")
    if !sections.isEmpty { return sections }
    if Self.hasCells(root) { return [(root, "")] }
    return root["Title"] == nil ? [] : [(["ObjectCell": root], "")]
  }

  private static func hasCells(_ section: JSON) -> Bool {
    ["ObjectCell", "ObjectCells", "ContactCell", "ContactCells", "KeyAndValues"].contains {
      section[$0] != nil
    }
  }

  private static func type(of object: JSON) -> String { object["_Type"]?.string ?? "(none)" }

  private func add(_ json: JSON, at path: String, to cells: inout [JSON], _ ids: inout MDKIDs) throws {
    var section = MDKObject(json, path: path, entity: nil, issues: issues)
    guard section.flag("Visible") != false else { return }
    guard Self.hasCells(json) else {
      return issues.add(path, "a section of the type \(Self.type(of: json)) has no cells")
    }
    let name = section.name ?? "row"
    let first = cells.count
    var count = 0
    func add(_ object: MDKObject, _ make: (MDKObject, String) -> JSON?) throws {
      count += 1
      let id = try ids.id(of: object.entity, otherwise: object.name, or: "\(name)-\(count)")
      if let cell = make(object, id) { cells.append(cell) }
    }
    let rows: [(one: String, several: String, make: (MDKObject, String) -> JSON?)] = [
      ("ObjectCell", "ObjectCells", MDKCells.objectCell),
      ("ContactCell", "ContactCells", MDKCells.contactCell),
    ]
    for row in rows {
      if let cell = section.value(row.one) {
        for entity in entities(of: &section) {
          try add(MDKObject(cell, path: section.path(of: row.one), entity: entity, issues: issues), row.make)
        }
      }
      for element in section.list(row.several) {
        guard let cell = element.value[row.one] else { continue }
        try add(
          MDKObject(cell, path: "\(element.path)/\(row.one)", entity: data?.onlyEntity, issues: issues),
          row.make)
      }
    }
    for element in section.list("KeyAndValues") {
      try add(
        MDKObject(element.value, path: element.path, entity: data?.onlyEntity, issues: issues),
        MDKCells.keyValueCell)
    }
    let message = section.object("EmptySection").flatMap { MDKCells.listPart($0, kind: "empty") }
    if cells.count == first, let message { cells.append(message(ids.id(named: "\(name)-empty"))) }
    let header = section.object("Header").flatMap { MDKCells.listPart($0, kind: "section") }
    if cells.count > first, let header { cells.insert(header(ids.id(named: "\(name)-header")), at: first) }
    section.reportUnreadMembers()
  }

  /// The entities of a section. Without data, one row shows the names of the properties.
  private func entities(of section: inout MDKObject) -> [JSON?] {
    let path = section.path(of: "Target")
    var name: String?
    var options: [Substring] = []
    if let target = section.value("Target"), target.members == nil {
      issues.add(path, "rules are programs of the app and do not run here")
    } else if var target = section.object("Target") {
      name = target.value("EntitySet")?.string ?? target.value("ReadLink")?.string
      options = target.value("QueryOptions")?.string?.split(separator: "&") ?? []
      _ = target.value("Service")
      target.reportUnreadMembers()
    }
    let limit = section.value("MaxItemCount")?.int
    guard let data else {
      issues.add(section.path, "without --data, a row shows the names of the properties")
      return [nil]
    }
    var entities: ArraySlice<JSON>
    do {
      entities = try data.entities(named: name.map { String($0.split(separator: "/").last ?? "") })[...]
    } catch {
      issues.add(path, error.sentence)
      return []
    }
    for option in options {
      let parts = option.split(separator: "=", maxSplits: 1)
      switch (parts.first, parts.dropFirst().first.flatMap { Int($0) }) {
      case ("$top", let count?): entities = entities.prefix(max(0, count))
      case ("$skip", let count?): entities = entities.dropFirst(max(0, count))
      case ("$expand", _), ("$select", _), ("$count", _), ("$inlinecount", _), (nil, _): break
      default:
        issues.add("\(path)/QueryOptions", "\"\(option)\" is not applied; the data is taken as it is")
      }
    }
    if let limit { entities = entities.prefix(max(0, limit)) }
    return entities.map(JSON?.some)
  }
}

/// The ids of the rows of a page.
struct MDKIDs {
  private let rule: IDRule?
  private var used: Set<ExactText> = []
  private var number = 0

  init(rule: IDRule?) { self.rule = rule }

  /// The links that an entity has to itself, in order, and then the usual fields of records.
  private static let fields = ["@odata.readLink", "@odata.id", "__metadata/uri"] + IDAssignment.usualFields

  /// Returns the id of a row: by the rule, or from its entity, or else one of the names.
  mutating func id(of entity: JSON?, otherwise name: String?, or numbered: String) throws -> String {
    number += 1
    var id = try entity.flatMap { try self.id(of: $0) } ?? (entity == nil ? name : nil) ?? numbered
    if used.contains(id.exact) { id = "\(numbered):\(id)" }
    used.insert(id.exact)
    return id
  }

  /// Returns the id of a row that is not an object: a name that no other row has.
  mutating func id(named name: String) -> String {
    var id = name
    while !used.insert(id.exact).inserted { id += "'" }
    return id
  }

  private func id(of entity: JSON) throws -> String? {
    switch rule {
    case .line: return "\(number)"
    case .hash: return IDRule.hash(of: Array(entity.text.utf8))
    case .template(let template):
      let document: JSONDocument
      do { document = try JSONDocument(entity.text.utf8, depth: InputLimits.depth) } catch { return nil }
      guard let text = document.withRoot({ template.text(of: $0) }), !text.isEmpty else {
        throw Failure(.badData, "entity \(number) has no value for --id")
      }
      return text
    case nil: break
    }
    for field in Self.fields {
      let value =
        entity[field] ?? field.split(separator: "/").reduce(JSON?.some(entity)) { $0?[String($1)] }
      switch value {
      case .string(let text) where !text.isEmpty: return text
      case .number(let digits): return digits
      default: continue
      }
    }
    return nil
  }
}
