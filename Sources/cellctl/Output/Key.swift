/// A key that a watch on a terminal reacts to.
enum Key: Equatable {
  case character(Character)
  case up, down, pageUp, pageDown, home, end

  /// Reads the keys in bytes from a terminal. Skips unknown escape sequences.
  static func keys(in bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == 0x1B else {
        if (0x20..<0x7F).contains(byte) { keys.append(.character(Character(UnicodeScalar(byte)))) }
        continue
      }
      guard let introducer = rest.first, introducer == UInt8(ascii: "[") || introducer == UInt8(ascii: "O")
      else { continue }
      rest.removeFirst()
      let parameters = rest.prefix { (0x20..<0x40).contains($0) }
      rest = rest.dropFirst(parameters.count)
      guard let final = rest.popFirst() else { break }
      if let key = named(parameters: String(decoding: parameters, as: UTF8.self), final: final) {
        keys.append(key)
      }
    }
    return keys
  }

  private static func named(parameters: String, final: UInt8) -> Key? {
    switch (parameters, UnicodeScalar(final)) {
    case ("", "A"): .up
    case ("", "B"): .down
    case ("", "H"), ("1", "~"), ("7", "~"): .home
    case ("", "F"), ("4", "~"), ("8", "~"): .end
    case ("5", "~"): .pageUp
    case ("6", "~"): .pageDown
    default: nil
    }
  }
}
