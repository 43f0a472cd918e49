/// Writes the record of a packed cell.
struct CellPacker {
  private(set) var bytes: [UInt8] = []

  /// Writes all members of `cell` but its interaction state.
  mutating func pack(_ cell: Cell) {
    bytes.reserveCapacity(estimatedSize(of: cell))
    raw(.id, cell.id)
    if cell.kind != .object { byte(.kind, cell.kind.code) }
    if !cell.enabled { byte(.disabled, 1) }
    if cell.accessory != .none { byte(.accessory, cell.accessory.code) }
    for (slot, mode) in cell.truncate.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      open(.truncate, count: 2)
      bytes.append(slot.code)
      bytes.append(mode.code)
    }
    text(.number, cell.number)
    for icon in cell.icons {
      byte(.icon, 0)
      pack(icon)
    }
    if let image = cell.image { pack(image, as: .image) }
    text(.title, cell.title)
    text(.subtitle, cell.subtitle)
    text(.footnote, cell.footnote)
    text(.caption, cell.caption)
    if let rating = cell.rating {
      doubles(.rating, [rating.value, Double(rating.max)] + (rating.count.map { [Double($0)] } ?? []))
    }
    for avatar in cell.avatars { pack(avatar, as: .avatar) }
    if let info = cell.info { pack(info, as: .info) }
    for tag in cell.tags { text(.tag, tag) }
    for status in cell.status { pack(status, as: .status) }
    pack(cell.actions)
    // A long text stands behind all that rows read whole, so that they read one stretch of memory.
    text(.description, cell.description)
    for id in cell.swipe?.leading ?? [] { raw(.swipeLeading, id) }
    for id in cell.swipe?.trailing ?? [] { raw(.swipeTrailing, id) }
    for id in cell.menu { raw(.menu, id) }
    for id in cell.detailActions { raw(.detailAction, id) }
    raw(.href, cell.href)
    for column in cell.columns { pack(column) }
    text(.preview, cell.preview)
    if let header = cell.header { pack(header) }
    raw(.data, cell.data)
  }

  private mutating func pack(_ icon: Icon) {
    raw(.iconName, icon.name)
    text(.iconText, icon.text)
    raw(.iconLabel, icon.label)
  }

  private mutating func pack(_ image: Image, as tag: FieldTag) {
    let shape: UInt8 = image.shape.map { $0.code + 1 } ?? 0
    byte(tag, shape | (image.person ? 0x80 : 0))
    text(.initials, image.initials)
    if let size = image.size { doubles(.imageSize, [size]) }
    raw(.imageSource, image.source)
    raw(.imageLabel, image.label)
  }

  private mutating func pack(_ status: Status, as tag: FieldTag) {
    byte(tag, status.state.code)
    if let icon = status.icon { pack(icon) }
    text(.statusText, status.text)
    raw(.statusLabel, status.label)
  }

  private mutating func pack(_ actions: [Action]) {
    for action in actions {
      byte(.action, action.kind.code | (action.enabled ? 0x80 : 0))
      raw(.actionID, action.id)
      if let icon = action.icon { pack(icon) }
      text(.actionTitle, action.title)
      if !action.items.isEmpty {
        byte(.itemsBegin, 0)
        pack(action.items)
        byte(.itemsEnd, 0)
      }
    }
  }

  private mutating func pack(_ column: GridColumn) {
    text(.column, column.text, keepingEmpty: true)
    switch column.width {
    case .fixed(let width): doubles(.columnWidth, [0, width])
    case .fraction(let share): doubles(.columnWidth, [1, share])
    case .rest: break
    }
  }

  private mutating func pack(_ header: HeaderContent) {
    byte(.header, 0)
    for tag in header.tags { text(.headerTag, tag) }
    for footnote in header.footnotes { text(.headerFootnote, footnote) }
    text(.headerDescription, header.description)
    if let chart = header.chart {
      byte(.chart, 0)
      text(.chartTitle, chart.title)
      text(.chartSubtitle, chart.subtitle)
      text(.chartTrend, chart.trend)
      if !chart.values.isEmpty { doubles(.chartValue, chart.values) }
    }
  }

  /// A text that is shown: examined, and followed by what to display where that differs.
  private mutating func text(_ tag: FieldTag, _ value: String?, keepingEmpty: Bool = false) {
    guard var value, keepingEmpty || tag == .title || !value.isEmpty else { return }
    value.withUTF8 { utf8 in
      if DisplayText.isPrintableASCII(utf8) {
        open(tag, flags: PackedFields.isASCII, count: utf8.count)
        bytes.append(contentsOf: utf8)
      } else if let display = tag.hasOneLine
        ? DisplayText.lineDisplay(of: utf8) : DisplayText.display(of: utf8)
      {
        open(tag, flags: PackedFields.hasDisplay, count: utf8.count)
        bytes.append(contentsOf: utf8)
        let isASCII = display.withUnsafeBufferPointer { DisplayText.isPrintableASCII($0) }
        open(.display, flags: isASCII ? PackedFields.isASCII : 0, count: display.count)
        bytes.append(contentsOf: display)
      } else {
        open(tag, count: utf8.count)
        bytes.append(contentsOf: utf8)
      }
    }
  }

  /// A text that is not laid out.
  private mutating func raw(_ tag: FieldTag, _ value: String?) {
    guard var value, !value.isEmpty else { return }
    value.withUTF8 {
      open(tag, count: $0.count)
      bytes.append(contentsOf: $0)
    }
  }

  private mutating func byte(_ tag: FieldTag, _ value: UInt8) {
    open(tag, count: 1)
    bytes.append(value)
  }

  private mutating func doubles(_ tag: FieldTag, _ values: [Double]) {
    open(tag, count: values.count * 8)
    for value in values {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
  }

  private mutating func open(_ tag: FieldTag, flags: UInt8 = 0, count: Int) {
    bytes.append(tag.rawValue | flags)
    var rest = count
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// The size of the record but for what is rare, so that the one allocation is rarely made twice.
  private func estimatedSize(of cell: Cell) -> Int {
    var size = 32 + cell.id.utf8.count + cell.title.utf8.count
    for text in [cell.subtitle, cell.footnote, cell.caption, cell.description, cell.data] {
      if let text { size += text.utf8.count + 4 }
    }
    for tag in cell.tags { size += tag.utf8.count + 3 }
    for status in cell.status { size += (status.text?.utf8.count ?? 0) + 8 }
    return size
  }
}
