/// Strings of JSON.
enum JSONString {
  /// The bytes of a string in UTF-8, whose content has escapes. The content must be valid.
  static func unescaped(_ content: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < content.count {
      let byte = content[index]
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      let escape = content[index]
      index += 1
      switch escape {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        var scalar = codeUnit(content, at: index)
        index += 4
        if scalar >> 10 == 0x36, index + 6 <= content.count {
          // Valid JSON has the other half of the pair here.
          scalar = 0x10000 + (scalar & 0x3FF) << 10 | codeUnit(content, at: index + 2) & 0x3FF
          index += 6
        }
        UTF8Scalar.append(scalar, to: &result)
      default: result.append(escape)
      }
    }
    return result
  }

  private static func codeUnit(_ content: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32 {
    UInt32(String(decoding: content[index..<index + 4], as: UTF8.self), radix: 16) ?? 0xFFFD
  }
}
