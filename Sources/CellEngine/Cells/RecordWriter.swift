/// Writes the records of cells, one after the other. It keeps its memory between two of them.
public struct RecordWriter: ~Copyable {
  private var bytes = Scratch<UInt8>(capacity: 1_024)

  /// A writer with room for most records.
  public init() {}

  /// Returns the record of a cell. ``CellState`` has its interaction state.
  ///
  /// - Parameters:
  ///   - note: the note of a new record.
  ///   - known: a record that is returned itself if the cell has the same content.
  public mutating func record(
    of draft: borrowing CellDraft, note: @autoclosure () -> RecordNote = RecordNote(),
    known: CellRecord? = nil
  ) -> CellRecord {
    bytes.removeAll()
    write(draft)
    let beforeData = bytes.count
    raw(.data, draft.cell.data)
    let dataBytes = bytes.count - beforeData
    return bytes.withElements {
      if let known, known.hasBytes($0) {
        known
      } else {
        CellRecord(copying: $0, dataBytes: dataBytes, note())
      }
    }
  }

  /// Writes all members except the interaction state, and `data`, which is the last field.
  private mutating func write(_ draft: borrowing CellDraft) {
    raw(.id, draft.id, draft.cell.id)
    if draft.cell.kind != .object { byte(.kind, draft.cell.kind.code) }
    if let count = draft.cell.count { doubles(.count, [Double(count)]) }
    if !draft.cell.enabled { byte(.disabled, 1) }
    if draft.shownAccessory != .none { byte(.accessory, draft.shownAccessory.code) }
    if !draft.cell.truncate.isEmpty { write(draft.cell.truncate) }
    text(.number, draft.number, draft.cell.number)
    for icon in draft.icons {
      byte(.icon, 0)
      if icon.isName {
        raw(.iconName, bytes: icon.string.utf8)
      } else {
        text(.iconText, bytes: icon.string.utf8)
      }
    }
    for icon in draft.cell.icons {
      byte(.icon, 0)
      write(icon)
    }
    if let image = draft.cell.image { write(image, as: .image) }
    text(.title, draft.title, draft.cell.title)
    text(.subtitle, draft.subtitle, draft.cell.subtitle)
    text(.footnote, draft.footnote, draft.cell.footnote)
    text(.caption, draft.caption, draft.cell.caption)
    if let rating = draft.cell.rating {
      doubles(.rating, [rating.value, Double(rating.max)] + (rating.count.map { [Double($0)] } ?? []))
    }
    for avatar in draft.cell.avatars { write(avatar, as: .avatar) }
    if let info = draft.cell.info { write(info, as: .info) }
    for tag in draft.tags { text(.tag, bytes: tag.utf8) }
    for tag in draft.cell.tags { text(.tag, tag) }
    for status in draft.status {
      byte(.status, status.state.code)
      text(.statusText, bytes: status.text.utf8)
    }
    for status in draft.cell.status { write(status, as: .status) }
    write(draft.cell.actions)
    // A long text comes after the members that rows read whole, so that these are next to each
    // other in memory.
    text(.description, draft.description, draft.cell.description)
    if let swipe = draft.cell.swipe {
      write(swipe.leading, .leading, .swipeLeading)
      write(swipe.trailing, .trailing, .swipeTrailing)
    }
    write(draft.cell.menu, .menu, .menu)
    for id in draft.cell.detailActions { raw(.detailAction, id) }
    raw(.href, draft.href, draft.cell.href)
    for column in draft.cell.columns { write(column) }
    text(.preview, draft.preview, draft.cell.preview)
    if let header = draft.cell.header { write(header) }
  }

  private mutating func write(_ modes: [Slot: TruncationMode]) {
    for (slot, mode) in modes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      open(FieldTag.truncate.rawValue, count: 2)
      bytes.appendReserved(slot.code)
      bytes.appendReserved(mode.code)
    }
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
    text(.chartMinimum, chart.minimum, instead: labels?.minimum)
    text(.chartMaximum, chart.maximum, instead: labels?.maximum)
  }

  /// Writes a text, and the text to display instead if it is absent or shows nothing.
  private mutating func text(_ tag: TextTag, _ own: String?, instead other: String?) {
    guard var own, var other, own.withUTF8(DisplayText.showsNothing) else { return text(tag, own ?? other) }
    own.withUTF8 { field(tag.rawValue, flags: RecordFields.hasDisplay, $0) }
    other.withUTF8 { field(FieldTag.display.rawValue, flags: RecordFields.isASCII, $0) }
  }

  /// Writes a text from its bytes, or from a string if there are none.
  private mutating func text(_ tag: TextTag, _ utf8: CellDraft.Text?, _ string: String?) {
    if let utf8 { text(tag, bytes: utf8.utf8) } else { text(tag, string) }
  }

  /// Writes a text that rows or headers show. A title is written even if it is empty.
  private mutating func text(_ tag: TextTag, _ value: String?, keepingEmpty: Bool = false) {
    guard var value, keepingEmpty || tag == .title || !value.isEmpty else { return }
    value.withUTF8 { text(tag, bytes: $0) }
  }

  /// Writes a text, and after it the text to display if that is another one. The latter is empty if
  /// the text shows nothing: then all that rows show is as without the text.
  private mutating func text(_ tag: TextTag, bytes utf8: UnsafeBufferPointer<UInt8>) {
    if !utf8.isEmpty, DisplayText.showsNothing(utf8) {
      field(tag.rawValue, flags: RecordFields.hasDisplay, utf8)
      field(FieldTag.display.rawValue, flags: RecordFields.isASCII, UnsafeBufferPointer(rebasing: utf8[..<0]))
    } else if DisplayText.isPrintableASCII(utf8) {
      field(tag.rawValue, flags: RecordFields.isASCII, utf8)
    } else if let display = tag.hasOneLine ? DisplayText.lineDisplay(of: utf8) : DisplayText.display(of: utf8)
    {
      field(tag.rawValue, flags: RecordFields.hasDisplay, utf8)
      display.withUnsafeBufferPointer {
        let flags = DisplayText.isPrintableASCII($0) ? RecordFields.isASCII : 0
        field(FieldTag.display.rawValue, flags: flags, $0)
      }
    } else {
      field(tag.rawValue, utf8)
    }
  }

  /// Writes a text that neither rows nor headers show, from its bytes, or from a string if there
  /// are none.
  private mutating func raw(_ tag: FieldTag, _ utf8: CellDraft.Text?, _ string: String?) {
    if let utf8 { raw(tag, bytes: utf8.utf8) } else { raw(tag, string) }
  }

  /// Writes a text that neither rows nor headers show.
  private mutating func raw(_ tag: FieldTag, _ value: String?) {
    guard var value, !value.isEmpty else { return }
    value.withUTF8 { raw(tag, bytes: $0) }
  }

  private mutating func raw(_ tag: FieldTag, bytes utf8: UnsafeBufferPointer<UInt8>) {
    field(tag.rawValue, utf8)
  }

  private mutating func byte(_ tag: FieldTag, _ value: UInt8) {
    open(tag.rawValue, count: 1)
    bytes.appendReserved(value)
  }

  private mutating func doubles(_ tag: FieldTag, _ values: [Double]) {
    open(tag.rawValue, count: values.count * 8)
    for value in values {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { for byte in $0 { bytes.appendReserved(byte) } }
    }
  }

  private mutating func field(_ tag: UInt8, flags: UInt8 = 0, _ payload: UnsafeBufferPointer<UInt8>) {
    open(tag, flags: flags, count: payload.count)
    guard let source = payload.baseAddress else { return }
    (bytes.storage + bytes.count).initialize(from: source, count: payload.count)
    bytes.count &+= payload.count
  }

  /// Begins a field, and makes room for its payload.
  private mutating func open(_ tag: UInt8, flags: UInt8 = 0, count: Int) {
    // The tag, and a length of up to nine bytes.
    bytes.reserve(10 &+ count)
    bytes.appendReserved(tag | flags)
    var rest = count
    while rest >= 0x80 {
      bytes.appendReserved(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.appendReserved(UInt8(rest))
  }
}

extension CellRecord {
  /// The record of `cell`, which is in no list. ``CellState/init(of:)`` has its interaction state.
  public init(_ cell: Cell) {
    var writer = RecordWriter()
    self = writer.record(of: CellDraft(cell))
  }
}
