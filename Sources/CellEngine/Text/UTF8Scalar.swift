/// A scalar of a UTF-8 text, and the number of its bytes.
public struct UTF8Scalar: Sendable {
  /// The scalar value.
  public var value: UInt32
  /// The number of its bytes in the text.
  public var byteCount: Int

  /// Decodes the scalar at `index`, which must be in bounds. A byte that does not begin a scalar is
  /// decoded as U+FFFD of one byte.
  @inline(__always)
  public init(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    let lead = bytes[index]
    if lead < 0x80 {
      value = UInt32(lead)
      byteCount = 1
      return
    }
    let rest = bytes.count &- index
    if lead & 0xF0 == 0xE0, rest >= 3 {
      let second = UInt32(bytes[index &+ 1])
      let third = UInt32(bytes[index &+ 2])
      value = UInt32(lead & 0x0F) &<< 12 | (second & 0x3F) &<< 6 | third & 0x3F
      byteCount = 3
      if second & 0xC0 == 0x80, third & 0xC0 == 0x80, value >= 0x800, value &>> 11 != 0x1B { return }
    } else if lead & 0xE0 == 0xC0, rest >= 2 {
      let second = UInt32(bytes[index &+ 1])
      value = UInt32(lead & 0x1F) &<< 6 | second & 0x3F
      byteCount = 2
      if second & 0xC0 == 0x80, value >= 0x80 { return }
    } else if lead & 0xF8 == 0xF0, rest >= 4 {
      let second = UInt32(bytes[index &+ 1])
      let third = UInt32(bytes[index &+ 2])
      let fourth = UInt32(bytes[index &+ 3])
      value = UInt32(lead & 0x07) &<< 18 | (second & 0x3F) &<< 12 | (third & 0x3F) &<< 6 | fourth & 0x3F
      byteCount = 4
      if second & 0xC0 == 0x80, third & 0xC0 == 0x80, fourth & 0xC0 == 0x80, value >= 0x10000,
        value < 0x110000
      {
        return
      }
    }
    value = 0xFFFD
    byteCount = 1
  }

  /// The UTF-8 of a scalar value.
  static func encoded(_ value: UInt32) -> [UInt8] {
    var utf8: [UInt8] = []
    append(value, to: &utf8)
    return utf8
  }

  /// Appends the UTF-8 of a scalar value.
  static func append(_ value: UInt32, to utf8: inout [UInt8]) {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift & 0x3F | 0x80) }
    switch value {
    case 0..<0x80: utf8.append(UInt8(truncatingIfNeeded: value))
    case 0x80..<0x800:
      utf8.append(UInt8(truncatingIfNeeded: value >> 6 | 0xC0))
      utf8.append(continuation(0))
    case 0x800..<0x10000:
      utf8.append(UInt8(truncatingIfNeeded: value >> 12 | 0xE0))
      utf8.append(continuation(6))
      utf8.append(continuation(0))
    default:
      utf8.append(UInt8(truncatingIfNeeded: value >> 18 | 0xF0))
      utf8.append(continuation(12))
      utf8.append(continuation(6))
      utf8.append(continuation(0))
    }
  }

  /// How many bytes of UTF-8 a scalar value takes.
  static func byteCount(of value: UInt32) -> Int {
    value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4
  }
}
