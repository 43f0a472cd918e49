extension JSONWriter {
  /// Writes a string.
  public mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { string(UnsafeRawBufferPointer($0)) }
  }

  /// Writes a string of valid UTF-8 with as few escapes as JSON allows.
  public mutating func string(_ utf8: UnsafeRawBufferPointer) {
    guard utf8.countWithoutEscape < utf8.count else { return appendQuoted(utf8, isName: false) }
    beginString()
    appendEscaped(utf8)
    endString()
  }

  /// Writes a name or a string that needs no escapes, with all that belongs to it at once.
  mutating func appendQuoted(_ utf8: UnsafeRawBufferPointer, isName: Bool) {
    let comma = needsComma ? 1 : 0
    let length = comma + utf8.count + (isName ? 3 : 2)
    bytes.append(addingCapacity: length) { room in
      room.withUnsafeMutableBufferPointer { buffer, count in
        guard let target = buffer.baseAddress.map({ UnsafeMutableRawPointer($0) + count }) else { return }
        // The quotation mark overwrites the comma if none is due.
        target.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
        target.storeBytes(of: UInt8(ascii: "\""), toByteOffset: comma, as: UInt8.self)
        if let source = utf8.baseAddress {
          (target + comma + 1).copyMemory(from: source, byteCount: utf8.count)
        }
        let end = comma + 1 + utf8.count
        target.storeBytes(of: UInt8(ascii: "\""), toByteOffset: end, as: UInt8.self)
        if isName { target.storeBytes(of: UInt8(ascii: ":"), toByteOffset: end + 1, as: UInt8.self) }
        count += length
      }
    }
    needsComma = !isName
  }

  /// Appends a part of a string, escaped and without quotes. Call it between `beginString` and
  /// `endString`.
  public mutating func appendEscaped(_ utf8: UnsafeRawBufferPointer) {
    var rest = utf8
    while true {
      let plain = rest.countWithoutEscape
      if plain > 0 { bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<plain])) }
      guard plain < rest.count else { return }
      appendEscape(of: rest[plain])
      rest = UnsafeRawBufferPointer(rebasing: rest[(plain + 1)...])
    }
  }

  /// Opens a string whose parts `appendEscaped` writes.
  public mutating func beginString() {
    separate()
    bytes.append(UInt8(ascii: "\""))
  }

  /// Closes the string.
  public mutating func endString() {
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  private mutating func appendEscape(of byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    default:
      let digits: StaticString = "0123456789abcdef"
      bytes.append(contentsOf: [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")])
      bytes.append(digits.utf8Start[Int(byte >> 4)])
      bytes.append(digits.utf8Start[Int(byte & 15)])
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The number of bytes before the first `"`, `\` or control character. Tests eight bytes at a
  /// time.
  var countWithoutEscape: Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var at = 0
    while at + 8 <= count {
      let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
      let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
      // Sets the highest bit of each byte that is below 0x20, or zero after the exclusive or. A
      // borrow can only set wrong bits after a correct one, so the first bit is exact.
      let controls = (word &- ones &* 0x20) & ~word
      let found = (controls | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)) & highs
      if found != 0 { return at + found.trailingZeroBitCount / 8 }
      at += 8
    }
    while at < count {
      let byte = self[at]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return at }
      at += 1
    }
    return count
  }
}
