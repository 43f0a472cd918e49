/// Writes the record of a cell.
struct RecordWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes all members of `cell` except its interaction state.
  mutating func write(_ cell: Cell) {
    bytes.reserveCapacity(estimatedSize(of: cell))
    raw(.id, cell.id)
    if cell.kind != .object { byte(.kind, cell.kind.code) }
    if let count = cell.count { doubles(.count, [Double(count)]) }
    if !cell.enabled { byte(.disabled, 1) }
    if cell.accessory != .none { byte(.accessory, cell.accessory.code) }
    for (slot, mode) in cell.truncate.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      open(FieldTag.truncate.rawValue, count: 2)
      bytes.append(slot.code)
      bytes.append(mode.code)
    }
    text(.number, cell.number)
    for icon in cell.icons {
      byte(.icon, 0)
      write(icon)
    }
    if let image = cell.image { write(image, as: .image) }
    text(.title, cell.title)
    text(.subtitle, cell.subtitle)
    text(.footnote, cell.footnote)
    text(.caption, cell.caption)
    if let rating = cell.rating {
      doubles(.rating, [rating.value, Double(rating.max)] + (rating.count.map { [Double($0)] } ?? []))
    }
    for avatar in cell.avatars { write(avatar, as: .avatar) }
    if let info = cell.info { write(info, as: .info) }
    for tag in cell.tags { text(.tag, tag) }
    for status in cell.status { write(status, as: .status) }
    write(cell.actions)
    // A long text comes after the members that rows read whole, so that these are next to each
    // other in memory.
    text(.description, cell.description)
    write(cell.swipe?.leading ?? [], .leading, .swipeLeading)
    write(cell.swipe?.trailing ?? [], .trailing, .swipeTrailing)
    write(cell.menu, .menu, .menu)
    for id in cell.detailActions { raw(.detailAction, id) }
    raw(.href, cell.href)
    for column in cell.columns { write(column) }
    text(.preview, cell.preview)
    if let header = cell.header { write(header) }
    raw(.data, cell.data)
  }

  /// Writes all members of a plain cell except its interaction state.
  mutating func write(_ cell: PlainCell) {
    bytes.reserveCapacity(estimatedSize(of: cell))
    raw(.id, bytes: cell.id.utf8)
    if cell.accessory != .none { byte(.accessory, cell.accessory.code) }
    text(.number, cell.number)
    for icon in cell.icons {
      byte(.icon, 0)
      if icon.isName { raw(.iconName, bytes: icon.string.utf8) } else { text(.iconText, icon.string) }
    }
    text(.title, bytes: cell.title.utf8)
    text(.subtitle, cell.subtitle)
    text(.footnote, cell.footnote)
    text(.caption, cell.caption)
    for tag in cell.tags { text(.tag, tag) }
    for status in cell.status {
      byte(.status, status.state.code)
      text(.statusText, status.text)
    }
    text(.description, cell.description)
  }

  private mutating func text(_ tag: TextTag, _ text: PlainCell.Text?) {
    if let text { self.text(tag, bytes: text.utf8) }
  }

  private mutating func write(_ icon: Icon) {
    raw(.iconName, icon.name)
    text(.iconText, icon.text)
    raw(.iconLabel, icon.label)
  }

  private mutating func write(_ image: Image, as tag: FieldTag) {
    let shape: UInt8 = image.shape.map { $0.code + 1 } ?? 0
    byte(tag, shape | (image.person ? 0x80 : 0))
    text(.initials, image.initials)
    if let size = image.size { doubles(.imageSize, [size]) }
    raw(.imageSource, image.source)
    raw(.imageLabel, image.label)
  }

  private mutating func write(_ status: Status, as tag: FieldTag) {
    byte(tag, status.state.code)
    writeParts(of: status)
  }

  private mutating func writeParts(of status: Status) {
    if let icon = status.icon { write(icon) }
    text(.statusText, status.text)
    raw(.statusLabel, status.label)
  }

  private mutating func write(_ actions: [Action]) {
    for action in actions {
      byte(.action, ActionCode(action).byte)
      raw(.actionID, action.id)
      if let icon = action.icon { write(icon) }
      text(.actionTitle, action.title)
      text(.actionTitleOn, action.titleOn)
      if !action.items.isEmpty {
        byte(.itemsBegin, 0)
        write(action.items)
        byte(.itemsEnd, 0)
      }
    }
  }

  /// Writes the entries of a swipe or a menu. An entry that is an id has the tag `reference`.
  private mutating func write(_ offers: [ActionOffer], _ list: OfferList, _ reference: FieldTag) {
    for offer in offers {
      switch offer {
      case .reference(let id): raw(reference, id)
      case .whole(let action):
        byte(.offerBegin, list.rawValue)
        write([action])
        byte(.offerEnd, 0)
      }
    }
  }

  private mutating func write(_ column: GridColumn) {
    text(.column, column.text, keepingEmpty: true)
    switch column.width {
    case .fixed(let width): doubles(.columnWidth, [0, width])
    case .fraction(let share): doubles(.columnWidth, [1, share])
    case .rest: break
    }
  }

  private mutating func write(_ header: HeaderContent) {
    byte(.header, 0)
    for tag in header.tags { text(.headerTag, tag) }
    for footnote in header.footnotes { text(.headerFootnote, footnote) }
    text(.headerDescription, header.description)
    if let chart = header.chart {
      write(chart)
    }
  }

  private mutating func write(_ chart: HeaderContent.Chart) {
    byte(.chart, ChartCode(chart).byte)
    text(.chartTitle, chart.title)
    text(.chartSubtitle, chart.subtitle)
    text(.chartKPI, chart.kpi)
    if let trend = chart.trend {
      byte(.trend, TrendCode(trend).byte)
      writeParts(of: trend)
    }
    if !chart.values.isEmpty { doubles(.chartValue, chart.values) }
    let labels = ValueLabels(of: chart.values)
    text(.chartMinimum, chart.minimum ?? labels?.minimum)
    text(.chartMaximum, chart.maximum ?? labels?.maximum)
  }

  /// Writes a text that rows or headers show, and after it the text to display if that is another
  /// one. A title is written even if it is empty.
  private mutating func text(_ tag: TextTag, _ value: String?, keepingEmpty: Bool = false) {
    guard var value, keepingEmpty || tag == .title || !value.isEmpty else { return }
    value.withUTF8 { text(tag, bytes: $0) }
  }

  private mutating func text(_ tag: TextTag, bytes utf8: UnsafeBufferPointer<UInt8>) {
    if DisplayText.isPrintableASCII(utf8) {
      open(tag.rawValue, flags: RecordFields.isASCII, count: utf8.count)
      bytes.append(contentsOf: utf8)
    } else if let display = tag.hasOneLine ? DisplayText.lineDisplay(of: utf8) : DisplayText.display(of: utf8)
    {
      open(tag.rawValue, flags: RecordFields.hasDisplay, count: utf8.count)
      bytes.append(contentsOf: utf8)
      let isASCII = display.withUnsafeBufferPointer { DisplayText.isPrintableASCII($0) }
      let flags = isASCII ? RecordFields.isASCII : 0
      open(FieldTag.display.rawValue, flags: flags, count: display.count)
      bytes.append(contentsOf: display)
    } else {
      open(tag.rawValue, count: utf8.count)
      bytes.append(contentsOf: utf8)
    }
  }

  /// Writes a text that neither rows nor headers show.
  private mutating func raw(_ tag: FieldTag, _ value: String?) {
    guard var value, !value.isEmpty else { return }
    value.withUTF8 { raw(tag, bytes: $0) }
  }

  private mutating func raw(_ tag: FieldTag, bytes utf8: UnsafeBufferPointer<UInt8>) {
    open(tag.rawValue, count: utf8.count)
    bytes.append(contentsOf: utf8)
  }

  private mutating func byte(_ tag: FieldTag, _ value: UInt8) {
    open(tag.rawValue, count: 1)
    bytes.append(value)
  }

  private mutating func doubles(_ tag: FieldTag, _ values: [Double]) {
    open(tag.rawValue, count: values.count * 8)
    for value in values {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
  }

  private mutating func open(_ tag: UInt8, flags: UInt8 = 0, count: Int) {
    bytes.append(tag | flags)
    var rest = count
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// The size of the record without rare members. Most records are allocated once.
  private func estimatedSize(of cell: Cell) -> Int {
    var size = 32 + cell.id.utf8.count + cell.title.utf8.count
    for text in [cell.subtitle, cell.footnote, cell.caption, cell.description, cell.data] {
      if let text { size += text.utf8.count + 4 }
    }
    for tag in cell.tags { size += tag.utf8.count + 3 }
    for status in cell.status { size += (status.text?.utf8.count ?? 0) + 8 }
    return size
  }

  private func estimatedSize(of cell: PlainCell) -> Int {
    var size = 32 + cell.id.count + cell.title.count
    for text in [cell.subtitle, cell.footnote, cell.caption, cell.description] { size += text?.count ?? 0 }
    for text in cell.tags { size += text.count + 3 }
    for status in cell.status { size += status.text.count + 8 }
    return size + 16
  }
}

extension CellRecord {
  /// The record of `cell`. ``CellState/init(of:)`` has its interaction state.
  public init(_ cell: Cell) {
    var writer = RecordWriter()
    writer.write(cell)
    self.init(bytes: writer.bytes)
  }

  /// The record of a plain cell.
  public init(_ cell: PlainCell) {
    var writer = RecordWriter()
    writer.write(cell)
    self.init(bytes: writer.bytes)
  }
}
