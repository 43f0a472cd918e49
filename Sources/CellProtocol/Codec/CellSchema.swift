import CellEngine
import CellWire

extension Schema {
  /// The schema of a kind of object, from the table of members.
  static func members(of kind: CellMember.Kind) -> Schema {
    let table = ObjectTable.of(kind)
    return .object(
      Properties(
        table.pointee.order.map { index in
          let member = table.pointee.members[Int(index)]
          // Only the title has an exception.
          let isTitle = member.tag == TextTag.title.rawValue
          return Property(
            member.name.description, member.schema, isRequired: member.traits.contains(.required),
            except: isTitle
              ? Exception(member: "kind", text: Cell.Kind.skeleton.rawValue) : nil, member.summary.description
          )
        }))
  }

  /// The name of a kind of object in the protocol.
  static func name(of kind: CellMember.Kind) -> String {
    switch kind {
    case .cell: "Cell"
    case .icon: "Icon"
    case .image: "Image"
    case .status: "Status"
    case .rating: "Rating"
    case .action: "Action"
    case .swipe: "SwipeActions"
    case .column: "GridColumn"
    case .header: "Header"
    case .chart: "Chart"
    }
  }
}

extension CellMember {
  /// The schema of the value.
  fileprivate var schema: Schema {
    guard isList else { return element }
    let list = Schema.array(element, atMost: traits.contains(.two) ? 2 : nil)
    guard isListOrOne else { return list }
    return .either([element, list], expected: "one value, or an array of values")
  }

  private var element: Schema {
    switch form {
    case .text, .line, .raw, .seriesLabel: return .text
    case .label: return .either([.text, .integer(.min...(.max))], expected: "a string or an integer")
    case .name: return .name
    case .json: return .any
    case .flag, .bit, .unread, .selected, .on: return .boolean
    case .progress: return .number(0...1)
    case .choice(let choice), .bits(let choice, _, _):
      return .choice(choice.words + choice.otherWords.map(\.word))
    case .integer, .part(isInteger: true): return .integer(Int(range.lowerBound)...Int(range.upperBound))
    case .number, .part: return .number(range)
    case .numbers: return .array(.number(-(.infinity)...(.infinity)), atMost: nil)
    case .width:
      return .either([.number(0...(.infinity)), .choice(["rest"])], expected: "a number or \"rest\"")
    case .modes:
      return .map(Slot.truncatable.map(\.rawValue), .choice(TruncationMode.allCases.map(\.rawValue)))
    case .offer: return .either([.name, .reference("Action")], expected: "the id of an action, or an action")
    case .object(let kind):
      let whole = Schema.reference(Schema.name(of: kind))
      guard ObjectTable.of(kind).pointee.short != nil else { return whole }
      return ObjectTable.of(kind).pointee.isNumber
        ? .either([.number(0...5), whole], expected: "a number or an object")
        : .either([.text, whole], expected: "a string or an object")
    }
  }
}
