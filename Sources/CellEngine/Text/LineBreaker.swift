/// UAX #14, one scalar at a time.
struct LineBreaker {
  /// What stands in front of a scalar.
  enum Action: UInt16 {
    /// No line may end there.
    case prohibited
    /// A line may end there.
    case allowed
    /// A line must end there.
    case mandatory
    /// A line may end there unless a number begins behind the scalar, which is an opening punctuation (LB25).
    case allowedUnlessNumber
  }

  /// 64 times the number of the state.
  private(set) var state = 0

  /// What stands in front of a scalar of the class `line`.
  @inline(__always)
  mutating func step(_ line: Int, _ data: UnicodeData) -> Action {
    let entry = data.lineStates[state | line]
    state = Int(entry & 0x3FFF)
    return Action(rawValue: entry &>> 14) ?? .prohibited
  }

  /// Whether a number begins at `index`, or behind the combining marks there.
  static func numberBegins(
    at index: Int, in bytes: UnsafeBufferPointer<UInt8>, breaks: Environment.Breaks, _ data: UnicodeData
  ) -> Bool {
    var index = index
    while index < bytes.count {
      let scalar = UTF8Scalar(in: bytes, at: index)
      let line = data.properties(of: scalar.value).line(breaks)
      if line != ScalarProperties.combiningMarkClass, line != ScalarProperties.joinerClass {
        return line == ScalarProperties.numericClass
      }
      index += scalar.byteCount
    }
    return false
  }
}
