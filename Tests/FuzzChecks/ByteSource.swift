import CellEngine

/// Turns bytes into choices, so that a fuzzer that changes bytes changes choices. After the end,
/// all bytes are 0.
struct ByteSource {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  mutating func byte() -> Int {
    guard index < bytes.count else { return 0 }
    defer { index += 1 }
    return Int(bytes[index])
  }

  /// Returns a number in a range of at most 256 numbers.
  mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + byte() % range.count
  }

  /// Returns true for one byte in `chance`.
  mutating func bool(_ chance: Int = 2) -> Bool { byte() % chance == 1 }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[byte() % elements.count] }

  /// Returns a text of at most `limit` bytes, before invalid UTF-8 is repaired.
  mutating func text(upTo limit: Int) -> String {
    let count = byte() % (limit + 1)
    defer { index = min(bytes.count, index + count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }

  /// Returns a text, or nil for one byte in `chance`.
  mutating func maybeText(upTo limit: Int, unless chance: Int = 2) -> String? {
    bool(chance) ? nil : text(upTo: limit)
  }

  /// The remaining bytes.
  var rest: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[min(index, bytes.count)...])
  }
}
