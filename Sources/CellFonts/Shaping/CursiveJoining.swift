import CFriBidi
import CellEngine

/// Cursive joining (the Unicode Standard, 9.2), with FriBidi's table of joining types.
enum CursiveJoining {
  /// Whether the letters before and after a byte offset of a text join.
  static func joins(_ text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    guard offset > 0, offset < text.count else { return false }
    return joinsForward(text, before: offset) && joinsBackward(text, from: offset)
  }

  private static func joinsForward(_ text: UnsafeBufferPointer<UInt8>, before offset: Int) -> Bool {
    var end = offset
    while end > 0 {
      var start = end - 1
      while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
      let type = type(of: UTF8Scalar(in: text, at: start))
      if type & skipped == 0 { return type & FRIBIDI_MASK_JOINS_LEFT != 0 }
      end = start
    }
    return false
  }

  private static func joinsBackward(_ text: UnsafeBufferPointer<UInt8>, from offset: Int) -> Bool {
    var index = offset
    while index < text.count {
      let scalar = UTF8Scalar(in: text, at: index)
      let type = type(of: scalar)
      if type & skipped == 0 { return type & FRIBIDI_MASK_JOINS_RIGHT != 0 }
      index += scalar.byteCount
    }
    return false
  }

  private static let skipped = FRIBIDI_MASK_TRANSPARENT | FRIBIDI_MASK_IGNORED

  private static func type(of scalar: UTF8Scalar) -> Int32 { Int32(fribidi_get_joining_type(scalar.value)) }
}
