import Glibc

/// A table of the names that one object of the protocol knows. It finds a name from its bytes in a
/// line, without creating a string.
@usableFromInline package final class NameTable: Sendable {
  /// The names, in the order of the protocol.
  @usableFromInline package let names: [String]
  /// A bit for each required name, by index.
  @usableFromInline package let required: UInt64
  /// The concatenated bytes of all names.
  private let text: [UInt8]
  /// The offset of each name in `text`, and the end of the last name.
  private let starts: [Int]
  /// Indices of `names` plus one, by hash. 0 is an empty slot.
  private let slots: [UInt8]

  /// Creates a table of at most 127 different names. Required names are among the first 64.
  package init(_ names: [String], isRequired: (Int) -> Bool = { _ in false }) {
    self.names = names
    required = names.indices.reduce(0) { isRequired($1) ? $0 | 1 << UInt64($1) : $0 }
    text = names.flatMap { Array($0.utf8) }
    starts = names.reduce(into: [0]) { starts, name in starts.append((starts.last ?? 0) + name.utf8.count) }
    var slots = [UInt8](repeating: 0, count: 256)
    for (index, name) in names.enumerated() {
      var slot = Array(name.utf8).withUnsafeBytes { Self.hash($0) }
      while slots[slot] != 0 { slot = (slot + 1) & 255 }
      slots[slot] = UInt8(index + 1)
    }
    self.slots = slots
  }

  /// Returns the index of a name in `names`, or nil if it is unknown.
  @usableFromInline package func index(of name: UnsafeRawBufferPointer) -> Int? {
    guard let bytes = name.baseAddress else { return nil }
    var slot = Self.hash(name)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      let start = starts[index]
      if starts[index + 1] - start == name.count,
        text.withUnsafeBytes({ memcmp($0.baseAddress! + start, bytes, name.count) }) == 0
      {
        return index
      }
      slot = (slot + 1) & 255
    }
    return nil
  }

  private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
    let count = name.count
    guard count > 0 else { return 0 }
    let first = Int(name[0]) &* 11
    let last = Int(name[count - 1]) &* 5
    return (count &* 37 &+ first &+ last &+ Int(name[count / 2])) & 255
  }
}
