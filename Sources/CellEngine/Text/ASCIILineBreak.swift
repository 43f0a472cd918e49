/// UAX #14 over printable ASCII, decided from the bytes around a place, with nothing prepared.
enum ASCIILineBreak {
  /// The line-break classes that printable ASCII has.
  private enum Class {
    case space, alphabetic, numeric, open, closeParenthesis, closePunctuation, quotation, exclamation, infix
    case solidus, hyphen, prefix, postfix, breakAfter
  }

  /// Whether a line may end in front of `bytes[index]`; 0 < index < count. Over a run of infix separators this
  /// looks back to its beginning.
  @inline(__always)
  static func isAllowed(before index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let after = bytes[index]
    let before = bytes[index &- 1]
    if isLetter(after) {
      if isLetter(before) { return false }
      // Between words, which is where most lines end.
      if before == 0x20, index >= 2, isLetter(bytes[index &- 2]) { return true }
    }
    return isAllowed(before: index, first: before, second: after, in: bytes)
  }

  /// The last place behind `start` and not behind `end` in front of which a line may end; `start` where there is none.
  ///
  /// No line ends between letters: words are gone over in eight bytes at a time.
  @inline(__always)
  static func last(from start: Int, to end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var place = end
    while place > start {
      if place &- start >= 8, isLetter(bytes[place]) {
        let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place &- 8, as: UInt64.self)
        let others = others(in: UInt64(littleEndian: word))
        place &-= others.leadingZeroBitCount / 8
        if others == 0 { continue }
      }
      if isAllowed(before: place, in: bytes) { return place }
      place &-= 1
    }
    return start
  }

  /// The highest bit of each byte of ASCII that is no letter.
  @inline(__always)
  private static func others(in word: UInt64) -> UInt64 {
    let lower = word | 0x2020_2020_2020_2020
    // What reaches 0x80 is `a` or more, and what does not reach it then is `z` or less.
    let isFromA = lower &+ 0x1F1F_1F1F_1F1F_1F1F
    let isBehindZ = lower &+ 0x0505_0505_0505_0505
    return ~(isFromA & ~isBehindZ) & 0x8080_8080_8080_8080
  }

  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inline(never)
  private static func isAllowed(
    before index: Int, first: UInt8, second: UInt8, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let after = lineBreakClass(second)
    switch after {
    case .space, .closeParenthesis, .closePunctuation, .exclamation, .infix, .solidus: return false
    default: break
    }
    let before = lineBreakClass(first)
    switch before {
    case .space: return isAllowedBehindSpaces(before: index, after: after, in: bytes)
    case .quotation, .open: return false
    default: break
    }
    switch after {
    case .quotation, .breakAfter, .hyphen: return false
    case .numeric:
      switch before {
      case .alphabetic, .numeric, .prefix, .postfix, .hyphen, .closeParenthesis: return false
      case .infix, .solidus: return !endsNumber(index, in: bytes)
      default: return true
      }
    case .alphabetic:
      switch before {
      case .alphabetic, .numeric, .prefix, .postfix, .infix, .closeParenthesis: return false
      default: return true
      }
    case .open:
      switch before {
      case .alphabetic, .numeric: return false
      case .prefix, .postfix:
        return !(index &+ 1 < bytes.count && lineBreakClass(bytes[index &+ 1]) == .numeric)
      default: return true
      }
    case .prefix, .postfix:
      switch before {
      case .alphabetic, .numeric: return false
      case .infix, .solidus: return !endsNumber(index, in: bytes)
      case .closeParenthesis, .closePunctuation: return !endsNumber(index &- 1, in: bytes)
      default: return true
      }
    default: return true
    }
  }

  /// LB14, LB15 and LB18: what stood in front of the spaces decides.
  private static func isAllowedBehindSpaces(
    before index: Int, after: Class, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var last = index &- 2
    while last >= 0, bytes[last] == 0x20 { last &-= 1 }
    guard last >= 0 else { return true }
    switch lineBreakClass(bytes[last]) {
    case .open: return false
    case .quotation: return after != .open
    default: return true
    }
  }

  /// Whether what ends in front of `index` is a digit, with any infix separators and solidi behind it (LB25).
  private static func endsNumber(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var last = index &- 1
    while last >= 0 {
      switch lineBreakClass(bytes[last]) {
      case .numeric: return true
      case .infix, .solidus: last &-= 1
      default: return false
      }
    }
    return false
  }

  @inline(__always)
  private static func lineBreakClass(_ byte: UInt8) -> Class {
    switch byte {
    case 0x20: .space
    case 0x30...0x39: .numeric
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): .open
    case UInt8(ascii: ")"), UInt8(ascii: "]"): .closeParenthesis
    case UInt8(ascii: "}"): .closePunctuation
    case UInt8(ascii: "\""), UInt8(ascii: "'"): .quotation
    case UInt8(ascii: "!"), UInt8(ascii: "?"): .exclamation
    case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ";"): .infix
    case UInt8(ascii: "/"): .solidus
    case UInt8(ascii: "-"): .hyphen
    case UInt8(ascii: "$"), UInt8(ascii: "+"), UInt8(ascii: "\\"): .prefix
    case UInt8(ascii: "%"): .postfix
    case UInt8(ascii: "|"): .breakAfter
    default: .alphabetic
    }
  }
}
