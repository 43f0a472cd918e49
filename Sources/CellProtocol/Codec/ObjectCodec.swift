/// Reads and writes one kind of object of the protocol, and describes it: all from one table of its members.
struct ObjectCodec<Whole: Sendable>: Sendable {
  /// What an object starts from.
  let initial: Whole
  /// The members, in the order in which they are written. Required ones are among the first 64.
  let fields: [Field<Whole>]
  let names: NameTable
  /// A last look at an object of which all members are read.
  let check: @Sendable (Whole) throws(RPCError) -> Void

  init(
    _ initial: Whole, _ fields: [Field<Whole>],
    check: @escaping @Sendable (Whole) throws(RPCError) -> Void = { (_) throws(RPCError) in }
  ) {
    self.initial = initial
    self.fields = fields
    self.check = check
    names = NameTable(fields.map(\.name)) { fields[$0].isRequired }
  }

  /// The object's description.
  var schema: Schema {
    .object(
      Schema.Properties(
        fields.map { Schema.Property($0.name, $0.schema, isRequired: $0.isRequired, $0.summary) }))
  }

  /// Reads an object that has no other members.
  func read(_ node: JSONNode) throws(RPCError) -> Whole {
    var whole = initial
    try node.readMembers(names) { (place, value) throws(RPCError) in
      try fields[place].read(value, &whole)
    }
    try check(whole)
    return whole
  }

  /// Writes an object in its long form; what is absent is left out.
  func write(_ whole: Whole, to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(of: whole, to: &writer)
    writer.endObject()
  }

  /// Writes the members into an object that is open.
  func writeMembers(of whole: Whole, to writer: inout JSONWriter) {
    for field in fields { field.write(whole, &writer) }
  }
}

/// One member of an object: its name, what it may be, and where its value lies in `Whole`.
struct Field<Whole: Sendable>: Sendable {
  let name: String
  let schema: Schema
  let summary: String
  let isRequired: Bool
  /// Reads the member's value, which is not null, into the object.
  let read: @Sendable (JSONNode, inout Whole) throws(RPCError) -> Void
  /// Writes name and value, or nothing where it is absent.
  let write: @Sendable (Whole, inout JSONWriter) -> Void
  /// Makes the member what it is in another object.
  let copy: @Sendable (Whole, inout Whole) -> Void

  /// Makes the member what it is in an object of which it was left out.
  func reset(_ whole: inout Whole, to initial: Whole) { copy(initial, &whole) }

  /// A member that must be there, and is always written.
  static func required<Value>(
    _ name: String, _ codec: ValueCodec<Value>, _ path: WritableKeyPath<Whole, Value> & Sendable,
    _ summary: String
  ) -> Field {
    Field(name, codec, path, summary, isRequired: true, isWritten: { _ in true })
  }

  /// A member that is always written.
  static func always<Value>(
    _ name: String, _ codec: ValueCodec<Value>, _ path: WritableKeyPath<Whole, Value> & Sendable,
    _ summary: String
  ) -> Field {
    Field(name, codec, path, summary, isRequired: false, isWritten: { _ in true })
  }

  /// A member that is not written while it has the value that it has when it is absent.
  static func standard<Value: Equatable>(
    _ name: String, _ codec: ValueCodec<Value>, _ path: WritableKeyPath<Whole, Value> & Sendable,
    _ standard: Value, _ summary: String
  ) -> Field {
    Field(name, codec, path, summary, isRequired: false, isWritten: { $0 != standard })
  }

  /// A member that may be absent.
  static func optional<Value>(
    _ name: String, _ codec: ValueCodec<Value>, _ path: WritableKeyPath<Whole, Value?> & Sendable,
    _ summary: String
  ) -> Field {
    Field(
      name: name, schema: codec.schema, summary: summary, isRequired: false,
      read: { (node, whole) throws(RPCError) in whole[keyPath: path] = try codec.read(node) },
      write: { whole, writer in
        guard let value = whole[keyPath: path] else { return }
        writer.name(escaping: name)
        codec.write(value, &writer)
      },
      copy: { $1[keyPath: path] = $0[keyPath: path] })
  }

  private init<Value>(
    _ name: String, _ codec: ValueCodec<Value>, _ path: WritableKeyPath<Whole, Value> & Sendable,
    _ summary: String,
    isRequired: Bool, isWritten: @escaping @Sendable (Value) -> Bool
  ) {
    self.init(
      name: name, schema: codec.schema, summary: summary, isRequired: isRequired,
      read: { (node, whole) throws(RPCError) in
        if let value = try codec.read(node) { whole[keyPath: path] = value }
      },
      write: { whole, writer in
        let value = whole[keyPath: path]
        guard isWritten(value) else { return }
        writer.name(escaping: name)
        codec.write(value, &writer)
      },
      copy: { $1[keyPath: path] = $0[keyPath: path] })
  }

  private init(
    name: String, schema: Schema, summary: String, isRequired: Bool,
    read: @escaping @Sendable (JSONNode, inout Whole) throws(RPCError) -> Void,
    write: @escaping @Sendable (Whole, inout JSONWriter) -> Void,
    copy: @escaping @Sendable (Whole, inout Whole) -> Void
  ) {
    self.name = name
    self.schema = schema
    self.summary = summary
    self.isRequired = isRequired
    self.read = read
    self.write = write
    self.copy = copy
  }
}
