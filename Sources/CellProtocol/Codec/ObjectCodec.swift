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
  /// Whether an object is one of those that can leave out a required member.
  let isException: @Sendable (Whole) -> Bool

  init(
    _ initial: Whole, _ fields: [Field<Whole>],
    check: @escaping @Sendable (inout Whole) throws(RPCError) -> Void = { (_) throws(RPCError) in },
    isException: @escaping @Sendable (Whole) -> Bool = { _ in false }
  ) {
    self.initial = initial
    self.fields = fields
    self.check = check
    self.isException = isException
    names = NameTable(fields.map(\.name)) { fields[$0].isRequired }
  }

  /// The schema of the object.
  var schema: Schema {
    .object(
      Schema.Properties(
        fields.map {
          Schema.Property($0.name, $0.schema, isRequired: $0.isRequired, except: $0.exception, $0.summary)
        }))
  }

  /// Reads an object. Unknown members throw.
  func read(_ node: JSONNode) throws(RPCError) -> Whole {
    var whole = initial
    _ = try read(node, into: &whole, asBytes: false)
    return whole
  }

  /// Reads an object into one whose members are the initial ones.
  ///
  /// - Parameter asBytes: whether members are taken as bytes, if they can be.
  /// - Returns: whether all of them were.
  func read(_ node: JSONNode, into whole: inout Whole, asBytes: Bool) throws(RPCError) -> Bool {
    var isBytes = true
    let missing = try node.readPresentMembers(names) { (index, value) throws(RPCError) in
      if asBytes, let take = fields[index].take, take(value, &whole) { return }
      isBytes = false
      try fields[index].read(value, &whole)
    }
    try check(missing, in: &whole)
    return isBytes
  }

  /// Applies a JSON Merge Patch (RFC 7396), which is an object, to the long form of an object.
  /// Members that are not in the patch are neither written nor read.
  ///
  /// - Throws: an error of ``read(_:)`` for the merged object. If a patch has several errors, it
  ///   is one of them.
  func merge(_ patch: JSON, into whole: inout Whole) throws(RPCError) {
    let changes = patch.members ?? []
    var patched: [Int] = []
    for change in changes {
      var name = change.name
      guard let index = name.withUTF8({ names.index(of: UnsafeRawBufferPointer($0)) }) else {
        // Merging would drop it without a word if it is null.
        throw .unknownMember(name, at: "", known: names.names)
      }
      patched.append(index)
    }
    let merged = try old(of: changes, in: whole).merging(patch)
    let document: JSONDocument
    // A merged value can be nested deeper than a line allows.
    do { document = try JSONDocument(merged.text.utf8, depth: Self.unlimitedDepth) } catch {
      throw .parseError(error)
    }
    for index in patched { fields[index].reset(&whole, to: initial) }
    var missing = try document.withRoot { (root) throws(RPCError) in
      try root.readPresentMembers(names) { (index, value) throws(RPCError) in
        try fields[index].read(value, &whole)
      }
    }
    missing &= patched.reduce(0) { $1 < 64 ? $0 | 1 << UInt64($1) : $0 }
    try check(missing, in: &whole)
  }

  /// The members that a patch changes inside, which are those that it has an object for.
  private func old(of changes: [JSON.Member], in whole: Whole) throws(RPCError) -> JSON {
    let inside = Set(changes.lazy.filter { $0.value.members != nil }.map(\.name))
    guard !inside.isEmpty else { return .object([]) }
    var writer = JSONWriter()
    writer.beginObject()
    for field in fields where inside.contains(field.name) { field.write(whole, &writer) }
    writer.endObject()
    do { return try JSON(parsing: writer.bytes, depth: Self.unlimitedDepth) } catch {
      throw .parseError(error)
    }
  }

  private static var unlimitedDepth: Int { Int(Int32.max) }

  /// Throws if required members are missing, or the object is not in order.
  private func check(_ missing: UInt64, in whole: inout Whole) throws(RPCError) {
    var missing = missing
    while missing != 0 {
      let index = missing.trailingZeroBitCount
      guard fields[index].exception != nil, isException(whole) else {
        throw .missingMember(names.names[index], at: "")
      }
      missing &= missing - 1
    }
    try check(&whole)
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
  /// The objects that can leave it out although it is required.
  private(set) var exception: Schema.Exception?
  /// Reads the value of the member, which is not null, into the object.
  let read: @Sendable (JSONNode, inout Whole) throws(RPCError) -> Void
  /// Takes the bytes of the value, and returns true. Returns false for values that `read` must
  /// read, and for those that are not valid.
  private(set) var take: (@Sendable (JSONNode, inout Whole) -> Bool)?
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

  /// The required member, which objects can leave out if `member` has this text.
  func except(if member: String, is text: String) -> Field {
    var field = self
    field.exception = Schema.Exception(member: member, text: text)
    return field
  }

  /// The member, whose bytes are taken without a string if `take` can.
  func asBytes(_ take: @escaping @Sendable (JSONNode, inout Whole) -> Bool) -> Field {
    var field = self
    field.take = take
    return field
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
