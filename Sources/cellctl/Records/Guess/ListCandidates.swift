import CellProtocol

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
  /// Objects with one member, whose name is the kind of what is in it.
  case wrapped

  /// Whether records have a key that is not one of their members.
  var hasKeys: Bool { [.map, .maps, .groups, .members, .details, .wrapped].contains(self) }
}

/// A list that a document may be about.
struct ListCandidate {
  /// The way to the records: names, and `*` for each element of an array or value of a map.
  var path: [FieldPath.Step]
  var kind: ListKind
  /// The first records, and the number of all.
  var records: [ListRecord] = []
  var count = 0
  /// The names of the columns of a list of lists, if they are beside it.
  var columns: [String] = []
  /// The member with the records below a record, in a tree.
  var children: String?

  var names: [String] {
    path.compactMap {
      switch $0 {
      case .name(let name): name
      case .dotted, .each: nil
      }
    }
  }

  /// The words of the name of the list.
  var listName: [String] { names.last.map { FieldName($0).words } ?? [] }

  /// The number of arrays on the way, without maps that are the list.
  var arraysPassed: Int {
    let own =
      switch kind {
      case .map, .members, .maps: 1
      case .groups: 2
      default: 0
      }
    return max(0, path.count { $0 == .each } - own)
  }

  fileprivate init(path: [FieldPath.Step], kind: ListKind) {
    (self.path, self.kind) = (path, kind)
  }

  /// The list of given records.
  init(of records: [JSONNode]) {
    self.init(path: [], kind: .array)
    for record in records { add(ListRecord(record)) }
  }

  fileprivate mutating func add(_ record: ListRecord) {
    count += 1
    if records.count < ListSample.limit { records.append(record) }
  }
}

/// All lists that are in a document, found in one walk.
struct ListCandidates {
  private(set) var all: [ListCandidate] = []
  private var indices: [Place: Int] = [:]
  private static let depthLimit = 12

  private struct Place: Hashable {
    let path: [FieldPath.Step]
    let kind: ListKind
  }

  /// - Parameter documents: the documents of the input. Several are the records of a list.
  init(_ documents: [JSONNode]) {
    guard documents.count == 1, let root = documents.first else {
      addRecords(documents, path: [], inRecord: false, depth: 0)
      finish(root: nil)
      return
    }
    walk(root, path: [], depth: 0, inRecord: false)
    finish(root: root)
  }

  private mutating func finish(root: JSONNode?) {
    if let root, root.kind == .object { addRoot(root) }
    joinTrees()
    for index in all.indices where all[index].kind == .array { all[index].unwrap() }
    all.removeAll { $0.records.isEmpty }
  }

  private mutating func index(_ path: [FieldPath.Step], _ kind: ListKind) -> Int {
    let place = Place(path: path, kind: kind)
    if let known = indices[place] { return known }
    indices[place] = all.count
    all.append(ListCandidate(path: path, kind: kind))
    return all.count - 1
  }

  private mutating func add(_ path: [FieldPath.Step], _ kind: ListKind, _ records: [ListRecord]) {
    let index = index(path, kind)
    for record in records { all[index].add(record) }
  }

  // MARK: The walk

  private mutating func walk(_ node: JSONNode, path: [FieldPath.Step], depth: Int, inRecord: Bool) {
    guard depth <= Self.depthLimit else { return }
    switch node.kind {
    case .array: walkArray(node, path: path, depth: depth, inRecord: inRecord)
    case .object: walkObject(node, path: path, depth: depth, inRecord: inRecord)
    default: break
    }
  }

  private mutating func walkArray(_ node: JSONNode, path: [FieldPath.Step], depth: Int, inRecord: Bool) {
    let elements = Array(node.elements)
    let objects = elements.filter { $0.kind == .object }
    if !objects.isEmpty, objects.count * 2 >= elements.count {
      addRecords(objects, path: path, inRecord: inRecord, depth: depth)
    } else if elements.count >= 2, elements.allSatisfy({ $0.kind == .array }) {
      addRows(elements, path: path)
    } else if elements.count > 1, !inRecord, elements.allSatisfy(\.isScalar) {
      add(path, .values, elements.map { ListRecord(members: [("value", $0)]) })
    }
  }

  private mutating func addRecords(_ objects: [JSONNode], path: [FieldPath.Step], inRecord: Bool, depth: Int)
  {
    let objects = objects.filter { $0.kind == .object }
    guard !objects.isEmpty else { return }
    // Pairs of a name and a value in a record are its fields.
    guard !inRecord || PairList.members(of: Array(objects.prefix(20))) == nil else { return }
    add(path, .array, objects.map { ListRecord($0) })
    for object in objects.prefix(ListSample.limit) {
      for member in object.members {
        walk(
          member.value, path: path + [.each, .name(member.name.string ?? "")], depth: depth + 1,
          inRecord: true)
      }
    }
  }

  /// Adds a list of lists whose first one has the names of the columns.
  private mutating func addRows(_ rows: [JSONNode], path: [FieldPath.Step]) {
    guard indices[Place(path: path, kind: .rows)] == nil, let header = rows.first,
      rows.allSatisfy({ $0.count == header.count }), header.count > 1,
      header.elements.allSatisfy({ $0.kind == .string })
    else { return }
    addRows(rows.dropFirst(), names: header.elements.map { $0.string ?? "" }, path: path)
  }

  private mutating func addRows(_ rows: ArraySlice<JSONNode>, names: [String], path: [FieldPath.Step]) {
    let names = TableShape.distinct(names)
    add(
      path, .rows, rows.prefix(ListSample.limit).map { ListRecord(members: Array(zip(names, $0.elements))) })
  }

  private mutating func walkObject(_ node: JSONNode, path: [FieldPath.Step], depth: Int, inRecord: Bool) {
    let members = node.members.map { (name: $0.name.string ?? "", value: $0.value) }
    if !inRecord {
      addColumns(members, path: path)
      addRowsBesideHeader(members, path: path)
      addMembers(members, path: path)
    }
    if Self.isMap(members) {
      addMap(members, path: path, depth: depth)
      return
    }
    addGroups(members, path: path)
    addSoleEntry(members, path: path)
    for member in members {
      let inner = path + [.name(member.name)]
      if member.value.kind == .object, member.value.valueCount > 1, !path.isEmpty,
        isSingular(member.name, of: path)
      {
        add(inner, .object, [ListRecord(member.value)])
      }
      walk(member.value, path: inner, depth: depth + 1, inRecord: inRecord)
    }
  }

  /// Whether a member is one of the things that the member around it has: `channels/channel`.
  private func isSingular(_ name: String, of path: [FieldPath.Step]) -> Bool {
    let name = name.lowercased()
    if GuessWords.singulars.contains(name) { return true }
    guard case .name(let outer)? = path.last else { return false }
    return [name + "s", name + "es", name.dropLast() + "ies"].contains(outer.lowercased())
  }

  private typealias Members = [(name: String, value: JSONNode)]

  private mutating func addColumns(_ members: Members, path: [FieldPath.Step]) {
    let columns = members.filter { member in
      member.value.kind == .array && member.value.valueCount > 2
        && member.value.elements.allSatisfy(\.isScalar)
    }
    guard columns.count >= 2, columns.count * 2 >= members.count, let length = columns.first?.value.count,
      length >= 3,
      columns.allSatisfy({ $0.value.count == length })
    else { return }
    let isTyped = columns.contains { column in
      column.value.elements.prefix(3).contains { value in
        value.kind == .number || value.string.map { [.numeric, .date].contains(ValueKind(of: $0)) } == true
      }
    }
    guard isTyped || columns.count >= 3 else { return }
    let values = columns.map { (name: $0.name, values: Array($0.value.elements.prefix(ListSample.limit))) }
    add(
      path, .columns,
      (0..<min(length, ListSample.limit)).map { index in
        ListRecord(members: values.map { ($0.name, $0.values[index]) })
      })
    all[index(path, .columns)].count = length
  }

  private mutating func addRowsBesideHeader(_ members: Members, path: [FieldPath.Step]) {
    for header in members where header.value.kind == .array {
      let names = header.value.elements.map { element in
        element.string
          ?? ["name", "Name", "text"].lazy.compactMap { element.member(named: $0)?.string }.first
      }
      guard names.count > 1, names.allSatisfy({ $0 != nil }) else { continue }
      for list in members
      where list.name != header.name && list.value.kind == .array && list.value.valueCount > 1 {
        let rows = Array(list.value.elements)
        guard rows.allSatisfy({ $0.kind == .array && $0.count == names.count }) else { continue }
        let inner = path + [.name(list.name)]
        addRows(rows[...], names: names.compactMap { $0 }, path: inner)
        all[index(inner, .rows)].columns = TableShape.distinct(names.compactMap { $0 })
        return
      }
    }
  }

  /// Adds an object of texts, or of numbers, whose names are the things.
  private mutating func addMembers(_ members: Members, path: [FieldPath.Step]) {
    guard members.count >= 3, members.allSatisfy({ $0.value.isScalar }) else { return }
    let kinds = Set(members.map { $0.value.kind == .false ? .true : $0.value.kind })
    let odd = members.count { !Self.isIdentifier($0.name) }
    guard kinds.count == 1, !path.isEmpty || members.count >= 12 || odd * 5 >= members.count * 4 else {
      return
    }
    add(path, .members, members.map { ListRecord(members: [("value", $0.value)], key: $0.name) })
  }

  private mutating func addMap(_ members: Members, path: [FieldPath.Step], depth: Int) {
    let entries = members.filter { $0.value.kind == .object }
    let inner = path + [.each]
    add(inner, .map, entries.map { ListRecord($0.value, key: $0.name) })
    var objects: [ListRecord] = []
    var total = 0
    for entry in entries.prefix(ListSample.limit) {
      for member in entry.value.members {
        let name = member.name.string ?? ""
        total += 1
        if member.value.kind == .object {
          objects.append(ListRecord(member.value, key: name, parent: entry.name))
        }
        walk(member.value, path: inner + [.name(name)], depth: depth + 1, inRecord: true)
      }
    }
    if !objects.isEmpty, objects.count * 5 >= total * 4 { add(inner + [.each], .maps, objects) }
  }

  /// Adds an object whose members are lists of one shape.
  private mutating func addGroups(_ members: Members, path: [FieldPath.Step]) {
    guard members.count >= 2,
      members.allSatisfy({ member in
        member.value.kind == .array && member.value.valueCount > 1
          && member.value.elements.allSatisfy { $0.kind == .object }
      }),
      Self.likeness(members.flatMap { $0.value.elements.prefix(5) }) > 0.7
    else { return }
    add(
      path + [.each], .groups,
      members.flatMap { member in member.value.elements.map { ListRecord($0, key: member.name) } })
  }

  /// Adds a map with one entry. Only a plural distinguishes it from a record.
  private mutating func addSoleEntry(_ members: Members, path: [FieldPath.Step]) {
    guard members.count == 1, let entry = members.first, entry.value.kind == .object,
      case .name(let name)? = path.last
    else { return }
    let outer = name.lowercased()
    guard outer.hasSuffix("s"), outer.count > 3, !outer.hasSuffix("ss"),
      !outer.hasPrefix(entry.name.lowercased().dropLast()),
      entry.value.members.contains(where: { $0.value.isScalar })
    else { return }
    add(path + [.each], .map, [ListRecord(entry.value, key: entry.name)])
  }

  // MARK: The root

  private mutating func addRoot(_ root: JSONNode) {
    for member in root.members where member.value.kind == .array {
      let name = member.name.string ?? ""
      let below = Array(member.value.elements)
      guard !below.isEmpty, below.allSatisfy({ $0.kind == .object }) else { continue }
      let own = Set(root.members.compactMap(\.name.string))
      let inner = Set(below.flatMap { $0.members.compactMap(\.name.string) })
      let isDeep = below.contains { $0.member(named: name)?.kind == .array }
      let isAlike = inner.intersection(own).count * 5 >= inner.count * 3 && inner.intersection(own).count >= 3
      guard isAlike, isDeep || GuessWords.children.contains(name.lowercased()) || name == "items" else {
        continue
      }
      return add([], .array, [ListRecord(root)])
    }
    var (object, path): (JSONNode, [FieldPath.Step]) = (root, [])
    while object.count == 1, let member = object.members.first(where: { _ in true }),
      member.value.kind == .object
    {
      path.append(.name(member.name.string ?? ""))
      object = member.value
    }
    guard indices[Place(path: path + [.each], kind: .map)] == nil else { return }
    add(path, .single, [ListRecord(object)])
  }

  // MARK: Trees

  /// Joins the records of lists that have lists of the same shape below one name.
  private mutating func joinTrees() {
    for path in all.map(\.path).sorted(by: { $0.count < $1.count }) {
      guard
        let index = all.firstIndex(where: { $0.path == path && [.array, .map, .maps].contains($0.kind) }),
        all[index].children == nil, let name = Self.children(of: all[index])
      else { continue }
      let tree = all[index]
      var records: [ListRecord] = []
      for record in tree.records { Self.collect(record, below: name, into: &records) }
      all[index].records = records
      all[index].count = max(records.count, tree.count)
      all[index].children = name
      all.removeAll { other in
        other.path.count > path.count && other.path.starts(with: path)
          && other.path.dropFirst(path.count).contains(.name(name))
      }
      indices = [:]
    }
  }

  /// Returns the member of the records that has records like them.
  private static func children(of list: ListCandidate) -> String? {
    let sample = list.records.prefix(200)
    let own = Set(sample.flatMap(\.names))
    for name in own.sorted() {
      let values = sample.compactMap { $0.value(name) }.filter { $0.kind == .array || $0.kind == .object }
      let below = values.flatMap { value in
        value.kind == .array ? Array(value.elements.prefix(50)) : value.members.prefix(50).map(\.value)
      }.filter { $0.kind == .object }
      guard !below.isEmpty else { continue }
      let isSame = list.path.suffix(2).contains(.name(name))
      if values.first?.kind == .object, !isSame { continue }
      let inner = Set(below.flatMap { $0.members.compactMap(\.name.string) })
      let isDeep = below.contains { ($0.member(named: name)?.valueCount ?? 0) > 1 }
      let shared = inner.intersection(own).count
      if shared >= 2, shared * 5 >= inner.count * 3,
        isDeep || isSame || GuessWords.children.contains(name.lowercased())
      {
        return name
      }
    }
    return nil
  }

  private static func collect(_ record: ListRecord, below name: String, into records: inout [ListRecord]) {
    guard records.count < ListSample.limit else { return }
    records.append(record)
    guard let value = record.value(name) else { return }
    for element in value.elements where element.kind == .object {
      collect(ListRecord(element), below: name, into: &records)
    }
    for member in value.members where member.value.kind == .object {
      collect(ListRecord(member.value, key: member.name.string), below: name, into: &records)
    }
  }

  // MARK: Shapes

  /// The mean share of the names of objects that at least 40 % of the objects have.
  static func likeness(_ objects: [JSONNode]) -> Double {
    let names = objects.prefix(ListSample.limit).map { $0.members.compactMap(\.name.string) }
    var counts: [String: Int] = [:]
    for name in names.joined() { counts[name, default: 0] += 1 }
    let least = names.count > 1 ? max(2, 0.4 * Double(names.count)) : 1
    let shares = names.filter { !$0.isEmpty }.map { names in
      Double(names.count { Double(counts[$0] ?? 0) >= least }) / Double(names.count)
    }
    return shares.isEmpty ? 0 : shares.reduce(0, +) / Double(shares.count)
  }

  /// Whether the members of an object are records of one shape with names of things.
  private static func isMap(_ members: Members) -> Bool {
    let objects = members.map(\.value).filter { $0.kind == .object && $0.valueCount > 1 }
    guard objects.count >= 2, objects.count * 5 >= members.count * 4 else { return false }
    let likeness = likeness(objects)
    let scalars = objects.prefix(ListSample.limit).reduce(0) { $0 + $1.members.count { $0.value.isScalar } }
    if likeness >= 0.75 || likeness >= 0.5 && scalars >= objects.count { return true }
    let odd = members.count { !isIdentifier($0.name) || $0.name.contains(where: \.isNumber) }
    return odd * 5 >= members.count * 4 && objects.count == members.count && likeness >= 0.15
  }

  /// Whether a name is like those of members: `total`, `pageInfo`, `created_at`.
  private static func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, first == 0x5F || first >= 0x61 && first <= 0x7A else { return false }
    return name.utf8.allSatisfy { byte in
      byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte == 0x5F
    }
  }
}

extension ListCandidate {
  /// Makes records of what is in objects with one member of different names.
  fileprivate mutating func unwrap() {
    guard records.count >= 2,
      records.allSatisfy({ $0.members.count == 1 && $0.members[0].value.kind == .object }),
      Set(records.map { $0.members[0].name }).count > 1
    else { return }
    kind = .wrapped
    records = records.map { ListRecord($0.members[0].value, key: $0.members[0].name) }
  }
}

extension JSONNode {
  /// Whether the value has no parts.
  var isScalar: Bool { kind != .array && kind != .object }
}
