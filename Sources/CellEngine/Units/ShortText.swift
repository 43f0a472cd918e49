/// Up to eight bytes that are written as one word, such as those of an ellipsis.
struct ShortText {
  static let capacity = 8

  let word: UInt64
  let count: Int

  /// The first eight of `bytes`.
  init(_ bytes: some Collection<UInt8>) {
    var word: UInt64 = 0
    withUnsafeMutableBytes(of: &word) { $0.copyBytes(from: bytes.prefix(Self.capacity)) }
    self.word = word
    count = min(bytes.count, Self.capacity)
  }
}
