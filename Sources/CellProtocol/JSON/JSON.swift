/// A JSON value that owns itself; for merging (RFC 7396), clients and tests. Lines of a daemon are read with
/// `JSONNode` instead, which copies nothing.
public enum JSON: Equatable, Hashable, Sendable {
  /// The literal null.
  case null
  /// True or false.
  case bool(Bool)
  /// A number, in its own digits.
  case number(String)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// The members of an object, in order. Names are unique.
  case object([Member])

  /// A member of an object.
  public struct Member: Equatable, Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: JSON

    /// A member of that name and value.
    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// An owned copy of a parsed value.
  public init(_ node: JSONNode) {
    self =
      switch node.kind {
      case .null: .null
      case .true: .bool(true)
      case .false: .bool(false)
      case .number: .number(node.rawText)
      case .string: .string(node.string ?? "")
      case .array: .array(node.elements.map(JSON.init))
      case .object: .object(node.members.map { Member($0.name.string ?? "", JSON($0.value)) })
      }
  }

  /// Reads a text; see `JSONParser.parse` for what is refused.
  public init(parsing text: some Collection<UInt8>, depth: Int = Limits.standard.depth) throws(JSONFault) {
    self = try JSONDocument(text, depth: depth).withRoot { JSON($0) }
  }

  /// Reads a text; see `JSONParser.parse` for what is refused.
  public init(parsing text: String, depth: Int = Limits.standard.depth) throws(JSONFault) {
    try self.init(parsing: text.utf8, depth: depth)
  }

  /// The value as JSON without white space.
  public var text: String {
    var writer = JSONWriter()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSON {
  /// The member of that name, if it is an object that has one. Setting nil takes the member away; a new one comes
  /// last; setting a member of something other than an object does nothing.
  public subscript(name: String) -> JSON? {
    get {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.name == name }?.value
    }
    set {
      guard case .object(var members) = self else { return }
      self = .null  // The array must not be shared while it changes.
      if let place = members.firstIndex(where: { $0.name == name }) {
        if let newValue { members[place].value = newValue } else { members.remove(at: place) }
      } else if let newValue {
        members.append(Member(name, newValue))
      }
      self = .object(members)
    }
  }

  /// The element at that place, if it is an array that has one.
  public subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The string, if it is one.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The bool, if it is one.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The whole number, if it is one that fits 64 bits and is written without fraction and exponent.
  public var int: Int? {
    guard case .number(let digits) = self else { return nil }
    return Int(digits)
  }

  /// The number, if it is one and finite as a double.
  public var double: Double? {
    guard case .number(let digits) = self, let value = Double(digits), value.isFinite else { return nil }
    return value
  }

  /// The elements, if it is an array.
  public var array: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members in order, if it is an object.
  public var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// This value with a JSON Merge Patch applied (RFC 7396): null takes a member away, objects are merged, all else
  /// replaces.
  public func merging(_ patch: JSON) -> JSON {
    guard case .object(let changes) = patch else { return patch }
    var merged: JSON = .object(members ?? [])
    for change in changes {
      merged[change.name] = change.value == .null ? nil : (merged[change.name] ?? .null).merging(change.value)
    }
    return merged
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByFloatLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(String(value)) }
  /// A number, in the shortest digits.
  public init(floatLiteral value: Double) { self = .number(JSONNumber.token(value)) }
  /// A bool.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// An object. Names must be unique.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }

  /// A number.
  public init(_ value: Int) { self = .number(String(value)) }
  /// A number, in the shortest digits; null if it is not finite.
  public init(_ value: Double) { self = value.isFinite ? .number(JSONNumber.token(value)) : .null }
}
