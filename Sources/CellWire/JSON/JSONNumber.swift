/// Values of numbers. A node keeps the digits of a number.
extension JSONNode {
  /// The integer, or nil if the number is not a 64-bit integer. `1e3` and `2.0` are integers up
  /// to 2^53.
  public var int64: Int64? {
    guard kind == .number else { return nil }
    if let exact = JSONNumber.integer(raw) { return exact }
    guard let value = double, value.rounded(.towardZero) == value, value.magnitude < 0x1p53 else {
      return nil
    }
    return Int64(value)
  }

  /// The nearest double, or nil if that is infinite.
  public var double: Double? {
    guard kind == .number else { return nil }
    return JSONNumber.double(raw)
  }
}

/// Conversions between numbers and tokens of the JSON grammar.
public enum JSONNumber {
  /// Returns the value of a token that is an optional minus and digits, or nil if it is not a
  /// 64-bit integer.
  package static func integer(_ token: UnsafeRawBufferPointer) -> Int64? {
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

  /// Returns the nearest double of a token, or nil if that is infinite.
  package static func double(_ token: UnsafeRawBufferPointer) -> Double? {
    if token.count <= 15, let whole = integer(token) { return Double(whole) }
    guard let value = Double(String(decoding: token, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }

  /// Returns the shortest token for a double: `2` for 2.0, `0.1` for 0.1. Returns `null` for
  /// infinite values and NaN, which JSON does not have.
  public static func token(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
