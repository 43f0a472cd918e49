/// Names known in one place of the protocol, found from the bytes of a line without making a string.
struct NameTable: Sendable {
  /// The names, in the order of the protocol.
  let names: [String]
  /// A bit for each name that must be there, by place.
  let required: UInt64
  private let bytes: [[UInt8]]
  /// Places in `names`, plus one, by hash; 0 is empty.
  private let slots: [UInt8]

  /// A table of fewer than 128 different names; those that are required are among the first 64.
  init(_ names: [String], isRequired: (Int) -> Bool = { _ in false }) {
    self.names = names
    required = names.indices.reduce(0) { isRequired($1) ? $0 | 1 << UInt64($1) : $0 }
    bytes = names.map { Array($0.utf8) }
    var slots = [UInt8](repeating: 0, count: 256)
    for (place, name) in bytes.enumerated() {
      var slot = name.withUnsafeBytes { Self.hash($0) }
      while slots[slot] != 0 { slot = (slot + 1) & 255 }
      slots[slot] = UInt8(place + 1)
    }
    self.slots = slots
  }

  /// The place of a name in `names`.
  func place(of name: UnsafeRawBufferPointer) -> Int? {
    var slot = Self.hash(name)
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if bytes[place].elementsEqual(name) { return place }
      slot = (slot + 1) & 255
    }
    return nil
  }

  private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
    guard let first = name.first, let last = name.last else { return 0 }
    return (name.count &* 37 &+ Int(first) &* 11 &+ Int(last) &* 5 &+ Int(name[name.count / 2])) & 255
  }
}
