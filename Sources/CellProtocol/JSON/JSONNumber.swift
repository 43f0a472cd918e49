/// Numbers as the protocol reads them. The digits of a number are kept; these give its value where one is needed.
extension JSONNode {
  /// The value of a whole number that fits: also of `1e3` and `2.0`, up to 2^53.
  public var int64: Int64? {
    guard kind == .number else { return nil }
    if let exact = JSONNumber.integer(raw) { return exact }
    guard let value = double, value.rounded(.towardZero) == value, value.magnitude < 0x1p53 else {
      return nil
    }
    return Int64(value)
  }

  /// The nearest double of a number, unless that would be infinite.
  public var double: Double? {
    guard kind == .number else { return nil }
    return JSONNumber.double(raw)
  }
}

/// Values of number tokens of the JSON grammar.
public enum JSONNumber {
  /// The value of a token that is nothing but an optional minus and up to 18 digits.
  static func integer(_ token: UnsafeRawBufferPointer) -> Int64? {
    var digits = token[...]
    let negative = digits.first == UInt8(ascii: "-")
    if negative { digits = digits.dropFirst() }
    guard !digits.isEmpty else { return nil }
    if digits.count > 18 { return Int64(String(decoding: token, as: UTF8.self)) }
    var value: Int64 = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return negative ? -value : value
  }

  /// The nearest double of a token, unless that would be infinite.
  static func double(_ token: UnsafeRawBufferPointer) -> Double? {
    if token.count <= 15, let whole = integer(token) { return Double(whole) }
    guard let value = Double(String(decoding: token, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }

  /// The shortest token that reads back as the same double; whole numbers without a fraction. Infinite values and
  /// NaN, which JSON does not have, give `null`.
  public static func token(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
