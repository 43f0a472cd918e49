import CellEngine
import CellWire

extension CellCodec {
  /// Writes a packed cell in its long form, with its members in the order of the record. Reading it
  /// returns the same cell. It takes a small part of the time that the order of protocol.md takes,
  /// which needs an unpacked cell.
  public static func write(_ record: CellRecord, _ state: CellState, to json: inout JSONWriter) {
    var encoder = RecordEncoder(state)
    json.beginObject()
    record.forEachField { encoder.write($0, to: &json) }
    encoder.end(&json)
    json.endObject()
  }
}

/// Writes the fields of a record into an open object.
private struct RecordEncoder {
  /// A list or an object inside of the cell.
  private enum Container: Equatable {
    case icons, image, avatars, info, status, tags, actions, items, swipe, leading, trailing, menu,
      detailActions, columns, header, footnotes, chart, trend, truncate, icon
    /// An object of a list.
    case element

    var name: StaticString {
      switch self {
      case .icons: "icons"
      case .image: "image"
      case .avatars: "avatars"
      case .info: "info"
      case .status: "status"
      case .tags: "tags"
      case .actions: "actions"
      case .items: "items"
      case .swipe: "swipe"
      case .leading: "leading"
      case .trailing: "trailing"
      case .menu: "menu"
      case .detailActions: "detailActions"
      case .columns: "columns"
      case .header: "header"
      case .footnotes: "footnotes"
      case .chart: "chart"
      case .trend: "trend"
      case .truncate: "truncate"
      case .icon: "icon"
      case .element: ""
      }
    }

    var isList: Bool {
      switch self {
      case .icons, .avatars, .status, .tags, .actions, .items, .leading, .trailing, .menu, .detailActions,
        .columns, .footnotes:
        true
      case .image, .info, .swipe, .header, .chart, .trend, .truncate, .icon, .element: false
      }
    }
  }

  private let state: CellState
  private let actionState: (String) -> CellState.ActionState?
  /// The containers that are open, the outermost first.
  private var open: [Container] = []
  /// The number of containers around the parts of the member that began last.
  private var depth = 0
  /// The list of actions that is being written, and the number of containers around it.
  private var actions = (list: Container.actions, depth: 0)
  /// The lists around that one.
  private var outerActions: [(list: Container, depth: Int)] = []

  /// The code of the chart that is open.
  private var chart: ChartCode?
  /// Whether the next text is a trend that clients get as a string.
  private var trendIsText = false

  init(_ state: CellState) {
    self.state = state
    actionState = state.finder
  }

  /// Closes what is open, and writes the interaction state, apart from that of the actions.
  mutating func end(_ json: inout JSONWriter) {
    close(to: 0, &json)
    if state.unread { flag("unread", true, &json) }
    if state.selected { flag("selected", true, &json) }
  }

  mutating func write(_ field: RecordField, to json: inout JSONWriter) {
    if let tag = field.textTag { write(field, tag, &json) } else { write(field, field.tag, &json) }
  }

  private mutating func write(_ text: RecordField, _ tag: TextTag, _ json: inout JSONWriter) {
    switch tag {
    case .title: member("title", text, &json)
    case .subtitle: member("subtitle", text, &json)
    case .footnote: member("footnote", text, &json)
    case .caption: member("caption", text, &json)
    case .description: member("description", text, &json)
    case .number: member("number", text, &json)
    case .tag: element(of: .tags, at: 0, text, &json)
    case .iconText: iconPart("text", text, &json)
    case .initials: part("initials", text, &json)
    case .statusText:
      part(trendIsText ? "trend" : "text", text, &json)
      trendIsText = false
    case .actionTitle: part("title", text, &json)
    case .actionTitleOn: part("titleOn", text, &json)
    case .preview: member("preview", text, &json)
    case .column:
      beginElement(of: .columns, at: 0, &json)
      part("text", text, &json)
    case .headerTag: element(of: .tags, at: 1, text, &json)
    case .headerFootnote: element(of: .footnotes, at: 1, text, &json)
    case .headerDescription: part("description", text, &json)
    case .chartTitle: part("title", text, &json)
    case .chartSubtitle: part("subtitle", text, &json)
    case .chartKPI: part("kpi", text, &json)
    case .chartMinimum: if chart?.hasMinimum == true { chartPart("minimum", text, &json) }
    case .chartMaximum: if chart?.hasMaximum == true { chartPart("maximum", text, &json) }
    }
  }

  private mutating func write(_ field: RecordField, _ tag: FieldTag, _ json: inout JSONWriter) {
    switch tag {
    case .id: member("id", field, &json)
    case .href: member("href", field, &json)
    case .kind: member("kind", field.cellKind, &json)
    case .count: count(field.count, &json)
    case .accessory: member("accessory", field.accessory, &json)
    case .disabled:
      close(to: 0, &json)
      flag("enabled", false, &json)
    case .data:
      close(to: 0, &json)
      json.name("data")
      json.raw(UnsafeRawBufferPointer(field.bytes))
    case .truncate:
      guard let (slot, mode) = field.truncation else { return }
      enter(.truncate, at: 0, &json)
      json.name(escaping: slot.rawValue)
      json.string(mode.rawValue)
    case .rating: write(field.rating, &json)
    case .icon: beginElement(of: .icons, at: 0, &json)
    case .iconName: iconPart("name", field, &json)
    case .iconLabel: iconPart("label", field, &json)
    case .image:
      begin(.image, at: 0, &json)
      writeImage(field, &json)
    case .avatar:
      beginElement(of: .avatars, at: 0, &json)
      writeImage(field, &json)
    case .imageSize: number("size", field.double(at: 0), &json)
    case .imageSource: part("source", field, &json)
    case .imageLabel, .statusLabel: part("label", field, &json)
    case .status:
      beginElement(of: .status, at: 0, &json)
      writeState(field, &json)
    case .info:
      begin(.info, at: 0, &json)
      writeState(field, &json)
    case .action, .actionID, .itemsBegin, .itemsEnd: writeAction(field, tag, &json)
    case .swipeLeading: swipeAction(field, .leading, &json)
    case .swipeTrailing: swipeAction(field, .trailing, &json)
    case .menu: element(of: .menu, at: 0, field, &json)
    case .offerBegin: beginOffer(OfferList(rawValue: field.byte) ?? .menu, &json)
    case .offerEnd: actions = (.actions, 0)
    case .detailAction: element(of: .detailActions, at: 0, field, &json)
    case .columnWidth:
      if case .fixed(let width) = field.columnWidth { number("width", width, &json) }
      if case .fraction(let share) = field.columnWidth { number("width", share, &json) }
    case .header: begin(.header, at: 0, &json)
    case .chart:
      chart = field.chart
      begin(.chart, at: 1, &json)
      if field.chart.form != .column { write("type", field.chart.form, &json) }
    case .trend:
      trendIsText = field.trend.isText
      guard !trendIsText else { return }
      begin(.trend, at: 2, &json)
      json.name("state")
      json.string(field.trend.state.rawValue)
    case .chartValue:
      close(to: 2, &json)
      depth = 2
      json.name("values")
      json.array { json in
        for value in field.doubles { json.double(value) }
      }
    case .display: break
    }
  }

  // MARK: Members with parts

  private func writeImage(_ field: RecordField, _ json: inout JSONWriter) {
    if let shape = field.imageShape {
      json.name("shape")
      json.string(shape.rawValue)
    }
    if field.showsPerson { flag("person", true, &json) }
  }

  private func writeState(_ field: RecordField, _ json: inout JSONWriter) {
    json.name("state")
    json.string(field.state.rawValue)
  }

  private mutating func write(_ rating: Rating, _ json: inout JSONWriter) {
    close(to: 0, &json)
    json.name("rating")
    json.object { json in
      json.name("value")
      json.double(rating.value)
      json.name("max")
      json.integer(rating.max)
      if let count = rating.count {
        json.name("count")
        json.integer(count)
      }
    }
  }

  private mutating func writeAction(_ field: RecordField, _ tag: FieldTag, _ json: inout JSONWriter) {
    switch tag {
    case .action:
      beginElement(of: actions.list, at: actions.depth, &json)
      let code = field.action
      json.name("kind")
      json.string(code.kind.rawValue)
      if code.role != .normal { write("role", code.role, &json) }
      if code.presentation != .auto { write("presentation", code.presentation, &json) }
      if !code.isEnabled { flag("enabled", false, &json) }
    case .actionID:
      part("id", field, &json)
      guard !state.actions.isEmpty, let own = actionState(field.string) else { return }
      if let on = own.on { flag("on", on, &json) }
      if let progress = own.progress { number("progress", progress, &json) }
    case .itemsBegin:
      outerActions.append(actions)
      actions = (.items, depth)
    default:
      // The parts of the action with the items go on.
      depth = actions.depth
      actions = outerActions.popLast() ?? (.actions, 0)
      close(to: depth, &json)
    }
  }

  /// Opens the list of an entry that is a whole action, which follows.
  private mutating func beginOffer(_ list: OfferList, _ json: inout JSONWriter) {
    if list != .menu, open.first != .swipe { enter(.swipe, at: 0, &json) }
    switch list {
    case .leading: actions = (.leading, 1)
    case .trailing: actions = (.trailing, 1)
    case .menu: actions = (.menu, 0)
    }
  }

  private mutating func swipeAction(_ field: RecordField, _ edge: Container, _ json: inout JSONWriter) {
    if open.first != .swipe { enter(.swipe, at: 0, &json) }
    element(of: edge, at: 1, field, &json)
  }

  private mutating func iconPart(_ name: StaticString, _ field: RecordField, _ json: inout JSONWriter) {
    if open.first == .icons { return part(name, field, &json) }
    enter(.icon, at: depth, &json)
    text(name, field, &json)
  }

  // MARK: Containers

  /// Closes containers until `depth` of them are open.
  private mutating func close(to depth: Int, _ json: inout JSONWriter) {
    while open.count > depth {
      if open.removeLast().isList { json.endArray() } else { json.endObject() }
    }
  }

  /// Opens a container inside of `depth` others, unless it is open.
  private mutating func enter(_ container: Container, at depth: Int, _ json: inout JSONWriter) {
    if open.count > depth, open[depth] == container { return close(to: depth + 1, &json) }
    close(to: depth, &json)
    json.name(container.name)
    if container.isList { json.beginArray() } else { json.beginObject() }
    open.append(container)
  }

  /// Begins a member whose parts follow.
  private mutating func begin(_ container: Container, at depth: Int, _ json: inout JSONWriter) {
    enter(container, at: depth, &json)
    self.depth = depth + 1
  }

  /// Begins an object of a list, whose parts follow.
  private mutating func beginElement(of list: Container, at depth: Int, _ json: inout JSONWriter) {
    enter(list, at: depth, &json)
    json.beginObject()
    open.append(.element)
    self.depth = depth + 2
  }

  // MARK: Values

  /// Writes a text of the cell itself.
  private mutating func member(_ name: StaticString, _ field: RecordField, _ json: inout JSONWriter) {
    close(to: 0, &json)
    text(name, field, &json)
  }

  private mutating func member(
    _ name: StaticString, _ value: some RawRepresentable<String>, _ json: inout JSONWriter
  ) {
    close(to: 0, &json)
    write(name, value, &json)
  }

  private func write(
    _ name: StaticString, _ value: some RawRepresentable<String>, _ json: inout JSONWriter
  ) {
    json.name(name)
    json.string(value.rawValue)
  }

  private mutating func count(_ value: Int32, _ json: inout JSONWriter) {
    close(to: 0, &json)
    json.name("count")
    json.integer(Int(value))
  }

  /// Writes a text of the member that began last.
  private mutating func part(_ name: StaticString, _ field: RecordField, _ json: inout JSONWriter) {
    close(to: depth, &json)
    text(name, field, &json)
  }

  /// Writes a text of the chart, after its trend.
  private mutating func chartPart(_ name: StaticString, _ field: RecordField, _ json: inout JSONWriter) {
    depth = 2
    part(name, field, &json)
  }

  private mutating func number(_ name: StaticString, _ value: Double, _ json: inout JSONWriter) {
    close(to: depth, &json)
    json.name(name)
    json.double(value)
  }

  /// Writes a text of a list.
  private mutating func element(
    of list: Container, at depth: Int, _ field: RecordField, _ json: inout JSONWriter
  ) {
    enter(list, at: depth, &json)
    json.string(UnsafeRawBufferPointer(field.bytes))
  }

  private func text(_ name: StaticString, _ field: RecordField, _ json: inout JSONWriter) {
    json.member(name, UnsafeRawBufferPointer(field.bytes))
  }

  private func flag(_ name: StaticString, _ value: Bool, _ json: inout JSONWriter) {
    json.name(name)
    json.bool(value)
  }
}
