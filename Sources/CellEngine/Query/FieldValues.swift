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

  /// The indices of the fields that a field of a record is a value of; -1 for none.
  struct Places {
    /// Whether its payload is the only value, as a text.
    var isPlain = false
    /// Whether it occurs at most once in a record.
    var isSingle = false
    /// Whether it is also a value of all that people read.
    var isReadable = false
    var first = -1
    var second = -1
    var third = -1
  }

  /// The values, in the order of the record.
  private var found = Scratch<Found>()
  /// The tags of fields that are looked at, as bits.
  private var wanted: UInt64 = 0
  /// Whether no other field than `data` is looked at.
  private var readsOnlyData: Bool { wanted == 1 << UInt64(FieldTag.data.rawValue) }
  /// How many of them end the reading of a record. Absent if some occur more than once.
  private var wantedCount: Int?
  private var places: Scratch<Places>
  /// A path in `data`, and the index of its field.
  struct DataPath {
    let steps: UnsafeBufferPointer<JSONPath.Step>
    let place: Int
  }

  private var dataPaths = Scratch<DataPath>(capacity: 1)
  /// The work on `data`, which is read again for each path.
  private var effort: Effort
  /// The memory of the paths. Threads that count references to it wait for each other:
  /// Benchmarks/NOTES.md, "Views with an order of their own".
  private let pathMemory: [JSONPath]
  /// The index of the field with the values of all readable members.
  private let textPlace: Int
  private let unreadPlace: Int
  private let selectedPlace: Int
  /// The members that have a default.
  private let kindPlace: Int
  private let enabledPlace: Int
  private let accessoryPlace: Int
  private(set) var kind = Cell.Kind.object
  /// The member that began last.
  private var owner = RecordOwner.icon
  /// Whether a swipe or a menu is read. Their entries are not actions of the cell.
  private var isInOffer = false

  /// The values of these fields, each of which occurs once.
  init(of fields: [CellField], unless interruption: Interruption = .never) {
    effort = Effort(interruption)
    func place(of member: CellField.Member) -> Int {
      fields.firstIndex { $0.member == member && member != .data } ?? -1
    }
    let dataPlaces = fields.indices.filter { fields[$0].member == .data }
    pathMemory = dataPlaces.map { JSONPath(fields[$0].steps) }
    textPlace = place(of: .text)
    unreadPlace = place(of: .unread)
    selectedPlace = place(of: .selected)
    kindPlace = place(of: .kind)
    enabledPlace = place(of: .enabled)
    accessoryPlace = place(of: .accessory)
    places = Scratch(capacity: 64)
    for _ in 0..<64 { places.append(Places()) }
    for (path, place) in zip(pathMemory, dataPlaces) {
      dataPaths.append(DataPath(steps: path.steps, place: place))
    }

    let single: [(UInt8, CellField.Member)] = [
      (FieldTag.id.rawValue, .id), (TextTag.title.rawValue, .title), (TextTag.subtitle.rawValue, .subtitle),
      (TextTag.footnote.rawValue, .footnote), (TextTag.caption.rawValue, .caption),
      (TextTag.description.rawValue, .description), (TextTag.preview.rawValue, .preview),
      (TextTag.number.rawValue, .number), (FieldTag.href.rawValue, .href),
    ]
    let repeated: [(TextTag, CellField.Member)] = [
      (.tag, .tags), (.column, .columns), (.headerTag, .headerTags), (.headerFootnote, .headerFootnotes),
      (.headerDescription, .headerDescription),
    ]
    for (tag, member) in single { plan(tag, [member], fields, isPlain: true, isSingle: true) }
    for (tag, member) in repeated { plan(tag.rawValue, [member], fields, isPlain: true) }
    plan(FieldTag.disabled.rawValue, [.enabled], fields, isSingle: true)
    plan(FieldTag.accessory.rawValue, [.accessory], fields, isSingle: true)
    plan(FieldTag.rating.rawValue, [.rating, .ratingMaximum, .ratingCount], fields, isSingle: true)
    plan(FieldTag.status.rawValue, [.statusState], fields)
    plan(FieldTag.info.rawValue, [.infoState], fields)
    plan(FieldTag.iconName.rawValue, [.icons], fields)
    plan(TextTag.iconText.rawValue, [.icons], fields)
    plan(TextTag.initials.rawValue, [.avatars, .image], fields)
    plan(TextTag.statusText.rawValue, [.status, .info], fields)
    plan(TextTag.actionTitle.rawValue, [.actions], fields)
    plan(FieldTag.actionID.rawValue, [.actionIDs], fields)
    plan(FieldTag.data.rawValue, [.data], fields, isSingle: true)
    var isSingle = true
    for tag in 0..<64 where wanted & 1 << UInt64(tag) != 0 && !places[tag].isSingle { isSingle = false }
    if isSingle { wantedCount = wanted.nonzeroBitCount }
    let owned =
      UInt64(1) << UInt64(FieldTag.iconName.rawValue) | 1 << UInt64(TextTag.iconText.rawValue)
      | 1 << UInt64(TextTag.initials.rawValue) | 1 << UInt64(TextTag.statusText.rawValue)
      | 1 << UInt64(TextTag.actionTitle.rawValue) | 1 << UInt64(FieldTag.actionID.rawValue)
    guard wanted & owned != 0 else { return }
    for tag in [
      FieldTag.icon, .image, .avatar, .status, .info, .action, .trend, .offerBegin, .offerEnd,
    ] {
      want(tag.rawValue)
    }
  }

  private mutating func want(_ tag: UInt8) { wanted |= 1 << UInt64(tag) }

  /// Plans to read a field of records, if it is a value of one of these members.
  private mutating func plan(
    _ tag: UInt8, _ members: [CellField.Member], _ fields: [CellField], isPlain: Bool = false,
    isSingle: Bool = false
  ) {
    let indices = members.map { member in fields.firstIndex { $0.member == member } ?? -1 }
    let isReadable = textPlace >= 0 && members.contains(where: \.isReadable)
    guard isReadable || indices.contains(where: { $0 >= 0 }) else { return }
    want(tag)
    places[Int(tag)] = Places(
      isPlain: isPlain && !isReadable, isSingle: isSingle, isReadable: isReadable, first: indices[0],
      second: indices.count > 1 ? indices[1] : -1, third: indices.count > 2 ? indices[2] : -1)
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
    if !record.isObject || kindPlace >= 0 { readKind(RecordFields(bytes: record.fields)) }
    if readsOnlyData {
      var fields = RecordFields(bytes: record.lastFields)
      if let field = fields.next(in: wanted) { take(data: CompactJSON(field.bytes)) }
    } else if wanted != 0 {
      read(RecordFields(bytes: record.fields))
    }
    // Records have fields only for what is not the default.
    if enabledPlace >= 0, first(enabledPlace) == nil { add(.bool(true), to: enabledPlace) }
    if accessoryPlace >= 0, first(accessoryPlace) == nil { add(.accessory(.none), to: accessoryPlace) }
    return body(self, &context)
  }

  /// Reads the kind, which is next to the id.
  private mutating func readKind(_ fields: RecordFields) {
    var fields = fields
    _ = fields.next(.id)
    if let field = fields.next(.kind) { kind = field.cellKind }
    if kindPlace >= 0 { add(.kind(kind), to: kindPlace) }
  }

  private mutating func read(_ fields: RecordFields) {
    var fields = fields
    var left = wantedCount ?? .max
    (owner, isInOffer) = (.icon, false)
    // A text to display is not a value: its tag is never wanted.
    while let field = fields.next(in: wanted) {
      let tag = field.head & RecordFields.tag
      if places[Int(tag)].isPlain {
        add(.text(field.bytes), to: places[Int(tag)].first)
      } else {
        take(field, places[Int(tag)])
      }
      left &-= 1
      if left == 0 { return }
    }
  }

  @inline(__always)
  private mutating func add(_ value: FieldValue, to place: Int) {
    found.append(Found(place: place, value: value))
  }

  /// Adds a value to that of a field, if it is wanted.
  private mutating func add(_ value: FieldValue, ifWanted place: Int) {
    if place >= 0 { add(value, to: place) }
  }

  private mutating func take(_ field: RecordField, _ places: Places) {
    if let tag = field.textTag { return take(text: .text(field.bytes), tag, places) }
    switch field.tag {
    case .icon: owner = .icon
    case .image: owner = .image
    case .avatar: owner = .avatar
    case .action: owner = .action
    case .trend: owner = .trend
    case .status:
      owner = .status
      add(.state(field.state), ifWanted: places.first)
    case .info:
      owner = .info
      add(.state(field.state), ifWanted: places.first)
    case .offerBegin: isInOffer = true
    case .offerEnd: isInOffer = false
    case .iconName: if owner == .icon { add(.text(field.bytes), ifWanted: places.first) }
    case .actionID: if !isInOffer { add(.text(field.bytes), ifWanted: places.first) }
    case .accessory: add(.accessory(field.accessory), ifWanted: places.first)
    case .disabled: add(.bool(false), ifWanted: places.first)
    case .rating:
      add(.number(field.rating.value), ifWanted: places.first)
      add(.number(Double(field.rating.max)), ifWanted: places.second)
      if let count = field.rating.count { add(.number(Double(count)), ifWanted: places.third) }
    case .data: take(data: CompactJSON(field.bytes))
    default:
      add(.text(field.bytes), ifWanted: places.first)
      if places.isReadable { add(.text(field.bytes), to: textPlace) }
    }
  }

  private mutating func take(text value: FieldValue, _ tag: TextTag, _ places: Places) {
    switch tag {
    case .iconText: if owner == .icon { add(value, ifWanted: places.first) }
    case .initials: add(value, ifWanted: owner == .avatar ? places.first : places.second)
    case .actionTitle: if !isInOffer { add(value, ifWanted: places.first) }
    case .statusText where owner == .info:
      add(value, ifWanted: places.second)
      if places.isReadable { add(value, to: textPlace) }
    case .statusText where owner != .status: break
    default:
      add(value, ifWanted: places.first)
      if places.isReadable { add(value, to: textPlace) }
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
