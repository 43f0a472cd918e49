/// The search for the first strong character outside of isolates (UAX #9, P2 and P3).
struct DirectionSearch {
  private(set) var direction = TextDirection.neutral
  private var isolates = 0

  /// Whether it goes on.
  @inline(__always)
  var isOpen: Bool { direction == .neutral }

  /// Takes the next scalar.
  mutating func take(_ scalar: ScalarProperties) {
    switch scalar.strong {
    case 1 where isolates == 0: direction = .leftToRight
    case 2 where isolates == 0: direction = .rightToLeft
    case 3: isolates += 1
    case 4: isolates = max(0, isolates - 1)
    default: break
    }
  }

  /// Takes all scalars of `text` from `index` on, as far as they are needed.
  mutating func take(_ text: UnsafeBufferPointer<UInt8>, from index: Int, _ data: UnicodeData) {
    var index = index
    while isOpen, index < text.count {
      let scalar = UTF8Scalar(in: text, at: index)
      take(data.properties(of: scalar.value))
      index += scalar.byteCount
    }
  }
}
