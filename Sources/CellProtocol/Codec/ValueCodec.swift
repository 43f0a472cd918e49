/// Reads and writes one kind of value, and describes it.
struct ValueCodec<Value: Sendable>: Sendable {
  /// What may be written.
  let schema: Schema
  /// Reads a value that is not null. Nil is as absent: what an empty text gives.
  let read: @Sendable (JSONNode) throws(RPCError) -> Value?
  /// Writes a value in its long form.
  let write: @Sendable (Value, inout JSONWriter) -> Void
}

extension ValueCodec<String> {
  /// A text; an empty one is absent.
  static let text = ValueCodec(
    schema: .text,
    read: { (node) throws(RPCError) in
      let text = try node.readText()
      return text.isEmpty ? nil : text
    },
    write: { $1.string($0) })

  /// A text, also an empty one.
  static let anyText = ValueCodec(
    schema: .text, read: { (node) throws(RPCError) in try node.readText() }, write: { $1.string($0) })

  /// A text of at most 256 bytes, also an empty one.
  static let shortText = ValueCodec(
    schema: .text,
    read: { (node) throws(RPCError) in
      if let count = node.utf8?.count, count > 256 {
        throw .invalidParams("Here are at most 256 bytes possible, not \(count).", path: "")
      }
      return try node.readText()
    },
    write: { $1.string($0) })

  /// An id.
  static let name = ValueCodec(
    schema: .name, read: { (node) throws(RPCError) in try node.readName() }, write: { $1.string($0) })

  /// A text or an integer, as text.
  static let label = ValueCodec(
    schema: .either([.text, .integer(.min...(.max))], expected: "a text or an integer"),
    read: { (node) throws(RPCError) in
      guard node.kind == .number else { return try text.read(node) }
      guard let digits = node.integerText else {
        throw .wrongType(at: "", expected: "a text or an integer", found: node)
      }
      return digits
    },
    write: { $1.string($0) })

  /// Any JSON, numbers in their own digits, in one spelling: without white space, and with no more escapes than needed.
  static let json = ValueCodec(
    schema: .any,
    read: { (node) throws(RPCError) in
      var writer = JSONWriter(capacity: node.raw.count)
      writer.value(node)
      return String(decoding: writer.bytes, as: UTF8.self)
    },
    write: { $1.raw($0) })

  /// One of these texts.
  static func choice(of names: [String]) -> ValueCodec {
    ValueCodec(
      schema: .choice(names), read: { (node) throws(RPCError) in try node.readChoice(of: names) },
      write: { $1.string($0) })
  }
}

extension ValueCodec<Bool> {
  /// True or false.
  static let bool = ValueCodec(
    schema: .boolean, read: { (node) throws(RPCError) in try node.readBool() }, write: { $1.bool($0) })
}

extension ValueCodec<Int> {
  /// A whole number of the range.
  static func integer(_ range: ClosedRange<Int>) -> ValueCodec {
    ValueCodec(
      schema: .integer(range), read: { (node) throws(RPCError) in try node.readInteger(in: range) },
      write: { $1.integer($0) })
  }
}

extension ValueCodec<Double> {
  /// A number of the range.
  static func number(_ range: ClosedRange<Double>) -> ValueCodec {
    ValueCodec(
      schema: .number(range), read: { (node) throws(RPCError) in try node.readNumber(in: range) },
      write: { $1.double($0) })
  }
}

extension ValueCodec where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// One of the cases, by its name.
  static var choice: ValueCodec {
    let cases = Array(Value.allCases)
    let names = cases.map(\.rawValue)
    let table = NameTable(names)
    return ValueCodec(
      schema: .choice(names),
      read: { (node) throws(RPCError) in
        if let utf8 = node.utf8, let place = table.place(of: utf8) { return cases[place] }
        return Value(rawValue: try node.readChoice(of: names))
      },
      write: { $1.string($0.rawValue) })
  }
}

extension ValueCodec {
  /// Several values; what is absent among them is passed over.
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

  /// Several values, or one that stands alone.
  static func listOrOne<Element>(of element: ValueCodec<Element>) -> ValueCodec<[Element]>
  where Value == [Element] {
    let list = ValueCodec.list(of: element)
    return ValueCodec<[Element]>(
      schema: .either([element.schema, list.schema], expected: "one, or an array of them"),
      read: { (node) throws(RPCError) in
        if node.kind == .array { return try list.read(node) }
        return try element.read(node).map { [$0] }
      },
      write: list.write)
  }

  /// An object of a codec that is made when it is first needed, so that objects may hold objects of their own kind.
  static func object(
    _ name: String, _ codec: @escaping @autoclosure @Sendable () -> ObjectCodec<Value>
  ) -> ValueCodec {
    ValueCodec(
      schema: .reference(name), read: { (node) throws(RPCError) in try codec().read(node) },
      write: { codec().write($0, to: &$1) })
  }

  /// This, or a short form: `isShort` tells which it is.
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

  /// This, or its most important text alone.
  func orText(_ make: @escaping @Sendable (String) -> Value) -> ValueCodec {
    orShort(.text, expected: "a text or an object", when: { $0.kind == .string }, make)
  }

  /// This, but absent where `isEmpty` says that it says nothing.
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
