import CellWire

/// Reads, writes and describes one kind of object of the protocol, from one table of its members.
struct ObjectCodec<Whole: Sendable>: Sendable {
  /// The object before its members are read.
  let initial: Whole
  /// The members, in the order in which they are written. Required members are among the first 64.
  let fields: [Field<Whole>]
  let names: NameTable
  /// Checks an object whose members are all read. It changes nothing: `inout` saves a copy.
  let check: @Sendable (inout Whole) throws(RPCError) -> Void

  init(
    _ initial: Whole, _ fields: [Field<Whole>],
    check: @escaping @Sendable (inout Whole) throws(RPCError) -> Void = { (_) throws(RPCError) in }
  ) {
    self.initial = initial
    self.fields = fields
    self.check = check
    names = NameTable(fields.map(\.name)) { fields[$0].isRequired }
  }

  /// The schema of the object.
  var schema: Schema {
    .object(
      Schema.Properties(
        fields.map {
          Schema.Property($0.name, $0.schema, isRequired: $0.isRequired, $0.summary)
        }))
  }

  /// Reads an object. Unknown members throw.
  func read(_ node: JSONNode) throws(RPCError) -> Whole {
    var whole = initial
    try node.readMembers(names) { (index, value) throws(RPCError) in try fields[index].read(value, &whole) }
    try check(&whole)
    return whole
  }

  /// Writes an object in its long form, without absent members.
  func write(_ whole: Whole, to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(of: whole, to: &writer)
    writer.endObject()
  }

  /// Writes the members into an open object.
  func writeMembers(of whole: Whole, to writer: inout JSONWriter) {
    for field in fields { field.write(whole, &writer) }
  }
}

/// A member of an object: its name, its schema, and the position of its value in `Whole`.
struct Field<Whole: Sendable>: Sendable {
  let name: String
  let schema: Schema
  let summary: String
  let isRequired: Bool
  /// Reads the value of the member, which is not null, into the object.
  let read: @Sendable (JSONNode, inout Whole) throws(RPCError) -> Void
  /// Writes the name and the value, or nothing if the member is absent.
  let write: @Sendable (Whole, inout JSONWriter) -> Void

  /// Copies the member from the first object to the second.
  let copy: @Sendable (Whole, inout Whole) -> Void

  /// Sets the member to its value in `initial`.
  func reset(_ whole: inout Whole, to initial: Whole) { copy(initial, &whole) }

  /// A required member. It is always written.
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

  /// A member with a default. It is not written if it has the default.
  static func standard<Value: Equatable>(
    _ name: String, _ codec: ValueCodec<Value>, _ path: WritableKeyPath<Whole, Value> & Sendable,
    _ standard: Value, _ summary: String
  ) -> Field {
    Field(name, codec, path, summary, isRequired: false, isWritten: { $0 != standard })
  }

  /// A member that can be absent.
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
