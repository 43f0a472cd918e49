import CSimdjson

extension JSONWriter {
  /// Writes a string.
  public mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { string(UnsafeRawBufferPointer($0)) }
  }

  /// Writes a string of valid UTF-8 with as few escapes as JSON allows.
  public mutating func string(_ utf8: UnsafeRawBufferPointer) {
    guard utf8.countWithoutEscape < utf8.count else { return appendQuoted(nil, utf8) }
    beginString()
    appendEscaped(utf8)
    endString()
  }

  /// Writes a member of valid UTF-8 whose name needs no escapes.
  public mutating func member(_ name: StaticString, _ utf8: UnsafeRawBufferPointer) {
    guard utf8.countWithoutEscape == utf8.count else {
      self.name(name)
      return string(utf8)
    }
    appendQuoted(name, utf8)
  }

  /// Writes a name, a string, or both. None needs escapes.
  @inlinable mutating func appendQuoted(_ name: StaticString?, _ text: UnsafeRawBufferPointer?) {
    let comma = needsComma ? 1 : 0
    let room = 7 + (name?.utf8CodeUnitCount ?? 0) + (text?.count ?? 0)
    bytes.append(addingCapacity: room) { room in
      room.withUnsafeMutableBufferPointer { buffer, count in
        guard let start = buffer.baseAddress.map({ UnsafeMutableRawPointer($0) + count }) else { return }
        // The quotation mark overwrites the comma if none is due.
        start.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
        var end = start + comma
        if let name {
          end = end.appendQuoted(UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
          end.storeBytes(of: UInt8(ascii: ":"), as: UInt8.self)
          end += 1
        }
        if let text { end = end.appendQuoted(text) }
        count += end - start
      }
    }
    needsComma = text != nil
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
  /// The number of bytes before the first `"`, `\` or control character.
  var countWithoutEscape: Int {
    baseAddress.map { cs_plain_length($0.assumingMemoryBound(to: CChar.self), count) } ?? 0
  }
}

extension UnsafeMutableRawPointer {
  /// Stores bytes in quotation marks. Returns the address after them.
  @inlinable func appendQuoted(_ text: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer {
    storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
    if let source = text.baseAddress { (self + 1).copyMemory(from: source, byteCount: text.count) }
    let end = self + 1 + text.count
    end.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
    return end + 1
  }
}
