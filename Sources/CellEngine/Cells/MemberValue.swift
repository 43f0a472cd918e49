/// The value of a member, in the form that all types of values share.
enum MemberValue {
  case text(String)
  case bool(Bool)
  case number(Double)
  /// The code of a choice.
  case code(UInt8)
  case width(GridColumn.Width)
  case modes([Slot: TruncationMode])
  case list([MemberValue])
  /// The members of an object, in the order of the protocol.
  case object([MemberValue?])
}

/// A type of the values of members.
protocol MemberConvertible: Equatable, SendableMetatype {
  /// The value; `nil` if it is absent.
  var memberValue: MemberValue? { get }
  /// The value of a member that is present.
  init?(_ value: MemberValue)
}

/// A type whose properties are the members of an object.
protocol CellObject: MemberConvertible {
  /// The object without members.
  static var blank: Self { get }
  /// The table of its members, in the order of the protocol.
  static var rows: [MemberRow<Self>] { get }
}

/// A row of the table of members, with the property of a type that has the value.
struct MemberRow<Whole: CellObject>: Sendable {
  let member: CellMember
  let get: @Sendable (Whole) -> MemberValue?
  /// Whether it is as in the object without members.
  let isBlank: @Sendable (Whole) -> Bool
  let set: @Sendable (inout Whole, MemberValue) -> Void

  /// A member whose value is not shown as a text.
  init<Value: MemberConvertible>(
    _ name: StaticString, _ form: CellMember.Form, _ tag: FieldTag? = nil,
    at path: WritableKeyPath<Whole, Value> & Sendable, slot: Slot? = nil, traits: CellMember.Traits = [],
    in part: CellMember.Part = .main, range: ClosedRange<Double> = 0...0, standard: Double? = nil,
    _ summary: StaticString
  ) {
    self.init(
      CellMember(
        name, form, tag: tag?.rawValue ?? 0, slot: slot, traits, part, role: .label, value: .label,
        range: range, standard: standard, summary), at: path)
  }

  /// A text that rows or headers show.
  ///
  /// - Parameters:
  ///   - role: the role of the text.
  ///   - value: its role in a cell of the kind keyValue, if that is another.
  init<Value: MemberConvertible>(
    _ name: StaticString, _ form: CellMember.Form, _ tag: TextTag,
    at path: WritableKeyPath<Whole, Value> & Sendable, slot: Slot? = nil, traits: CellMember.Traits = [],
    in part: CellMember.Part = .main, role: FontRole = .title, value: FontRole? = nil,
    _ summary: StaticString
  ) {
    self.init(
      CellMember(
        name, form, tag: tag.rawValue, slot: slot, traits, part, role: role, value: value ?? role,
        range: 0...0, standard: nil, summary), at: path)
  }

  private init<Value: MemberConvertible>(
    _ member: CellMember, at path: WritableKeyPath<Whole, Value> & Sendable
  ) {
    self.member = member
    get = { $0[keyPath: path].memberValue }
    isBlank = { $0[keyPath: path] == Whole.blank[keyPath: path] }
    set = { whole, value in if let value = Value(value) { whole[keyPath: path] = value } }
  }
}

// MARK: Types of values

extension String: MemberConvertible {
  var memberValue: MemberValue? { .text(self) }

  init?(_ value: MemberValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

extension Bool: MemberConvertible {
  var memberValue: MemberValue? { .bool(self) }

  init?(_ value: MemberValue) {
    guard case .bool(let bool) = value else { return nil }
    self = bool
  }
}

extension Double: MemberConvertible {
  var memberValue: MemberValue? { .number(self) }

  init?(_ value: MemberValue) {
    guard case .number(let number) = value else { return nil }
    self = number
  }
}

extension Int: MemberConvertible {
  var memberValue: MemberValue? { .number(Double(self)) }

  init?(_ value: MemberValue) {
    guard let number = Double(value) else { return nil }
    self = Int(Swift.max(0, Swift.min(number, Double(Int32.max))))
  }
}

extension Optional: MemberConvertible where Wrapped: MemberConvertible {
  var memberValue: MemberValue? { self?.memberValue }

  init?(_ value: MemberValue) {
    guard let wrapped = Wrapped(value) else { return nil }
    self = wrapped
  }
}

extension Array: MemberConvertible where Element: MemberConvertible {
  var memberValue: MemberValue? { isEmpty ? nil : .list(compactMap(\.memberValue)) }

  init?(_ value: MemberValue) {
    guard case .list(let values) = value else { return nil }
    self = values.compactMap { Element($0) }
  }
}

extension Dictionary: MemberConvertible where Key == Slot, Value == TruncationMode {
  var memberValue: MemberValue? { isEmpty ? nil : .modes(self) }

  init?(_ value: MemberValue) {
    guard case .modes(let modes) = value else { return nil }
    self = modes
  }
}

extension GridColumn.Width: MemberConvertible {
  var memberValue: MemberValue? { .width(self) }

  init?(_ value: MemberValue) {
    guard case .width(let width) = value else { return nil }
    self = width
  }
}

extension ActionOffer: MemberConvertible {
  var memberValue: MemberValue? {
    switch self {
    case .reference(let id): .text(id)
    case .whole(let action): action.memberValue
    }
  }

  init?(_ value: MemberValue) {
    if let id = String(value) {
      self = .reference(id)
    } else if let action = Action(value) {
      self = .whole(action)
    } else {
      return nil
    }
  }
}

extension MemberConvertible where Self: RecordCode {
  var memberValue: MemberValue? { .code(code) }

  init?(_ value: MemberValue) {
    guard case .code(let code) = value else { return nil }
    self.init(code: code)
  }
}

extension Cell.Kind: MemberConvertible {}
extension Accessory: MemberConvertible {}
extension Status.State: MemberConvertible {}
extension Image.Shape: MemberConvertible {}
extension Action.Kind: MemberConvertible {}
extension Action.Role: MemberConvertible {}
extension Action.Presentation: MemberConvertible {}
extension HeaderContent.Chart.Form: MemberConvertible {}

extension CellObject {
  var memberValue: MemberValue? { .object(Self.rows.map { $0.get(self) }) }

  init?(_ value: MemberValue) {
    guard case .object(let values) = value else { return nil }
    self = .blank
    for (row, value) in zip(Self.rows, values) {
      if let value { row.set(&self, value) }
    }
  }
}

// MARK: Values to a record

extension RecordWriter {
  /// Writes the members of an object, with the field that begins it.
  mutating func write(_ values: [MemberValue?], _ kind: CellMember.Kind, tag: UInt8) {
    let table = ObjectTable.of(kind)
    var placed = [MemberValue?](repeating: nil, count: table.pointee.count)
    for (value, index) in zip(values, table.pointee.order) { placed[Int(index)] = value }
    if kind == .rating { return doubles(tag, numbers(of: placed)) }
    if tag != 0 { byte(tag, head(of: placed, table)) }
    let series = ValueLabels(of: placed, table)
    for (index, value) in placed.enumerated() {
      let member = table.pointee.members[index]
      if case .seriesLabel(let isHighest) = member.form {
        let made = isHighest ? series?.maximum : series?.minimum
        seriesLabel(member.tag, value.flatMap { String($0) } ?? "", instead: made)
      } else if let value {
        write(value, member)
      }
    }
  }

  private func numbers(of values: [MemberValue?]) -> [Double] {
    values.compactMap { $0.flatMap(Double.init) }
  }

  private func head(of values: [MemberValue?], _ table: UnsafePointer<ObjectTable>) -> UInt8 {
    var head: UInt8 = 0
    for (index, value) in values.enumerated() {
      switch (table.pointee.members[index].form, value) {
      case (.bits(_, let shift, let isOptional), .code(let code)):
        head |= (code + (isOptional ? 1 : 0)) << shift
      case (.bit(let bit, _), .bool(true)): head |= 1 << bit
      default: break
      }
    }
    return head
  }

  private mutating func write(_ value: MemberValue, _ member: CellMember) {
    switch (value, member.form) {
    case (.list(let values), .object) where member.tag == FieldTag.itemsBegin.rawValue:
      byte(member.tag, 0)
      for case .object(let action) in values { write(action, .action, tag: FieldTag.action.rawValue) }
      byte(FieldTag.itemsEnd.rawValue, 0)
    case (.list(let values), .numbers): doubles(member.tag, values.compactMap(Double.init))
    case (.list(let values), _): for value in values { write(value, member) }
    case (.text(let text), .offer): raw(member.tag, text)
    case (.object(let action), .offer):
      raw(member.tag, "", keepingEmpty: true)
      write(action, .action, tag: FieldTag.action.rawValue)
    case (.object(let values), .object(let kind)): write(values, kind, tag: member.tag)
    case (.text(let text), _) where member.isText:
      self.text(member.tag, text, isLine: member.hasOneLine, keepingEmpty: member.isAlways)
    case (.text(var text), .json): text.withUTF8 { data($0) }
    case (.text(let text), _): raw(member.tag, text)
    case (.bool(let bool), .flag(let standard)): if bool != standard { byte(member.tag, 1) }
    case (.code(let code), .choice): if code > 0 { byte(member.tag, code) }
    case (.number(let number), .integer), (.number(let number), .number): doubles(member.tag, [number])
    case (.width(.fixed(let width)), _): doubles(member.tag, [0, width])
    case (.width(.fraction(let share)), _): doubles(member.tag, [1, share])
    case (.modes(let modes), _):
      for slot in Slot.allCases { if let mode = modes[slot] { self.mode(slot, mode) } }
    default: break
    }
  }
}

extension ValueLabels {
  fileprivate init?(of values: [MemberValue?], _ table: UnsafePointer<ObjectTable>) {
    guard table.pointee.kind == .chart else { return nil }
    for (index, value) in values.enumerated() {
      if case .numbers = table.pointee.members[index].form, case .list(let numbers) = value {
        self.init(of: numbers.compactMap(Double.init))
        return
      }
    }
    return nil
  }
}

// MARK: Values from a record

extension Cell {
  /// The cell of a record, with `state` as its interaction state.
  public init(_ record: CellRecord, state: CellState) {
    var cell = Cell.blank
    record.withFields { fields in
      var fields = fields
      cell = Cell(.object(fields.values(of: .cell, head: nil, state.finder))) ?? cell
    }
    self = cell
    unread = state.unread
    selected = state.selected
  }
}

extension RecordFields {
  /// The values of the members of an object, whose parts begin with the next field.
  fileprivate mutating func values(
    of kind: CellMember.Kind, head: RecordField?, _ states: (String) -> CellState.ActionState?
  ) -> [MemberValue?] {
    let table = ObjectTable.of(kind)
    let places = table.pointee.places(in: &self)
    var state: CellState.ActionState?
    return table.pointee.order.enumerated().map { (number, index) in
      let member = table.pointee.members[Int(index)]
      let isPresent = places.present & 1 << UInt64(index) != 0
      if member.isInHead { return head.flatMap { member.value(inHead: $0, number) } }
      switch member.form {
      case .on: return state?.on.map { .bool($0) }
      case .progress: return state?.progress.map { .number($0) }
      default: break
      }
      guard isPresent else { return nil }
      var fields = places.fields(from: Int(index))
      let value = fields.value(of: member, states)
      if kind == .action, number == 0, case .text(let id)? = value { state = states(id) }
      return value
    }
  }

  private mutating func value(
    of member: CellMember, _ states: (String) -> CellState.ActionState?
  ) -> MemberValue? {
    guard member.isList else { return element(of: member, states) }
    if member.tag == FieldTag.itemsBegin.rawValue { _ = next() }
    var list: [MemberValue] = []
    let tag = member.tag == FieldTag.itemsBegin.rawValue ? FieldTag.action.rawValue : nextTag
    while nextTag == tag, let value = element(of: member, states) { list.append(value) }
    return .list(list)
  }

  private mutating func element(
    of member: CellMember, _ states: (String) -> CellState.ActionState?
  ) -> MemberValue? {
    if case .object(let kind) = member.form {
      let head = member.tag == 0 ? nil : next()
      return .object(values(of: kind, head: head, states))
    }
    guard let field = next() else { return nil }
    if field.hasDisplay { _ = next() }
    switch member.form {
    case .seriesLabel: return field.bytes.isEmpty ? nil : .text(field.string)
    case .text, .line, .label, .raw, .name, .json: return .text(field.string)
    case .flag(let standard): return .bool(!standard)
    case .choice: return .code(field.byte)
    case .integer, .number: return .number(field.double(at: 0))
    case .numbers: return .list(field.doubles.map { .number($0) })
    case .width: return .width(field.columnWidth)
    case .modes:
      var modes: [Slot: TruncationMode] = [:]
      if let (slot, mode) = field.truncation { modes[slot] = mode }
      while nextTag == member.tag, let next = next() {
        if let (slot, mode) = next.truncation { modes[slot] = mode }
      }
      return .modes(modes)
    case .offer:
      guard field.bytes.isEmpty else { return .text(field.string) }
      return .object(values(of: .action, head: next(), states))
    case .unread, .selected, .on, .progress, .bits, .bit, .part, .object: return nil
    }
  }
}

extension CellMember {
  /// The value in the field that begins an object.
  ///
  /// - Parameter number: the index of the member, in the order of the protocol.
  fileprivate func value(inHead head: RecordField, _ number: Int) -> MemberValue? {
    switch form {
    case .bits(let choice, let shift, let isOptional):
      let code = head.bits(of: choice, from: shift)
      return isOptional ? code > 0 ? .code(code - 1) : nil : .code(code)
    case .bit(let bit, _): return .bool(head.byte >> bit & 1 != 0)
    case .part: return head.bytes.count > 8 * number ? .number(head.double(at: number)) : nil
    default: return nil
    }
  }
}
