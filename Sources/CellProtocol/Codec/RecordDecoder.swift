import CellEngine
import CellWire

/// Reads cells of JSON into records, one after the other, by the table of members. It keeps its
/// memory between two cells.
public struct RecordDecoder: ~Copyable {
  /// An action that can have a state, and the state from the client.
  public struct StatefulAction: Sendable {
    public let state: CellState.ActionState
    public let kind: Action.Kind

    /// The state of an action of a kind.
    public init(_ state: CellState.ActionState, _ kind: Action.Kind) {
      (self.state, self.kind) = (state, kind)
    }
  }

  private var writer = RecordWriter()
  /// The values of the members of all objects that are open, each at the index of its member.
  private var nodes = UnsafeMutablePointer<JSONNode>.allocate(capacity: 256)
  private var capacity = 256
  private var top = 0
  /// The members that were at each place of the last object of each kind.
  private let guesses: UnsafeMutablePointer<UInt8>
  private static let places = 32
  private let tables = ObjectTable.all
  private var ids: Set<ActionID> = []
  private var kind = Cell.Kind.object
  /// The labels of the series that was read last.
  private var labels: ValueLabels?

  /// The bytes of the id in the memory of the last node, valid as long as that.
  public private(set) var id = UnsafeRawBufferPointer(start: nil, count: 0)
  public private(set) var unread = false
  /// `nil` if the client left it out.
  public private(set) var selected: Bool?
  /// In order, and with different ids.
  public private(set) var actions: [StatefulAction] = []

  /// A decoder that has read nothing.
  public init() {
    let count = CellMember.Kind.allCases.count * Self.places
    guesses = .allocate(capacity: count)
    guesses.initialize(repeating: 0, count: count)
  }

  deinit {
    nodes.deallocate()
    guesses.deallocate()
  }

  /// Reads a cell in its long or short forms. Null and empty strings, except the title, are absent.
  ///
  /// - Throws: `invalidParams`, with a path that begins at the cell.
  public mutating func read(_ node: JSONNode) throws(RPCError) { try read(node, over: nil) }

  /// The record of the cell.
  ///
  /// - Parameters:
  ///   - high: the halves of a hash of the id.
  ///   - known: a record that is returned itself if it has the same content.
  public func record(high: UInt64 = 0, low: UInt64 = 0, known: CellRecord? = nil) -> CellRecord {
    writer.record(high: high, low: low, known: known)
  }

  /// Whether the cell is an object.
  public var isObject: Bool { kind.isObject }

  /// The interaction state that the client set.
  public var state: CellState {
    let states = actions.map(\.state).filter { $0.on != nil || $0.progress != nil }
    return CellState(unread: unread, selected: selected ?? false, actions: states)
  }

  /// Reads some members of a cell, and takes the others from a record and its state.
  ///
  /// - Parameter changed: the members that are read, as bits of the table of cells.
  mutating func read(
    _ node: JSONNode, over record: CellRecord, _ state: CellState, changed: UInt64
  ) throws(RPCError) {
    try read(node, over: (RecordFields(record.content), changed))
    withExtendedLifetime(record) {}
    let table = ObjectTable.of(.cell)
    for index in 0..<table.pointee.count where changed & 1 << UInt64(index) == 0 {
      let member = table.pointee.members[index]
      switch member.form {
      case .unread: unread = state.unread
      case .selected: selected = kind.isObject && state.selected
      case .object where member.tag == FieldTag.action.rawValue:
        // They are read together with all other actions.
        actions = state.actions.map { StatefulAction($0, $0.on != nil ? .toggle : .download) }
      default: break
      }
    }
  }

  private mutating func read(
    _ node: JSONNode, over old: (fields: RecordFields, changed: UInt64)?
  ) throws(RPCError) {
    writer.begin()
    (unread, selected, kind, top) = (false, nil, .object, 0)
    if labels != nil { labels = nil }
    if !actions.isEmpty { actions.removeAll(keepingCapacity: true) }
    if !ids.isEmpty { ids.removeAll(keepingCapacity: true) }
    try readObject(node, .cell, tag: 0, over: old)
    if selected == true, !kind.isObject {
      throw .invalidParams(
        "A cell of the kind \(kind.rawValue) cannot be selected; remove this member.", path: "/selected")
    }
  }

  /// Reads an array of actions with different ids, which belong to no cell.
  mutating func read(actions node: JSONNode) throws(RPCError) {
    writer.begin()
    try node.readElements { (element) throws(RPCError) in
      if !element.isNull { try readObject(element, .action, tag: FieldTag.action.rawValue) }
    }
  }

  // MARK: Objects

  /// Reads an object, with the field that begins it. An object that is absent writes nothing.
  private mutating func readObject(
    _ node: JSONNode, _ kind: CellMember.Kind, tag: UInt8,
    over old: (fields: RecordFields, changed: UInt64)? = nil
  ) throws(RPCError) {
    let table = tables + Int(kind.rawValue)
    let base = top
    top += table.pointee.count
    if top > capacity { grow() }
    defer { top = base }
    let present = try collect(node, table, base)
    let start = writer.count
    if table.pointee.isNumber {
      try writeNumbers(table, present, base, tag)
    } else {
      var head = table.pointee.standardHead
      if tag != 0 {
        if present & table.pointee.head != 0 { head = try self.head(table, present, base) }
        writer.byte(tag, head)
      }
      let begun = writer.count
      let stateful = actions.count
      let hasContent =
        if let old {
          try writeMembers(table, present, base, over: old)
        } else {
          try writeMembers(table, present, base)
        }
      if case .action = kind { readState(table, present, base, head, at: stateful) }
      let isAbsent = table.pointee.content == 0 ? writer.count == begun && head == 0 : !hasContent
      if isAbsent { writer.rewind(to: start) }
    }
    let missing = table.pointee.required & ~present & (old.map { _ in 0 } ?? .max)
    if missing != 0 { try check(missing, table) }
  }

  private func check(_ missing: UInt64, _ table: UnsafePointer<ObjectTable>) throws(RPCError) {
    for index in table.pointee.order where missing & 1 << UInt64(index) != 0 {
      // A skeleton needs no title.
      let member = table.pointee.members[Int(index)]
      if kind == .skeleton, member.tag == TextTag.title.rawValue { continue }
      throw .missingMember(member.name.description, at: "")
    }
  }

  /// Finds the members of an object that are not null. Returns them as bits.
  private mutating func collect(
    _ node: JSONNode, _ table: UnsafePointer<ObjectTable>, _ base: Int
  ) throws(RPCError) -> UInt64 {
    guard node.kind == .object else { return try collectShort(node, table, base) }
    let guesses = guesses + Int(table.pointee.kind.rawValue) * Self.places
    var present: UInt64 = 0
    var place = 0
    for member in node.members {
      guard let name = member.name.utf8, let index = table.pointee.index(of: name, guess: Int(guesses[place]))
      else { throw .unknownMember(member.name.string ?? "", at: "", known: table.pointee.names) }
      guesses[place] = UInt8(truncatingIfNeeded: index)
      place = min(place &+ 1, Self.places &- 1)
      if member.value.isNull { continue }
      (nodes + base + index).initialize(to: member.value)
      present |= 1 << UInt64(index)
    }
    return present
  }

  /// The member that a string or a number means instead of an object.
  private mutating func collectShort(
    _ node: JSONNode, _ table: UnsafePointer<ObjectTable>, _ base: Int
  ) throws(RPCError) -> UInt64 {
    let isNumber = table.pointee.isNumber
    guard var index = table.pointee.short else {
      throw .wrongType(at: "", expected: "an object", found: node)
    }
    guard node.kind == (isNumber ? .number : .string) else {
      throw .wrongType(
        at: "", expected: isNumber ? "a number or an object" : "a string or an object", found: node)
    }
    if isNumber { _ = try node.readNumber(in: 0...5) }
    // The string of an icon is its name, if there is an icon of that name.
    if let name = table.pointee.shortName, let utf8 = node.utf8, Icon.isName(utf8.bindMemory(to: UInt8.self))
    {
      index = name
    }
    (nodes + base + index).initialize(to: node)
    return 1 << UInt64(index)
  }

  private mutating func grow() {
    let room = UnsafeMutablePointer<JSONNode>.allocate(capacity: 2 * top)
    room.update(from: nodes, count: capacity)
    nodes.deallocate()
    (nodes, capacity) = (room, 2 * top)
  }

  // MARK: Members

  /// Writes the members of an object that are not in the field which begins it. Returns whether it
  /// has one without which it is absent.
  private mutating func writeMembers(
    _ table: UnsafePointer<ObjectTable>, _ present: UInt64, _ base: Int
  ) throws(RPCError) -> Bool {
    var hasContent = false
    var rest = (present | table.pointee.always) & ~table.pointee.head
    let content = table.pointee.content
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let isGiven = present &>> UInt64(index) & 1 != 0
      let isContent = content &>> UInt64(index) & 1 != 0
      let before = isContent ? writer.count : 0
      try write(table.pointee.members + index, isGiven ? nodes[base + index] : nil)
      if isContent, writer.count > before { hasContent = true }
    }
    return hasContent
  }

  /// Writes the members of a cell that changed, and copies the others.
  private mutating func writeMembers(
    _ table: UnsafePointer<ObjectTable>, _ present: UInt64, _ base: Int,
    over old: (fields: RecordFields, changed: UInt64)
  ) throws(RPCError) -> Bool {
    var fields = old.fields
    let places = table.pointee.places(in: &fields)
    for index in 0..<table.pointee.count {
      let member = table.pointee.members + index
      let bit = 1 as UInt64 &<< UInt64(index)
      if old.changed & bit == 0 {
        guard places.present & bit != 0 else { continue }
        let bytes = places.bytes(of: index)
        if member.pointee.tag == FieldTag.kind.rawValue, let code = bytes.last {
          kind = Cell.Kind.allCases[Int(code)]
        }
        writer.copy(bytes, isData: member.pointee.tag == FieldTag.data.rawValue)
      } else if present & bit != 0 {
        try write(member, nodes[base + index])
      } else if member.pointee.isAlways {
        if kind != .skeleton { throw .missingMember(member.pointee.name.description, at: "") }
        try write(member, nil)
      } else if member.pointee.traits.contains(.required) {
        throw .missingMember(member.pointee.name.description, at: "")
      }
    }
    return true
  }

  /// Writes a member from its value; `nil` for one that is left out and is always written.
  private mutating func write(_ member: UnsafePointer<CellMember>, _ node: JSONNode?) throws(RPCError) {
    switch member.pointee.form {
    case .text, .line:
      if member.pointee.isList { break }
      guard let node else { return writeEmpty(member) }
      guard let utf8 = node.utf8 else { break }
      if utf8.isEmpty, !member.pointee.isAlways { return }
      return writer.text(
        member.pointee.tag, utf8.bindMemory(to: UInt8.self), isLine: member.pointee.hasOneLine)
    default: break
    }
    guard let node else { return writeEmpty(member) }
    do throws(RPCError) { try writeOther(member, node) } catch {
      throw error.inside("/" + member.pointee.name.description)
    }
  }

  private mutating func writeEmpty(_ member: UnsafePointer<CellMember>) {
    if case .seriesLabel(let isHighest) = member.pointee.form {
      return writer.seriesLabel(member.pointee.tag, "", instead: label(isHighest))
    }
    guard member.pointee.isText else { return }
    writer.text(member.pointee.tag, UnsafeBufferPointer(start: nil, count: 0), isLine: true)
  }

  private mutating func writeOther(_ member: UnsafePointer<CellMember>, _ node: JSONNode) throws(RPCError) {
    guard member.pointee.isList else { return try writeElement(member, node) }
    if node.kind != .array, member.pointee.isListOrOne { return try writeElement(member, node) }
    let isItems = member.pointee.tag == FieldTag.itemsBegin.rawValue
    let start = writer.count
    if isItems { writer.byte(member.pointee.tag, 0) }
    let begun = writer.count
    try node.readElements(atMost: member.pointee.traits.contains(.two) ? 2 : nil) {
      (element) throws(RPCError) in
      if element.isNull { return }
      if isItems {
        try readObject(element, .action, tag: FieldTag.action.rawValue)
      } else {
        try writeElement(member, element)
      }
    }
    guard isItems else { return }
    if writer.count == begun { writer.rewind(to: start) } else { writer.byte(FieldTag.itemsEnd.rawValue, 0) }
  }

  private mutating func writeElement(_ member: UnsafePointer<CellMember>, _ node: JSONNode) throws(RPCError) {
    let tag = member.pointee.tag
    switch member.pointee.form {
    case .object(let kind): try readObject(node, kind, tag: tag)
    case .text, .line, .label, .raw:
      var utf8 = node.utf8
      if case .label = member.pointee.form, node.isInteger { utf8 = node.digits }
      guard let bytes = utf8?.bindMemory(to: UInt8.self) else {
        let isLabel = if case .label = member.pointee.form { true } else { false }
        throw .wrongType(at: "", expected: isLabel ? "a string or an integer" : "a string", found: node)
      }
      if bytes.isEmpty { return }
      if case .raw = member.pointee.form { return writer.raw(tag, bytes) }
      writer.text(tag, bytes, isLine: member.pointee.hasOneLine)
    case .name:
      let name = try read(name: node)
      if tag == FieldTag.id.rawValue { id = name }
      if tag == FieldTag.actionID.rawValue { try add(actionID: name) }
      writer.raw(tag, name.bindMemory(to: UInt8.self))
    case .json:
      var json = JSONWriter(capacity: node.raw.count)
      json.value(node)
      json.bytes.withUnsafeBufferPointer { writer.data($0) }
    case .flag(let standard): if try node.readBool() != standard { writer.byte(tag, 1) }
    case .unread: unread = try node.readBool()
    case .selected: selected = try node.readBool()
    case .on: _ = try node.readBool()
    case .choice(let choice):
      guard let code = try node.readCode(of: choice) else { return }
      if tag == FieldTag.kind.rawValue { kind = Cell.Kind.allCases[Int(code)] }
      if code > 0 { writer.byte(tag, code) }
    case .integer, .number: writer.doubles(tag, [try node.readNumber(of: member)])
    case .width:
      if node.equals("rest") { return }
      guard node.kind == .number else {
        throw .wrongType(at: "", expected: "a number or \"rest\"", found: node)
      }
      let width = try node.readNumber(in: 0...(.infinity))
      writer.doubles(tag, [width < 1 ? 1 : 0, width])
    case .modes: try write(modes: node)
    case .offer:
      if node.kind == .object {
        writer.raw(tag, UnsafeBufferPointer(start: nil, count: 0))
        return try readObject(node, .action, tag: FieldTag.action.rawValue)
      }
      guard node.kind == .string || node.kind == .number else {
        throw .wrongType(at: "", expected: "the id of an action, or an action", found: node)
      }
      writer.raw(tag, try read(name: node).bindMemory(to: UInt8.self))
    case .progress: _ = try node.readNumber(in: 0...1)
    case .numbers: try write(series: node, tag)
    case .seriesLabel(let isHighest):
      writer.seriesLabel(tag, try node.readText(), instead: label(isHighest))
    case .bits, .bit, .part: break
    }
  }

  // Not inlined, so that members of other forms need no room for it.
  @inline(never)
  private mutating func write(series node: JSONNode, _ tag: UInt8) throws(RPCError) {
    var values: [Double] = []
    try node.readElements { (element) throws(RPCError) in
      if !element.isNull { values.append(try element.readNumber(in: -(.infinity)...(.infinity))) }
    }
    if !values.isEmpty { writer.doubles(tag, values) }
    labels = ValueLabels(of: values)
  }

  /// The label that celld makes for a value of the series, which comes before.
  private func label(_ isHighest: Bool) -> String? { isHighest ? labels?.maximum : labels?.minimum }

  private func read(name node: JSONNode) throws(RPCError) -> UnsafeRawBufferPointer {
    try node.checkName()
    return node.utf8 ?? node.digits
  }

  private mutating func write(modes node: JSONNode) throws(RPCError) {
    var modes = [TruncationMode?](repeating: nil, count: Slot.truncatable.count)
    try node.readMembers(Self.slotNames) { (index, node) throws(RPCError) in
      guard node.utf8?.isEmpty != true else { return modes[index] = nil }
      modes[index] = TruncationMode(
        rawValue: try node.readChoice(of: TruncationMode.allCases.map(\.rawValue)))
    }
    for (slot, mode) in zip(Slot.truncatable, modes) { if let mode { writer.mode(slot, mode) } }
  }

  private static let slotNames = NameTable(Slot.truncatable.map(\.rawValue))

  // MARK: Objects of their own form

  /// The byte that begins an object: its choices.
  private func head(
    _ table: UnsafePointer<ObjectTable>, _ present: UInt64, _ base: Int
  ) throws(RPCError) -> UInt8 {
    var head = table.pointee.standardHead
    var rest = present & table.pointee.head
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let node = nodes[base + index]
      do throws(RPCError) {
        switch table.pointee.members[index].form {
        case .bits(let choice, let shift, let isOptional):
          if let code = try node.readCode(of: choice) { head |= (code + (isOptional ? 1 : 0)) << shift }
        case .bit(let bit, _): head = try node.readBool() ? head | 1 << bit : head & ~(1 << bit)
        default: break
        }
      } catch {
        throw error.inside("/" + table.pointee.members[index].name.description)
      }
    }
    return head
  }

  /// Writes an object of numbers.
  private mutating func writeNumbers(
    _ table: UnsafePointer<ObjectTable>, _ present: UInt64, _ base: Int, _ tag: UInt8
  ) throws(RPCError) {
    var numbers: [Double] = []
    for index in 0..<table.pointee.count {
      guard present & 1 << UInt64(index) != 0 else {
        if let standard = table.pointee.members[index].standard { numbers.append(standard) }
        continue
      }
      do throws(RPCError) {
        numbers.append(try nodes[base + index].readNumber(of: table.pointee.members + index))
      } catch {
        throw error.inside("/" + table.pointee.members[index].name.description)
      }
    }
    if numbers.count > 1, present & table.pointee.required != 0, numbers[0] > numbers[1] {
      throw .invalidParams(
        "Expected a rating of at most \(Int(numbers[1])), its max, got \(JSONNumber.token(numbers[0])).",
        path: "/value")
    }
    writer.doubles(tag, numbers)
  }

  // MARK: Actions

  private mutating func add(actionID id: UnsafeRawBufferPointer) throws(RPCError) {
    guard ids.insert(ActionID(bytes: id)).inserted else {
      throw .invalidParams(
        "Two actions have the id \(quoted(String(decoding: id, as: UTF8.self))); give each action an id of its own.",
        path: "")
    }
  }

  /// Notes the state of an action that can have one, before those of its items.
  private mutating func readState(
    _ table: UnsafePointer<ObjectTable>, _ present: UInt64, _ base: Int, _ head: UInt8, at place: Int
  ) {
    let kind = Action.Kind.allCases[Int(head & 7)]
    guard kind == .toggle || kind == .download else { return }
    var state = CellState.ActionState(id: "")
    for index in 0..<table.pointee.count where present & 1 << UInt64(index) != 0 {
      let node = nodes[base + index]
      switch table.pointee.members[index].form {
      case .name: state.id = node.integerText ?? node.string ?? ""
      case .on: if kind == .toggle { state.on = node.bool }
      case .progress: if kind == .download { state.progress = node.double.map { $0 == 0 ? 0 : $0 } }
      default: break
      }
    }
    actions.insert(StatefulAction(state, kind), at: place)
  }
}

/// The bytes of the id of an action, valid as long as the node.
private struct ActionID: Hashable {
  let bytes: UnsafeRawBufferPointer

  static func == (left: ActionID, right: ActionID) -> Bool { left.bytes.elementsEqual(right.bytes) }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes: bytes) }
}

extension JSONNode {
  /// The digits of an integer. Those of `-0` are others than it is written with.
  fileprivate var digits: UnsafeRawBufferPointer {
    let isMinusZero = raw.count == 2 && raw[0] == UInt8(ascii: "-") && raw[1] == UInt8(ascii: "0")
    return isMinusZero ? UnsafeRawBufferPointer(rebasing: raw[1...]) : raw
  }

  /// Reads a number in the range of a member.
  fileprivate func readNumber(of member: UnsafePointer<CellMember>) throws(RPCError) -> Double {
    let range = member.pointee.range
    switch member.pointee.form {
    case .integer, .part(isInteger: true):
      return Double(try readInteger(in: Int(range.lowerBound)...Int(range.upperBound)))
    default: return try readNumber(in: range)
    }
  }

  /// Reads a word of a choice. Returns its code; `nil` for an empty string, which is absent.
  func readCode(of choice: CellMember.Choice) throws(RPCError) -> UInt8? {
    guard let utf8 else {
      throw .wrongType(at: "", expected: "one of \(choice.words.joined(separator: ", "))", found: self)
    }
    if utf8.isEmpty { return nil }
    if let code = choice.code(of: utf8) { return code }
    if let word = string?.lowercased(), let other = choice.code(ofAny: word) { return other }
    throw .unknownValue(string ?? "", at: "", known: choice.words)
  }
}
