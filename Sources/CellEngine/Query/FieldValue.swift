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
    case .escaped(let content): JSONString.unescaped(content).withUnsafeBufferPointer(DecimalNumber.value)
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
    case .escaped(let content): return JSONString.unescaped(content).withUnsafeBufferPointer(body)
    case .state(let state): text = state.rawValue
    case .kind(let kind): text = kind.rawValue
    case .accessory(let accessory): text = accessory.rawValue
    case .number(let number): text = QueryValue.decimal(number)
    case .bool(let bool): text = bool ? "true" : "false"
    }
    text.withUTF8(body)
  }
}
