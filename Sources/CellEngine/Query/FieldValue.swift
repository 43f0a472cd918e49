/// A value of a field. A text is valid as long as the memory of its record.
enum FieldValue {
  case text(UnsafeBufferPointer<UInt8>)
  /// A name of the protocol, or a text that is not in the record as it is. Names of states have
  /// ranks, in which they are sorted.
  case word(String, rank: UInt8?)
  case number(Double)
  case bool(Bool)

  /// The number that the value is, or that its text is.
  var number: Double? {
    switch self {
    case .text(let text): DecimalNumber.value(of: text)
    case .word(var word, _): word.withUTF8(DecimalNumber.value)
    case .number(let number): number
    case .bool: nil
    }
  }
}

/// Numbers that are written in decimal digits.
enum DecimalNumber {
  /// The number that all of a text is, as in JSON; `nil` for any other text.
  static func value(of text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let first = text.first, first == UInt8(ascii: "-") || isDigit(first), text.count <= 64 else {
      return nil
    }
    var whole = 0
    let digits = first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    guard let lead = digits.first, isDigit(lead) else { return nil }
    if digits.count <= 15, digits.allSatisfy(isDigit) {
      for digit in digits { whole = whole * 10 + Int(digit - UInt8(ascii: "0")) }
      return Double(first == UInt8(ascii: "-") ? -whole : whole)
    }
    // Swift also reads hexadecimal numbers, and words such as `infinity`.
    guard digits.allSatisfy({ isDigit($0) || "+-.eE".utf8.contains($0) }) else { return nil }
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
