// Decomposition is not a part of the standard library's stable interface. No other file needs it.
@_spi(_Unicode) import Swift

/// Texts as they are compared: `Ångström` and `ANGSTROM` have the same fold.
///
/// Each scalar is decomposed, becomes its plain form (that of `Ø` is `O`), and is folded to lower
/// case. Marks and scalars that are not drawn are dropped; white space becomes spaces. The rest is
/// put in the canonical order and composed (NFC). So canonically equivalent texts have the same
/// fold. No locale has an effect, so every machine has the same folds. Marks are accents, and the
/// points of Hebrew, Arabic and Syriac. Other combining scalars, such as vowels, belong to their
/// letters.
public struct TextFold {
  /// The fold of the text so far, as UTF-8. It is complete after ``end()``.
  private(set) var bytes: [UInt8] = []
  /// The beginning of the last scalar in ``bytes`` that no other one is reordered across.
  private var start = 0
  /// The combining class of the last scalar.
  private var lastClass: UInt8 = 0
  /// The scalars after ``bytes``, decomposed, some of which wait for their order or composition.
  private var open: [Scalar] = []

  /// A scalar of a fold.
  private struct Scalar {
    let value: UInt32
    /// Its combining class.
    var order: UInt8 = 0
    /// Whether it can be composed with a scalar before it.
    var composes = false
  }

  /// Forgets the text.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    (start, lastClass) = (0, 0)
    open.removeAll(keepingCapacity: true)
  }

  /// Appends the fold of a piece of the text, which has whole scalars. It takes time in proportion
  /// to its length.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < text.count {
      // Most texts are ASCII up to some scalar.
      let end = text[index...].firstIndex { $0 >= 0x80 } ?? text.count
      if end > index {
        close()
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[index..<end]).lazy.map(Self.lowercased))
        (start, lastClass) = (bytes.count - 1, 0)
        index = end
      } else {
        let scalar = UTF8Scalar(in: text, at: index)
        index += scalar.byteCount
        append(scalar.value)
      }
    }
  }

  /// Ends the text.
  mutating func end() { close() }

  /// The fold of a text.
  static func fold(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var fold = TextFold()
    fold.append(text)
    fold.end()
    return fold.bytes
  }

  /// The fold of a text.
  public static func fold(_ text: String) -> [UInt8] {
    var text = text
    return text.withUTF8 { fold($0) }
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

  /// The fold of a scalar of ASCII. White space is a space.
  @inline(__always)
  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte &- 9 < 5 ? 0x20 : byte
  }

  private mutating func append(_ scalar: UInt32) {
    // Ideographs and syllables of Hangul are their own folds.
    if 0x3400..<0xA000 ~= scalar || 0xAC00..<0xD7A4 ~= scalar { return append(Scalar(value: scalar)) }
    if let index = Self.tableIndex(of: scalar) {
      let known = Self.table[index]
      if known == Self.dropped { return }
      if known != Self.unknown {
        return append(
          Scalar(
            value: known & 0x1F_FFFF, order: UInt8(truncatingIfNeeded: known >> 24),
            composes: known & 1 << 21 != 0
          ))
      }
    }
    for part in Self.scalars(of: scalar) { append(Self.scalar(part)) }
  }

  private mutating func append(_ scalar: Scalar) {
    if scalar.order == 0, !scalar.composes {
      close()
      (start, lastClass) = (bytes.count, 0)
    } else if !open.isEmpty || scalar.composes || scalar.order < lastClass {
      reopen()
      open.append(scalar)
      return
    }
    lastClass = scalar.order
    UTF8Scalar.append(scalar.value, to: &bytes)
  }

  /// Moves the end of ``bytes``, with which the next scalar may be reordered or composed, to
  /// ``open``.
  private mutating func reopen() {
    guard open.isEmpty else { return }
    let end = String(decoding: bytes[start...], as: UTF8.self)
    for part in end._nfd { open.append(Self.scalar(part)) }
    bytes.removeSubrange(start...)
  }

  /// Appends ``open`` to ``bytes``, in its canonical order and composed.
  private mutating func close() {
    guard !open.isEmpty else { return }
    var text = String.UnicodeScalarView()
    var run = open[...]
    while let scalar = run.first {
      let marks = run.prefix { $0.order > 0 }
      run = run.dropFirst(max(1, marks.count))
      // Few classes are not dropped, so this takes time in proportion to the marks.
      for order in marks.isEmpty ? [scalar.order] : Set(marks.map(\.order)).sorted() {
        for mark in marks.isEmpty ? [scalar] : marks.filter({ $0.order == order }) {
          if let scalar = Unicode.Scalar(mark.value) { text.append(scalar) }
        }
      }
    }
    for scalar in String(text)._nfc { UTF8Scalar.append(scalar.value, to: &bytes) }
    open.removeAll(keepingCapacity: true)
  }

  /// The index of a scalar in ``table``. The table has Latin, Greek, Cyrillic, and the other
  /// alphabets of most texts; kana; full-width and half-width forms.
  private static func tableIndex(of scalar: UInt32) -> Int? {
    scalar < 0x3200 ? Int(scalar) : scalar & ~0xFF == 0xFF00 ? Int(scalar - 0xFF00 + 0x3200) : nil
  }
  /// Entries for scalars that have no fold, and for those whose fold has several scalars.
  private static let dropped: UInt32 = .max
  private static let unknown: UInt32 = .max - 1

  /// The folds of the scalars with an index: the scalar, bit 21 if it composes, and its combining
  /// class from bit 24. They are made at the first text that is not ASCII, in some milliseconds.
  /// Without the table, a letter takes 0.3 µs.
  private static let table: [UInt32] = [0..<0x3200, 0xFF00..<0x10000 as Range<UInt32>].joined().map {
    scalar in
    let fold = scalars(of: scalar)
    guard let first = fold.first else { return dropped }
    let part = Self.scalar(first)
    return fold.count > 1 ? unknown : part.value | (part.composes ? 1 << 21 : 0) | UInt32(part.order) << 24
  }

  /// The fold of a scalar.
  private static func scalars(of scalar: UInt32) -> [Unicode.Scalar] {
    guard let plain = Unicode.Scalar(plainForm(of: scalar)), !plain.properties.isDefaultIgnorableCodePoint
    else { return [] }
    if plain.properties.isWhitespace { return [" "] }
    var fold = String.UnicodeScalarView()
    for part in String(Character(plain))._nfd where !isMark(part) {
      // The lower case of the upper case is the same for all forms of a letter: `ς` and `σ`, `ß`
      // and `SS`.
      let form = Unicode.Scalar(plainForm(of: part.value)) ?? part
      let uppers = form.properties.uppercaseMapping.unicodeScalars
      // The mapping takes ligatures such as `ﬁ` apart.
      let isLigature = uppers.count > 1 && form.properties.name?.contains(" LIGATURE ") == true
      for upper in isLigature ? [form] : Array(uppers) {
        for lower in upper.properties.lowercaseMapping._nfd where !isMark(lower) {
          fold.append(contentsOf: digraphs[lower]?.unicodeScalars ?? String(lower).unicodeScalars)
        }
      }
    }
    return Array(String(fold)._nfc)
  }

  private static let digraphs: [Unicode.Scalar: String] = ["ß": "ss", "æ": "ae", "œ": "oe"]

  /// The letter that a scalar is a form of, by its name: `O` for `Ø` and for `Ｏ`.
  private static func plainForm(of scalar: UInt32) -> UInt32 {
    guard let run = UnicodeTables.plainForms.first(where: { scalar <= $0.last }), scalar >= run.first
    else { return scalar }
    return scalar - run.first + run.plain
  }

  private static func scalar(_ scalar: Unicode.Scalar) -> Scalar {
    let order = scalar.properties.canonicalCombiningClass.rawValue
    let composes =
      switch scalar.properties.generalCategory {
      case _ where scalar.value < 0x3200: seconds.contains(scalar.value)
      case .nonspacingMark, .spacingMark: true
      default: order > 0 || 0x11000..<0x17000 ~= scalar.value
      }
    return Scalar(value: scalar.value, order: order, composes: composes)
  }

  /// The scalars before U+3200 that end a decomposition, and the vowels and finals of Hangul. Of
  /// those after it, all are taken for one that could.
  private static let seconds = Set(
    (0..<0x3200 as Range<UInt32>).lazy.compactMap(Unicode.Scalar.init).compactMap { scalar in
      let parts = Array(String(Character(scalar))._nfd)
      return parts.count > 1 || 0x1160..<0x1200 ~= scalar.value ? parts.last?.value : nil
    })

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
    return (10...36).contains(combiningClass) || combiningClass >= 200
  }
}
