import CellEngine
import CellWire

/// Writes cells of records as JSON, in their long form, by the table of members.
struct RecordJSON {
  private let state: CellState
  private let actionState: (String) -> CellState.ActionState?
  /// `nil` if the member is left out.
  var selected: Bool?

  /// - Parameter state: the interaction state of the cell.
  init(_ state: CellState) {
    self.state = state
    selected = state.selected
    actionState = state.finder
  }

  /// Writes a cell.
  func write(_ record: CellRecord, to json: inout JSONWriter) {
    json.object { json in writeMembers(.max, of: record, to: &json) }
  }

  /// Writes some members of a cell into an open object.
  ///
  /// - Parameter members: bits of the table of cells.
  func writeMembers(_ members: UInt64, of record: CellRecord, to json: inout JSONWriter) {
    record.withFields { fields in
      var fields = fields
      write(ObjectTable.of(.cell), members, head: nil, &fields, &json)
    }
  }

  /// Writes the actions of a cell, as an array.
  func writeActions(of record: CellRecord, to json: inout JSONWriter) {
    let table = ObjectTable.of(.cell)
    let isWritten = record.withFields { fields in
      var fields = fields
      let places = table.pointee.places(in: &fields)
      for index in 0..<table.pointee.count
      where table.pointee.members[index].tag == FieldTag.action.rawValue && places.has(index) {
        var fields = places.fields(from: index)
        writeList(table.pointee.members + index, &fields, &json)
        return true
      }
      return false
    }
    if !isWritten { json.array { _ in } }
  }

  // MARK: Objects

  /// Writes the members of an object, whose parts begin with the next field.
  ///
  /// - Parameter head: the field that begins the object, if it has one.
  private func write(
    _ table: UnsafePointer<ObjectTable>, _ wanted: UInt64 = .max, head: RecordField?,
    _ fields: inout RecordFields, _ json: inout JSONWriter
  ) {
    let places = table.pointee.places(in: &fields)
    for (number, index) in table.pointee.order.enumerated() {
      let index = Int(index)
      let member = table.pointee.members + index
      if wanted &>> UInt64(index) & 1 == 0 { continue }
      if member.pointee.isInHead {
        if let head { write(member, inHead: head, number, &json) }
      } else if places.has(index) {
        var fields = places.fields(from: index)
        write(member, &fields, &json)
      } else if member.pointee.isState {
        writeState(member, places, &json)
      } else if case .width = member.pointee.form {
        json.name(member.pointee.name)
        json.literal("\"rest\"")
      }
    }
  }

  /// Writes a member that is there.
  private func write(
    _ member: UnsafePointer<CellMember>, _ fields: inout RecordFields, _ json: inout JSONWriter
  ) {
    let name = member.pointee.name
    if member.pointee.isList {
      json.name(name)
      return writeList(member, &fields, &json)
    }
    switch member.pointee.form {
    case .text, .line, .label, .raw, .name:
      if let field = fields.next() { json.member(name, UnsafeRawBufferPointer(field.bytes)) }
    case .seriesLabel:
      // An empty one is only the label that celld made.
      guard let field = fields.next(), !field.bytes.isEmpty else { return }
      json.member(name, UnsafeRawBufferPointer(field.bytes))
    default:
      json.name(name)
      writeValue(member, &fields, &json)
    }
  }

  private func writeList(
    _ member: UnsafePointer<CellMember>, _ fields: inout RecordFields, _ json: inout JSONWriter
  ) {
    var tag = fields.nextTag
    if tag == FieldTag.itemsBegin.rawValue {
      _ = fields.next()
      tag = FieldTag.action.rawValue
    }
    json.beginArray()
    while fields.nextTag == tag { writeValue(member, &fields, &json) }
    json.endArray()
  }

  /// Writes a value, or an element of a list.
  private func writeValue(
    _ member: UnsafePointer<CellMember>, _ fields: inout RecordFields, _ json: inout JSONWriter
  ) {
    if case .object(let kind) = member.pointee.form {
      let head = member.pointee.tag == 0 ? nil : fields.next()
      if member.pointee.traits.contains(.asText), let head, writeAsText(head, &fields, &json) { return }
      json.beginObject()
      write(ObjectTable.of(kind), head: head, &fields, &json)
      return json.endObject()
    }
    guard let field = fields.next() else { return }
    if field.hasDisplay { _ = fields.next() }
    switch member.pointee.form {
    case .json: json.raw(UnsafeRawBufferPointer(field.bytes))
    case .flag(let standard): json.bool(!standard)
    case .choice(let choice): json.word(choice, field.byte)
    case .integer, .number: json.double(field.double(at: 0))
    case .numbers: json.array { json in for number in field.doubles { json.double(number) } }
    case .width:
      switch field.columnWidth {
      case .fixed(let width), .fraction(let width): json.double(width)
      case .rest: break
      }
    case .modes:
      json.beginObject()
      var field: RecordField? = field
      while let (slot, mode) = field?.truncation {
        json.name(escaping: slot.rawValue)
        json.string(mode.rawValue)
        field = fields.nextTag == member.pointee.tag ? fields.next() : nil
      }
      json.endObject()
    case .offer where field.bytes.isEmpty:
      let head = fields.next()
      json.beginObject()
      write(ObjectTable.of(.action), head: head, &fields, &json)
      json.endObject()
    default: json.string(UnsafeRawBufferPointer(field.bytes))
    }
  }

  /// Writes an object that has nothing but a text as that text. Returns whether it is one.
  private func writeAsText(
    _ head: RecordField, _ fields: inout RecordFields, _ json: inout JSONWriter
  ) -> Bool {
    guard head.byte == 0, fields.nextTag == TextTag.statusText.rawValue else { return false }
    var rest = fields
    guard let text = rest.next() else { return false }
    if text.hasDisplay { _ = rest.next() }
    var copy = fields
    let table = ObjectTable.of(.status)
    guard table.pointee.places(in: &copy).end == rest.memory.lowerBound else { return false }
    json.string(UnsafeRawBufferPointer(text.bytes))
    return true
  }

  private func write(
    _ member: UnsafePointer<CellMember>, inHead head: RecordField, _ number: Int, _ json: inout JSONWriter
  ) {
    switch member.pointee.form {
    case .bits(let choice, let shift, let isOptional):
      let code = head.bits(of: choice, from: shift)
      guard code > 0 || member.pointee.isAlways else { return }
      json.name(member.pointee.name)
      json.word(choice, isOptional ? code &- 1 : code)
    case .bit(let bit, let standard):
      let value = head.byte >> bit & 1 != 0
      guard value != standard else { return }
      json.name(member.pointee.name)
      json.bool(value)
    case .part where head.bytes.count > 8 * number:
      json.name(member.pointee.name)
      json.double(head.double(at: number))
    default: break
    }
  }

  /// Writes a part of the interaction state of a cell, or of an action.
  private func writeState(
    _ member: UnsafePointer<CellMember>, _ places: MemberPlaces, _ json: inout JSONWriter
  ) {
    switch member.pointee.form {
    case .unread: if state.unread { write(true, as: member, &json) }
    case .selected: write(selected, as: member, &json)
    case .on: write(own(places)?.on, as: member, &json)
    default:
      guard let progress = own(places)?.progress else { return }
      json.name(member.pointee.name)
      json.double(progress)
    }
  }

  private func write(_ value: Bool?, as member: UnsafePointer<CellMember>, _ json: inout JSONWriter) {
    guard let value else { return }
    json.name(member.pointee.name)
    json.bool(value)
  }

  /// The state of an action, whose first member is the id.
  private func own(_ places: MemberPlaces) -> CellState.ActionState? {
    guard !state.actions.isEmpty else { return nil }
    var fields = places.fields(from: 0)
    return fields.next().flatMap { actionState($0.string) }
  }
}

extension JSONWriter {
  fileprivate mutating func word(_ choice: CellMember.Choice, _ code: UInt8) {
    string(UnsafeRawBufferPointer(choice.word(code)))
  }
}
