/// The fields of one record, read into arrays that layout can index; valid while the record is
/// borrowed.
///
/// It is used again from cell to cell. Texts are indices into ``fields``, and `nil` if the cell
/// does not have them.
struct CellFields: ~Copyable {
  /// A text that is laid out.
  struct Field {
    /// The segments and advances of a text, found once for the list.
    enum Analysis {
      /// The index among the prepared texts.
      case prepared(Int32)
      /// None, as the text is printable ASCII: the number of bytes without the spaces at the end,
      /// which take no room.
      case ascii(inkCount: Int32)
    }

    /// The first of the bytes to display.
    var start: UnsafePointer<UInt8>
    var count: Int32
    var analysis: Analysis
    var role: FontRole

    /// The bytes to display.
    @inline(__always)
    var display: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: Int(count)) }
  }

  /// The bytes that a client sent for a field which displays others.
  struct Original {
    var field: Int32
    var bytes: UnsafeBufferPointer<UInt8>
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
    var text: Int32?
    /// The words of a screen reader for all of it.
    var label: UnsafeBufferPointer<UInt8>?
    /// The words for its icon.
    var iconLabel: UnsafeBufferPointer<UInt8>?
    /// The words for an icon without a label.
    var iconWords = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    /// Whether it shows nothing.
    var isBlank: Bool { icon == nil && text == nil }
  }

  /// The appearance of the detail image or an avatar in a picture.
  struct Picture {
    /// The shape that the client set.
    var shape: Image.Shape?
    var showsPerson = false
    var source: UnsafeBufferPointer<UInt8>?
  }

  /// An action.
  struct ActionEntry {
    var kind: Action.Kind
    var role = Action.Role.normal
    var presentation = Action.Presentation.auto
    var isEnabled: Bool
    var icon: IconSource?
    var title: Int32?
    /// The title of a toggle that is on.
    var titleOn: Int32?
    /// The id, which is shown for an action that has neither title nor icon.
    var id: Int32?
    /// The id as the client sent it.
    var name = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// The words for the icon.
    var iconWords = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    var isOn = false
    /// 0…1, or `nil` if the download has not started.
    var progress: Double?

    /// The title in the current state.
    var shownTitle: Int32? { isOn ? titleOn ?? title : title }
    /// Whether a check mark shows that a toggle is on. A title of its own shows that, too.
    var hasCheck: Bool { isOn && titleOn == nil }
  }

  /// An action that is not in the row: an item of a menu, or an entry of a gesture.
  struct OfferEntry {
    /// The list that the entry is in.
    enum List: Equatable {
      /// The items of the inline action at an index.
      case items(of: Int32)
      case offers(OfferList)
    }

    var list: List
    /// The number of menus around it in its list.
    var depth: Int32
    /// Whether it is the id of another action.
    var isReference = false
    var action: ActionEntry
  }

  /// A column of a cell of the kind grid.
  struct ColumnEntry {
    var text: Int32
    var width: GridColumn.Width
  }

  /// The chart of an object header.
  struct ChartEntry {
    var form: HeaderContent.Chart.Form
    var title: Int32?
    var subtitle: Int32?
    var kpi: Int32?
    var trend: StatusEntry?
    /// The labels of the lowest and the highest value.
    var minimum: Int32?
    var maximum: Int32?
    /// Doubles, as the record has them.
    var values = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    /// Whether it shows nothing.
    var isBlank: Bool {
      title == nil && subtitle == nil && kpi == nil && trend == nil && values.isEmpty
    }
  }

  /// The whole record.
  private(set) var memory: Range<UnsafePointer<UInt8>>
  private(set) var fields = Scratch<Field>(capacity: 32)
  /// Few fields have one, and few readers ask for it.
  private var originals = Scratch<Original>(capacity: 4)
  private(set) var id = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private(set) var href: UnsafeBufferPointer<UInt8>?
  private(set) var number: Int32?
  /// Every cell has a title.
  private(set) var title: Int32 = 0
  private(set) var subtitle: Int32?
  var footnote: Int32?
  var caption: Int32?
  var description: Int32?
  private(set) var initials: Int32?
  /// Only if the row reveals it.
  private(set) var preview: Int32?
  private(set) var icons = Scratch<IconSource>()
  /// The words of a screen reader for the icons: their labels, or else their names or texts.
  private(set) var iconLabels = Scratch<UnsafeBufferPointer<UInt8>>()
  private(set) var imageLabel: UnsafeBufferPointer<UInt8>?
  private(set) var hasImage = false
  private(set) var imageSize: Double?
  private(set) var picture = Picture()
  /// The initials of the avatars.
  private(set) var avatars = Scratch<Int32?>()
  private(set) var avatarPictures = Scratch<Picture>(capacity: 4)
  /// The words of a screen reader for those avatars that have some.
  private(set) var avatarLabels = Scratch<UnsafeBufferPointer<UInt8>>(capacity: 4)
  var statuses = Scratch<StatusEntry>()
  private(set) var info: StatusEntry?
  var tags = Scratch<Int32>()
  private(set) var rating: Rating?
  private(set) var accessory = Accessory.none
  private(set) var actions = Scratch<ActionEntry>()
  /// The actions that are not in the row, in the order of the record.
  private(set) var offers = Scratch<OfferEntry>(capacity: 1)
  /// The actions by their names; `nil` if only few offers can be references to them.
  private var namedActions: [[UInt8]: ActionEntry]?
  private static let fewOffers = 16
  /// How each slot is cut: the view decides, unless the cell has a mode of its own.
  private(set) var truncation = SlotTruncations([])
  private(set) var isEnabled = true
  private(set) var kind = Cell.Kind.object
  private(set) var columns = Scratch<ColumnEntry>(capacity: 1)
  /// How many objects a section has.
  private(set) var count: Int32?
  /// The content that only the object header shows.
  private(set) var headerTags = Scratch<Int32>(capacity: 1)
  private(set) var headerFootnotes = Scratch<Int32>(capacity: 1)
  private(set) var headerDescription: Int32?
  private(set) var chart: ChartEntry?

  /// The slots of the fields that were read, except of texts that show nothing.
  private var begun = SlotSet()

  // The state of reading.
  /// The slots by the tags of their fields, at hand for each field.
  private let slots = SlotSet.byTag
  /// Whether the initials of the last avatar show nothing.
  private var hasBlankInitials = false
  private var hasBlankImage = false
  /// The number of ``avatarLabels`` before the last avatar.
  private var labelsBeforeAvatar = 0
  private var nextPrepared: Int32 = 0
  private var preparesASCII = false
  /// Whether the member that began last has no icon yet.
  private var awaitsIcon = false
  /// The number of lists of items that are open.
  private var depth: Int32 = 0
  /// The list of the gesture whose entry is being read.
  private var offerList: OfferList?

  /// No fields.
  init() {
    let nothing = ("" as StaticString).utf8Start
    memory = nothing..<nothing
  }

  /// Reads a record, with the interaction state of `state`.
  ///
  /// - Parameters:
  ///   - truncation: how the view cuts slots.
  ///   - firstPrepared: the index of its first prepared text.
  ///   - preparesASCII: whether texts of printable ASCII are prepared, too.
  ///   - includesHeader: whether the content of the object header is read, too.
  ///   - includesPreview: whether the preview is read, too.
  mutating func read(
    _ record: RecordFields, state: borrowing CellState, truncation: SlotTruncations, firstPrepared: Int32,
    preparesASCII: Bool, includesHeader: Bool = false, includesPreview: Bool = false
  ) {
    removeAll()
    memory = record.memory
    self.truncation = truncation
    nextPrepared = firstPrepared
    self.preparesASCII = preparesASCII
    var reader = RecordReader(includesHeader: includesHeader, includesPreview: includesPreview)
    reader.read(record, into: &self)
    removeBlanks()
    if !state.actions.isEmpty { apply(state) }
    if offers.count > Self.fewOffers { nameActions() }
  }

  /// Removes the statuses, the image and the chart that show nothing, and the last avatar.
  private mutating func removeBlanks() {
    if hasBlankImage, !picture.showsPerson, picture.source == nil { (hasImage, imageLabel) = (false, nil) }
    hasBlankImage = false
    if chart?.trend?.isBlank == true { chart?.trend = nil }
    if chart?.isBlank == true { chart = nil }
    if info?.isBlank == true { info = nil }
    var count = 0
    for index in statuses.indices where !statuses[index].isBlank {
      if count < index { statuses[count] = statuses[index] }
      count += 1
    }
    statuses.keepFirst(count)
    removeBlankAvatar()
  }

  /// Removes the last avatar if its initials show nothing, and it has nothing else to draw.
  private mutating func removeBlankAvatar() {
    guard hasBlankInitials else { return }
    hasBlankInitials = false
    guard let last = avatarPictures.indices.last, !avatarPictures[last].showsPerson,
      avatarPictures[last].source == nil
    else { return }
    avatars.keepFirst(last)
    avatarPictures.keepFirst(last)
    avatarLabels.keepFirst(labelsBeforeAvatar)
  }

  /// The slots that the record fills, whether or not the row shows them. An unread mark is a state.
  var filled: SlotSet {
    var filled = begun
    // The parts of an object can show nothing, and actions can be those of gestures.
    if icons.isEmpty { filled.remove(.icons) }
    if !hasImage { filled.remove(.image) }
    if avatars.isEmpty { filled.remove(.avatars) }
    if statuses.isEmpty { filled.remove(.status) }
    if info == nil { filled.remove(.info) }
    if actions.isEmpty { filled.remove(.actions) }
    return filled
  }

  /// The bytes of a field as the client sent them, if others are displayed.
  func original(of field: Int32) -> UnsafeBufferPointer<UInt8>? {
    // They are in the order of their fields.
    var places = 0..<originals.count
    while let last = places.last {
      let middle = (places.lowerBound + last) / 2
      if originals[middle].field == field { return originals[middle].bytes }
      places = originals[middle].field < field ? middle + 1..<places.upperBound : places.lowerBound..<middle
    }
    return nil
  }

  /// Whether a text has a grapheme cluster of more marks than are displayed.
  var hasDroppedMarks: Bool {
    originals.withElements { $0.contains { DisplayText.dropsMarks(of: $0.bytes) } }
  }

  /// Removes the content that only rows of objects show. An empty state keeps its description, one
  /// image or icon, and one action. A section keeps its count.
  mutating func removeObjectParts() {
    (number, subtitle, footnote, caption, preview) = (nil, nil, nil, nil, nil)
    avatars.removeAll()
    avatarPictures.removeAll()
    avatarLabels.removeAll()
    statuses.removeAll()
    info = nil
    tags.removeAll()
    rating = nil
    if kind != .section || accessory != .disclosure { accessory = .none }
    offers.removeAll()
    namedActions = nil
    columns.removeAll()
    href = nil
    if kind != .section { count = nil }
    icons.keepFirst(kind == .empty && !hasImage ? min(1, icons.count) : 0)
    iconLabels.keepFirst(icons.count)
    actions.keepFirst(kind == .empty ? min(1, actions.count) : 0)
    guard kind != .empty else { return }
    (description, initials, imageLabel, imageSize) = (nil, nil, nil, nil)
    hasImage = false
    picture = Picture()
  }

  private mutating func removeAll() {
    begun = SlotSet()
    fields.removeAll()
    originals.removeAll()
    icons.removeAll()
    iconLabels.removeAll()
    avatars.removeAll()
    avatarLabels.removeAll()
    statuses.removeAll()
    tags.removeAll()
    actions.removeAll()
    if offers.count > Self.fewOffers { namedActions = nil }
    offers.removeAll()
    (number, subtitle, footnote, caption, description, preview) = (nil, nil, nil, nil, nil, nil)
    (hasImage, initials, imageLabel, imageSize) = (false, nil, nil, nil)
    picture = Picture()
    avatarPictures.removeAll()
    href = nil
    info = nil
    rating = nil
    accessory = .none
    isEnabled = true
    kind = .object
    columns.removeAll()
    count = nil
    headerTags.removeAll()
    headerFootnotes.removeAll()
    headerDescription = nil
    // A chart has nearly 40 words. To clear one that was not there took 68 of 7,850 instructions of
    // a cell (NOTES.md, "Parts of the list").
    if chart != nil { chart = nil }
    depth = 0
    offerList = nil
  }
}

extension CellFields: RecordSink {
  @inline(__always)
  mutating func take(_ text: RecordText) {
    let index = append(text.shown, text.role)
    if let bytes = text.original { originals.append(Original(field: index, bytes: bytes)) }
    if text.shown.bytes.isEmpty, text.tag.isAbsentIfBlank {
      guard text.tag == .initials else { return }
      if text.owner == .avatar { hasBlankInitials = true } else { hasBlankImage = true }
      return
    }
    begun.formUnion(slots[Int(text.tag.rawValue)])
    switch text.tag {
    case .title: title = index
    case .subtitle: subtitle = index
    case .footnote: footnote = index
    case .caption: caption = index
    case .description: description = index
    case .tag: tags.append(index)
    case .number: number = index
    case .statusText: changeStatus(of: text.owner) { $0.text = index }
    case .iconText: take(.field(index), words: text.shown.bytes, of: text.owner)
    case .initials: if text.owner == .image { initials = index } else { avatars.last = index }
    case .actionTitle: changeAction { $0.title = index }
    case .actionTitleOn: changeAction { $0.titleOn = index }
    case .preview: preview = index
    case .column: columns.append(ColumnEntry(text: index, width: .rest))
    case .headerTag: headerTags.append(index)
    case .headerFootnote: headerFootnotes.append(index)
    case .headerDescription: headerDescription = index
    case .chartTitle: chart?.title = index
    case .chartSubtitle: chart?.subtitle = index
    case .chartKPI: chart?.kpi = index
    case .chartMinimum: chart?.minimum = index
    case .chartMaximum: chart?.maximum = index
    }
  }

  @inline(__always)
  mutating func take(_ field: RecordField, _ tag: FieldTag, of owner: RecordOwner) {
    begun.formUnion(slots[Int(tag.rawValue)])
    switch tag {
    case .id: id = field.bytes
    case .icon: awaitsIcon = true
    case .status:
      awaitsIcon = true
      statuses.append(StatusEntry(state: field.state))
    default: takeOther(field, tag, of: owner)
    }
  }

  /// Takes a field that few cells have.
  @inline(never)
  private mutating func takeOther(_ field: RecordField, _ tag: FieldTag, of owner: RecordOwner) {
    switch tag {
    case .iconLabel, .statusLabel, .imageLabel:
      if !DisplayText.showsNothing(field.bytes) { takeLabel(field.bytes, tag, of: owner) }
    case .info:
      awaitsIcon = true
      info = StatusEntry(state: field.state)
    case .iconName: takeIcon(named: field.bytes, of: owner)
    case .image:
      hasImage = true
      picture = Picture(shape: field.imageShape, showsPerson: field.showsPerson)
    case .imageSource:
      if owner == .image { picture.source = field.bytes } else { avatarPictures.last.source = field.bytes }
    case .imageSize: if owner == .image { imageSize = field.double(at: 0) }
    case .avatar:
      removeBlankAvatar()
      labelsBeforeAvatar = avatarLabels.count
      avatars.append(nil)
      avatarPictures.append(Picture(shape: field.imageShape, showsPerson: field.showsPerson))
    case .rating: rating = field.rating
    case .action:
      awaitsIcon = true
      append(
        ActionEntry(
          kind: field.actionKind, role: field.actionRole, presentation: field.presentation,
          isEnabled: field.isActionEnabled && isEnabled))
    case .actionID:
      let id = DisplayText.isPrintableASCII(field.bytes) ? appendASCII(field.bytes, .action) : nil
      changeAction {
        $0.name = field.bytes
        $0.id = id
      }
    case .itemsBegin: depth += 1
    case .itemsEnd: depth -= 1
    case .swipeLeading: takeOffer(field.bytes, of: .leading)
    case .swipeTrailing: takeOffer(field.bytes, of: .trailing)
    case .menu: takeOffer(field.bytes, of: .menu)
    case .accessory: accessory = Accessory(code: field.byte) ?? .none
    case .disabled: isEnabled = false
    case .href: href = field.bytes
    case .kind: kind = Cell.Kind(code: field.byte) ?? .object
    case .truncate: if let (slot, mode) = field.truncation { truncation[slot] = mode }
    case .count: count = field.count
    case .columnWidth: columns.last.width = field.columnWidth
    case .chart: chart = ChartEntry(form: field.chartForm)
    case .trend:
      awaitsIcon = true
      chart?.trend = StatusEntry(state: field.state)
    case .chartValue: chart?.values = field.bytes
    // Taken before.
    case .id, .icon, .status: break
    // Rows and headers do not show these.
    case .detailAction, .data: break
    // The texts of a header do not need its beginning. The reader handles texts to display.
    case .header, .display: break
    }
  }

  /// Appends a text of the record. Returns its index.
  @inline(__always)
  private mutating func append(_ field: RecordField, _ role: FontRole) -> Int32 {
    guard !field.isASCII || preparesASCII else { return appendASCII(field.bytes, role) }
    append(field.bytes, .prepared(nextPrepared), role)
    nextPrepared &+= 1
    return Int32(truncatingIfNeeded: fields.count &- 1)
  }

  /// Appends a text of printable ASCII that has no analysis. Returns its index.
  @inline(__always)
  private mutating func appendASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ role: FontRole) -> Int32 {
    append(bytes, .ascii(inkCount: Int32(truncatingIfNeeded: bytes.inkCount)), role)
    return Int32(truncatingIfNeeded: fields.count &- 1)
  }

  @inline(__always)
  private mutating func append(
    _ bytes: UnsafeBufferPointer<UInt8>, _ analysis: Field.Analysis, _ role: FontRole
  ) {
    fields.append(
      Field(
        start: bytes.baseAddress ?? memory.lowerBound, count: Int32(truncatingIfNeeded: bytes.count),
        analysis: analysis, role: role))
  }

  private mutating func takeIcon(named name: UnsafeBufferPointer<UInt8>, of owner: RecordOwner) {
    if DisplayText.showsNothing(name) { return }
    let words = IconTable.ownName(name)
    if let index = IconTable.index(of: name) { return take(.named(Int32(index)), words: words, of: owner) }
    // The first letter of an ASCII name needs no analysis. Other names are shown as a question
    // mark.
    let isLetter = words.first.map { $0 > 0x20 && $0 < 0x7F } ?? false
    let letter = isLetter ? UnsafeBufferPointer(rebasing: words[0..<1]) : ("?" as StaticString).bytes
    let index = appendASCII(letter, owner.iconRole)
    originals.append(Original(field: index, bytes: name))
    take(.letter(index), words: words, of: owner)
  }

  /// Sets the icon of a member that has none. A name comes before a text in the record and wins, as
  /// it is more exact.
  @inline(__always)
  private mutating func take(
    _ icon: IconSource, words: UnsafeBufferPointer<UInt8>, of owner: RecordOwner
  ) {
    guard awaitsIcon else { return }
    awaitsIcon = false
    switch owner {
    case .icon:
      icons.append(icon)
      iconLabels.append(words)
    case .status, .info, .trend:
      changeStatus(of: owner) {
        $0.icon = icon
        $0.iconWords = words
      }
    case .action:
      changeAction {
        $0.icon = icon
        $0.iconWords = words
      }
    case .image, .avatar: break
    }
  }

  private mutating func takeLabel(
    _ label: UnsafeBufferPointer<UInt8>, _ tag: FieldTag, of owner: RecordOwner
  ) {
    switch owner {
    case _ where tag == .statusLabel: changeStatus(of: owner) { $0.label = label }
    case .image: imageLabel = label
    case _ where tag == .imageLabel: avatarLabels.append(label)
    // The label of an icon that shows nothing.
    case _ where awaitsIcon: break
    case .icon where !iconLabels.isEmpty: iconLabels.last = label
    case .status, .info, .trend: changeStatus(of: owner) { $0.iconLabel = label }
    case .action: changeAction { $0.iconWords = label }
    default: break
    }
  }

  /// Changes the status that began last: of the cell, of its main content, or of its chart.
  @inline(__always)
  private mutating func changeStatus(of owner: RecordOwner, _ change: (inout StatusEntry) -> Void) {
    switch owner {
    case .info: if info != nil { change(&info!) }
    case .trend: if chart?.trend != nil { change(&chart!.trend!) }
    default: change(&statuses.last)
    }
  }

  // MARK: Actions

  /// Begins an action: in the row, in the menu of another one, or in a gesture.
  private mutating func append(_ action: ActionEntry) {
    if let offerList {
      offers.append(OfferEntry(list: .offers(offerList), depth: depth, action: action))
    } else if depth > 0 {
      let parent = Int32(truncatingIfNeeded: actions.count &- 1)
      offers.append(OfferEntry(list: .items(of: parent), depth: depth &- 1, action: action))
    } else {
      actions.append(action)
    }
  }

  /// Takes an entry of a gesture: the id of an action, or the beginning of one.
  private mutating func takeOffer(_ id: UnsafeBufferPointer<UInt8>, of list: OfferList) {
    // The actions of the row are before the entries of gestures.
    offerList = list
    guard !id.isEmpty else { return }
    let field = DisplayText.isPrintableASCII(id) ? appendASCII(id, .action) : nil
    offers.append(
      OfferEntry(
        list: .offers(list), depth: 0, isReference: true,
        action: ActionEntry(kind: .button, isEnabled: isEnabled, id: field, name: id)))
  }

  /// Changes the action that began last.
  private mutating func changeAction(_ change: (inout ActionEntry) -> Void) {
    if depth == 0, offerList == nil { change(&actions.last) } else { change(&offers.last.action) }
  }

  /// The action that an entry refers to; `nil` if the cell does not have it.
  func action(of reference: borrowing OfferEntry) -> ActionEntry? {
    guard reference.isReference else { return reference.action }
    let name = reference.action.name
    if let namedActions { return namedActions[Array(name)] }
    for index in actions.indices where actions[index].name.elementsEqual(name) { return actions[index] }
    for index in offers.indices where !offers[index].isReference {
      if offers[index].action.name.elementsEqual(name) { return offers[index].action }
    }
    return nil
  }

  /// Sets the table of actions. Those of the row go before those of gestures.
  @inline(never)
  private mutating func nameActions() {
    var named: [[UInt8]: ActionEntry] = [:]
    for index in offers.indices.reversed() where !offers[index].isReference {
      named[Array(offers[index].action.name)] = offers[index].action
    }
    for index in actions.indices.reversed() { named[Array(actions[index].name)] = actions[index] }
    namedActions = named
  }

  /// Sets the states of the actions.
  @inline(never)
  private mutating func apply(_ state: borrowing CellState) {
    let states = state.finder
    for index in actions.indices { actions[index].apply(states) }
    for index in offers.indices { offers[index].action.apply(states) }
  }
}

extension CellFields.ActionEntry {
  fileprivate mutating func apply(_ states: (String) -> CellState.ActionState?) {
    guard let own = states(String(decoding: name, as: UTF8.self)) else { return }
    isOn = own.on ?? false
    progress = own.progress
  }
}
