// Decomposition is not a part of the standard library's stable interface. No other file needs it.
@_spi(_Unicode) import Swift

/// Texts without case and marks, for comparisons: `Ångström` and `ANGSTROM` have the same fold.
///
/// A scalar is decomposed (NFD), its marks are dropped, and the rest is folded to lower case. No
/// locale has an effect, so every machine has the same folds. Marks are accents, and the points of
/// Hebrew, Arabic and Syriac. Other combining scalars, such as vowels, belong to their letters.
enum TextFold {
  /// Appends the fold of a text, as UTF-8.
  static func append(_ text: UnsafeBufferPointer<UInt8>, to fold: inout [UInt8]) {
    // Most texts are ASCII up to some scalar.
    var index = text.firstIndex { $0 >= 0x80 } ?? text.count
    fold.append(contentsOf: UnsafeBufferPointer(rebasing: text[..<index]).lazy.map(lowercased))
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        fold.append(lowercased(byte))
        index += 1
        continue
      }
      let scalar = UTF8Scalar(in: text, at: index)
      index += scalar.byteCount
      append(scalar.value, to: &fold)
    }
  }

  /// The fold of a text.
  static func fold(_ text: String) -> [UInt8] {
    var text = text
    return text.withUTF8 { utf8 in
      var fold: [UInt8] = []
      append(utf8, to: &fold)
      return fold
    }
  }

  /// Appends a key whose bytes are in the order of folds: numbers in texts are in numeric order, so
  /// `item 9` is before `item 10`. No key is the beginning of another one.
  ///
  /// A number is the digit 0, the count of its digits without leading zeros, and these digits. A
  /// zero byte ends the key.
  static func appendKey(ofFold fold: some RandomAccessCollection<UInt8>, to key: inout [UInt8]) {
    var index = fold.startIndex
    while index < fold.endIndex {
      let byte = fold[index]
      guard isDigit(byte) else {
        append(keyByte: byte, to: &key)
        index = fold.index(after: index)
        continue
      }
      let rest = fold[index...]
      let digits = rest.prefix(while: isDigit)
      // A longer number is two numbers.
      let number = digits.drop { $0 == UInt8(ascii: "0") }.prefix(Int(UInt8.max))
      key.append(UInt8(ascii: "0"))
      key.append(UInt8(max(1, number.count)))
      if number.isEmpty { key.append(UInt8(ascii: "0")) }
      key.append(contentsOf: number)
      index = number.isEmpty ? digits.endIndex : number.endIndex
    }
    key.append(0)
  }

  /// Appends the key of the fold of a text of ASCII, as ``appendKey(ofFold:to:)`` does. Returns
  /// false, and appends nothing, if the text has other scalars.
  static func appendKey(ofASCII text: UnsafeBufferPointer<UInt8>, to key: inout Scratch<UInt8>) -> Bool {
    let start = key.count
    // A single digit makes three bytes.
    key.reserve(3 * text.count + 1)
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte >= 0x80 {
        key.keepFirst(start)
        return false
      }
      if isDigit(byte) {
        while index < text.count, text[index] == UInt8(ascii: "0") { index &+= 1 }
        var end = index
        while end < text.count, isDigit(text[end]), end - index < Int(UInt8.max) { end &+= 1 }
        key.appendReserved(UInt8(ascii: "0"))
        key.appendReserved(UInt8(truncatingIfNeeded: max(1, end - index)))
        if end == index { key.appendReserved(UInt8(ascii: "0")) }
        while index < end {
          key.appendReserved(text[index])
          index &+= 1
        }
      } else {
        if byte <= 1 { key.appendReserved(1) }
        key.appendReserved(byte <= 1 ? byte &+ 1 : lowercased(byte))
        index &+= 1
      }
    }
    key.appendReserved(0)
    return true
  }

  /// Appends a byte to a key. A zero byte only ends keys, so bytes of 0 and 1 are escaped.
  static func append(keyByte byte: UInt8, to key: inout [UInt8]) {
    if byte <= 1 { key.append(1) }
    key.append(byte <= 1 ? byte + 1 : byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  private static func append(_ scalar: UInt32, to fold: inout [UInt8]) {
    switch scalar {
    case 0..<tableEnd:
      let known = table[Int(scalar)]
      if known == dropped { return }
      if known != unknown { return UTF8Scalar.append(known, to: &fold) }
      append(scalars(of: scalar), to: &fold)
    // Kana, ideographs and Hangul have no case. Their parts are letters, and not marks.
    case 0x3040..<0xA000, 0xAC00..<0xD7A4: UTF8Scalar.append(scalar, to: &fold)
    default: append(scalars(of: scalar), to: &fold)
    }
  }

  private static func append(_ scalars: [UInt32], to fold: inout [UInt8]) {
    for scalar in scalars { UTF8Scalar.append(scalar, to: &fold) }
  }

  /// The scalars before this one have an entry in the table: Latin, Greek, Cyrillic, and the other
  /// alphabets of most texts.
  private static let tableEnd: UInt32 = 0x3000
  /// Entries for scalars that have no fold, and for those whose fold has several scalars.
  private static let dropped: UInt32 = .max
  private static let unknown: UInt32 = .max - 1

  /// The folds of the scalars before ``tableEnd``. They are made at the first text that is not
  /// ASCII, in some milliseconds. Without the table, a letter takes 0.3 µs.
  private static let table: [UInt32] = (0..<tableEnd).map { scalar in
    let fold = scalars(of: scalar)
    return fold.count == 1 ? fold[0] : fold.isEmpty ? dropped : unknown
  }

  /// The fold of a scalar.
  private static func scalars(of scalar: UInt32) -> [UInt32] {
    guard let scalar = Unicode.Scalar(scalar) else { return [scalar] }
    var fold: [UInt32] = []
    for part in String(Character(scalar))._nfd where !isMark(part) {
      // The lower case of the upper case is the same for all forms of a letter: `ς` and `σ`, `ß`
      // and `SS`.
      for upper in part.properties.uppercaseMapping.unicodeScalars {
        for lower in upper.properties.lowercaseMapping._nfd where !isMark(lower) { fold.append(lower.value) }
      }
    }
    return fold
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
    return (10...36).contains(combiningClass) || combiningClass >= 200
  }
}
