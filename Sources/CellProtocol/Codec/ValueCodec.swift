import CellWire

/// Reads, writes and describes one kind of value.
struct ValueCodec<Value: Sendable>: Sendable {
  /// The description of the value.
  let schema: Schema
  /// Reads a value that is not null. Returns nil if the value is absent, such as an empty string.
  let read: @Sendable (JSONNode) throws(RPCError) -> Value?
  /// Writes a value in its long form.
  let write: @Sendable (Value, inout JSONWriter) -> Void
}

extension ValueCodec<String> {
  /// A string. An empty string is absent.
  static let text = ValueCodec(
    schema: .text,
    read: { (node) throws(RPCError) in
      let text = try node.readText()
      return text.isEmpty ? nil : text
    },
    write: { $1.string($0) })

  /// A string of at most 256 bytes, which may be empty.
  static let shortText = ValueCodec(
    schema: .text,
    read: { (node) throws(RPCError) in
      if let count = node.utf8?.count, count > 256 {
        throw .invalidParams("Expected at most 256 bytes, got \(count).", path: "")
      }
      return try node.readText()
    },
    write: { $1.string($0) })

  /// An id or a name.
  static let name = ValueCodec(
    schema: .name, read: { (node) throws(RPCError) in try node.readName() }, write: { $1.string($0) })

  /// A string that is one of `names`.
  static func choice(of names: [String]) -> ValueCodec {
    ValueCodec(
      schema: .choice(names), read: { (node) throws(RPCError) in try node.readChoice(of: names) },
      write: { $1.string($0) })
  }
}

extension ValueCodec<Bool> {
  /// The literal true or false.
  static let bool = ValueCodec(
    schema: .boolean, read: { (node) throws(RPCError) in try node.readBool() }, write: { $1.bool($0) })
}

extension ValueCodec<Int> {
  /// An integer in a range.
  static func integer(_ range: ClosedRange<Int>) -> ValueCodec {
    ValueCodec(
      schema: .integer(range), read: { (node) throws(RPCError) in try node.readInteger(in: range) },
      write: { $1.integer($0) })
  }
}

extension ValueCodec<Double> {
  /// A number in a range.
  static func number(_ range: ClosedRange<Double>) -> ValueCodec {
    ValueCodec(
      schema: .number(range), read: { (node) throws(RPCError) in try node.readNumber(in: range) },
      write: { $1.double($0) })
  }
}

extension ValueCodec where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// The name of a case.
  static var choice: ValueCodec {
    let cases = Array(Value.allCases)
    let names = cases.map(\.rawValue)
    let table = NameTable(names)
    return ValueCodec(
      schema: .choice(names),
      read: { (node) throws(RPCError) in
        if let utf8 = node.utf8, let index = table.index(of: utf8) { return cases[index] }
        return Value(rawValue: try node.readChoice(of: names))
      },
      write: { $1.string($0.rawValue) })
  }
}

extension ValueCodec {
  /// A list of values. Absent values are skipped.
  static func list<Element>(
    of element: ValueCodec<Element>, atMost: Int? = nil
  ) -> ValueCodec<[Element]> where Value == [Element] {
    ValueCodec<[Element]>(
      schema: .array(element.schema, atMost: atMost),
      read: { (node) throws(RPCError) in
        var values: [Element] = []
        try node.readElements(atMost: atMost) { (node) throws(RPCError) in
          if !node.isNull, let value = try element.read(node) { values.append(value) }
        }
        return values
      },
      write: { values, writer in
        writer.beginArray()
        for value in values { element.write(value, &writer) }
        writer.endArray()
      })
  }

  /// A list of values, or one value.
  static func listOrOne<Element>(
    of element: ValueCodec<Element>, atMost: Int? = nil
  ) -> ValueCodec<[Element]> where Value == [Element] {
    let list = ValueCodec.list(of: element, atMost: atMost)
    return ValueCodec<[Element]>(
      schema: .either([element.schema, list.schema], expected: "one value, or an array of values"),
      read: { (node) throws(RPCError) in
        if node.kind == .array { return try list.read(node) }
        return try element.read(node).map { [$0] }
      },
      write: list.write)
  }

  /// An object whose codec is created on first use, so that objects can contain objects of their
  /// own kind.
  static func object(
    _ name: String, _ codec: @escaping @autoclosure @Sendable () -> ObjectCodec<Value>
  ) -> ValueCodec {
    ValueCodec(
      schema: .reference(name), read: { (node) throws(RPCError) in try codec().read(node) },
      write: { codec().write($0, to: &$1) })
  }

  /// The value, or a short form of it. `isShort` returns true for the short form.
  func orShort<Short>(
    _ short: ValueCodec<Short>, expected: String, when isShort: @escaping @Sendable (JSONNode) -> Bool,
    _ make: @escaping @Sendable (Short) -> Value
  ) -> ValueCodec {
    ValueCodec(
      schema: .either([short.schema, schema], expected: expected),
      read: { [read] (node) throws(RPCError) in
        if isShort(node) { return try short.read(node).map(make) }
        guard node.kind == .object else { throw .wrongType(at: "", expected: expected, found: node) }
        return try read(node)
      },
      write: write)
  }

  /// The value, or its most important text.
  func orText(_ make: @escaping @Sendable (String) -> Value) -> ValueCodec {
    orShort(.text, expected: "a string or an object", when: { $0.kind == .string }, make)
  }

  /// The value, which is absent if `isEmpty` returns true.
  func absent(when isEmpty: @escaping @Sendable (Value) -> Bool) -> ValueCodec {
    ValueCodec(
      schema: schema,
      read: { [read] (node) throws(RPCError) in
        guard let value = try read(node), !isEmpty(value) else { return nil }
        return value
      },
      write: write)
  }
}
