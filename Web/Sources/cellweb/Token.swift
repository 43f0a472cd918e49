/// The secret of one run, which the browser gets with the address.
struct Token: Sendable {
  /// 128 random bits as hexadecimal digits.
  let text: String

  /// Creates a new secret from the random numbers of the system.
  init() {
    text = Self.random()
  }

  /// Returns 128 random bits as hexadecimal digits.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(UInt64.random(in: 0 ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Whether a text is the secret. The time does not depend on where the two differ.
  func matches(_ other: some StringProtocol) -> Bool {
    let (mine, theirs) = (Array(text.utf8), Array(other.utf8))
    guard mine.count == theirs.count else { return false }
    return zip(mine, theirs).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
