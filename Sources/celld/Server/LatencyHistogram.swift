/// Counts durations in buckets that grow: eight for each doubling, so a percentile is within 12 %.
/// Every request records into it, so it uses raw memory without copies and checks.
final class LatencyHistogram {
  private static let bucketsPerDoubling = 8
  private static let bucketCount = 48 * bucketsPerDoubling

  private let counts = UnsafeMutablePointer<UInt64>.allocate(capacity: bucketCount)

  init() { counts.initialize(repeating: 0, count: Self.bucketCount) }

  deinit { counts.deallocate() }

  /// The number of durations.
  var total: UInt64 { (0..<Self.bucketCount).reduce(0) { $0 + counts[$1] } }

  /// The longest duration, in nanoseconds.
  private(set) var maximum: UInt64 = 0

  func record(nanoseconds: UInt64) {
    counts[Self.bucket(nanoseconds)] += 1
    if nanoseconds > maximum { maximum = nanoseconds }
  }

  /// The duration in nanoseconds that a share (0…1) of all durations does not exceed, rounded up to
  /// the bound of its bucket. 0 without durations.
  func percentile(_ share: Double) -> UInt64 {
    let total = total
    guard total > 0 else { return 0 }
    let rank = max(1, UInt64((Double(total) * share).rounded(.up)))
    var seen: UInt64 = 0
    for bucket in 0..<Self.bucketCount {
      seen += counts[bucket]
      if seen >= rank { return min(Self.upperBound(of: bucket), maximum) }
    }
    return maximum
  }

  /// The three bits after the leading one select the bucket within its doubling.
  private static func bucket(_ nanoseconds: UInt64) -> Int {
    let value = max(nanoseconds, 8)
    let exponent = 63 - value.leadingZeroBitCount
    let step = Int(value >> UInt64(exponent - 3)) & 7
    return min((exponent - 3) * bucketsPerDoubling + step, bucketCount - 1)
  }

  private static func upperBound(of bucket: Int) -> UInt64 {
    let exponent = UInt64(bucket / bucketsPerDoubling)
    return (UInt64(9 + bucket % bucketsPerDoubling) << exponent) - 1
  }
}
