/// The fields of one packed cell, read into arrays that layout can index; valid while the record is borrowed.
///
/// It is used again from cell to cell.
struct CellFields: ~Copyable {
  /// A text that is laid out.
  struct Field {
    /// The bytes to display.
    var display: UnsafeBufferPointer<UInt8>
    /// The bytes as the client sent them, where they differ.
    var original: UnsafeBufferPointer<UInt8>?
    /// Whether the display text is printable ASCII.
    var isASCII: Bool
    /// The index of the field's analysis in the prepared cells; used where the metrics need one.
    var prepared: Int32
  }

  /// An icon: a named glyph, or a text.
  enum IconSource {
    case named(Int32)
    case field(Int32)
    /// The first letter of an unknown name.
    case letter(Int32)
  }

  /// A status, or the status info label.
  struct StatusEntry {
    var state: Status.State
    var icon: IconSource?
    var text: Int32 = -1
    /// What a screen reader says in place of text and icon.
    var label: UnsafeBufferPointer<UInt8>?
  }

  /// An action that may stand inline.
  struct ActionEntry {
    var kind: Action.Kind
    var isEnabled: Bool
    var icon: IconSource?
    var title: Int32 = -1
    /// Its id, which stands for an action that has neither title nor icon.
    var id: Int32 = -1
    var isOn = false
    /// 0…1, or `nil` where it has not started.
    var progress: Double?
  }

  /// How one slot of the cell is cut, against the view.
  struct SlotTruncation {
    var slot: Slot
    var mode: TruncationMode
  }

  var fields = Scratch<Field>(capacity: 32)
  var id = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var href: UnsafeBufferPointer<UInt8>?
  /// Indices into `fields`; -1 where the cell has no such text.
  var number: Int32 = -1
  var title: Int32 = -1
  var subtitle: Int32 = -1
  var footnote: Int32 = -1
  var caption: Int32 = -1
  var description: Int32 = -1
  var initials: Int32 = -1
  var icons = Scratch<IconSource>()
  /// What a screen reader says for the icons; empty where an icon has no words.
  var iconLabels = Scratch<UnsafeBufferPointer<UInt8>>()
  var imageLabel: UnsafeBufferPointer<UInt8>?
  var hasImage = false
  var imageSize: Double?
  var avatars = Scratch<Int32>()
  var statuses = Scratch<StatusEntry>()
  var info: StatusEntry?
  var tags = Scratch<Int32>()
  var rating: Rating?
  var accessory = Accessory.none
  var actions = Scratch<ActionEntry>()
  var truncation = Scratch<SlotTruncation>(capacity: 1)
  var isEnabled = true
  var kind = Cell.Kind.object

  /// Reads `record`, with the interaction state of `state`; the analysis of its texts starts at `firstPrepared`.
  mutating func read(_ record: PackedFields, state: CellState, firstPrepared: Int32) {
    removeAll()
    var reader = FieldReader(record: record, state: state, nextPrepared: firstPrepared)
    reader.read(into: &self)
  }

  private mutating func removeAll() {
    fields.removeAll()
    icons.removeAll()
    iconLabels.removeAll()
    avatars.removeAll()
    statuses.removeAll()
    tags.removeAll()
    actions.removeAll()
    truncation.removeAll()
    number = -1
    title = -1
    subtitle = -1
    footnote = -1
    caption = -1
    description = -1
    initials = -1
    hasImage = false
    imageLabel = nil
    imageSize = nil
    href = nil
    info = nil
    rating = nil
    accessory = .none
    isEnabled = true
    kind = .object
  }
}

/// Reads a record into ``CellFields``.
private struct FieldReader {
  /// What the parts of an icon, status or action belong to.
  enum Owner {
    case icon, image, avatar, status, info, action
  }

  var record: PackedFields
  let state: CellState
  var nextPrepared: Int32
  var owner = Owner.icon
  /// Whether the owner has no icon yet.
  var awaitsIcon = false
  /// How many brackets of nested action items are open.
  var depth = 0

  mutating func read(into cell: inout CellFields) {
    while let field = record.next() {
      switch field.tag {
      case .id: cell.id = field.bytes
      case .title: cell.title = text(field, &cell)
      case .subtitle: cell.subtitle = text(field, &cell)
      case .footnote: cell.footnote = text(field, &cell)
      case .caption: cell.caption = text(field, &cell)
      case .description: cell.description = text(field, &cell)
      case .number: cell.number = text(field, &cell)
      case .tag: cell.tags.append(text(field, &cell))
      case .status:
        owner = .status
        awaitsIcon = true
        cell.statuses.append(CellFields.StatusEntry(state: Status.State(code: field.byte)))
      case .statusText:
        let index = text(field, &cell)
        if owner == .info {
          cell.info?.text = index
        } else {
          cell.statuses.last.text = index
        }
      case .info:
        owner = .info
        awaitsIcon = true
        cell.info = CellFields.StatusEntry(state: Status.State(code: field.byte))
      case .icon:
        owner = .icon
        awaitsIcon = true
      case .iconName: attach(named(field, &cell), to: &cell)
      case .iconText:
        let index = text(field, &cell)
        attach(.field(index), to: &cell)
      case .iconLabel: label(field.bytes, &cell)
      case .statusLabel:
        if owner == .info { cell.info?.label = field.bytes } else { cell.statuses.last.label = field.bytes }
      case .imageLabel: if owner == .image { cell.imageLabel = field.bytes }
      case .image:
        owner = .image
        cell.hasImage = true
      case .imageSize: if owner == .image { cell.imageSize = field.double(at: 0) }
      case .avatar:
        owner = .avatar
        cell.avatars.append(-1)
      case .initials:
        let index = text(field, &cell)
        if owner == .image { cell.initials = index } else { cell.avatars.last = index }
      case .rating:
        let count = field.bytes.count > 16 ? field.integer(at: 2) : nil
        cell.rating = Rating(value: field.double(at: 0), max: field.integer(at: 1), count: count)
      case .action: action(field, &cell)
      case .actionID: actionState(field, &cell)
      case .actionTitle:
        let index = text(field, &cell)
        if depth == 0 { cell.actions.last.title = index }
      case .itemsBegin: depth += 1
      case .itemsEnd: depth -= 1
      case .accessory: cell.accessory = Accessory(code: field.byte)
      case .disabled: cell.isEnabled = false
      case .href: cell.href = field.bytes
      case .kind: cell.kind = Cell.Kind(code: field.byte)
      case .truncate where field.bytes.count == 2:
        cell.truncation.append(
          CellFields.SlotTruncation(
            slot: Slot(code: field.byte), mode: TruncationMode(code: field.bytes[1])))
      case _ where field.tag.endsLaidOutFields: return
      default: break
      }
    }
  }

  /// Adds a text, and the text to display in its place where there is one.
  private mutating func text(_ field: PackedField, _ cell: inout CellFields) -> Int32 {
    var shown = field
    if field.hasDisplay, let display = record.next() { shown = display }
    let prepared = nextPrepared
    if !shown.isASCII { nextPrepared += 1 }
    cell.fields.append(
      CellFields.Field(
        display: shown.bytes, original: field.hasDisplay ? field.bytes : nil, isASCII: shown.isASCII,
        prepared: shown.isASCII ? -1 : prepared))
    return Int32(cell.fields.count - 1)
  }

  private mutating func named(_ field: PackedField, _ cell: inout CellFields) -> CellFields.IconSource {
    if let index = IconTable.index(of: field.bytes) { return .named(Int32(index)) }
    // The first letter of an ASCII name needs no analysis; other names show as a question mark would.
    let first = field.bytes.first ?? 0x3F
    let isLetter = first > 0x20 && first < 0x7F
    let letter = isLetter ? UnsafeBufferPointer(rebasing: field.bytes[0..<1]) : ("?" as StaticString).bytes
    cell.fields.append(CellFields.Field(display: letter, original: nil, isASCII: true, prepared: -1))
    return .letter(Int32(cell.fields.count - 1))
  }

  /// Gives an icon to its owner. A name comes before a text in the record and wins, as it is the more exact.
  private mutating func attach(_ icon: CellFields.IconSource, to cell: inout CellFields) {
    guard depth == 0, awaitsIcon else { return }
    awaitsIcon = false
    switch owner {
    case .icon:
      cell.icons.append(icon)
      cell.iconLabels.append(UnsafeBufferPointer(start: nil, count: 0))
    case .status: cell.statuses.last.icon = icon
    case .info: cell.info?.icon = icon
    case .action: cell.actions.last.icon = icon
    case .image, .avatar: break
    }
  }

  /// Gives the words of an icon to the icon stack, or to a status that has none of its own.
  private func label(_ bytes: UnsafeBufferPointer<UInt8>, _ cell: inout CellFields) {
    switch owner {
    case .icon where !cell.iconLabels.isEmpty: cell.iconLabels.last = bytes
    case .status: cell.statuses.last.label = bytes
    case .info: cell.info?.label = bytes
    default: break
    }
  }

  private mutating func action(_ field: PackedField, _ cell: inout CellFields) {
    owner = .action
    awaitsIcon = true
    guard depth == 0 else { return }
    cell.actions.append(
      CellFields.ActionEntry(
        kind: Action.Kind(code: field.byte & 0x7F), isEnabled: field.byte & 0x80 != 0 && cell.isEnabled))
  }

  private func actionState(_ field: PackedField, _ cell: inout CellFields) {
    guard depth == 0 else { return }
    if DisplayText.isPrintableASCII(field.bytes) {
      cell.fields.append(CellFields.Field(display: field.bytes, original: nil, isASCII: true, prepared: -1))
      cell.actions.last.id = Int32(cell.fields.count - 1)
    }
    guard !state.actions.isEmpty, let own = state[action: field.string] else { return }
    cell.actions.last.isOn = own.on ?? false
    cell.actions.last.progress = own.progress
  }
}
