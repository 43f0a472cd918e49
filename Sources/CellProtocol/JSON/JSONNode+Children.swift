import CSimdjson

/// The elements of an array, in order.
public struct JSONElements: Sequence, IteratorProtocol {
  private var upcoming: JSONNode
  private let end: UnsafePointer<cs_node>

  init(_ array: JSONNode) {
    upcoming = array.advanced(by: 1)
    end = array.kind == .array ? array.nodes + array.extent : upcoming.nodes
  }

  /// Returns the next element, or nil at the end.
  @inline(__always)
  public mutating func next() -> JSONNode? {
    guard upcoming.nodes < end else { return nil }
    let element = upcoming
    upcoming = element.advanced(by: element.extent)
    return element
  }
}

/// The members of an object, in order.
public struct JSONMembers: Sequence, IteratorProtocol {
  /// A member of an object.
  public struct Member {
    /// The name, which is a string: its `utf8` is never nil.
    public let name: JSONNode
    /// The value.
    public let value: JSONNode
  }

  private var upcoming: JSONNode
  private let end: UnsafePointer<cs_node>

  init(_ object: JSONNode) {
    upcoming = object.advanced(by: 1)
    end = object.kind == .object ? object.nodes + object.extent : upcoming.nodes
  }

  /// Returns the next member, or nil at the end.
  @inline(__always)
  public mutating func next() -> Member? {
    guard upcoming.nodes < end else { return nil }
    let name = upcoming
    let value = name.advanced(by: 1)
    upcoming = value.advanced(by: value.extent)
    return Member(name: name, value: value)
  }
}
