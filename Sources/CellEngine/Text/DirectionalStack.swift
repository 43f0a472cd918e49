/// The embeddings, overrides and isolates that are open at a position of a text (UAX #9, X1…X8).
///
/// Overrides and their closers are never shown. With them a text would read differently than it is.
struct DirectionalStack {
  /// Deeper levels are counted, but not shown.
  static let maximumDepth = 15
  /// The maximum of bytes that open all levels again and close them.
  static let maximumByteCount = maximumDepth * 6

  /// The scalars that opened them, outermost first.
  private var openers: [UInt32] = []
  /// How many of them are not overrides, and how many are isolates.
  private var depth = 0
  private var isolateCount = 0

  /// Takes the next scalar. Returns `false` for formatting that is left out: an override, a level
  /// that is too deep, or a closer without a visible opener.
  mutating func take(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x202A, 0x202B, 0x202D, 0x202E, 0x2066...0x2068: return open(scalar)
    case 0x202C:
      guard let last = openers.last, !Self.isIsolate(last) else { return false }
      return closeLast()
    case 0x2069:
      guard isolateCount > 0 else { return false }
      while let last = openers.last, !Self.isIsolate(last) { _ = closeLast() }
      return closeLast()
    default: return true
    }
  }

  /// Closes the innermost level that is shown, and returns the scalar that does so; `nil` when
  /// nothing is open.
  mutating func close() -> UInt32? {
    while let last = openers.last {
      if closeLast() { return Self.closer(of: last) }
    }
    return nil
  }

  /// Appends the scalars that open all levels again.
  func appendOpeners(to output: inout [UInt8]) {
    for opener in shown { output.append(contentsOf: UTF8Scalar.encoded(opener)) }
  }

  /// Appends the scalars that close all levels.
  func appendClosers(to output: inout [UInt8]) {
    for opener in shown.reversed() { output.append(contentsOf: UTF8Scalar.encoded(Self.closer(of: opener))) }
  }

  private var shown: ArraySlice<UInt32> {
    openers.filter { !Self.isOverride($0) }.prefix(Self.maximumDepth)
  }

  /// Returns whether the level is shown.
  private mutating func open(_ opener: UInt32) -> Bool {
    openers.append(opener)
    if Self.isOverride(opener) { return false }
    if Self.isIsolate(opener) { isolateCount += 1 }
    depth += 1
    return depth <= Self.maximumDepth
  }

  /// Returns whether the level was shown.
  private mutating func closeLast() -> Bool {
    let opener = openers.removeLast()
    if Self.isOverride(opener) { return false }
    if Self.isIsolate(opener) { isolateCount -= 1 }
    depth -= 1
    return depth < Self.maximumDepth
  }

  private static func isOverride(_ opener: UInt32) -> Bool { opener == 0x202D || opener == 0x202E }

  private static func isIsolate(_ opener: UInt32) -> Bool { opener >= 0x2066 }

  private static func closer(of opener: UInt32) -> UInt32 { isIsolate(opener) ? 0x2069 : 0x202C }
}
