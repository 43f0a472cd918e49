/// A text of up to eight bytes that is written at once, such as an ellipsis.
struct ShortText {
  static let capacity = 8

  let word: UInt64
  let count: Int

  /// Makes a text of the first eight of `bytes`.
  init(_ bytes: some Collection<UInt8>) {
    var word: UInt64 = 0
    withUnsafeMutableBytes(of: &word) { $0.copyBytes(from: bytes.prefix(Self.capacity)) }
    self.word = word
    count = min(bytes.count, Self.capacity)
  }
}
