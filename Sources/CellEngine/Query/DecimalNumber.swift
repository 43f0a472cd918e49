/// Numbers that are written in decimal digits.
enum DecimalNumber {
  /// The number that all of a text is, as in JSON; `nil` for any other text.
  static func value(of text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let first = text.first else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard text.count > start, isDigit(text[start]), text.count <= 64 else { return nil }
    var whole = 0
    var index = start
    while index < text.count, isDigit(text[index]) {
      whole = whole &* 10 &+ Int(text[index] &- UInt8(ascii: "0"))
      index &+= 1
    }
    if index == text.count, index - start <= 15 { return Double(isNegative ? -whole : whole) }
    // Swift also reads hexadecimal numbers, and words such as `infinity`.
    guard text[start...].allSatisfy({ isDigit($0) || "+-.eE".utf8.contains($0) }) else { return nil }
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
