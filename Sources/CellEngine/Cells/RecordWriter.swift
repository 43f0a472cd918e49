/// Writes the records of cells, one after the other. It keeps its memory between two of them.
public struct RecordWriter: ~Copyable {
  private var bytes = Scratch<UInt8>(capacity: 1_024)
  /// The bytes of the field of `data`, if it is written.
  private var dataBytes = 0

  /// A writer with room for most records.
  public init() {}

  /// The number of bytes that are written.
  package var count: Int { bytes.count }

  /// The bytes that are written, valid until the next change.
  package var fields: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes.storage, count: bytes.count)
  }

  /// Begins a new record.
  package mutating func begin() {
    bytes.removeAll()
    dataBytes = 0
  }

  /// Removes what was written after the first `count` bytes.
  package mutating func rewind(to count: Int) { bytes.keepFirst(count) }

  /// Returns the record that is written.
  ///
  /// - Parameters:
  ///   - high: the halves of a hash of the id, for a list.
  ///   - known: a record that is returned itself if it has the same content.
  package func record(high: UInt64 = 0, low: UInt64 = 0, known: CellRecord? = nil) -> CellRecord {
    if let known, known.hasBytes(fields) { return known }
    let traits = CellTraits(of: RecordFields(bytes: fields))
    return CellRecord(
      copying: fields, dataBytes: dataBytes, RecordNote(high: high, low: low, traits: traits))
  }

  // MARK: Fields

  /// Writes a text from a string.
  mutating func text(_ tag: UInt8, _ value: String, isLine: Bool, keepingEmpty: Bool) {
    guard keepingEmpty || !value.isEmpty else { return }
    var value = value
    value.withUTF8 { text(tag, $0, isLine: isLine) }
  }

  /// Writes a label of a series from the client's own, which can be empty, and the one to show if
  /// the own one shows nothing.
  package mutating func seriesLabel(_ tag: UInt8, _ own: String, instead other: String?) {
    var own = own
    guard var other, own.withUTF8(DisplayText.showsNothing) else {
      return text(tag, own, isLine: true, keepingEmpty: false)
    }
    own.withUTF8 { field(tag, flags: RecordFields.hasDisplay, $0) }
    other.withUTF8 { field(FieldTag.display.rawValue, flags: RecordFields.isASCII, $0) }
  }

  /// Writes a text that rows or headers show, and after it the text to display if that is another
  /// one. The latter is empty if the text shows nothing: then all that rows show is as without the
  /// text.
  package mutating func text(_ tag: UInt8, _ utf8: UnsafeBufferPointer<UInt8>, isLine: Bool) {
    if !utf8.isEmpty, DisplayText.showsNothing(utf8) {
      field(tag, flags: RecordFields.hasDisplay, utf8)
      field(FieldTag.display.rawValue, flags: RecordFields.isASCII, UnsafeBufferPointer(rebasing: utf8[..<0]))
    } else if DisplayText.isPrintableASCII(utf8) {
      field(tag, flags: RecordFields.isASCII, utf8)
    } else if let display = isLine ? DisplayText.lineDisplay(of: utf8) : DisplayText.display(of: utf8) {
      field(tag, flags: RecordFields.hasDisplay, utf8)
      display.withUnsafeBufferPointer {
        let flags = DisplayText.isPrintableASCII($0) ? RecordFields.isASCII : 0
        field(FieldTag.display.rawValue, flags: flags, $0)
      }
    } else {
      field(tag, utf8)
    }
  }

  /// Writes a text that neither rows nor headers show.
  package mutating func raw(_ tag: UInt8, _ utf8: UnsafeBufferPointer<UInt8>) { field(tag, utf8) }

  mutating func raw(_ tag: UInt8, _ value: String, keepingEmpty: Bool = false) {
    guard keepingEmpty || !value.isEmpty else { return }
    var value = value
    value.withUTF8 { field(tag, $0) }
  }

  /// Writes `data`, which is the last field.
  package mutating func data(_ json: UnsafeBufferPointer<UInt8>) {
    let before = bytes.count
    field(FieldTag.data.rawValue, json)
    dataBytes = bytes.count - before
  }

  package mutating func byte(_ tag: UInt8, _ value: UInt8) {
    open(tag, count: 1)
    bytes.appendReserved(value)
  }

  /// Writes how a slot is cut.
  package mutating func mode(_ slot: Slot, _ mode: TruncationMode) {
    open(FieldTag.truncate.rawValue, count: 2)
    bytes.appendReserved(slot.code)
    bytes.appendReserved(mode.code)
  }

  package mutating func doubles(_ tag: UInt8, _ values: [Double]) {
    open(tag, count: values.count * 8)
    for value in values {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { for byte in $0 { bytes.appendReserved(byte) } }
    }
  }

  /// Writes fields of another record.
  ///
  /// - Parameter isData: whether they are the field of `data`.
  package mutating func copy(_ fields: UnsafeBufferPointer<UInt8>, isData: Bool) {
    guard let source = fields.baseAddress else { return }
    bytes.reserve(fields.count)
    (bytes.storage + bytes.count).initialize(from: source, count: fields.count)
    bytes.count &+= fields.count
    if isData { dataBytes = fields.count }
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
  public init(_ cell: Cell) { self.init(cell, high: 0, low: 0) }

  /// The record of `cell`, whose id has a hash of these halves.
  public init(_ cell: Cell, high: UInt64, low: UInt64) {
    var writer = RecordWriter()
    writer.write(Cell.rows.map { $0.get(cell) }, .cell, tag: 0)
    self = writer.record(high: high, low: low)
  }
}
