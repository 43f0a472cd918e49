extension Cell {
  /// The cell as it was packed, with `state` as its interaction state.
  public init(_ packed: PackedCell, state: CellState) {
    self.init(id: "", title: "")
    packed.withFields { fields in
      var unpacker = CellUnpacker(fields: fields)
      unpacker.unpack(into: &self)
    }
    unread = state.unread
    selected = state.selected
    if !state.actions.isEmpty { Self.apply(state.byAction, to: &actions) }
  }

  private static func apply(_ states: [String: CellState.ActionState], to actions: inout [Action]) {
    for index in actions.indices {
      if let own = states[actions[index].id] {
        actions[index].on = own.on
        actions[index].progress = own.progress
      }
      apply(states, to: &actions[index].items)
    }
  }
}

/// Reads the record of a packed cell back into a cell.
struct CellUnpacker {
  var fields: PackedFields

  /// Sets every member that the record has.
  mutating func unpack(into cell: inout Cell) {
    while let field = fields.next() {
      switch field.tag {
      case .id: cell.id = field.string
      case .kind: cell.kind = Cell.Kind(code: field.byte)
      case .disabled: cell.enabled = false
      case .accessory: cell.accessory = Accessory(code: field.byte)
      case .truncate where field.bytes.count == 2:
        cell.truncate[Slot(code: field.byte)] = TruncationMode(code: field.bytes[1])
      case .number: cell.number = field.string
      case .icon: cell.icons.append(icon())
      case .image: cell.image = image(field.byte)
      case .title: cell.title = field.string
      case .subtitle: cell.subtitle = field.string
      case .footnote: cell.footnote = field.string
      case .caption: cell.caption = field.string
      case .rating:
        let count = field.bytes.count > 16 ? field.integer(at: 2) : nil
        cell.rating = Rating(value: field.double(at: 0), max: field.integer(at: 1), count: count)
      case .avatar: cell.avatars.append(image(field.byte))
      case .info: cell.info = status(field.byte)
      case .tag: cell.tags.append(field.string)
      case .description: cell.description = field.string
      case .status: cell.status.append(status(field.byte))
      case .action: cell.actions.append(action(field.byte))
      case .swipeLeading: cell.swipe = cell.swipe.adding(field.string, to: \.leading)
      case .swipeTrailing: cell.swipe = cell.swipe.adding(field.string, to: \.trailing)
      case .menu: cell.menu.append(field.string)
      case .detailAction: cell.detailActions.append(field.string)
      case .preview: cell.preview = field.string
      case .href: cell.href = field.string
      case .column: cell.columns.append(GridColumn(text: field.string, width: columnWidth()))
      case .header: cell.header = header()
      case .data: cell.data = field.string
      default: break
      }
    }
  }

  private mutating func icon() -> Icon {
    var icon = Icon()
    while let field = peek(.iconName, .iconText, .iconLabel) {
      switch field.tag {
      case .iconName: icon.name = field.string
      case .iconText: icon.text = field.string
      default: icon.label = field.string
      }
    }
    return icon
  }

  private mutating func image(_ payload: UInt8) -> Image {
    var image = Image(person: payload & 0x80 != 0)
    if payload & 0x7F != 0 { image.shape = Image.Shape(code: (payload & 0x7F) - 1) }
    while let field = peek(.initials, .imageSize, .imageSource, .imageLabel) {
      switch field.tag {
      case .initials: image.initials = field.string
      case .imageSize: image.size = field.double(at: 0)
      case .imageSource: image.source = field.string
      default: image.label = field.string
      }
    }
    return image
  }

  private mutating func status(_ payload: UInt8) -> Status {
    var status = Status(state: Status.State(code: payload))
    status.icon = optionalIcon()
    while let field = peek(.statusText, .statusLabel) {
      if field.tag == .statusText { status.text = field.string } else { status.label = field.string }
    }
    return status
  }

  private mutating func action(_ payload: UInt8) -> Action {
    var action = Action(id: "", kind: Action.Kind(code: payload & 0x7F), enabled: payload & 0x80 != 0)
    if let field = peek(.actionID) { action.id = field.string }
    action.icon = optionalIcon()
    if let field = peek(.actionTitle) { action.title = field.string }
    if peek(.itemsBegin) != nil {
      while let item = peek(.action) { action.items.append(self.action(item.byte)) }
      _ = peek(.itemsEnd)
    }
    return action
  }

  private mutating func columnWidth() -> GridColumn.Width {
    guard let field = peek(.columnWidth) else { return .rest }
    return field.double(at: 0) == 0 ? .fixed(field.double(at: 1)) : .fraction(field.double(at: 1))
  }

  private mutating func header() -> HeaderContent {
    var header = HeaderContent()
    while let field = peek(.headerTag, .headerFootnote, .headerDescription, .chart) {
      switch field.tag {
      case .headerTag: header.tags.append(field.string)
      case .headerFootnote: header.footnotes.append(field.string)
      case .headerDescription: header.description = field.string
      default: header.chart = chart()
      }
    }
    return header
  }

  private mutating func chart() -> HeaderContent.Chart {
    var chart = HeaderContent.Chart()
    while let field = peek(.chartTitle, .chartSubtitle, .chartTrend, .chartValue) {
      switch field.tag {
      case .chartTitle: chart.title = field.string
      case .chartSubtitle: chart.subtitle = field.string
      case .chartTrend: chart.trend = field.string
      default: chart.values = (0..<field.bytes.count / 8).map { field.double(at: $0) }
      }
    }
    return chart
  }

  private mutating func optionalIcon() -> Icon? {
    let icon = icon()
    return icon == Icon() ? nil : icon
  }

  /// The next field where it has one of `tags`, skipping what is only displayed.
  private mutating func peek(_ tags: FieldTag...) -> PackedField? {
    let start = fields
    while let field = fields.next() {
      if field.tag == .display { continue }
      if tags.contains(field.tag) { return field }
      break
    }
    fields = start
    return nil
  }
}

extension SwipeActions? {
  fileprivate func adding(_ id: String, to edge: WritableKeyPath<SwipeActions, [String]>) -> SwipeActions {
    var actions = self ?? SwipeActions()
    actions[keyPath: edge].append(id)
    return actions
  }
}
