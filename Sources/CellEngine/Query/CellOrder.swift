/// The order of a view, made ready for many cells: which cells it shows, and the keys that sort
/// them.
public struct CellOrder: Sendable {
  /// A sort key whose field is an index.
  struct Component: Sendable {
    let field: Int
    let descending: Bool
    let numeric: Bool
  }

  let fields: [CellField]
  let filter: CellFilter?
  let group: Component?
  let sort: [Component]
  /// The values of the groups whose cells are hidden.
  public let collapsed: Set<QueryValue>

  /// The number of conditions that may be checked for a cell.
  public var conditionCount: Int { filter?.conditionCount ?? 0 }
  /// Whether reading a key takes time in proportion to the data of its cell.
  public var readsData: Bool { fields.contains { $0.member == .data || $0.member == .text } }
  /// Whether cells are in groups.
  public var isGrouped: Bool { group != nil }
  /// Whether cells may be in another order than in the session.
  var isSorted: Bool { group != nil || !sort.isEmpty }

  /// The order of a query. Groups are in ascending order, unless the query sorts by their field in
  /// another way.
  public init(_ query: Query) {
    var fields: [CellField] = []
    filter = query.condition.map { CellFilter($0, &fields) }
    sort = query.sort.map { key in
      Component(field: fields.place(of: key.field), descending: key.descending, numeric: key.numeric)
    }
    group = query.group.map { field in
      let key = query.sort.first { $0.field == field }
      return Component(
        field: fields.place(of: field), descending: key?.descending ?? false, numeric: key?.numeric ?? false)
    }
    self.fields = fields
    collapsed = Set(query.collapsed)
  }
}

extension CellOrder {
  /// The beginning of the keys of all cells in the group of a value.
  public func key(ofGroup value: QueryValue) -> [UInt8] {
    guard let group else { return [] }
    var key = OrderKey(self)
    key.append(group, value.fieldValue(in: fields[group.field]))
    return key.bytes
  }
}

extension QueryValue {
  /// The value of a field that the group of this value has.
  fileprivate func fieldValue(in field: CellField) -> FieldValue? {
    switch self {
    case .null: nil
    case .bool(let bool): .bool(bool)
    case .number(let number): .number(number)
    case .text(let text):
      switch field.member {
      case .statusState, .infoState: .word(text, rank: Status.State(rawValue: text)?.severity)
      default: .word(text, rank: nil)
      }
    }
  }
}

extension CellRecord {
  /// Whether it is the section of a group, which no client pushed: its id begins with U+0001.
  public var isSectionOfView: Bool {
    withFields { fields in
      var fields = fields
      return fields.next()?.byte == 1
    }
  }
}

/// Reads cells in an order. It owns buffers; use one for each thread.
public struct OrderReader {
  private var values: FieldValues
  private var entry: OrderKey

  /// A reader without a cell.
  public init(_ order: CellOrder) {
    values = FieldValues(of: order.fields)
    entry = OrderKey(order)
  }

  /// The key of the cell that was read last. The bytes of keys are in the order of cells; cells
  /// with equal keys are in the order of the session.
  ///
  /// It is the key of the group, a byte 1, and the key of the cell in its group.
  public var key: [UInt8] { entry.bytes }
  /// The bytes of ``key`` that are the key of the group.
  public var groupLength: Int { entry.groupLength }
  /// The value of the group of the cell that was read last.
  public var group: QueryValue { entry.group }

  /// Reads a cell and its key.
  ///
  /// - Returns: whether the order shows the cell. Only then the key is set. An order that sorts or
  ///   groups shows no sections of the session.
  public mutating func read(_ record: borrowing CellRecord, unread: Bool, selected: Bool) -> Bool {
    values.read(record, unread: unread, selected: selected, for: &entry) { $1.take($0) }
  }

  /// Reads the key of a cell that the order shows. Its condition is not checked again.
  public mutating func readKey(_ record: borrowing CellRecord, unread: Bool, selected: Bool) {
    values.read(record, unread: unread, selected: selected, for: &entry) { $1.setKey($0) }
  }
}

/// The key of a cell in an order.
private struct OrderKey {
  private let order: CellOrder
  private var scratch: [UInt8] = []
  private(set) var bytes: [UInt8] = []
  private(set) var groupLength = 0
  private(set) var group = QueryValue.null

  init(_ order: CellOrder) {
    self.order = order
  }

  /// Sets the key of a cell with these values. Returns whether the cell is in the order.
  mutating func take(_ values: borrowing FieldValues) -> Bool {
    if order.isSorted, values.kind == .section { return false }
    if let filter = order.filter, !filter.isMet(by: values, &scratch) { return false }
    setKey(values)
    return true
  }

  /// Sets the key of a cell with these values.
  mutating func setKey(_ values: borrowing FieldValues) {
    bytes.removeAll(keepingCapacity: true)
    if let component = order.group {
      let value = values.values[component.field].first
      append(component, value)
      group = Self.groupValue(of: value, numeric: component.numeric)
    }
    groupLength = bytes.count
    bytes.append(1)
    for component in order.sort { append(component, values.values[component.field].first) }
  }

  /// The value of a group. Equal keys have equal values.
  private static func groupValue(of value: FieldValue?, numeric: Bool) -> QueryValue {
    if numeric { return value?.number.map { .number($0 == 0 ? 0 : $0) } ?? .null }
    return switch value {
    case nil: .null
    case .text(let text): .text(String(decoding: sortedPart(of: text), as: UTF8.self))
    case .word(var word, _): .text(word.withUTF8 { String(decoding: sortedPart(of: $0), as: UTF8.self) })
    case .number(let number): .number(number == 0 ? 0 : number)
    case .bool(let bool): .bool(bool)
    }
  }

  // The first byte of each part. Booleans are before numbers, and those before texts.
  private static let bool: UInt8 = 0x10
  private static let number: UInt8 = 0x20
  private static let rank: UInt8 = 0x30
  private static let text: UInt8 = 0x40
  /// Absent values are last, also in a descending order.
  private static let absent: UInt8 = 0xFF

  /// Appends a part of the key: the first value of a field. The bytes of a descending part are
  /// inverted.
  mutating func append(_ component: CellOrder.Component, _ value: FieldValue?) {
    let start = bytes.count
    guard let value, append(value, numeric: component.numeric) else {
      bytes.append(Self.absent)
      return
    }
    guard component.descending else { return }
    for index in start..<bytes.count { bytes[index] = ~bytes[index] }
  }

  /// Appends a value. Returns false if it is not a number, and should be one.
  private mutating func append(_ value: FieldValue, numeric: Bool) -> Bool {
    if numeric {
      guard let number = value.number else { return false }
      append(number)
      return true
    }
    switch value {
    case .number(let number): append(number)
    case .bool(let bool):
      bytes.append(Self.bool)
      bytes.append(bool ? 1 : 0)
    case .word(_, let rank?):
      bytes.append(Self.rank)
      bytes.append(rank)
    case .word(var word, nil): word.withUTF8 { append($0) }
    case .text(let text): append(text)
    }
    return true
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    let text = Self.sortedPart(of: text)
    bytes.append(Self.text)
    scratch.removeAll(keepingCapacity: true)
    TextFold.append(text, to: &scratch)
    TextFold.appendKey(ofFold: scratch, to: &bytes)
    // Equal folds are ordered by their scalars, which is the order of the bytes of UTF-8.
    for byte in text { TextFold.append(keyByte: byte, to: &bytes) }
    bytes.append(0)
  }

  /// The beginning of a text that decides its place: at most 256 bytes, and whole scalars. The rest
  /// of a longer text has no effect.
  private static func sortedPart(of text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard text.count > Query.valueLimit else { return text }
    var end = Query.valueLimit
    while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return UnsafeBufferPointer(rebasing: text[..<end])
  }

  /// Appends eight bytes in the order of numbers.
  private mutating func append(_ number: Double) {
    bytes.append(Self.number)
    // The sign bit is inverted, and all bits of a negative number. There is one zero.
    let bits = (number == 0 ? 0 : number).bitPattern
    let ordered = bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    withUnsafeBytes(of: ordered.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
