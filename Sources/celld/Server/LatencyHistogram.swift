/// Counts durations in buckets that grow with them: eight to each doubling, so a percentile is right within 9 %.
struct LatencyHistogram {
  private static let bucketsPerDoubling = 8
  private var counts = [UInt64](repeating: 0, count: 48 * bucketsPerDoubling)
  private(set) var total: UInt64 = 0
  /// The longest duration, in nanoseconds.
  private(set) var maximum: UInt64 = 0

  mutating func record(nanoseconds: UInt64) {
    counts[Self.bucket(nanoseconds)] += 1
    total += 1
    maximum = max(maximum, nanoseconds)
  }

  /// The duration in nanoseconds that this share (0…1) of all durations does not exceed; 0 when there are none.
  func percentile(_ share: Double) -> UInt64 {
    guard total > 0 else { return 0 }
    let rank = max(1, UInt64((Double(total) * share).rounded(.up)))
    var seen: UInt64 = 0
    for (bucket, count) in counts.enumerated() {
      seen += count
      if seen >= rank { return min(Self.upperBound(of: bucket), maximum) }
    }
    return maximum
  }

  /// Three bits below the leading one choose the bucket within its doubling.
  private static func bucket(_ nanoseconds: UInt64) -> Int {
    let value = max(nanoseconds, 8)
    let exponent = 63 - value.leadingZeroBitCount
    let step = Int(value >> UInt64(exponent - 3)) & 7
    return min((exponent - 3) * bucketsPerDoubling + step, 48 * bucketsPerDoubling - 1)
  }

  private static func upperBound(of bucket: Int) -> UInt64 {
    let exponent = UInt64(bucket / bucketsPerDoubling)
    return (UInt64(9 + bucket % bucketsPerDoubling) << exponent) - 1
  }
}
