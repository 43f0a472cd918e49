import CSimdjson

/// A value of a parsed text: a cursor of three pointers without storage of its own.
///
/// It is valid as long as the result of `JSONParser.parse` or the `JSONDocument` that it is from.
/// The memory that it points to does not change, so any thread may read it.
@frozen public struct JSONNode: @unchecked Sendable {
  /// A type of value.
  @frozen public enum Kind: UInt8, Sendable {
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

  /// The node of the value. The nodes of its elements or members follow.
  @usableFromInline let nodes: UnsafePointer<cs_node>
  /// The start of the text, to which offsets are relative.
  @usableFromInline let source: UnsafeRawPointer
  /// The start of the unescaped strings.
  @usableFromInline let strings: UnsafeRawPointer

  /// The type of the value.
  @inlinable public var kind: Kind { Kind(rawValue: nodes.pointee.kind) ?? .null }

  /// True for the literal null.
  @inlinable public var isNull: Bool { kind == .null }

  /// The bytes of the value in the text, without white space around it.
  @inlinable public var raw: UnsafeRawBufferPointer {
    let start = Int(nodes.pointee.start)
    return UnsafeRawBufferPointer(start: source + start, count: Int(nodes.pointee.end) - start)
  }

  /// The characters of the value in the text.
  public var rawText: String { String(decoding: raw, as: UTF8.self) }

  /// The bool, or nil if the value has another type.
  @inlinable public var bool: Bool? {
    switch kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The unescaped bytes of a string (valid UTF-8), or nil if the value has another type.
  @inlinable public var utf8: UnsafeRawBufferPointer? {
    guard kind == .string else { return nil }
    let node = nodes.pointee
    let base = node.escaped != 0 ? strings : source
    return UnsafeRawBufferPointer(start: base + Int(node.start) + 1, count: Int(node.extent))
  }

  /// The string, or nil if the value has another type.
  @inlinable public var string: String? {
    guard let utf8 else { return nil }
    return String(decoding: utf8, as: UTF8.self)
  }

  /// Returns true for a string that is equal to `text`.
  @inlinable public func equals(_ text: StaticString) -> Bool {
    guard let utf8, utf8.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { utf8.elementsEqual($0) }
  }

  /// The number of elements of an array or members of an object, otherwise 0. Takes linear time.
  @inlinable public var count: Int {
    var count = 0
    switch kind {
    case .array: for _ in elements { count += 1 }
    case .object: for _ in members { count += 1 }
    default: break
    }
    return count
  }

  /// The number of values inside, including the value itself and the names of members. Takes
  /// constant time.
  public var valueCount: Int { extent }

  /// The elements of an array; empty for other types.
  @inlinable public var elements: JSONElements { JSONElements(self) }

  /// The members of an object, in order; empty for other types.
  @inlinable public var members: JSONMembers { JSONMembers(self) }

  /// The member of that name, or nil.
  @inlinable public subscript(name: StaticString) -> JSONNode? {
    for member in members where member.name.equals(name) { return member.value }
    return nil
  }

  /// Returns the member of that name, or nil if it is null: the protocol treats null as absent.
  @inlinable public func present(_ name: StaticString) -> JSONNode? {
    guard let value = self[name], !value.isNull else { return nil }
    return value
  }

  /// Returns the member of a name that is not a literal.
  @inlinable public func member(named name: String) -> JSONNode? {
    for member in members where member.name.utf8?.elementsEqual(name.utf8) == true { return member.value }
    return nil
  }

  /// The number of nodes of the value.
  @inlinable var extent: Int {
    switch kind {
    case .array, .object: Int(nodes.pointee.extent)
    default: 1
    }
  }

  @inlinable init(nodes: UnsafePointer<cs_node>, source: UnsafeRawPointer, strings: UnsafeRawPointer) {
    self.nodes = nodes
    self.source = source
    self.strings = strings
  }

  @inlinable func advanced(by count: Int) -> JSONNode {
    JSONNode(nodes: nodes + count, source: source, strings: strings)
  }
}

/// The elements of an array, in order.
@frozen public struct JSONElements: Sequence, IteratorProtocol {
  @usableFromInline var upcoming: JSONNode
  @usableFromInline let end: UnsafePointer<cs_node>

  @inlinable init(_ array: JSONNode) {
    upcoming = array.advanced(by: 1)
    end = array.kind == .array ? array.nodes + array.extent : upcoming.nodes
  }

  /// Returns the next element, or nil at the end.
  @inlinable @inline(__always) public mutating func next() -> JSONNode? {
    guard upcoming.nodes < end else { return nil }
    let element = upcoming
    upcoming = element.advanced(by: element.extent)
    return element
  }
}

/// The members of an object, in order.
@frozen public struct JSONMembers: Sequence, IteratorProtocol {
  /// A member of an object.
  @frozen public struct Member {
    /// The name, which is a string: its `utf8` is never nil.
    public let name: JSONNode
    /// The value.
    public let value: JSONNode

    @inlinable init(name: JSONNode, value: JSONNode) {
      self.name = name
      self.value = value
    }
  }

  @usableFromInline var upcoming: JSONNode
  @usableFromInline let end: UnsafePointer<cs_node>

  @inlinable init(_ object: JSONNode) {
    upcoming = object.advanced(by: 1)
    end = object.kind == .object ? object.nodes + object.extent : upcoming.nodes
  }

  /// Returns the next member, or nil at the end.
  @inlinable @inline(__always) public mutating func next() -> Member? {
    guard upcoming.nodes < end else { return nil }
    let name = upcoming
    let value = name.advanced(by: 1)
    upcoming = value.advanced(by: value.extent)
    return Member(name: name, value: value)
  }
}
