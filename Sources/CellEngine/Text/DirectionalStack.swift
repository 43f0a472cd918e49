/// The embeddings, overrides and isolates that are open at a place of a text (UAX #9, X1…X8).
struct DirectionalStack {
  /// Deeper levels are counted, but not shown.
  static let maximumDepth = 15
  /// The most bytes that open all levels again and close them.
  static let maximumByteCount = maximumDepth * 6

  /// The scalars that opened them, outermost first.
  private var openers: [UInt32] = []

  /// Takes the next scalar. False if it is explicit formatting that has to be left out: too deep, or a closer
  /// without an opener.
  mutating func take(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x202A, 0x202B, 0x202D, 0x202E, 0x2066...0x2068:
      openers.append(scalar)
      return openers.count <= Self.maximumDepth
    case 0x202C:
      guard let last = openers.last, !Self.isIsolate(last) else { return false }
      openers.removeLast()
      return openers.count < Self.maximumDepth
    case 0x2069:
      guard let isolate = openers.lastIndex(where: Self.isIsolate) else { return false }
      openers.removeSubrange(isolate...)
      return isolate < Self.maximumDepth
    default: return true
    }
  }

  /// Closes the innermost level that is shown, and gives what does so; `nil` when nothing is open.
  mutating func close() -> UInt32? {
    if openers.count > Self.maximumDepth { openers.removeSubrange(Self.maximumDepth...) }
    return openers.popLast().map(Self.closer)
  }

  /// Appends what opens all levels again.
  func appendOpeners(to output: inout [UInt8]) {
    for opener in openers.prefix(Self.maximumDepth) { output.append(contentsOf: UTF8Scalar.encoded(opener)) }
  }

  /// Appends what closes all levels.
  func appendClosers(to output: inout [UInt8]) {
    for opener in openers.prefix(Self.maximumDepth).reversed() {
      output.append(contentsOf: UTF8Scalar.encoded(Self.closer(of: opener)))
    }
  }

  private static func isIsolate(_ opener: UInt32) -> Bool { opener >= 0x2066 }

  private static func closer(of opener: UInt32) -> UInt32 { isIsolate(opener) ? 0x2069 : 0x202C }
}
