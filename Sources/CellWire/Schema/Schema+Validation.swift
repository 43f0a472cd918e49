extension Schema {
  /// Throws invalidParams if `node` does not match the schema. The path begins at `node`. Null
  /// members count as absent. A `reference` always matches: its codec checks it.
  public func validate(_ node: JSONNode) throws(RPCError) {
    switch self {
    case .any, .reference: return
    case .text: _ = try node.readText()
    case .name: try node.checkName()
    case .rowName: try node.checkName(isOfRow: true)
    case .boolean: _ = try node.readBool()
    case .integer(let range): _ = try node.readInteger(in: range)
    case .number(let range): _ = try node.readNumber(in: range)
    case .choice(let names): _ = try node.readChoice(of: names)
    case .array(.reference, nil):
      // There may be thousands of cells. Their codec checks them.
      guard node.kind == .array else { throw .wrongType(at: "", expected: "an array", found: node) }
    case .array(let element, let atMost):
      try node.readElements(atMost: atMost) { (value) throws(RPCError) in try element.validate(value) }
    case .object(let properties):
      try node.readMembers(properties.names) { (place, value) throws(RPCError) in
        try properties.list[place].schema.validate(value)
      }
    case .oneOf(let properties):
      var name: String?
      try node.readMembers(properties.names) { (place, value) throws(RPCError) in
        let property = properties.list[place]
        if let name {
          throw .invalidParams(
            "\(name) and \(property.name) exclude each other; remove one of them.", path: "")
        }
        name = property.name
        try property.schema.validate(value)
      }
      if name == nil {
        let names = properties.list.map(\.name).joined(separator: " or ")
        throw .invalidParams("One of \(names) is required; add it.", path: "")
      }
    case .open(let properties): try Self.validate(node, members: properties)
    case .map(let names, let schema):
      try node.readMembers(NameTable(names)) { (_, value) throws(RPCError) in try schema.validate(value) }
    case .either(let schemas, let expected): try Self.validate(node, anyOf: schemas, expected: expected)
    case .nullable(let schema): if !node.isNull { try schema.validate(node) }
    }
  }

  private static func validate(_ node: JSONNode, members: Properties) throws(RPCError) {
    for property in members.list {
      let value = node.member(named: property.name)
      if case .nullable = property.schema, value?.isNull == true { continue }
      if let value, !value.isNull {
        do { try property.schema.validate(value) } catch { throw error.inside("/" + property.name) }
      } else if property.isRequired {
        throw .missingMember(property.name, at: "")
      }
    }
  }

  /// If no alternative matches, throws the error of one with the same JSON type. An error with a
  /// hint is preferred.
  private static func validate(_ node: JSONNode, anyOf schemas: [Schema], expected: String) throws(RPCError) {
    var mismatch: RPCError?
    for schema in schemas {
      do {
        return try schema.validate(node)
      } catch {
        if schema.suits(node), mismatch?.hint == nil { mismatch = error }
      }
    }
    if let mismatch, mismatch.hint != nil || node.kind != .string { throw mismatch }
    throw .wrongType(at: "", expected: expected, found: node)
  }

  private func suits(_ node: JSONNode) -> Bool {
    switch self {
    case .object, .oneOf, .open, .map: node.kind == .object
    case .array: node.kind == .array
    case .integer, .number: node.kind == .number
    case .choice: node.kind == .string
    default: false
    }
  }
}
