/// A cell as sessions hold it: every member but the interaction state, as one immutable allocation.
///
/// The record is a sequence of fields (``PackedField``). A field that is shown to people is examined once, when it
/// is packed: it carries whether it is printable ASCII, and where its text must not reach a terminal as it is, the
/// text to display follows the original. Two packed cells are equal when their bytes are.
public struct PackedCell: Equatable, Sendable {
  /// The record.
  let bytes: [UInt8]

  /// Packs `cell`, leaving its interaction state to ``CellState/init(of:)``.
  public init(_ cell: Cell) {
    var packer = CellPacker()
    packer.pack(cell)
    bytes = packer.bytes
  }

  /// The cell's id.
  public var id: String {
    withFields { fields in
      guard let field = fields.next() else { return "" }
      return String(decoding: field.bytes, as: UTF8.self)
    }
  }

  /// The bytes that this cell takes, allocation included.
  public var byteCount: Int { bytes.capacity + 32 }

  /// Calls `body` with an iterator over the fields, which is valid inside of `body` only.
  @inline(__always)
  func withFields<Result>(_ body: (inout PackedFields) -> Result) -> Result {
    bytes.withUnsafeBufferPointer {
      var fields = PackedFields(bytes: $0)
      return body(&fields)
    }
  }
}

/// What a field of a packed cell holds.
enum FieldTag: UInt8 {
  case id = 1
  case title, subtitle, footnote, caption, description, preview, number
  /// Begins an icon of the icon stack; `iconName`, `iconText` and `iconLabel` follow, here and inside of a status or action.
  case icon
  case iconName, iconText, iconLabel
  /// Begins the detail image; the payload is its shape.
  case image
  /// Begins an avatar; the payload is its shape.
  case avatar
  case initials, imageSize, imageSource, imageLabel
  /// Begins a status; the payload is its state.
  case status
  /// Begins the status info label; the payload is its state.
  case info
  case statusText, statusLabel
  case tag
  case rating
  case accessory
  /// Begins an action; the payload is its kind, then 1 where it is enabled.
  case action
  case actionID, actionTitle
  /// Bracket the items of the action before them.
  case itemsBegin, itemsEnd
  case swipeLeading, swipeTrailing, menu, detailAction
  case disabled
  case href
  case kind
  /// A grid column's text; its width follows.
  case column, columnWidth
  case header, headerTag, headerFootnote, headerDescription
  case chart, chartTitle, chartSubtitle, chartTrend, chartValue
  case truncate
  case data
  /// The text to display in place of the field before it.
  case display

  /// The tag with this raw value, which a packer wrote.
  @inline(__always)
  init(code: UInt8) {
    assert(FieldTag(rawValue: code) != nil)
    // The raw values count up from 1, as the cases do from 0.
    self = unsafeBitCast(code &- FieldTag.id.rawValue, to: FieldTag.self)
  }

  /// Whether the field is a text that rows or headers show, and so is analysed.
  var isLaidOutText: Bool {
    switch self {
    case .title, .subtitle, .footnote, .caption, .description, .number, .iconText, .initials, .statusText,
      .tag, .actionTitle, .column, .headerTag, .headerFootnote, .headerDescription, .chartTitle,
      .chartSubtitle, .chartTrend:
      true
    default: false
    }
  }

  /// Whether the text has one line in every view, also where nothing bounds it.
  var hasOneLine: Bool {
    switch self {
    case .number, .iconText, .initials, .statusText, .tag, .actionTitle, .column, .headerTag: true
    default: false
    }
  }

  /// The role of the texts of icons behind this field, which is no text itself; `role` where it makes no difference.
  func fontRole(ofIconsAfter role: FontRole) -> FontRole {
    switch self {
    case .status, .info: .status
    case .action: .action
    case .icon: .label
    default: role
    }
  }

  /// Whether no field that rows lay out comes from here on; what follows is for the object header.
  var endsLaidOutFields: Bool {
    switch self {
    case .preview, .header: true
    default: false
    }
  }
}

/// One field of a packed cell.
struct PackedField {
  /// Six bits of tag and two of flags.
  let head: UInt8
  /// The payload, inside of the record.
  let bytes: UnsafeBufferPointer<UInt8>

  @inline(__always)
  init(head: UInt8, bytes: UnsafeBufferPointer<UInt8>) {
    self.head = head
    self.bytes = bytes
  }

  var tag: FieldTag { @inline(__always) get { FieldTag(code: head & PackedFields.tag) } }
  /// Whether the text is printable ASCII throughout (0x20…0x7E).
  var isASCII: Bool { @inline(__always) get { head & PackedFields.isASCII != 0 } }
  /// Whether the next field is the text to display in place of this one.
  var hasDisplay: Bool { @inline(__always) get { head & PackedFields.hasDisplay != 0 } }

  /// The payload as a string.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The payload's first byte; 0 where it is empty.
  var byte: UInt8 { @inline(__always) get { bytes.first ?? 0 } }

  /// The payload as a sequence of whole numbers that are not negative; what is larger than 2³¹−1 counts as that.
  func integer(at index: Int) -> Int {
    Int(max(0, min(double(at: index), Double(Int32.max))))
  }

  /// The payload as a sequence of doubles.
  func double(at index: Int) -> Double {
    guard bytes.count >= (index + 1) * 8 else { return 0 }
    return Double(
      bitPattern: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
  }
}

/// An iterator over the fields of a packed cell.
///
/// A field is a byte (6 bits of tag, 0x40 has display, 0x80 printable ASCII), its length in LEB128, its payload.
/// Records are made by `CellPacker` alone, so that a field never reaches over the end of its record.
struct PackedFields: IteratorProtocol {
  static let isASCII: UInt8 = 0x80
  static let hasDisplay: UInt8 = 0x40
  static let tag: UInt8 = 0x3F

  /// Where the next field begins, and where the last ends.
  private var position: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>

  @inline(__always)
  init(bytes: UnsafeBufferPointer<UInt8>) {
    position = bytes.baseAddress ?? ("" as StaticString).utf8Start
    end = position + bytes.count
  }

  /// Where the fields stand that are left.
  var memory: Range<UnsafePointer<UInt8>> { position..<end }

  /// The next field, or `nil` at the end.
  @inline(__always)
  mutating func next() -> PackedField? { position < end ? take() : nil }

  /// The next field, of which there is one.
  @inline(__always)
  private mutating func take() -> PackedField {
    let head = position[0]
    var length = Int(position[1])
    position += 2
    if length >= 0x80 { length = longLength(length) }
    let payload = UnsafeBufferPointer(start: position, count: length)
    position += length
    return PackedField(head: head, bytes: payload)
  }

  /// Whether the next field has `tag`, and is displayed as it is.
  @inline(__always)
  func isNext(_ tag: FieldTag) -> Bool { position < end && position[0] & ~Self.isASCII == tag.rawValue }

  /// The next field, if it has `tag` and is displayed as it is.
  @inline(__always)
  mutating func next(_ tag: FieldTag) -> PackedField? { isNext(tag) ? take() : nil }

  /// The rest of a length that one byte does not hold.
  @inline(__always)
  private mutating func longLength(_ first: Int) -> Int {
    var length = first & 0x7F
    var shift = 7
    while true {
      let part = Int(position[0])
      position += 1
      length |= (part & 0x7F) &<< shift
      shift &+= 7
      if part < 0x80 { return length }
    }
  }
}
