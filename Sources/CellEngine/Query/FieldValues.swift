/// The values of some fields of a cell, read in one pass over its record.
struct FieldValues: RecordSink {
  /// The fields, each once.
  let fields: [CellField]
  /// For each member outside of `data`, the index of its field.
  private var places: [Int?]
  /// The indices of fields in `data`.
  private let dataPlaces: [Int]
  /// The index of the field with the values of all readable members.
  private let textPlace: Int?
  private(set) var values: [[FieldValue]]
  private(set) var kind = Cell.Kind.object
  /// Whether a swipe or a menu is read. Their entries are not actions of the cell.
  private var isInOffer = false

  /// The values of these fields, each of which occurs once.
  init(of fields: [CellField]) {
    self.fields = fields
    values = fields.map { _ in [] }
    places = CellField.Member.allCases.map { member in
      fields.firstIndex { $0.member == member && member != .data }
    }
    dataPlaces = fields.indices.filter { fields[$0].member == .data }
    textPlace = fields.firstIndex { $0.member == .text }
  }

  /// Reads the fields of a record, and calls `body` with the values and `context`.
  mutating func read<Context, Result>(
    _ record: borrowing CellRecord, unread: Bool, selected: Bool, for context: inout Context,
    _ body: (borrowing FieldValues, inout Context) -> Result
  ) -> Result {
    for index in values.indices { values[index].removeAll(keepingCapacity: true) }
    kind = .object
    isInOffer = false
    add(.bool(unread), to: .unread)
    add(.bool(selected), to: .selected)
    return record.withFields { fields in
      // Records have fields only for what is not the default.
      if !self.fields.isEmpty {
        var reader = RecordReader(includesHeader: true)
        reader.read(fields, into: &self)
      }
      fill(.kind, .word(Cell.Kind.object.rawValue, rank: nil))
      fill(.enabled, .bool(true))
      fill(.accessory, .word(Accessory.none.rawValue, rank: nil))
      return body(self, &context)
    }
  }

  private func place(of member: CellField.Member) -> Int? {
    places[Int(member.code)]
  }

  private mutating func add(_ value: @autoclosure () -> FieldValue, to member: CellField.Member) {
    if let place = place(of: member) { values[place].append(value()) }
    if let textPlace, member.isReadable { values[textPlace].append(value()) }
  }

  /// Sets the default of a member without a value.
  private mutating func fill(_ member: CellField.Member, _ value: FieldValue) {
    if let place = place(of: member), values[place].isEmpty { values[place].append(value) }
  }

  // MARK: Fields of the record

  mutating func take(_ text: RecordText) {
    guard let member = member(of: text) else { return }
    add(.text(text.original ?? text.shown.bytes), to: member)
  }

  private func member(of text: RecordText) -> CellField.Member? {
    switch text.tag {
    case .title: .title
    case .subtitle: .subtitle
    case .footnote: .footnote
    case .caption: .caption
    case .description: .description
    case .preview: .preview
    case .number: .number
    case .tag: .tags
    case .column: .columns
    case .iconText: text.owner == .icon ? .icons : nil
    case .initials: text.owner == .avatar ? .avatars : .image
    case .statusText:
      switch text.owner {
      case .status: .status
      case .info: .info
      default: nil
      }
    case .actionTitle: isInOffer ? nil : .actions
    case .headerTag: .headerTags
    case .headerFootnote: .headerFootnotes
    case .headerDescription: .headerDescription
    case .actionTitleOn, .chartTitle, .chartSubtitle, .chartKPI, .chartMinimum, .chartMaximum: nil
    }
  }

  mutating func take(_ field: RecordField, _ tag: FieldTag, of owner: RecordOwner) {
    switch tag {
    case .id: add(.text(field.bytes), to: .id)
    case .kind:
      kind = field.cellKind
      add(.word(field.cellKind.rawValue, rank: nil), to: .kind)
    case .iconName: if owner == .icon { add(.text(field.bytes), to: .icons) }
    case .status: add(.word(field.state.rawValue, rank: field.state.severity), to: .statusState)
    case .info: add(.word(field.state.rawValue, rank: field.state.severity), to: .infoState)
    case .rating:
      add(.number(field.rating.value), to: .rating)
      add(.number(Double(field.rating.max)), to: .ratingMaximum)
      if let count = field.rating.count { add(.number(Double(count)), to: .ratingCount) }
    case .accessory: add(.word(field.accessory.rawValue, rank: nil), to: .accessory)
    case .actionID: if !isInOffer { add(.text(field.bytes), to: .actionIDs) }
    case .offerBegin: isInOffer = true
    case .offerEnd: isInOffer = false
    case .disabled: add(.bool(false), to: .enabled)
    case .href: add(.text(field.bytes), to: .href)
    case .data:
      let data = CompactJSON(field.bytes)
      for place in dataPlaces {
        let steps = fields[place].steps
        append(to: place) { append in data.forEachValue(at: steps, append) }
      }
      if let textPlace { append(to: textPlace) { append in data.forEachValue(append) } }
    default: break
    }
  }

  /// Appends the values that `body` passes on to those of a field.
  private mutating func append(to place: Int, _ body: ((FieldValue) -> Void) -> Void) {
    var found: [FieldValue] = []
    swap(&found, &values[place])
    body { found.append($0) }
    swap(&found, &values[place])
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

extension CellField.Member: RecordCode {}
