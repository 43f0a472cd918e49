/// Word break classes (UAX #29), in the order of `scripts/unicode-tables`.
enum WordClass: UInt8 {
  case other, carriageReturn, lineFeed, newline, extend, joiner, format, regionalIndicator, katakana,
    hebrewLetter
  case letter, singleQuote, doubleQuote, midNumLet, midLetter, midNum, numeric, extendNumLet, space

  @inline(__always)
  var isLetter: Bool { self == .letter || self == .hebrewLetter }
  @inline(__always)
  var isLineEnd: Bool { self == .carriageReturn || self == .lineFeed || self == .newline }
  @inline(__always)
  var isIgnored: Bool { self == .extend || self == .format || self == .joiner }
  @inline(__always)
  var isInsideLetters: Bool { self == .midLetter || self == .midNumLet || self == .singleQuote }
  @inline(__always)
  var isInsideNumbers: Bool { self == .midNum || self == .midNumLet || self == .singleQuote }
}
