import CSimdjson

/// One value of a parsed text: a cursor of three pointers, which owns nothing. Valid as long as the parse that gave it
/// (`JSONParser.parse`, `JSONDocument`). Nothing that it points to changes, so any thread may read it.
public struct JSONNode: @unchecked Sendable {
  /// What kind of value it is.
  public enum Kind: UInt8, Sendable {
    /// The literal null.
    case null
    /// The literal false.
    case `false`
    /// The literal true.
    case `true`
    /// A number of any size.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
  }

  /// The value's own node; what is inside it follows.
  let nodes: UnsafePointer<cs_node>
  /// The text that offsets count from.
  let source: UnsafeRawPointer
  /// Where unescaped strings are.
  let strings: UnsafeRawPointer

  /// What kind of value it is.
  public var kind: Kind { Kind(rawValue: nodes.pointee.kind) ?? .null }

  /// Whether it is null.
  public var isNull: Bool { kind == .null }

  /// The source of the value, byte for byte, without white space around it.
  public var raw: UnsafeRawBufferPointer {
    let start = Int(nodes.pointee.start)
    return UnsafeRawBufferPointer(start: source + start, count: Int(nodes.pointee.end) - start)
  }

  /// The source of the value as text.
  public var rawText: String { String(decoding: raw, as: UTF8.self) }

  /// The bool, if it is one.
  public var bool: Bool? {
    switch kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The bytes of a string, unescaped (valid UTF-8), if it is one.
  public var utf8: UnsafeRawBufferPointer? {
    guard kind == .string else { return nil }
    let node = nodes.pointee
    let base = node.escaped != 0 ? strings : source
    return UnsafeRawBufferPointer(start: base + Int(node.start) + 1, count: Int(node.extent))
  }

  /// The string, if it is one.
  public var string: String? {
    guard let utf8 else { return nil }
    return String(decoding: utf8, as: UTF8.self)
  }

  /// Whether it is a string of exactly these characters.
  public func equals(_ text: StaticString) -> Bool {
    guard let utf8, utf8.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { utf8.elementsEqual($0) }
  }

  /// How many elements an array or members an object has; 0 for all else. Walks over them.
  public var count: Int {
    var count = 0
    switch kind {
    case .array: for _ in elements { count += 1 }
    case .object: for _ in members { count += 1 }
    default: break
    }
    return count
  }

  /// How many values it is made of, itself and the names of members among them. Takes no time.
  public var valueCount: Int { extent }

  /// The elements of an array; nothing for all else.
  public var elements: JSONElements { JSONElements(self) }

  /// The members of an object, in order; nothing for all else.
  public var members: JSONMembers { JSONMembers(self) }

  /// The member of that name, if it is an object that has one.
  public subscript(name: StaticString) -> JSONNode? {
    for member in members where member.name.equals(name) { return member.value }
    return nil
  }

  /// The member of that name unless it is null, which means absent in all of the protocol.
  public func present(_ name: StaticString) -> JSONNode? {
    guard let value = self[name], !value.isNull else { return nil }
    return value
  }

  /// The member of a name that is not written out in the source.
  func member(named name: String) -> JSONNode? {
    for member in members where member.name.utf8?.elementsEqual(name.utf8) == true { return member.value }
    return nil
  }

  /// Nodes from here to the one behind the value.
  var extent: Int {
    switch kind {
    case .array, .object: Int(nodes.pointee.extent)
    default: 1
    }
  }

  func advanced(by count: Int) -> JSONNode {
    JSONNode(nodes: nodes + count, source: source, strings: strings)
  }
}
