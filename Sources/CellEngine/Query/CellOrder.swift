/// The order of a view, made ready for many cells: which cells it shows, and the keys that sort
/// them.
public struct CellOrder: Sendable {
  /// A sort key whose field is an index.
  struct Component: Sendable {
    let field: Int
    let descending: Bool
    let numeric: Bool
    /// The index of the words that its texts have to fit; -1 for none.
    var fuzzy = -1
  }

  let fields: [CellField]
  let filter: CellFilter?
  let group: Component?
  let sort: [Component]
  /// The typed words of fuzzy components.
  let typed: [String]
  /// The values of the groups whose cells are hidden.
  public let collapsed: Set<QueryValue>

  /// The number of conditions that may be checked for a cell.
  public var conditionCount: Int { filter?.conditionCount ?? 0 }
  /// Whether reading a key takes time in proportion to the data of its cell.
  public var readsData: Bool { fields.contains { $0.member == .data || $0.member == .text } }
  /// Whether nothing but the data of a cell is read.
  public var readsOnlyData: Bool { !fields.isEmpty && fields.allSatisfy { $0.member == .data } }
  /// Whether cells are in groups.
  public var isGrouped: Bool { group != nil }
  /// Whether cells may be in another order than in the session.
  var isSorted: Bool { group != nil || !sort.isEmpty }

  /// The order of a query. Groups are in ascending order, unless the query sorts by their field in
  /// another way.
  public init(_ query: Query) {
    var fields: [CellField] = []
    filter = query.condition.map { CellFilter($0, &fields) }
    var typed: [String] = []
    sort = query.sort.map { key in
      var component = Component(
        field: fields.place(of: key.field), descending: key.descending, numeric: key.numeric)
      if let words = key.fuzzy {
        component.fuzzy = typed.count
        typed.append(words)
      }
      return component
    }
    self.typed = typed
    group = query.group.map { field in
      let key = query.sort.first { $0.field == field && $0.fuzzy == nil }
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
    switch value {
    case .null: key.append(group, nil)
    case .bool(let bool): key.append(group, .bool(bool))
    case .number(let number): key.append(group, .number(number))
    case .text(var text):
      if fields[group.field].isState, let state = Status.State(rawValue: text) {
        key.append(group, .state(state))
      } else {
        text.withUTF8 { key.append(group, .text($0)) }
      }
    }
    return key.bytes.withElements { Array($0) }
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
public struct OrderReader: ~Copyable {
  private var values: FieldValues
  private var entry: OrderKey

  /// A reader without a cell.
  ///
  /// - Parameter interruption: ends the reading of a cell early. Its key is then of no use.
  public init(_ order: CellOrder, unless interruption: Interruption = .never) {
    values = FieldValues(of: order.fields, unless: interruption)
    entry = OrderKey(order, unless: interruption)
  }

  /// The key of a cell, which is valid until the next cell is read. The bytes of keys are in the
  /// order of cells; cells with equal keys are in the order of the session. No key is the beginning
  /// of another one.
  ///
  /// It is the key of the group, a byte 1, and the key of the cell in its group. Its memory has at
  /// least 256 bytes.
  public struct Key {
    public let bytes: UnsafeBufferPointer<UInt8>
    /// The bytes of the key that are the key of the group.
    public let groupLength: Int
  }

  /// The bytes of the key of the cell that was read last.
  public var key: [UInt8] { entry.bytes.withElements { Array($0) } }
  /// The bytes of ``key`` that are the key of the group.
  public var groupLength: Int { entry.groupLength }
  /// The value of the group of the cell that was read last.
  public var group: QueryValue { entry.group }

  /// Reads a cell. The record must be in memory until the call returns.
  ///
  /// - Returns: its key; `nil` if the order does not show the cell.
  public mutating func read(_ record: RecordContent, unread: Bool, selected: Bool) -> Key? {
    guard values.read(record, unread: unread, selected: selected, for: &entry, { $1.take($0) }) else {
      return nil
    }
    return Key(
      bytes: UnsafeBufferPointer(start: entry.bytes.storage, count: entry.bytes.count),
      groupLength: entry.groupLength)
  }

  /// Reads a cell and its key.
  ///
  /// - Returns: whether the order shows the cell. Only then the key is set. An order that sorts or
  ///   groups shows no sections of the session.
  public mutating func read(_ record: borrowing CellRecord, unread: Bool, selected: Bool) -> Bool {
    withExtendedLifetime(record) { read(record.content, unread: unread, selected: selected) != nil }
  }

  /// Reads the key of a cell that the order shows. Its condition is not checked again.
  public mutating func readKey(_ record: borrowing CellRecord, unread: Bool, selected: Bool) {
    withExtendedLifetime(record) {
      values.read(record.content, unread: unread, selected: selected, for: &entry) { $1.setKey($0) }
    }
  }
}

/// The key of a cell in an order.
private struct OrderKey: ~Copyable {
  private let filter: CellFilter?
  private let isSorted: Bool
  private let groupComponent: CellOrder.Component?
  private var sort = Scratch<CellOrder.Component>()
  /// Buffers for texts that are not ASCII.
  private var fold = TextFold()
  private var foldKey: [UInt8] = []
  private var fuzzy: [FuzzyPoints]
  private var scratch: FilterScratch
  private(set) var bytes = Scratch<UInt8>(capacity: 256)
  private(set) var groupLength = 0

  init(_ order: CellOrder, unless interruption: Interruption = .never) {
    filter = order.filter
    scratch = FilterScratch(interruption)
    fuzzy = order.typed.map { FuzzyPoints($0) }
    isSorted = order.isSorted
    groupComponent = order.group
    for component in order.sort { sort.append(component) }
  }

  /// Sets the key of a cell with these values. Returns whether the cell is in the order.
  mutating func take(_ values: borrowing FieldValues) -> Bool {
    if isSorted, values.kind == .section { return false }
    if let filter, !filter.isMet(by: values, &scratch) { return false }
    setKey(values)
    return true
  }

  /// Sets the key of a cell with these values.
  mutating func setKey(_ values: borrowing FieldValues) {
    bytes.removeAll()
    if let groupComponent { append(groupComponent, values.first(groupComponent.field)) }
    groupLength = bytes.count
    bytes.append(1)
    for index in sort.indices {
      let component = sort[index]
      append(component, values.first(component.field))
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
    if component.fuzzy >= 0 {
      let points = value?.withText { fuzzy[component.fuzzy].points(of: Self.sortedPart(of: $0)) } ?? 0
      guard points > 0 else { return bytes.append(Self.absent) }
      return append(Double(points), descending: !component.descending)
    }
    if case .number(let number)? = value { return append(number, descending: component.descending) }
    let start = bytes.count
    guard let value, append(value, numeric: component.numeric) else {
      bytes.append(Self.absent)
      return
    }
    guard component.descending else { return }
    var index = start
    while index < bytes.count {
      bytes[index] = ~bytes[index]
      index &+= 1
    }
  }

  /// Appends a value. Returns false if it is not a number, and should be one.
  private mutating func append(_ value: FieldValue, numeric: Bool) -> Bool {
    if numeric {
      guard let number = value.number else { return false }
      append(number, descending: false)
      return true
    }
    switch value {
    case .number(let number): append(number, descending: false)
    case .bool(let bool):
      bytes.append(Self.bool)
      bytes.append(bool ? 1 : 0)
    case .state(let state):
      bytes.append(Self.rank)
      bytes.append(state.severity)
    case .text(let text): append(text)
    case .escaped, .kind, .accessory: value.withText { append($0) }
    }
    return true
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    let text = Self.sortedPart(of: text)
    bytes.append(Self.text)
    if !TextFold.appendKey(ofASCII: text, to: &bytes) {
      fold.removeAll()
      foldKey.removeAll(keepingCapacity: true)
      fold.append(text)
      fold.end()
      TextFold.appendKey(ofFold: fold.bytes, to: &foldKey)
      for byte in foldKey { bytes.append(byte) }
    }
    // Equal folds are ordered by their scalars, which is the order of the bytes of UTF-8.
    bytes.reserve(2 * text.count + 1)
    for byte in text {
      if byte <= 1 { bytes.appendReserved(1) }
      bytes.appendReserved(byte <= 1 ? byte + 1 : byte)
    }
    bytes.appendReserved(0)
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
  @inline(__always)
  private mutating func append(_ number: Double, descending: Bool) {
    // The sign bit is inverted, and all bits of a negative number. There is one zero.
    let bits = (number == 0 ? 0 : number).bitPattern
    let ordered = bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    bytes.reserve(9)
    bytes.appendReserved(descending ? ~Self.number : Self.number)
    UnsafeMutableRawPointer(bytes.storage + bytes.count).storeBytes(
      of: (descending ? ~ordered : ordered).bigEndian, as: UInt64.self)
    bytes.count &+= 8
  }

  // MARK: Groups

  /// The value of the group, read from its key. Equal keys have equal values.
  var group: QueryValue {
    guard let groupComponent else { return .null }
    let inverted: UInt8 = groupComponent.descending ? 0xFF : 0
    guard bytes[0] != Self.absent else { return .null }
    let parts = (1..<groupLength).map { bytes[$0] ^ inverted }
    switch bytes[0] ^ inverted {
    case Self.bool: return .bool(parts[0] != 0)
    case Self.number: return .number(Self.number(of: parts))
    case Self.rank:
      let state = Status.State.allCases.first { $0.severity == parts[0] }
      return .text((state ?? .neutral).rawValue)
    default:
      // The text is after its fold, which ends with the first zero.
      var text: [UInt8] = []
      var isEscaped = false
      for byte in parts.drop(while: { $0 != 0 }).dropFirst().dropLast() {
        if byte == 1, !isEscaped {
          isEscaped = true
        } else {
          text.append(isEscaped ? byte - 1 : byte)
          isEscaped = false
        }
      }
      return .text(String(decoding: text, as: UTF8.self))
    }
  }

  private static func number(of bytes: [UInt8]) -> Double {
    let ordered = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return Double(bitPattern: ordered >> 63 == 0 ? ~ordered : ordered & ~(1 << 63))
  }
}
