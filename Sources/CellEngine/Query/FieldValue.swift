/// A value of a field. A text is valid as long as the memory of its record.
///
/// It has no references: a list has a million cells, and counting references to the values of each
/// took as long as reading them.
enum FieldValue {
  case text(UnsafeBufferPointer<UInt8>)
  /// The content of a string of JSON, which has escapes.
  case escaped(UnsafeBufferPointer<UInt8>)
  /// States are sorted by their severity.
  case state(Status.State)
  case kind(Cell.Kind)
  case accessory(Accessory)
  case number(Double)
  case bool(Bool)

  /// The number that the value is, or that its text is.
  var number: Double? {
    switch self {
    case .text(let text): DecimalNumber.value(of: text)
    case .escaped(let content): CompactJSON.unescaped(content).withUnsafeBufferPointer(DecimalNumber.value)
    case .number(let number): number
    // The names of the protocol are words.
    case .state, .kind, .accessory, .bool: nil
    }
  }

  /// Calls `body` with the text of the value, as people read it.
  @inline(__always)
  func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if case .text(let text) = self { return body(text) }
    var result: Result?
    withOtherText { result = body($0) }
    guard let result else { preconditionFailure("the body was not called") }
    return result
  }

  @inline(never)
  private func withOtherText(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var text: String
    switch self {
    case .text(let bytes): return body(bytes)
    case .escaped(let content): return CompactJSON.unescaped(content).withUnsafeBufferPointer(body)
    case .state(let state): text = state.rawValue
    case .kind(let kind): text = kind.rawValue
    case .accessory(let accessory): text = accessory.rawValue
    case .number(let number): text = QueryValue.decimal(number)
    case .bool(let bool): text = bool ? "true" : "false"
    }
    text.withUTF8(body)
  }
}

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
