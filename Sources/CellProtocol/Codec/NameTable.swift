import Glibc

/// Names known in one place of the protocol, found from the bytes of a line without making a string.
struct NameTable: Sendable {
  /// The names, in the order of the protocol.
  let names: [String]
  /// A bit for each name that must be there, by place.
  let required: UInt64
  /// The bytes of all names, one after the other.
  private let text: [UInt8]
  /// Where a name begins in `text`; where the last one ends.
  private let starts: [Int]
  /// Places in `names`, plus one, by hash; 0 is empty.
  private let slots: [UInt8]

  /// A table of fewer than 128 different names; those that are required are among the first 64.
  init(_ names: [String], isRequired: (Int) -> Bool = { _ in false }) {
    self.names = names
    required = names.indices.reduce(0) { isRequired($1) ? $0 | 1 << UInt64($1) : $0 }
    text = names.flatMap { Array($0.utf8) }
    starts = names.reduce(into: [0]) { starts, name in starts.append((starts.last ?? 0) + name.utf8.count) }
    var slots = [UInt8](repeating: 0, count: 256)
    for (place, name) in names.enumerated() {
      var slot = Array(name.utf8).withUnsafeBytes { Self.hash($0) }
      while slots[slot] != 0 { slot = (slot + 1) & 255 }
      slots[slot] = UInt8(place + 1)
    }
    self.slots = slots
  }

  /// The place of a name in `names`.
  func place(of name: UnsafeRawBufferPointer) -> Int? {
    guard let bytes = name.baseAddress else { return nil }
    var slot = Self.hash(name)
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      let start = starts[place]
      if starts[place + 1] - start == name.count,
        text.withUnsafeBytes({ memcmp($0.baseAddress! + start, bytes, name.count) }) == 0
      {
        return place
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
