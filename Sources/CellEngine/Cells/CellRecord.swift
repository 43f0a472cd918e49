/// The packed form of a cell, in which sessions keep it: every member except the interaction state,
/// in one immutable allocation.
///
/// A record is a sequence of fields (``RecordField``). A text is examined once, when it is written:
/// its field has a flag for printable ASCII. If its bytes must not reach a terminal, the text to
/// display follows it. Two records are equal if their bytes are. ``RecordWriter`` writes them,
/// ``RecordReader`` reads them.
public struct CellRecord: Equatable, @unchecked Sendable {
  // The memory does not change after the record is made.

  /// The members of the note are apart, so that it takes 26 bytes.
  private struct Header {
    let high: UInt64
    let low: UInt64
    let size: RecordSize
    let traits: CellTraits
  }

  /// The bytes of the fields. The header of an array would take 12 bytes more.
  private let memory: ManagedBuffer<Header, UInt8>

  /// A copy of fields.
  ///
  /// - Parameter dataBytes: the bytes of the last field if it is `data`, else 0.
  init(copying bytes: UnsafeBufferPointer<UInt8>, dataBytes: Int, _ note: RecordNote) {
    memory = ManagedBuffer.create(minimumCapacity: bytes.count) { _ in
      Header(
        high: note.high, low: note.low, size: RecordSize(count: bytes.count, dataBytes: dataBytes),
        traits: note.traits)
    }
    memory.withUnsafeMutablePointerToElements {
      if let source = bytes.baseAddress { $0.initialize(from: source, count: bytes.count) }
    }
  }

  /// The cell's id.
  public var id: String {
    withFields { fields in
      var fields = fields
      return fields.next()?.string ?? ""
    }
  }

  /// The numbers that lists need.
  public var note: RecordNote {
    memory.withUnsafeMutablePointerToHeader {
      RecordNote(high: $0.pointee.high, low: $0.pointee.low, traits: $0.pointee.traits)
    }
  }

  /// Where the record is in memory. Its bytes are there as long as it is.
  public var address: UnsafeRawPointer {
    @inline(__always) get { UnsafeRawPointer(Unmanaged.passUnretained(memory).toOpaque()) }
  }

  /// Whether two records have the same bytes.
  public static func == (left: CellRecord, right: CellRecord) -> Bool {
    left.isSame(as: right) || right.withBytes { left.hasBytes($0) }
  }

  /// Whether two records are in the same memory.
  public func isSame(as other: CellRecord) -> Bool { memory === other.memory }

  /// Whether these are the bytes of the record.
  func hasBytes(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    withBytes { bytes in
      guard bytes.count == other.count else { return false }
      var index = 0
      while index &+ 8 <= bytes.count {
        guard ByteBlock(bytes, at: index).bits == ByteBlock(other, at: index).bits else { return false }
        index &+= 8
      }
      while index < bytes.count {
        guard bytes[index] == other[index] else { return false }
        index &+= 1
      }
      return true
    }
  }

  /// The size of the record in memory, in bytes. Before the fields are 16 bytes of an object, 26 of
  /// the header, and 8 of the allocator, whose blocks are multiples of 16 bytes.
  public var byteCount: Int {
    // `memory.header` is checked for exclusive access. Benchmarks/NOTES.md, "Views with an order of
    // their own", has the time.
    @inline(__always) get {
      (50 + memory.withUnsafeMutablePointerToHeader { $0.pointee.size.count } + 15) & ~15
    }
  }

  /// The fields, which are valid as long as the record.
  public var content: RecordContent {
    @inline(__always) get {
      memory.withUnsafeMutablePointers {
        RecordContent(fields: $1, $0.pointee.size, isObject: $0.pointee.traits.isObject)
      }
    }
  }

  /// Calls `body` with an iterator over the fields, which is valid inside of `body` only.
  @inline(__always)
  package func withFields<Result>(_ body: (RecordFields) -> Result) -> Result {
    withBytes { body(RecordFields(bytes: $0)) }
  }

  /// Calls `body` with the fields as bytes, which are valid inside of `body` only.
  @inline(__always)
  public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    memory.withUnsafeMutablePointers { body(UnsafeBufferPointer(start: $1, count: $0.pointee.size.count)) }
  }
}

/// The member of a cell that a field of a record holds, or the beginning of a member with parts.
/// Texts that rows or headers show have a ``TextTag`` instead.
package enum FieldTag: UInt8 {
  case id = 1
  /// Begins an icon of the icon stack. Its parts follow, as they do in a status or an action
  /// without this tag.
  case icon
  case iconName, iconLabel
  /// Begins the detail image; the payload is its shape.
  case image
  /// Begins an avatar; the payload is its shape.
  case avatar
  case imageSize, imageSource, imageLabel
  /// Begins a status; the payload is its state.
  case status
  /// Begins the status info label; the payload is its state.
  case info
  case statusLabel
  case rating
  case accessory
  /// Begins an action; the payload is its choices.
  case action
  case actionID
  /// Bracket the items of the action before them.
  case itemsBegin, itemsEnd
  /// Entries of the swipe and of the context menu. The payload is an id; if it is empty, the action
  /// follows.
  case swipeLeading, swipeTrailing, menu
  case detailAction
  case disabled
  case href
  case kind
  /// The width of the grid column before it.
  case columnWidth
  case header
  /// Begins the chart of a header; the payload is its form.
  case chart
  case chartValue
  /// Begins the trend of a chart; the payload is its state.
  case trend
  case truncate
  case data
  /// The text to display instead of the field before it.
  case display
  case count

  /// Whether rows show neither this field nor those after it, which are for the object header. The
  /// preview before it is shown by rows that reveal it.
  var endsLaidOutFields: Bool { self == .header }
}

/// The member of a cell that a text holds which rows or headers show.
///
/// The switches over it have no `default`, unless the table of members decides: the compiler names
/// each place that a new text needs.
package enum TextTag: UInt8 {
  // After the tags of other fields.
  case title = 40
  case subtitle, footnote, caption, description, number
  case iconText, initials, statusText, tag, actionTitle
  /// A grid column's text; its width follows.
  case column
  case headerTag, headerFootnote, headerDescription
  case chartTitle, chartSubtitle, chartKPI
  /// The labels of the lowest and the highest value: the client's, or those that celld made.
  case chartMinimum, chartMaximum
  case actionTitleOn
  case preview

  /// Whether a cell whose text shows nothing is as one without it.
  var isAbsentIfBlank: Bool { self != .title && self != .column }

  /// The tags of texts that have one line in every view, even without a limit of lines, as bits.
  static let lines = CellMember.Kind.allCases.flatMap(CellMember.members).reduce(0 as UInt64) {
    $1.hasOneLine ? $0 | 1 << UInt64($1.tag) : $0
  }
}

/// A field of a record.
package struct RecordField {
  /// Six bits of tag and two of flags.
  let head: UInt8
  /// The payload, inside of the record.
  package let bytes: UnsafeBufferPointer<UInt8>

  @inline(__always)
  init(head: UInt8, bytes: UnsafeBufferPointer<UInt8>) {
    self.head = head
    self.bytes = bytes
  }

  /// The tag of a field that is not a text which rows or headers show.
  package var tag: FieldTag {
    @inline(__always) get { FieldTag(rawValue: head & RecordFields.tag) ?? .display }
  }
  /// The tag of a text that rows or headers show; `nil` for other fields.
  package var textTag: TextTag? { @inline(__always) get { TextTag(rawValue: head & RecordFields.tag) } }
  /// Whether all of the text is printable ASCII (0x20…0x7E).
  var isASCII: Bool { @inline(__always) get { head & RecordFields.isASCII != 0 } }
  /// Whether the next field is the text to display instead of this one.
  package var hasDisplay: Bool { @inline(__always) get { head & RecordFields.hasDisplay != 0 } }

  /// The payload as a string.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The payload's first byte; 0 if it is empty.
  package var byte: UInt8 { @inline(__always) get { bytes.first ?? 0 } }

  /// A number of a payload of doubles, as an integer in 0…2³¹−1.
  package func integer(at index: Int) -> Int {
    Int(max(0, min(double(at: index), Double(Int32.max))))
  }

  /// A number of a payload of doubles; 0 after the last.
  package func double(at index: Int) -> Double {
    guard bytes.count >= (index + 1) * 8 else { return 0 }
    return Double(
      bitPattern: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
  }
}

// The payloads of members that are not texts.
extension RecordField {
  /// The state of a status.
  package var state: Status.State { Status.State(code: byte) ?? .neutral }

  /// The shape that a client set for an image.
  package var imageShape: Image.Shape? { byte & 0x7F == 0 ? nil : Image.Shape(code: (byte & 0x7F) &- 1) }

  /// Whether an image shows a person.
  package var showsPerson: Bool { byte & 0x80 != 0 }

  package var cellKind: Cell.Kind { Cell.Kind(code: byte) ?? .object }
  package var accessory: Accessory { Accessory(code: byte) ?? .none }

  /// The bits of a choice in the first byte. A choice that can be absent has one code more.
  package func bits(of choice: CellMember.Choice, from shift: UInt8) -> UInt8 {
    byte >> shift & choice.mask
  }

  package var rating: Rating {
    Rating(
      value: double(at: 0), max: integer(at: 1), count: bytes.count > 16 ? integer(at: 2) : nil)
  }

  package var count: Int32 { Int32(truncatingIfNeeded: integer(at: 0)) }

  package var columnWidth: GridColumn.Width {
    double(at: 0) == 0 ? .fixed(double(at: 1)) : .fraction(double(at: 1))
  }

  package var actionKind: Action.Kind { Action.Kind(code: bits(of: .action, from: 0)) ?? .button }
  package var actionRole: Action.Role {
    Action.Role(code: bits(of: .role, from: CellMember.roleShift)) ?? .normal
  }
  package var presentation: Action.Presentation {
    Action.Presentation(code: bits(of: .presentation, from: CellMember.presentationShift)) ?? .auto
  }
  package var isActionEnabled: Bool { byte >> CellMember.enabledShift & 1 != 0 }
  package var chartForm: HeaderContent.Chart.Form { HeaderContent.Chart.Form(code: byte) ?? .column }

  /// All numbers of a payload of doubles.
  package var doubles: [Double] { (0..<bytes.count / 8).map { double(at: $0) } }

  /// A slot, and how the cell wants it to be cut.
  package var truncation: (slot: Slot, mode: TruncationMode)? {
    guard bytes.count == 2, let slot = Slot(code: bytes[0]), let mode = TruncationMode(code: bytes[1]) else {
      return nil
    }
    return (slot, mode)
  }
}

/// An iterator over the fields of a record.
///
/// A field is a byte (6 bits of tag, 0x40 has display, 0x80 printable ASCII), its length in LEB128,
/// its payload. ``RecordWriter`` alone makes records, so a field never ends after its record.
package struct RecordFields: IteratorProtocol {
  static let isASCII: UInt8 = 0x80
  static let hasDisplay: UInt8 = 0x40
  static let tag: UInt8 = 0x3F

  /// The beginning of the next field, and the end of the last.
  private var position: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>

  @inline(__always)
  init(bytes: UnsafeBufferPointer<UInt8>) {
    position = bytes.baseAddress ?? ("" as StaticString).utf8Start
    end = position + bytes.count
  }

  /// The fields of a record, which are valid as long as it is.
  @inline(__always)
  package init(_ content: RecordContent) { self.init(bytes: content.fields) }

  /// Fields that are next to each other in a record.
  @inline(__always)
  init(_ memory: Range<UnsafePointer<UInt8>>) { (position, end) = (memory.lowerBound, memory.upperBound) }

  /// The tag of the next field; `nil` at the end.
  package var nextTag: UInt8? { @inline(__always) get { position < end ? position[0] & Self.tag : nil } }

  /// The memory of the fields that are left.
  package var memory: Range<UnsafePointer<UInt8>> { position..<end }

  /// The next field, or `nil` at the end.
  @inline(__always)
  package mutating func next() -> RecordField? { position < end ? take() : nil }

  /// The next field whose tag is one of these bits.
  @inline(__always)
  mutating func next(in tags: UInt64) -> RecordField? {
    var next = position
    while next < end {
      let head = next[0]
      if tags &>> UInt64(head & Self.tag) & 1 != 0 {
        position = next
        return take()
      }
      let length = next[1]
      next += 2
      if length < 0x80 {
        next += Int(length)
      } else {
        position = next
        let length = longLength(Int(length))
        next = position + length
      }
    }
    position = end
    return nil
  }

  /// The next field; there must be one.
  @inline(__always)
  private mutating func take() -> RecordField {
    let head = position[0]
    var length = Int(position[1])
    position += 2
    if length >= 0x80 { length = longLength(length) }
    let payload = UnsafeBufferPointer(start: position, count: length)
    position += length
    return RecordField(head: head, bytes: payload)
  }

  /// The next field, if it has `tag`.
  @inline(__always)
  mutating func next(_ tag: FieldTag) -> RecordField? { isNext(tag.rawValue) ? take() : nil }

  /// The next text, if it has `tag` and is displayed as it is.
  @inline(__always)
  mutating func next(_ tag: TextTag) -> RecordField? { isNext(tag.rawValue) ? take() : nil }

  /// Whether the next field has the tag of this byte, and is displayed as it is.
  @inline(__always)
  private func isNext(_ tag: UInt8) -> Bool { position < end && position[0] & ~Self.isASCII == tag }

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
