import Testing

@testable import celld

@Suite struct LatencyHistogramTests {
  @Test func percentilesAreRightWithinABucket() {
    let histogram = LatencyHistogram()
    for value in 1...10_000 { histogram.record(nanoseconds: UInt64(value) * 100) }
    #expect(histogram.total == 10_000)
    for share in [0.01, 0.5, 0.9, 0.99] {
      let exact = 1_000_000 * share
      let found = Double(histogram.percentile(share))
      #expect(found >= exact && found <= exact * 1.13, "\(share): \(found)")
    }
    #expect(histogram.percentile(1) == 1_000_000)
    #expect(histogram.maximum == 1_000_000)
  }

  @Test func takesAnyDuration() {
    let histogram = LatencyHistogram()
    #expect(histogram.percentile(0.5) == 0)
    for value: UInt64 in [0, 1, 7, 8, 9, .max] { histogram.record(nanoseconds: value) }
    #expect(histogram.total == 6)
    #expect(histogram.maximum == .max)
    #expect(histogram.percentile(0) <= 8)
  }
}
