extension Cell {
  /// The cell of a record, with `state` as its interaction state.
  ///
  /// - Parameter interruption: leaves out further members.
  public init(_ record: CellRecord, state: CellState, unless interruption: Interruption = .never) {
    var sink = CellSink(unless: interruption)
    record.withFields {
      var reader = RecordReader(includesHeader: true)
      reader.read($0, into: &sink)
    }
    self = sink.cell
    actions = sink.openActions[0]
    if sink.swipe != SwipeActions() { swipe = sink.swipe }
    unread = state.unread
    selected = state.selected
    if !state.actions.isEmpty { apply(state.byAction) }
  }

  /// Sets the states of the actions.
  private mutating func apply(_ states: [[UInt8]: CellState.ActionState]) {
    Self.apply(states, to: &actions)
    Self.apply(states, to: &menu)
    guard var swipe else { return }
    Self.apply(states, to: &swipe.leading)
    Self.apply(states, to: &swipe.trailing)
    self.swipe = swipe
  }

  private static func apply(_ states: [[UInt8]: CellState.ActionState], to offers: inout [ActionOffer]) {
    for index in offers.indices {
      guard let action = offers[index].action else { continue }
      var list = [action]
      apply(states, to: &list)
      offers[index] = .whole(list[0])
    }
  }

  private static func apply(_ states: [[UInt8]: CellState.ActionState], to actions: inout [Action]) {
    for index in actions.indices {
      if let own = states[Array(actions[index].id.utf8)] {
        actions[index].on = own.on
        actions[index].progress = own.progress
      }
      apply(states, to: &actions[index].items)
    }
  }
}

/// The cell that a record is read into, member by member.
private struct CellSink: RecordSink {
  var cell = Cell(id: "", title: "")
  /// The actions, then the items of the last of them if these are being read, and so on.
  var openActions: [[Action]] = [[]]
  /// The swipe. In an optional member, each entry that is appended would copy its list.
  var swipe = SwipeActions()
  /// The list of the entry whose action is being read.
  private var offerList = OfferList.menu
  /// The code of the chart that is being read.
  private var chart = ChartCode(byte: 0)
  private var effort: Effort

  init(unless interruption: Interruption) { effort = Effort(interruption) }

  @inline(never)
  mutating func take(_ text: RecordText) {
    guard effort.goesOn(64) else { return }
    let string = String(decoding: text.original ?? text.shown.bytes, as: UTF8.self)
    switch text.tag {
    case .number: cell.number = string
    case .title: cell.title = string
    case .subtitle: cell.subtitle = string
    case .footnote: cell.footnote = string
    case .caption: cell.caption = string
    case .description: cell.description = string
    case .tag: cell.tags.append(string)
    case .iconText: changeIcon(of: text.owner) { $0.text = string }
    case .initials: changeImage(of: text.owner) { $0.initials = string }
    case .statusText: changeStatus(of: text.owner) { $0.text = string }
    case .actionTitle: changeAction { $0.title = string }
    case .actionTitleOn: changeAction { $0.titleOn = string }
    case .preview: cell.preview = string
    case .column: cell.columns.append(GridColumn(text: string))
    case .headerTag: cell.header?.tags.append(string)
    case .headerFootnote: cell.header?.footnotes.append(string)
    case .headerDescription: cell.header?.description = string
    case .chartTitle: cell.header?.chart?.title = string
    case .chartSubtitle: cell.header?.chart?.subtitle = string
    case .chartKPI: cell.header?.chart?.kpi = string
    case .chartMinimum: if chart.hasMinimum { cell.header?.chart?.minimum = string }
    case .chartMaximum: if chart.hasMaximum { cell.header?.chart?.maximum = string }
    }
  }

  @inline(never)
  mutating func take(_ field: RecordField, _ tag: FieldTag, of owner: RecordOwner) {
    guard effort.goesOn(64) else { return }
    switch tag {
    case .id: cell.id = field.string
    case .kind: cell.kind = field.cellKind
    case .count: cell.count = Int(field.count)
    case .disabled: cell.enabled = false
    case .accessory: cell.accessory = field.accessory
    case .truncate: if let (slot, mode) = field.truncation { cell.truncate[slot] = mode }
    case .icon: cell.icons.append(Icon())
    case .iconName: changeIcon(of: owner) { $0.name = field.string }
    case .iconLabel: changeIcon(of: owner) { $0.label = field.string }
    case .image: cell.image = Image(shape: field.imageShape, person: field.showsPerson)
    case .avatar: cell.avatars.append(Image(shape: field.imageShape, person: field.showsPerson))
    case .imageSize: changeImage(of: owner) { $0.size = field.double(at: 0) }
    case .imageSource: changeImage(of: owner) { $0.source = field.string }
    case .imageLabel: changeImage(of: owner) { $0.label = field.string }
    case .rating: cell.rating = field.rating
    case .info: cell.info = Status(state: field.state)
    case .status: cell.status.append(Status(state: field.state))
    case .statusLabel: changeStatus(of: owner) { $0.label = field.string }
    case .action:
      let code = field.action
      openActions[openActions.count - 1].append(
        Action(
          id: "", kind: code.kind, role: code.role, presentation: code.presentation, enabled: code.isEnabled))
    case .actionID: changeAction { $0.id = field.string }
    case .itemsBegin: openActions.append([])
    case .itemsEnd:
      let items = openActions.removeLast()
      changeAction { $0.items = items }
    case .swipeLeading: add(.reference(field.string), to: .leading)
    case .swipeTrailing: add(.reference(field.string), to: .trailing)
    case .menu: add(.reference(field.string), to: .menu)
    case .offerBegin:
      offerList = OfferList(rawValue: field.byte) ?? .menu
      openActions.append([])
    case .offerEnd: for action in openActions.removeLast() { add(.whole(action), to: offerList) }
    case .detailAction: cell.detailActions.append(field.string)
    case .href: cell.href = field.string
    case .columnWidth: cell.columns[cell.columns.count - 1].width = field.columnWidth
    case .header: cell.header = HeaderContent()
    case .chart:
      chart = field.chart
      cell.header?.chart = HeaderContent.Chart(form: chart.form)
    case .trend: cell.header?.chart?.trend = Status(state: field.trend.state)
    case .chartValue: cell.header?.chart?.values = field.doubles
    case .data: cell.data = field.string
    case .display: break
    }
  }

  private mutating func add(_ offer: ActionOffer, to list: OfferList) {
    switch list {
    case .leading: swipe.leading.append(offer)
    case .trailing: swipe.trailing.append(offer)
    case .menu: cell.menu.append(offer)
    }
  }

  private mutating func changeIcon(of owner: RecordOwner, _ change: (inout Icon) -> Void) {
    switch owner {
    case .icon: change(&cell.icons[cell.icons.count - 1])
    case .status, .info, .trend: changeStatus(of: owner) { change(&$0.icon.orNew) }
    case .action: changeAction { change(&$0.icon.orNew) }
    case .image, .avatar: break
    }
  }

  private mutating func changeImage(of owner: RecordOwner, _ change: (inout Image) -> Void) {
    if owner != .image {
      change(&cell.avatars[cell.avatars.count - 1])
    } else if var image = cell.image {
      change(&image)
      cell.image = image
    }
  }

  private mutating func changeStatus(of owner: RecordOwner, _ change: (inout Status) -> Void) {
    switch owner {
    case .info:
      guard var info = cell.info else { return }
      change(&info)
      cell.info = info
    case .trend:
      guard var trend = cell.header?.chart?.trend else { return }
      change(&trend)
      cell.header?.chart?.trend = trend
    default: change(&cell.status[cell.status.count - 1])
    }
  }

  private mutating func changeAction(_ change: (inout Action) -> Void) {
    let list = openActions.count - 1
    change(&openActions[list][openActions[list].count - 1])
  }
}

extension Icon? {
  /// The icon, or a new one if there is none.
  fileprivate var orNew: Icon {
    get { self ?? Icon() }
    set { self = newValue }
  }
}
