/// Reads a record into ``CellFields``.
struct FieldReader {
  /// What the parts of an icon, status or action belong to.
  enum Owner {
    case icon, image, avatar, status, info, action
  }

  /// Whether what only the object header shows is read too.
  let includesHeader: Bool
  /// Whether texts of printable ASCII have an analysis, too.
  let preparesASCII: Bool
  var nextPrepared: Int32
  var owner = Owner.icon
  /// Whether the owner has no icon yet.
  var awaitsIcon = false
  /// The roles of texts that are not the same in all kinds of cells.
  private var titleRole: FontRole
  private var subtitleRole = FontRole.subtitle
  private var descriptionRole = FontRole.description
  /// How many brackets of nested action items are open.
  var depth = 0

  init(includesHeader: Bool, preparesASCII: Bool, nextPrepared: Int32) {
    self.includesHeader = includesHeader
    self.preparesASCII = preparesASCII
    self.nextPrepared = nextPrepared
    titleRole = includesHeader ? .headerTitle : .title
  }

  /// Reads the fields of a record that is at its beginning.
  mutating func read(
    _ fields: PackedFields, into cell: inout CellFields, _ state: borrowing CellState
  ) {
    // The fields that most cells have are asked for in the order of the packer, one behind the other: in a list of like
    // cells all of these questions are answered as they were for the cell before, which no jump by the tag is. What few
    // cells have is read by functions of its own.
    var rest: PackedFields? = fields
    while var record = rest {
      if let id = record.next(.id) { cell.id = id.bytes }
      while record.next(.icon) != nil {
        owner = .icon
        awaitsIcon = true
        if let field = record.next(.iconText) {
          awaitsIcon = false
          addIcon(.field(text(field, .label, &cell)), words: field.bytes, to: &cell)
        }
      }
      if let field = record.next(.title) { cell.title = text(field, titleRole, &cell) }
      if let field = record.next(.subtitle) { cell.subtitle = text(field, subtitleRole, &cell) }
      if let field = record.next(.footnote) { cell.footnote = text(field, .footnote, &cell) }
      while let field = record.next(.tag) { addTag(text(field, .tag, &cell), &cell) }
      while let field = record.next(.status) {
        owner = .status
        awaitsIcon = true
        var status = CellFields.StatusEntry(state: Status.State(code: field.byte))
        if let field = record.next(.statusText) { status.text = text(field, .status, &cell) }
        cell.statuses.append(status)
      }
      if let field = record.next(.description) { cell.description = text(field, descriptionRole, &cell) }
      rest = readOther(record, state, &cell)
    }
  }

  /// Reads a field that few cells have, or that not all have where it is.
  ///
  /// - Returns: what is left behind it; `nil` where that is nothing that rows show.
  @inline(never)
  private mutating func readOther(
    _ fields: PackedFields, _ state: borrowing CellState, _ cell: inout CellFields
  ) -> PackedFields? {
    var record = fields
    guard let field = record.next() else { return nil }
    if field.hasDisplay, let display = record.next() {
      readText(field, shown: display, &cell)
    } else if field.tag.isLaidOutText {
      readText(field, shown: field, &cell)
    } else {
      if field.tag.endsLaidOutFields, !includesHeader { return nil }
      readFurther(field, state, &cell)
    }
    return record
  }

  /// Reads a text; `shown` is what is displayed in its place, or itself.
  @inline(never)
  private mutating func readText(_ field: PackedField, shown: PackedField, _ cell: inout CellFields) {
    guard field.tag.isLaidOutText else { return }
    let index = text(
      shown, FontRole(of: field.tag, owner: iconRole, in: cell.kind, isHeader: includesHeader), &cell)
    if field.hasDisplay, index >= 0 { cell.setOriginal(field.bytes, of: index) }
    give(index, to: field.tag, &cell)
  }

  /// Reads a field that is no text.
  @inline(never)
  private mutating func readFurther(
    _ field: PackedField, _ state: borrowing CellState, _ cell: inout CellFields
  ) {
    switch field.tag {
    case .info:
      owner = .info
      awaitsIcon = true
      cell.info = CellFields.StatusEntry(state: Status.State(code: field.byte))
    case .iconName: attach(named(field, &cell), words: field.bytes, to: &cell)
    case .iconLabel: label(field.bytes, &cell)
    case .statusLabel:
      if owner == .info { cell.info?.label = field.bytes } else { cell.statuses.last.label = field.bytes }
    case .imageLabel:
      if owner == .image { cell.imageLabel = field.bytes } else { cell.avatarLabels.append(field.bytes) }
    case .image:
      owner = .image
      cell.hasImage = true
      cell.picture = CellFields.Picture(code: field.byte)
    case .imageSource:
      if owner == .image {
        cell.picture.source = field.bytes
      } else {
        cell.avatarPictures.last.source = field.bytes
      }
    case .imageSize: if owner == .image { cell.imageSize = field.double(at: 0) }
    case .avatar:
      owner = .avatar
      cell.avatars.append(-1)
      cell.avatarPictures.append(CellFields.Picture(code: field.byte))
    case .rating:
      let count = field.bytes.count > 16 ? field.integer(at: 2) : nil
      cell.rating = Rating(value: field.double(at: 0), max: field.integer(at: 1), count: count)
    case .action: action(field, &cell)
    case .actionID: actionState(field, state, &cell)
    case .itemsBegin: depth += 1
    case .itemsEnd: depth -= 1
    case .accessory: cell.accessory = Accessory(code: field.byte)
    case .disabled: cell.isEnabled = false
    case .href: cell.href = field.bytes
    case .kind:
      cell.kind = Cell.Kind(code: field.byte)
      if cell.kind == .keyValue, !includesHeader {
        (titleRole, subtitleRole, descriptionRole) = (.key, .value, .value)
      }
    case .truncate where field.bytes.count == 2:
      cell.truncation[Slot(code: field.byte)] = TruncationMode(code: field.bytes[1])
    case .columnWidth:
      let width = field.double(at: 1)
      cell.columns.last.width = field.double(at: 0) == 0 ? .fixed(width) : .fraction(width)
    case .chart: cell.chart = CellFields.ChartEntry()
    case .chartValue: cell.chart?.values = field.bytes
    default: break
    }
  }

  /// Gives the text at `index` to the part of the cell that it belongs to.
  private mutating func give(_ index: Int32, to tag: FieldTag, _ cell: inout CellFields) {
    switch tag {
    case .title: cell.title = index
    case .subtitle: cell.subtitle = index
    case .footnote: cell.footnote = index
    case .caption: cell.caption = index
    case .description: cell.description = index
    case .tag: addTag(index, &cell)
    case .number: cell.number = index
    case .statusText:
      if owner == .info { cell.info?.text = index } else { cell.statuses.last.text = index }
    case .iconText where index >= 0:
      attach(.field(index), words: cell.fields[Int(index)].display, to: &cell)
    case .initials: if owner == .image { cell.initials = index } else { cell.avatars.last = index }
    case .actionTitle: if depth == 0 { cell.actions.last.title = index }
    case .column: cell.columns.append(CellFields.ColumnEntry(text: index, width: .rest))
    case .headerTag: cell.headerTags.append(index)
    case .headerFootnote: cell.headerFootnotes.append(index)
    case .headerDescription: cell.headerDescription = index
    case .chartTitle: cell.chart?.title = index
    case .chartSubtitle: cell.chart?.subtitle = index
    case .chartTrend: cell.chart?.trend = index
    default: break
    }
  }

  /// Adds a text, and gives its index.
  @inline(__always)
  private mutating func text(_ field: PackedField, _ role: FontRole, _ cell: inout CellFields) -> Int32 {
    guard let start = field.bytes.baseAddress else { return -1 }
    var entry = CellFields.Field(
      start: start, count: Int32(truncatingIfNeeded: field.bytes.count), role: role)
    if !field.isASCII || preparesASCII {
      entry.prepared = nextPrepared
      nextPrepared &+= 1
    } else {
      entry.inkCount = Int32(truncatingIfNeeded: field.bytes.inkCount)
    }
    cell.fields.append(entry)
    return Int32(truncatingIfNeeded: cell.fields.count &- 1)
  }

  /// Adds a text of printable ASCII that is no field of its own in the record, and so has no analysis.
  private mutating func appendPlain(
    _ bytes: UnsafeBufferPointer<UInt8>, _ role: FontRole, to cell: inout CellFields
  ) -> Int32 {
    guard let start = bytes.baseAddress else { return -1 }
    let count = Int32(truncatingIfNeeded: bytes.count)
    cell.fields.append(
      CellFields.Field(
        start: start, count: count, inkCount: Int32(truncatingIfNeeded: bytes.inkCount), role: role))
    return Int32(truncatingIfNeeded: cell.fields.count &- 1)
  }

  /// The role of an icon's text.
  private var iconRole: FontRole {
    switch owner {
    case .status, .info: .status
    case .action: .action
    case .icon, .image, .avatar: .label
    }
  }

  private mutating func named(_ field: PackedField, _ cell: inout CellFields) -> CellFields.IconSource {
    if let index = IconTable.index(of: field.bytes) { return .named(Int32(index)) }
    // The first letter of an ASCII name needs no analysis; other names show as a question mark would.
    let first = field.bytes.first ?? 0x3F
    let isLetter = first > 0x20 && first < 0x7F
    let letter = isLetter ? UnsafeBufferPointer(rebasing: field.bytes[0..<1]) : ("?" as StaticString).bytes
    let index = appendPlain(letter, iconRole, to: &cell)
    if index >= 0 { cell.setOriginal(field.bytes, of: index) }
    return .letter(index)
  }

  /// Gives an icon to its owner. A name comes before a text in the record and wins, as it is the more exact.
  private mutating func attach(
    _ icon: CellFields.IconSource, words: UnsafeBufferPointer<UInt8>, to cell: inout CellFields
  ) {
    guard depth == 0, awaitsIcon else { return }
    awaitsIcon = false
    switch owner {
    case .icon: addIcon(icon, words: words, to: &cell)
    case .status:
      cell.statuses.last.icon = icon
      cell.statuses.last.iconWords = words
    case .info:
      cell.info?.icon = icon
      cell.info?.iconWords = words
    case .action:
      cell.actions.last.icon = icon
      cell.actions.last.iconWords = words
    case .image, .avatar: break
    }
  }

  /// Adds an icon to the stack.
  @inline(__always)
  private func addIcon(
    _ icon: CellFields.IconSource, words: UnsafeBufferPointer<UInt8>, to cell: inout CellFields
  ) {
    cell.icons.append(icon)
    cell.iconLabels.append(words)
  }

  /// Gives the words of an icon to the icon stack, or to a status or action that has none of its own.
  private func label(_ bytes: UnsafeBufferPointer<UInt8>, _ cell: inout CellFields) {
    switch owner {
    case .icon where !cell.iconLabels.isEmpty: cell.iconLabels.last = bytes
    case .status: cell.statuses.last.iconLabel = bytes
    case .info: cell.info?.iconLabel = bytes
    case .action where depth == 0: cell.actions.last.iconWords = bytes
    default: break
    }
  }

  /// Adds a tag; one of blanks alone is none.
  @inline(__always)
  private func addTag(_ index: Int32, _ cell: inout CellFields) {
    guard index >= 0, !DisplayText.isBlank(cell.fields[Int(index)].display) else { return }
    cell.tags.append(index)
  }

  private mutating func action(_ field: PackedField, _ cell: inout CellFields) {
    owner = .action
    awaitsIcon = true
    guard depth == 0 else { return }
    cell.actions.append(
      CellFields.ActionEntry(
        kind: Action.Kind(code: field.byte & 0x7F), isEnabled: field.byte & 0x80 != 0 && cell.isEnabled))
  }

  private mutating func actionState(
    _ field: PackedField, _ state: borrowing CellState, _ cell: inout CellFields
  ) {
    guard depth == 0 else { return }
    cell.actions.last.name = field.bytes
    if DisplayText.isPrintableASCII(field.bytes) {
      cell.actions.last.id = appendPlain(field.bytes, .action, to: &cell)
    }
    guard !state.actions.isEmpty, let own = state[action: field.string] else { return }
    cell.actions.last.isOn = own.on ?? false
    cell.actions.last.progress = own.progress
  }
}
