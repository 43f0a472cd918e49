/// A JSON value with its own storage, for patches (RFC 7396), clients and tests. The daemon reads
/// lines with `JSONNode`, which copies nothing.
public enum JSON: Equatable, Hashable, Sendable {
  /// The literal null.
  case null
  /// The literal true or false.
  case bool(Bool)
  /// A number, with the digits that were read.
  case number(String)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// The members of an object, in order, with unique names.
  case object([Member])

  /// A member of an object.
  public struct Member: Equatable, Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSON

    /// Creates a member.
    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a copy of a parsed value.
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

  /// Parses a text with the rules of `JSONParser.parse`.
  public init(
    parsing text: some Collection<UInt8>, depth: Int = JSONParser.standardDepth
  ) throws(JSONError) {
    self = try JSONDocument(text, depth: depth).withRoot { JSON($0) }
  }

  /// Parses a text with the rules of `JSONParser.parse`.
  public init(parsing text: String, depth: Int = JSONParser.standardDepth) throws(JSONError) {
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
  /// The member of that name, or nil. Setting nil removes the member, and a new member is
  /// appended. Setting a member of a value that is not an object does nothing.
  public subscript(name: String) -> JSON? {
    get {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.name.exact == name.exact }?.value
    }
    set {
      guard case .object(var members) = self else { return }
      self = .null  // Makes the array unique, so that changing it does not copy it.
      if let place = members.firstIndex(where: { $0.name.exact == name.exact }) {
        if let newValue { members[place].value = newValue } else { members.remove(at: place) }
      } else if let newValue {
        members.append(Member(name, newValue))
      }
      self = .object(members)
    }
  }

  /// The element at that index, or nil.
  public subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The string, or nil if the value has another type.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The bool, or nil if the value has another type.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The integer, or nil if the value is not a 64-bit integer without fraction and exponent.
  public var int: Int? {
    guard case .number(let digits) = self else { return nil }
    return Int(digits)
  }

  /// The number, or nil if the value is not a number that is finite as a double.
  public var double: Double? {
    guard case .number(let digits) = self, let value = Double(digits), value.isFinite else { return nil }
    return value
  }

  /// The elements, or nil if the value is not an array.
  public var array: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members in order, or nil if the value is not an object.
  public var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// Returns the value with a JSON Merge Patch (RFC 7396) applied: null removes a member, objects
  /// are merged, and all other values are replaced.
  public func merging(_ patch: JSON) -> JSON {
    guard case .object(let changes) = patch else { return patch }
    var merged: [Member?] = members ?? []
    // Few members are found faster without a table.
    var places: [[UInt8]: Int]?
    if changes.count > 8 {
      let named = (members ?? []).enumerated().map { (Array($1.name.utf8), $0) }
      places = Dictionary(named) { first, _ in first }
    }
    for change in changes {
      let place =
        places.map { $0[Array(change.name.utf8)] }
        ?? merged.firstIndex { $0?.name.utf8.elementsEqual(change.name.utf8) ?? false }
      let value =
        change.value == .null ? nil : (place.flatMap { merged[$0]?.value } ?? .null).merging(change.value)
      let member = value.map { Member(change.name, $0) }
      if let place { merged[place] = member } else { merged.append(member) }
    }
    return .object(merged.compactMap(\.self))
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByFloatLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a number.
  public init(integerLiteral value: Int) { self = .number(String(value)) }
  /// Creates a number with the fewest digits.
  public init(floatLiteral value: Double) { self = .number(JSONNumber.token(value)) }
  /// Creates a bool.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates an array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// Creates an object. The names must be unique.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }

  /// Creates a number.
  public init(_ value: Int) { self = .number(String(value)) }
  /// Creates a number with the fewest digits, or null if the value is not finite.
  public init(_ value: Double) { self = value.isFinite ? .number(JSONNumber.token(value)) : .null }
}
