/// Appends JSON to bytes and adds the commas. The result is valid if names and values alternate in
/// objects, and every `begin` has an `end`.
///
/// To append to existing bytes, move them in, and out with `swap`. With two references to them, the
/// next byte would copy them.
public struct JSONWriter: Sendable {
  /// The written JSON.
  public var bytes: [UInt8]
  /// True if the next value or name needs a comma before it.
  @usableFromInline var needsComma = false

  /// Creates a writer with an empty buffer.
  public init(capacity: Int = 256) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Creates a writer that appends to `bytes`.
  public init(appendingTo bytes: consuming [UInt8]) { self.bytes = bytes }

  /// A position between two writes, for `rewind(to:)`.
  public struct Mark: Equatable, Sendable {
    fileprivate let count: Int
    fileprivate let needsComma: Bool
  }

  /// The current position.
  public var mark: Mark { Mark(count: bytes.count, needsComma: needsComma) }

  /// Removes everything that was written after the mark.
  public mutating func rewind(to mark: Mark) {
    bytes.removeLast(bytes.count - mark.count)
    needsComma = mark.needsComma
  }

  /// Opens an object.
  @inlinable public mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Closes the object.
  @inlinable public mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Closes the object with written members: `,"name":value…}`.
  public mutating func endObject(with members: [UInt8]) {
    bytes.append(contentsOf: members)
    needsComma = true
  }
  /// Opens an array.
  @inlinable public mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Closes the array.
  @inlinable public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes an object. `body` writes its members.
  @inlinable public mutating func object<Failure: Error>(_ body: (inout JSONWriter) throws(Failure) -> Void)
    throws(Failure)
  {
    beginObject()
    try body(&self)
    endObject()
  }

  /// Writes an array. `body` writes its elements.
  @inlinable public mutating func array<Failure: Error>(_ body: (inout JSONWriter) throws(Failure) -> Void)
    throws(Failure)
  {
    beginArray()
    try body(&self)
    endArray()
  }

  /// Writes a name that needs no escapes. No name of the protocol does. Its value must follow.
  @inlinable public mutating func name(_ name: StaticString) {
    appendQuoted(name, nil)
  }

  /// Writes any name. Its value must follow.
  public mutating func name(escaping name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes null.
  @inlinable public mutating func null() { literal("null") }

  /// Writes true or false.
  @inlinable public mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

  /// Writes an integer.
  @inlinable public mutating func integer(_ value: some BinaryInteger) { integer(Int64(clamping: value)) }

  /// Writes an integer.
  public mutating func integer(_ value: Int64) {
    separate()
    appendDigits(value)
    needsComma = true
  }

  /// Writes a number with the fewest digits: `2` for 2.0. Writes null if it is not finite.
  public mutating func double(_ value: Double) {
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53, whole != 0 || value.sign == .plus {
      return integer(whole)
    }
    separate()
    bytes.append(contentsOf: JSONNumber.token(value).utf8)
    needsComma = true
  }

  /// Appends a value that is JSON already.
  @inlinable public mutating func raw(_ json: UnsafeRawBufferPointer) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  /// Appends a value that is JSON already.
  public mutating func literal(_ json: StaticString) {
    separate()
    json.withUTF8Buffer { bytes.append(contentsOf: $0) }
    needsComma = true
  }

  /// Appends a value that is JSON already.
  public mutating func raw(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
    needsComma = true
  }

  /// Appends a value that is JSON already.
  @inlinable public mutating func raw(_ json: [UInt8]) {
    json.withUnsafeBytes { raw($0) }
  }

  /// Appends values that are JSON already. `body` writes at least one value, and commas between
  /// them, to memory for `capacity` bytes, and returns the number of bytes.
  @inlinable public mutating func raw(capacity: Int, _ body: (UnsafeMutableRawPointer) -> Int) {
    separate()
    bytes.append(addingCapacity: capacity) { room in
      room.withUnsafeMutableBufferPointer { buffer, count in
        if let start = buffer.baseAddress { count += body(UnsafeMutableRawPointer(start + count)) }
      }
    }
    needsComma = true
  }

  /// Writes any value.
  public mutating func value(_ json: JSON) {
    switch json {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let digits): raw(digits)
    case .string(let text): string(text)
    case .array(let elements):
      beginArray()
      for element in elements { value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for member in members {
        name(escaping: member.name)
        value(member.value)
      }
      endObject()
    }
  }

  /// Writes a parsed value without white space and with as few escapes as possible. Numbers keep
  /// their digits.
  public mutating func value(_ node: JSONNode) {
    switch node.kind {
    case .null, .true, .false, .number: raw(node.raw)
    case .string: if let utf8 = node.utf8 { string(utf8) }
    case .array:
      beginArray()
      for element in node.elements { value(element) }
      endArray()
    case .object:
      beginObject()
      for member in node.members {
        value(member.name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
        value(member.value)
      }
      endObject()
    }
  }

  @inlinable @inline(__always) mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  @inlinable mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  @inlinable mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func appendDigits(_ value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    appendDigits(value.magnitude)
  }

  /// Appends the decimal digits of a number, without a comma. For parts of a string or a value.
  public mutating func appendDigits(_ value: UInt64) {
    var rest = value
    if rest < 10 { return bytes.append(UInt8(ascii: "0") + UInt8(rest)) }
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var start = 20
    repeat {
      start -= 1
      digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    } while rest > 0
    digits.span.withUnsafeBytes { bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[start...])) }
  }
}
