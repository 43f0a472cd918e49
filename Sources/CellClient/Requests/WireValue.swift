import CellWire

/// A value of the protocol.
public protocol WireValue: Equatable, Sendable {
  /// Reads a value. Returns nil if it has another type.
  init?(json: JSON)
  /// The value as JSON.
  var json: JSON { get }
}

/// An object of the protocol: its JSON, with typed members. Members that this version does not know
/// stay in it.
public protocol WireObject: WireValue, CustomDebugStringConvertible {
  var json: JSON { get set }
}

/// A value of a list of texts. Later versions of the daemon may have more of them.
public protocol WireChoice: WireValue, RawRepresentable, Hashable, CustomStringConvertible
where RawValue == String {
  init(rawValue: String)
}

extension WireObject {
  /// The JSON text. Some objects have a member `description`.
  public var debugDescription: String { json.text }
}

extension WireChoice {
  /// The text.
  public var description: String { rawValue }

  public init?(json: JSON) {
    guard let text = json.string else { return nil }
    self.init(rawValue: text)
  }

  public var json: JSON { .string(rawValue) }
}

extension String: WireValue {
  /// Reads a text, or an integer as its decimal text.
  public init?(json: JSON) {
    switch json {
    case .string(let text): self = text
    case .number(let digits) where json.int != nil: self = digits
    default: return nil
    }
  }

  public var json: JSON { .string(self) }
}

extension Int: WireValue {
  public init?(json: JSON) {
    guard let value = json.int else { return nil }
    self = value
  }

  public var json: JSON { JSON(self) }
}

extension Double: WireValue {
  public init?(json: JSON) {
    guard let value = json.double else { return nil }
    self = value
  }

  public var json: JSON { JSON(self) }
}

extension Bool: WireValue {
  public init?(json: JSON) {
    guard let value = json.bool else { return nil }
    self = value
  }

  public var json: JSON { .bool(self) }
}

extension JSON: WireValue {
  public init?(json: JSON) { self = json }

  public var json: JSON { self }
}

extension Array: WireValue where Element: WireValue {
  /// Reads a list. A value beside a list is a list of one.
  public init?(json: JSON) {
    guard let elements = json.array else {
      guard let only = Element(json: json) else { return nil }
      self = [only]
      return
    }
    self = []
    reserveCapacity(elements.count)
    for element in elements {
      guard let value = Element(json: element) else { return nil }
      append(value)
    }
  }

  public var json: JSON { .array(map(\.json)) }
}

extension Dictionary: WireValue where Key == String, Value: WireValue {
  public init?(json: JSON) {
    guard let members = json.members else { return nil }
    self = [:]
    for member in members {
      guard let value = Value(json: member.value) else { return nil }
      self[member.name] = value
    }
  }

  public var json: JSON { .object(map { JSON.Member($0.key, $0.value.json) }) }
}

/// The simple types of short forms.
enum ShortForm {
  case text
  case number
  case integer
}

extension WireObject {
  /// A member; nil if it is not there, or has another type. Setting nil removes it.
  subscript<Value: WireValue>(name: String) -> Value? {
    get { json[name].flatMap { Value(json: $0) } }
    set {
      if isShort { json = .object([]) }
      json[name] = newValue?.json
    }
  }

  /// Whether the value is the short form of an object: a text or a number.
  var isShort: Bool { json.members == nil }

  /// Whether the value is an object, or a short form of these types.
  func isObject(or forms: [ShortForm]) -> Bool {
    switch json {
    case .object: true
    case .string: forms.contains(.text)
    case .number: forms.contains(.number) || (forms.contains(.integer) && json.int != nil)
    case .null, .bool, .array: false
    }
  }

  /// Whether a member is there, and has a type.
  func has<Value: WireValue>(_ name: String, _ type: Value.Type) -> Bool {
    json[name].flatMap { Value(json: $0) } != nil
  }

  /// A member whose presence was checked when the object was made.
  func required<Value: WireValue>(_ name: String) -> Value {
    guard let value: Value = self[name] else { preconditionFailure("\(Self.self) has no \(name)") }
    return value
  }
}

/// Returns an object with the members that are not nil.
func given(_ members: (name: String, value: JSON?)...) -> JSON {
  .object(members.compactMap { member in member.value.map { JSON.Member(member.name, $0) } })
}

extension JSON {
  /// The object with the members of another one, which replace those of the same names.
  func with(_ others: JSON) -> JSON {
    var whole = self
    for member in others.members ?? [] { whole[member.name] = member.value }
    return whole
  }
}

/// Returns the value of a parameter for which null has a meaning: nil leaves it out.
func nullable(_ value: (some WireValue)??) -> JSON? {
  value.map { $0?.json ?? .null }
}

/// Reads a result.
/// - Throws: `CelldError.protocolError` if a member of it is missing, or has another type.
func read<Result: WireValue>(_ json: JSON, of method: String) throws -> Result {
  guard let result = Result(json: json) else {
    throw CelldError.protocolError("the result of \(method) is not what protocol.md describes")
  }
  return result
}
