/// UAX #14: what an entry of `UnicodeData.lineState` says.
enum LineBreaker {
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

  /// The state in an entry of the table, and where the action begins.
  static let stateBits: UInt16 = 0x3FFF
  static let actionShift: UInt16 = 14

  /// Whether a number begins at `index`, or behind the combining marks there.
  @inline(never)
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
