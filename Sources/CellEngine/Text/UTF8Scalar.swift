/// One scalar of a UTF-8 text, and how many bytes it takes.
struct UTF8Scalar {
  var value: UInt32
  var byteCount: Int

  /// Decodes the scalar at `index`, which must be in bounds. A byte that begins none is U+FFFD by itself.
  @inline(__always)
  init(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
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
}
