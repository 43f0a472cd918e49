import CellWire

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

  fileprivate init(path: [FieldPath.Step], kind: ListKind) {
    (self.path, self.kind) = (path, kind)
  }

  /// The list of given records.
  init(of records: [JSONNode]) {
    self.init(path: [], kind: .array)
    add(records.map { ListRecord($0) })
  }

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
    let own = kind == .groups ? 2 : kind == .map || kind == .maps ? 1 : 0
    return max(0, path.count { $0 == .each } - own)
  }

  fileprivate mutating func add(_ records: some Collection<ListRecord>) {
    count += records.count
    self.records += records.prefix(ListSample.limit - self.records.count)
  }

  /// Makes records of what is in objects with one member of different names.
  fileprivate mutating func unwrap() {
    let inner = records.compactMap { $0.members.count == 1 ? $0.members[0] : nil }
    guard kind == .array, inner.count >= 2, inner.count == records.count,
      inner.allSatisfy({ $0.value.kind == .object }), Set(inner.map(\.name)).count > 1
    else { return }
    kind = .wrapped
    records = inner.map { ListRecord($0.value, key: $0.name) }
  }

  // MARK: Trees

  /// Joins the records with those below them, if they are a tree.
  fileprivate mutating func join() {
    guard [.array, .map, .maps].contains(kind), let name = treeMember else { return }
    children = name
    var joined: [ListRecord] = []
    for record in records { Self.collect(record, below: name, into: &joined) }
    records = joined
    count = max(joined.count, count)
  }

  /// The member of the records that has records like them.
  fileprivate var treeMember: String? {
    let sample = records.prefix(200)
    let own = Set(sample.flatMap { $0.members.map(\.name) })
    return own.sorted().first { name in
      let values = sample.compactMap { $0.value(name) }.filter { !$0.isScalar }
      let isSame = path.suffix(2).contains(.name(name))
      guard values.first?.kind == .array || isSame else { return false }
      let below = values.flatMap { $0.objects.prefix(50) }.map(\.value)
      let inner = Set(below.flatMap { $0.members.compactMap(\.name.string) })
      let isDeep = below.contains { ($0.member(named: name)?.valueCount ?? 0) > 1 }
      let shared = inner.intersection(own).count
      return shared >= 2 && shared * 5 >= inner.count * 3
        && (isDeep || isSame || FieldWords.children.contains(name.lowercased()))
    }
  }

  private static func collect(_ record: ListRecord, below name: String, into records: inout [ListRecord]) {
    guard records.count < ListSample.limit else { return }
    records.append(record)
    for (key, value) in record.value(name)?.objects ?? [] {
      collect(ListRecord(value, key: key), below: name, into: &records)
    }
  }

  /// Whether a list is in the records below those of this tree.
  fileprivate func hasInside(_ list: ListCandidate) -> Bool {
    guard let children, list.path.count > path.count, list.path.starts(with: path) else { return false }
    return list.path.dropFirst(path.count).contains(.name(children))
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
    if documents.count == 1 {
      walk(documents[0], path: [], depth: 0, inRecord: false)
      if documents[0].kind == .object { addRoot(documents[0]) }
    } else {
      addRecords(documents, path: [], inRecord: false, depth: 0)
    }
    let found = all.filter { !$0.records.isEmpty }.sorted { $0.path.count < $1.path.count }
    all = []
    for var list in found where !all.contains(where: { $0.hasInside(list) }) {
      list.join()
      list.unwrap()
      all.append(list)
    }
  }

  /// Adds records to the list at a path. Those of the same path in several records are one list.
  private mutating func add(
    _ path: [FieldPath.Step], _ kind: ListKind, _ records: some Collection<ListRecord>, columns: [String] = []
  ) {
    let place = Place(path: path, kind: kind)
    let index = indices[place] ?? all.count
    if index == all.count {
      indices[place] = index
      all.append(ListCandidate(path: path, kind: kind))
    }
    all[index].columns = columns
    all[index].add(records)
  }

  // MARK: The walk

  private mutating func walk(_ node: JSONNode, path: [FieldPath.Step], depth: Int, inRecord: Bool) {
    guard depth <= Self.depthLimit else { return }
    if node.kind == .object { return walkObject(node, path: path, depth: depth, inRecord: inRecord) }
    let elements = Array(node.elements)
    let objects = elements.filter { $0.kind == .object }
    if !objects.isEmpty, objects.count * 2 >= elements.count {
      addRecords(objects, path: path, inRecord: inRecord, depth: depth)
    } else if elements.count > 1, elements.allSatisfy({ $0.kind == .array }) {
      // The first one has the names of the columns.
      guard indices[Place(path: path, kind: .rows)] == nil, elements[0].count > 1,
        elements[0].elements.allSatisfy({ $0.kind == .string }),
        elements.allSatisfy({ $0.count == elements[0].count })
      else { return }
      add(path, .rows, RecordShape.rows.records(of: node))
    } else if elements.count > 1, !inRecord, elements.allSatisfy(\.isScalar) {
      add(path, .values, RecordShape.values.records(of: node))
    }
  }

  private mutating func addRecords(_ objects: [JSONNode], path: [FieldPath.Step], inRecord: Bool, depth: Int)
  {
    let objects = objects.filter { $0.kind == .object }
    // Pairs of a name and a value in a record are its fields.
    guard !objects.isEmpty, !inRecord || PairList.members(of: Array(objects.prefix(20))) == nil else {
      return
    }
    add(path, .array, objects.lazy.map { ListRecord($0) })
    for object in objects.prefix(ListSample.limit) {
      walkMembers(of: object, path: path + [.each], depth: depth, inRecord: true)
    }
  }

  private mutating func walkMembers(
    of object: JSONNode, path: [FieldPath.Step], depth: Int, inRecord: Bool
  ) {
    for member in object.members {
      walk(
        member.value, path: path + [.name(member.name.string ?? "")], depth: depth + 1, inRecord: inRecord)
    }
  }

  private mutating func walkObject(_ node: JSONNode, path: [FieldPath.Step], depth: Int, inRecord: Bool) {
    let members = ListRecord(node).members
    if !inRecord {
      if Self.areColumns(members) { add(path, .columns, RecordShape.columns.records(of: node)) }
      addRowsBesideHeader(members, path: path)
      if Self.areThings(members, isRoot: path.isEmpty) {
        add(path, .members, RecordShape.members.records(of: node))
      }
    }
    if Self.isMap(members) { return addMap(node.objects, path: path + [.each], depth: depth) }
    if Self.areGroups(members) {
      add(
        path + [.each], .groups,
        members.flatMap { member in member.value.elements.map { ListRecord($0, key: member.name) } })
    }
    if let entry = members.first, members.count == 1, Self.isSoleEntry(entry, of: path.last) {
      add(path + [.each], .map, [ListRecord(entry.value, key: entry.name)])
    }
    walkMembers(of: node, path: path, depth: depth, inRecord: inRecord)
  }

  private mutating func addRowsBesideHeader(_ members: ListRecord.Members, path: [FieldPath.Step]) {
    for header in members where header.value.kind == .array {
      let names = header.value.elements.map { element in
        element.string
          ?? ["name", "Name", "text"].lazy.compactMap { element.member(named: $0)?.string }.first
      }
      guard names.count > 1, names.allSatisfy({ $0 != nil }) else { continue }
      let columns = TableShape.distinct(names.compactMap { $0 })
      let list = members.first { list in
        list.name != header.name && list.value.kind == .array && list.value.valueCount > 1
          && list.value.elements.allSatisfy { $0.kind == .array && $0.count == columns.count }
      }
      guard let list else { continue }
      let records = RecordShape.rows.records(of: list.value, names: columns)
      return add(path + [.name(list.name)], .rows, records, columns: columns)
    }
  }

  private mutating func addMap(
    _ entries: [(name: String?, value: JSONNode)], path: [FieldPath.Step], depth: Int
  ) {
    add(path, .map, entries.lazy.map { ListRecord($0.value, key: $0.name) })
    let inner = entries.prefix(ListSample.limit)
    let objects = inner.flatMap { entry in
      entry.value.objects.map { ListRecord($0.value, key: $0.name, parent: entry.name) }
    }
    let total = inner.reduce(0) { $0 + $1.value.count }
    if !objects.isEmpty, objects.count * 5 >= total * 4 { add(path + [.each], .maps, objects) }
    for entry in inner { walkMembers(of: entry.value, path: path, depth: depth, inRecord: true) }
  }

  /// Adds an object that is the record, or a tree from one.
  private mutating func addRoot(_ root: JSONNode) {
    let tree = ListCandidate(of: [root])
    if tree.treeMember != nil { return all.append(tree) }
    var (object, path): (JSONNode, [FieldPath.Step]) = (root, [])
    while object.count == 1, let inner = object.objects.first {
      path.append(.name(inner.name ?? ""))
      object = inner.value
    }
    guard indices[Place(path: path + [.each], kind: .map)] == nil else { return }
    add(path, .single, [ListRecord(object)])
  }

  // MARK: Shapes

  /// Whether members are the columns of a table: lists of one length, with numbers or dates.
  private static func areColumns(_ members: ListRecord.Members) -> Bool {
    let columns = members.map(\.value).filter { value in
      value.kind == .array && value.valueCount > 2 && value.elements.allSatisfy(\.isScalar)
    }
    let isTyped = columns.contains { column in
      column.elements.prefix(3).contains { value in
        value.kind == .number || value.string.map { [.numeric, .date].contains(ValueKind(of: $0)) } == true
      }
    }
    return columns.count >= (isTyped ? 2 : 3) && columns.count * 2 >= members.count && columns[0].count >= 3
      && Set(columns.map(\.count)).count == 1
  }

  /// Whether the names of texts, or of numbers, are the things.
  private static func areThings(_ members: ListRecord.Members, isRoot: Bool) -> Bool {
    guard members.count >= 3, members.allSatisfy({ $0.value.isScalar }),
      Set(members.map { $0.value.kind == .false ? .true : $0.value.kind }).count == 1
    else { return false }
    return !isRoot || members.count >= 12
      || members.count { !isIdentifier($0.name) } * 5 >= members.count * 4
  }

  /// Whether members are lists of one shape.
  private static func areGroups(_ members: ListRecord.Members) -> Bool {
    members.count >= 2
      && members.allSatisfy { member in
        member.value.kind == .array && member.value.valueCount > 1
          && member.value.elements.allSatisfy { $0.kind == .object }
      } && likeness(members.flatMap { $0.value.elements.prefix(5) }) > 0.7
  }

  /// Whether the only member of an object is an entry of a map. Only a plural distinguishes it
  /// from a record.
  private static func isSoleEntry(_ entry: (name: String, value: JSONNode), of step: FieldPath.Step?) -> Bool
  {
    guard entry.value.kind == .object, case .name(let name)? = step else { return false }
    let outer = name.lowercased()
    return outer.hasSuffix("s") && outer.count > 3 && !outer.hasSuffix("ss")
      && !outer.hasPrefix(entry.name.lowercased().dropLast())
      && entry.value.members.contains { $0.value.isScalar }
  }

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
  private static func isMap(_ members: ListRecord.Members) -> Bool {
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
