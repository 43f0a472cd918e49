/// The values of some fields of a cell, read in one pass over its record.
///
/// It walks through the fields by itself. ``RecordReader`` also finds the role of each text, which
/// takes three times as long.
struct FieldValues: ~Copyable {
  // Not private: Swift 6.3 fails to destroy a buffer of private elements in another file.

  /// A value, and the index of its field.
  struct Found {
    let place: Int
    let value: FieldValue
  }

  /// How a value is read from a field of a record, and the index of the field of the query.
  struct Plan {
    let place: Int
    let form: CellMember.Form
    let number: Int
  }

  /// A path in `data`, and the index of its field.
  struct DataPath {
    let steps: UnsafeBufferPointer<JSONPath.Step>
    let place: Int
  }

  /// The values, in the order of the record.
  private var found = Scratch<Found>()
  /// The tags of fields that are looked at, as bits.
  private var wanted: UInt64 = 0
  /// Whether no other field than `data` is looked at.
  private var readsOnlyData: Bool { wanted == 1 << UInt64(FieldTag.data.rawValue) }
  /// How many of them end the reading of a record. Absent if some occur more than once.
  private var wantedCount: Int?
  /// For each tag whose payload is one value, as a text: the index of the field. Else -1.
  private var plain = Scratch<Int>(capacity: 64)
  /// For each member of a cell and each tag, the part of ``plans``.
  private var ranges = Scratch<Range<Int32>>(capacity: 2_048)
  private var plans = Scratch<Plan>()
  private var dataPaths = Scratch<DataPath>(capacity: 1)
  /// The fields that have a value even if a record has none.
  private var defaults = Scratch<Found>(capacity: 4)
  /// The work on `data`, which is read again for each path.
  private var effort: Effort
  /// The memory of the paths. Threads that count references to it wait for each other:
  /// Benchmarks/NOTES.md, "Views with an order of their own".
  private let pathMemory: [JSONPath]
  /// The index of the field with the values of all readable members.
  private let textPlace: Int
  private let unreadPlace: Int
  private let selectedPlace: Int
  private let cells = ObjectTable.of(.cell)
  private(set) var kind = Cell.Kind.object
  /// The member of the cell that is read.
  private var owner = 0

  /// The values of these fields, each of which occurs once.
  init(of fields: [CellField], unless interruption: Interruption = .never) {
    effort = Effort(interruption)
    func place(_ path: String) -> Int { fields.firstIndex { $0.path == path } ?? -1 }
    let dataPlaces = fields.indices.filter { fields[$0].member == .data }
    pathMemory = dataPlaces.map { JSONPath(fields[$0].steps) }
    textPlace = place("text")
    unreadPlace = place("unread")
    selectedPlace = place("selected")
    for _ in 0..<64 { plain.append(-1) }
    for _ in 0..<2_048 { ranges.append(0..<0) }
    for (path, place) in zip(pathMemory, dataPlaces) {
      dataPaths.append(DataPath(steps: path.steps, place: place))
    }

    var planned: [(source: MemberPath.Source, place: Int)] = []
    for (place, field) in fields.enumerated() {
      for source in field.member.path.sources { planned.append((source, place)) }
    }
    if textPlace >= 0 {
      for source in MemberPath.all.flatMap(\.sources) where source.isReadable {
        planned.append((source, textPlace))
      }
    }
    planned.removeAll { $0.source.member.isState }
    plan(planned)
  }

  private mutating func plan(_ planned: [(source: MemberPath.Source, place: Int)]) {
    var hasParts = false
    for (key, group) in Dictionary(grouping: planned, by: { $0.source.owner * 64 + Int($0.source.tag) }) {
      let tag = key % 64
      wanted |= 1 << UInt64(tag)
      let begin = Int32(plans.count)
      for (source, place) in group.sorted(by: { ($0.place, $0.source.number) < ($1.place, $1.source.number) })
      {
        plans.append(Plan(place: place, form: source.member.form, number: source.number))
        if let value = source.member.standardValue { defaults.append(Found(place: place, value: value)) }
        if cells.pointee.members[source.owner].tag != source.tag { hasParts = true }
      }
      ranges[key] = begin..<Int32(plans.count)
      if group.count == 1, group[0].source.isPlain, cells.pointee.members[key / 64].object == nil {
        plain[tag] = group[0].place
      }
    }
    if planned.allSatisfy(\.source.isSingle) { wantedCount = wanted.nonzeroBitCount }
    // The same tag belongs to several members.
    if hasParts { wanted |= cells.pointee.objectTags }
  }

  /// The first value of the field at an index.
  @inline(__always)
  borrowing func first(_ place: Int) -> FieldValue? {
    var index = 0
    while index < found.count {
      if found[index].place == place { return found[index].value }
      index &+= 1
    }
    return nil
  }

  /// Whether any value of the field at an index meets a condition.
  @inline(__always)
  borrowing func contains(_ place: Int, where isFound: (FieldValue) -> Bool) -> Bool {
    var index = 0
    while index < found.count {
      if found[index].place == place, isFound(found[index].value) { return true }
      index &+= 1
    }
    return false
  }

  // MARK: Reading

  /// Reads the fields of a record, and calls `body` with the values and `context`.
  @inline(__always)
  mutating func read<Context: ~Copyable, Result>(
    _ record: RecordContent, unread: Bool, selected: Bool, for context: inout Context,
    _ body: (borrowing FieldValues, inout Context) -> Result
  ) -> Result {
    found.removeAll()
    if unreadPlace >= 0 { add(.bool(unread), to: unreadPlace) }
    if selectedPlace >= 0 { add(.bool(selected), to: selectedPlace) }
    kind = .object
    if !record.isObject { readKind(RecordFields(bytes: record.fields)) }
    if readsOnlyData {
      var fields = RecordFields(bytes: record.lastFields)
      if let field = fields.next(in: wanted) { take(data: CompactJSON(field.bytes)) }
    } else if wanted != 0 {
      read(RecordFields(bytes: record.fields))
    }
    // Records have fields only for what is not the default.
    for index in defaults.indices where first(defaults[index].place) == nil { found.append(defaults[index]) }
    return body(self, &context)
  }

  /// Reads the kind, which is next to the id.
  private mutating func readKind(_ fields: RecordFields) {
    var fields = fields
    _ = fields.next(.id)
    if let field = fields.next(.kind) { kind = field.cellKind }
  }

  private mutating func read(_ fields: RecordFields) {
    var fields = fields
    var left = wantedCount ?? .max
    owner = 0
    // A text to display is not a value: its tag is never wanted.
    while let field = fields.next(in: wanted) {
      let tag = Int(field.head & RecordFields.tag)
      if plain[tag] >= 0 { add(.text(field.bytes), to: plain[tag]) } else { take(field, tag) }
      left &-= 1
      if left == 0 { return }
    }
  }

  @inline(__always)
  private mutating func add(_ value: FieldValue, to place: Int) {
    found.append(Found(place: place, value: value))
  }

  private mutating func take(_ field: RecordField, _ tag: Int) {
    owner = cells.pointee.owner(ofTag: tag, in: owner)
    let range = ranges[owner &* 64 &+ tag]
    for index in Int(range.lowerBound)..<Int(range.upperBound) {
      let plan = plans[index]
      switch plan.form {
      case .json: return take(data: CompactJSON(field.bytes))
      case .flag(let standard): add(.bool(!standard), to: plan.place)
      case .choice(let choice): add(.init(choice, field.byte), to: plan.place)
      case .bits(let choice, let shift, _):
        add(.init(choice, field.bits(of: choice, from: shift)), to: plan.place)
      case .bit(let bit, _): add(.bool(field.byte >> bit & 1 != 0), to: plan.place)
      case .part:
        if field.bytes.count > 8 * plan.number { add(.number(field.double(at: plan.number)), to: plan.place) }
      case .integer, .number: add(.number(field.double(at: 0)), to: plan.place)
      case .text, .line, .label, .seriesLabel, .raw, .name, .offer: add(.text(field.bytes), to: plan.place)
      case .unread, .selected, .on, .progress, .numbers, .width, .modes, .object: break
      }
    }
  }

  private mutating func take(data: CompactJSON) {
    for index in dataPaths.indices where effort.goesOn(data.count) {
      let path = dataPaths[index]
      data.forEachValue(at: path.steps) { add($0, to: path.place) }
    }
    if textPlace >= 0 { data.forEachValue { add($0, to: textPlace) } }
  }
}

extension MemberPath.Source {
  /// Whether the payload of a field is the value, as a text.
  fileprivate var isPlain: Bool {
    switch member.form {
    case .text, .line, .label, .raw, .name: true
    default: false
    }
  }
}

extension CellMember {
  /// The value of a member of a cell that a record has only if it is another one.
  fileprivate var standardValue: FieldValue? {
    switch form {
    case .flag(let standard): .bool(standard)
    case .choice(let choice): FieldValue(choice, 0)
    default: nil
    }
  }
}

extension FieldValue {
  /// The word of a code.
  fileprivate init(_ choice: CellMember.Choice, _ code: UInt8) {
    switch choice {
    case .state: self = .state(Status.State(code: code) ?? .neutral)
    case .kind: self = .kind(Cell.Kind(code: code) ?? .object)
    case .accessory: self = .accessory(Accessory(code: code) ?? .none)
    case .shape, .action, .role, .presentation, .chart: self = .text(choice.word(code))
    }
  }
}

extension Status.State {
  /// The rank in the order of severity: negative, critical, informative, positive, neutral.
  var severity: UInt8 {
    switch self {
    case .negative: 0
    case .critical: 1
    case .informative: 2
    case .positive: 3
    case .neutral: 4
    }
  }
}
