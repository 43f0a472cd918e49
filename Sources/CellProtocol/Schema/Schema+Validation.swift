extension Schema {
  /// Throws invalidParams where `node` is not what the schema says; its path begins at `node`. Members that are null
  /// count as absent. A `reference` passes: its codec checks it.
  public func validate(_ node: JSONNode) throws(RPCError) {
    switch self {
    case .any, .reference: return
    case .text: _ = try node.readText()
    case .name: _ = try node.readName()
    case .boolean: _ = try node.readBool()
    case .integer(let range): _ = try node.readInteger(in: range)
    case .number(let range): _ = try node.readNumber(in: range)
    case .choice(let names): _ = try node.readChoice(of: names)
    case .array(let element, let atMost):
      try node.readElements(atMost: atMost) { (value) throws(RPCError) in try element.validate(value) }
    case .object(let properties):
      try node.readMembers(properties.names) { (place, value) throws(RPCError) in
        try properties.list[place].schema.validate(value)
      }
    case .map(let names, let schema):
      try node.readMembers(NameTable(names)) { (_, value) throws(RPCError) in try schema.validate(value) }
    case .either(let schemas, let expected): try Self.validate(node, anyOf: schemas, expected: expected)
    case .nullable(let schema): if !node.isNull { try schema.validate(node) }
    }
  }

  /// Of an object or a text that fits nothing, the fault of the alternative of that kind is told.
  private static func validate(_ node: JSONNode, anyOf schemas: [Schema], expected: String) throws(RPCError) {
    var fault: RPCError?
    for schema in schemas {
      do {
        return try schema.validate(node)
      } catch {
        if schema.suits(node) { fault = error }
      }
    }
    throw fault ?? .wrongType(at: "", expected: expected, found: node)
  }

  private func suits(_ node: JSONNode) -> Bool {
    switch self {
    case .object, .map: node.kind == .object
    case .array: node.kind == .array
    case .integer, .number: node.kind == .number
    case .choice: node.kind == .string
    default: false
    }
  }
}
