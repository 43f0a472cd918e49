/// Reads keys from the bytes of a terminal. Bytes may end inside a character, an escape sequence or
/// a pasted text.
struct KeyReader {
  private var rest: ArraySlice<UInt8> = []
  /// The bytes of a paste that has not ended yet.
  private var pasted: [UInt8]?
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// A paste that is longer is cut, so that a terminal cannot fill the memory.
  private static let pasteLimit = 64 * 1024

  /// Whether bytes are left that may be the beginning of a key. A lone escape character is the key
  /// Escape only if nothing follows soon: call ``flush()`` then.
  var isWaiting: Bool { !rest.isEmpty && pasted == nil }

  /// Reads the keys in bytes. Skips unknown escape sequences.
  mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
    rest += bytes
    var keys: [Key] = []
    while let key = next() {
      if let key = key.key { keys.append(key) }
    }
    rest = ArraySlice(Array(rest))
    return keys
  }

  /// Ends the wait for more bytes.
  /// - Returns: the keys in the bytes that are left.
  mutating func flush() -> [Key] {
    defer { rest = [] }
    return rest.first == 0x1B ? [.escape] : []
  }

  /// A key, or a sequence that is none.
  private struct Item {
    var key: Key?
  }

  /// Returns nil if more bytes are needed.
  private mutating func next() -> Item? {
    if pasted != nil { return pastedItem() }
    guard let byte = rest.first else { return nil }
    switch byte {
    case 0x1B: return escapeSequence()
    case 0x0D, 0x0A: return take(.enter)
    case 0x09: return take(.tab)
    case 0x7F, 0x08: return take(.backspace)
    case 0x00: return take(nil)
    case ..<0x20: return take(.control(Character(UnicodeScalar(byte + 0x60))))
    case ..<0x7F: return take(.character(Character(UnicodeScalar(byte))))
    default: return character(startingWith: byte)
    }
  }

  private mutating func take(_ key: Key?, count: Int = 1) -> Item {
    rest = rest.dropFirst(count)
    return Item(key: key)
  }

  private mutating func character(startingWith byte: UInt8) -> Item? {
    let count =
      switch byte {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard rest.count >= count else { return nil }
    guard let text = String(validating: rest.prefix(count), as: UTF8.self),
      let scalar = text.unicodeScalars.first, scalar.value >= 0xA0
    else { return take(nil) }
    return take(.character(Character(scalar)), count: count)
  }

  // MARK: - Escape sequences

  private mutating func escapeSequence() -> Item? {
    guard let introducer = rest.dropFirst().first else { return nil }
    guard introducer == UInt8(ascii: "[") || introducer == UInt8(ascii: "O") else {
      // A busy program can read Escape and the next key at once. Alt sends the same bytes.
      return take(.escape)
    }
    let body = rest.dropFirst(2)
    let parameters = body.prefix { (0x20..<0x40).contains($0) }
    guard let final = body.dropFirst(parameters.count).first else { return nil }
    let item = take(nil, count: 3 + parameters.count)
    let text = String(decoding: parameters, as: UTF8.self)
    if text == "200", final == UInt8(ascii: "~") {
      pasted = []
      return item
    }
    return Item(key: Self.named(parameters: text, final: final))
  }

  private static func named(parameters: String, final: UInt8) -> Key? {
    if parameters.hasPrefix("<") { return mouse(parameters.dropFirst(), final: final) }
    return switch (parameters, UnicodeScalar(final)) {
    case ("", "A"): .up
    case ("", "B"): .down
    case ("", "C"): .right
    case ("", "D"): .left
    case ("", "Z"): .backTab
    case ("", "P"), ("11", "~"): .function(1)
    case ("", "H"), ("1", "~"), ("7", "~"): .home
    case ("", "F"), ("4", "~"), ("8", "~"): .end
    case ("3", "~"): .delete
    case ("5", "~"): .pageUp
    case ("6", "~"): .pageDown
    default: nil
    }
  }

  /// Reads a report of the mouse (mode 1006): `ESC [ < button ; column ; line M`.
  private static func mouse(_ parameters: Substring, final: UInt8) -> Key? {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard final == UInt8(ascii: "M"), numbers.count == 3, let button = numbers[0], let column = numbers[1],
      let line = numbers[2], column > 0, line > 0
    else { return nil }
    return switch button {
    case 0: .click(column: column - 1, line: line - 1)
    case 64: .wheelUp
    case 65: .wheelDown
    default: nil
    }
  }

  // MARK: - Paste

  private mutating func pastedItem() -> Item? {
    guard !rest.isEmpty, var bytes = pasted else { return nil }
    guard let end = rest.firstRange(of: Self.pasteEnd) else {
      // Keep bytes that may be the beginning of the end.
      let safe = max(rest.count - Self.pasteEnd.count + 1, 0)
      bytes += rest.prefix(min(safe, max(Self.pasteLimit - bytes.count, 0)))
      pasted = bytes
      rest = rest.dropFirst(safe)
      return nil
    }
    bytes += rest[..<end.lowerBound].prefix(max(Self.pasteLimit - bytes.count, 0))
    rest = rest[end.upperBound...]
    pasted = nil
    return Item(key: .paste(String(decoding: bytes, as: UTF8.self)))
  }
}
