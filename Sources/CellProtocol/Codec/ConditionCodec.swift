import CellEngine
import CellWire

extension ValueCodec<Condition> {
  /// A condition: a comparison of a field, or `all`, `any` or `not` of other conditions.
  static let condition = ValueCodec(
    schema: .reference("Condition"),
    read: { (node) throws(RPCError) in
      var reader = ConditionReader()
      return try reader.read(node, depth: 1)
    },
    write: { condition, writer in writer.condition(condition) })
}

/// Reads a condition within its limits.
private struct ConditionReader {
  private var conditions = 0

  /// Reads a condition at a depth: 1 for the outermost.
  mutating func read(_ node: JSONNode, depth: Int) throws(RPCError) -> Condition {
    guard depth <= Query.depthLimit else {
      throw .invalidParams(
        "Expected conditions in conditions at most \(Query.depthLimit) deep; combine some of them.", path: "")
    }
    guard node.kind == .object else { throw .wrongType(at: "", expected: "an object", found: node) }
    conditions += 1
    guard conditions <= Query.conditionLimit else {
      throw .invalidParams(
        "Expected at most \(Query.conditionLimit) conditions; use in for several values.", path: "")
    }
    let names = Schema.conditionNames
    var parts: (name: String, node: JSONNode)?
    try node.readMembers(names, nulls: true) { (index, value) throws(RPCError) in
      guard index < Schema.combinationCount else { return }
      parts = (names.names[index], value)
    }
    guard let parts else { return .comparison(try readComparison(node)) }
    guard node.count == 1 else {
      throw .invalidParams(
        "\(parts.name) excludes other members; put them into a condition of their own.", path: "")
    }
    do throws(RPCError) {
      switch parts.name {
      case "all": return .all(try readList(parts.node, depth: depth))
      case "any": return .any(try readList(parts.node, depth: depth))
      default: return .not(try read(parts.node, depth: depth + 1))
      }
    } catch {
      throw error.inside("/" + parts.name)
    }
  }

  private mutating func readList(_ node: JSONNode, depth: Int) throws(RPCError) -> [Condition] {
    var conditions: [Condition] = []
    var reader = self
    try node.readElements(atMost: Query.conditionLimit) { (node) throws(RPCError) in
      conditions.append(try reader.read(node, depth: depth + 1))
    }
    self = reader
    return conditions
  }

  private mutating func readComparison(_ node: JSONNode) throws(RPCError) -> Comparison {
    guard let field = node.present("field") else {
      throw node.count > 0
        ? .missingMember("field", at: "")
        : .invalidParams("A condition has a field and a comparison, or all, any or not; add them.", path: "")
    }
    var operation: (name: String, Comparison.Operation)?
    for member in node.members {
      guard let name = member.name.string, name != "field", name != "exact" else { continue }
      if let operation {
        throw .invalidParams(
          "\(operation.name) and \(name) exclude each other; remove one of them.", path: "")
      }
      do throws(RPCError) {
        operation = (name, try Self.operation(name, member.value))
      } catch {
        throw error.inside("/" + name)
      }
    }
    guard let operation else {
      let names = Schema.conditionNames.names[Schema.operations].joined(separator: ", ")
      throw .invalidParams("A comparison needs one of \(names); add it.", path: "")
    }
    let exact: Bool
    do throws(RPCError) { exact = try node.present("exact")?.readBool() ?? false } catch {
      throw error.inside("/exact")
    }
    let named: CellField
    do throws(RPCError) {
      guard let read = try ValueCodec.field.read(field) else { throw .missingMember("field", at: "") }
      guard read.isState else { return Comparison(read, operation.1, exact: exact) }
      named = read
    } catch {
      throw error.inside("/field")
    }
    let member = node.member(named: operation.name)
    do throws(RPCError) {
      return Comparison(named, try Self.stateOperation(operation.1, member), exact: exact)
    } catch {
      throw error.inside("/" + operation.name)
    }
  }

  /// The comparison of a state. Other words for states are replaced by their names.
  private static func stateOperation(
    _ operation: Comparison.Operation, _ node: JSONNode?
  ) throws(RPCError) -> Comparison.Operation {
    func value(_ node: JSONNode?) throws(RPCError) -> QueryValue {
      guard let node, !node.isNull else { return .null }
      return try node.readCode(of: .state).map { .text(CellMember.Choice.state.words[Int($0)]) } ?? .null
    }
    switch operation {
    case .is: return .is(try value(node))
    case .above: return .above(try value(node))
    case .below: return .below(try value(node))
    case .in:
      var values: [QueryValue] = []
      try node?.readElements { (node) throws(RPCError) in values.append(try value(node)) }
      return .in(values)
    case .contains, .matches: return operation
    }
  }

  private static func operation(_ name: String, _ node: JSONNode) throws(RPCError) -> Comparison.Operation {
    switch name {
    case "in": return .in(try node.readQueryValues(atMost: Query.conditionLimit))
    case "contains": return .contains(try node.readQueryText())
    case "matches": return .matches(try node.readQueryText())
    default: break
    }
    let value = try ValueCodec.queryValue.read(node) ?? .null
    if name == "is" { return .is(value) }
    switch value {
    case .text, .number: return name == "above" ? .above(value) : .below(value)
    case .bool, .null: throw .wrongType(at: "", expected: "a string or a number", found: node)
    }
  }
}

extension Schema {
  /// The members of a condition: the combinations, then the comparison.
  static let conditionNames = NameTable(conditionMembers.map(\.name))
  /// The number of ``conditionNames`` that combine conditions.
  static let combinationCount = 3
  /// The indices of the operations among ``conditionNames``.
  static let operations = 4..<10

  /// A condition. Only its codec knows which members exclude each other.
  static let condition = Schema.object(Properties(conditionMembers))

  private static let conditionMembers: [Property] = [
    Property(
      "all", .array(.reference("Condition"), atMost: Query.conditionLimit), "every condition must be true"),
    Property(
      "any", .array(.reference("Condition"), atMost: Query.conditionLimit), "one condition must be true"),
    Property("not", .reference("Condition"), "the condition must be false"),
    Property("field", .text, "the field to compare, such as title, status/state or data/plant"),
    Property("is", ValueCodec<QueryValue>.queryValue.schema, "equal to the value; null for no value"),
    Property(
      "in", .array(ValueCodec<QueryValue>.queryValue.schema, atMost: Query.conditionLimit),
      "equal to one of the values"),
    Property("contains", .text, "contains the text"),
    Property("matches", .text, "matches a pattern with * and ?"),
    Property("above", comparable, "after the value"),
    Property("below", comparable, "before the value"),
    Property("exact", .boolean, "true compares texts with case and marks"),
  ]

  private static let comparable = Schema.either(
    [.text, .number(-.infinity...(.infinity))], expected: "a string or a number")
}

extension JSONWriter {
  fileprivate mutating func condition(_ condition: Condition) {
    object { writer in
      switch condition {
      case .all(let parts):
        writer.name("all")
        writer.array { writer in for part in parts { writer.condition(part) } }
      case .any(let parts):
        writer.name("any")
        writer.array { writer in for part in parts { writer.condition(part) } }
      case .not(let part):
        writer.name("not")
        writer.condition(part)
      case .comparison(let comparison): writer.members(of: comparison)
      }
    }
  }

  private mutating func members(of comparison: Comparison) {
    name("field")
    string(comparison.field.path)
    switch comparison.operation {
    case .is(let value):
      name("is")
      self.value(value)
    case .in(let values):
      name("in")
      self.values(values)
    case .contains(let text):
      name("contains")
      string(text)
    case .matches(let pattern):
      name("matches")
      string(pattern)
    case .above(let value):
      name("above")
      self.value(value)
    case .below(let value):
      name("below")
      self.value(value)
    }
    if comparison.exact {
      name("exact")
      bool(true)
    }
  }
}
