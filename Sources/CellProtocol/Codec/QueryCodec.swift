import CellEngine
import CellWire

/// The members of an environment that decide which cells a view shows, and in which order.

extension ValueCodec<CellField> {
  /// The path of a field.
  static let field = ValueCodec(
    schema: .text,
    read: { (node) throws(RPCError) in
      let path = try node.readQueryText()
      guard let field = CellField(path) else { throw .unknownField(path) }
      return field
    },
    write: { $1.string($0.path) })
}

extension ValueCodec<String> {
  /// A text to compare with.
  fileprivate static let queryText = ValueCodec(
    schema: .text, read: { (node) throws(RPCError) in try node.readQueryText() }, write: { $1.string($0) })
}

extension ValueCodec<QueryValue> {
  /// A text, a number, true, false or null.
  static let queryValue = ValueCodec(
    schema: .nullable(
      .either([.text, .number(-.infinity...(.infinity)), .boolean], expected: queryValueSentence)),
    read: { (node) throws(RPCError) in
      switch node.kind {
      case .null: return .null
      case .true, .false: return .bool(node.kind == .true)
      case .number: return .number(try node.readNumber(in: -.infinity...(.infinity)))
      case .string: return .text(try node.readQueryText())
      case .array, .object: throw .wrongType(at: "", expected: queryValueSentence, found: node)
      }
    },
    write: { value, writer in writer.value(value) })
}

private let queryValueSentence = "a string, a number, true, false or null"

extension JSONWriter {
  /// Writes a value of a condition or a group.
  public mutating func value(_ value: QueryValue) {
    switch value {
    case .text(let text): string(text)
    case .number(let number): double(number)
    case .bool(let bool): self.bool(bool)
    case .null: null()
    }
  }
}

extension JSONNode {
  /// The value of a condition or a group; `nil` for arrays and objects.
  public var queryValue: QueryValue? {
    switch kind {
    case .null: .null
    case .true, .false: .bool(kind == .true)
    case .number: double.map { .number($0) }
    case .string: string.map { .text($0) }
    case .array, .object: nil
    }
  }

  /// Reads a text to compare with.
  func readQueryText() throws(RPCError) -> String {
    let text = try readText()
    guard text.utf8.count <= Query.valueLimit else {
      throw .invalidParams("Expected at most \(Query.valueLimit) bytes, got \(text.utf8.count).", path: "")
    }
    return text
  }
}

extension ValueCodec<[QueryValue]> {
  /// The values of groups. Null is the group of the cells without a value.
  static let collapsed = ValueCodec(
    schema: .array(ValueCodec<QueryValue>.queryValue.schema, atMost: Query.collapsedLimit),
    read: { (node) throws(RPCError) in
      try node.readQueryValues(atMost: Query.collapsedLimit)
    },
    write: { values, writer in writer.values(values) })
}

extension JSONWriter {
  mutating func values(_ values: [QueryValue]) {
    array { writer in for value in values { writer.value(value) } }
  }
}

extension JSONNode {
  func readQueryValues(atMost limit: Int) throws(RPCError) -> [QueryValue] {
    var values: [QueryValue] = []
    try readElements(atMost: limit) { (node) throws(RPCError) in
      values.append(try ValueCodec.queryValue.read(node) ?? .null)
    }
    return values
  }
}

extension ObjectCodec<SortKey> {
  static let sortKey = ObjectCodec<SortKey>(
    SortKey(.id),
    [
      .required("field", .field, \.field, "the field, such as title, status/state or data/plant"),
      .standard("descending", .bool, \.descending, false, "true for the opposite order"),
      .standard(
        "numeric", .bool, \.numeric, false, "true compares texts as the numbers that they are"),
      .optional("fuzzy", .queryText, \.fuzzy, "typed words: texts that fit them best come first"),
    ])
}

extension ValueCodec<[SortKey]> {
  /// Sort keys, the first of which counts most. A path is a key in ascending order, and a path
  /// after a minus is one in descending order.
  static let sortKeys = listOrOne(
    of: ValueCodec<SortKey>.object("SortKey", .sortKey).orField, atMost: Query.keyLimit)
}

extension ValueCodec<SortKey> {
  fileprivate var orField: ValueCodec {
    ValueCodec(
      schema: .either([.text, schema], expected: "a field or an object"),
      read: { [read] (node) throws(RPCError) in
        guard node.kind == .string else { return try read(node) }
        let path = try node.readQueryText()
        let descending = path.utf8.first == UInt8(ascii: "-")
        guard let field = CellField(descending ? String(path.dropFirst()) : path) else {
          throw .unknownField(path)
        }
        return SortKey(field, descending: descending)
      },
      write: write)
  }
}

extension RPCError {
  /// The path of a field that does not exist.
  public static func unknownField(_ path: String) -> RPCError {
    let names = CellField.paths
    let near = nearestName(to: path, in: names)
    let cure = near.map { "use \(quoted($0))" } ?? "use one of \(names.joined(separator: ", "))"
    return .invalidParams(
      "Unknown field \(quoted(path)); \(cure), or a path in data such as data/plant.", path: "", hint: near)
  }
}
