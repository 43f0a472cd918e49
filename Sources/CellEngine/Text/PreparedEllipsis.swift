/// The string that stands in place of what was cut, measured once per view and font role.
public struct PreparedEllipsis: Equatable, Sendable {
  /// Its display text, UTF-8.
  public let bytes: [UInt8]
  /// Its whole advance, in the unit of the metrics.
  public let advance: Int32
  private let marks: [Mark]

  /// Prepares an ellipsis. Hard breaks in it become spaces, and more than 255 bytes are cut off.
  public init<Metrics: TextMetrics>(_ text: [UInt8], metrics: Metrics, role: FontRole = .title) {
    let display = text.withUnsafeBufferPointer { DisplayText.display(of: $0) } ?? text
    var bytes = display.map { $0 == 0x0A ? 0x20 : $0 }
    var marks: [Mark] = []
    _ = bytes.withUnsafeBufferPointer {
      metrics.prepare($0, role: role, breaks: .normal, budget: .max, into: &marks)
    }
    marks = bytes.withUnsafeBufferPointer { marks.clusters(of: $0) }
    var length = 0
    var advance: Int32 = 0
    var kept = 0
    for mark in marks where length + mark.byteCount <= 255 {
      length += mark.byteCount
      advance = advance.addingSaturating(mark.advance)
      kept += 1
    }
    bytes.removeSubrange(length...)
    marks.removeSubrange(kept...)
    self.bytes = bytes
    self.advance = advance
    self.marks = marks
  }

  /// As much of the ellipsis as fits `width`: its bytes, and its advance.
  func fitting(_ width: Int32) -> (byteCount: Int, advance: Int32) {
    if width >= advance { return (bytes.count, advance) }
    var byteCount = 0
    var used: Int32 = 0
    for mark in marks {
      let next = used + mark.advance
      if next > width { break }
      used = next
      byteCount += mark.byteCount
    }
    return (byteCount, used)
  }
}

extension Int32 {
  /// The sum, or the largest value where it would be larger.
  @inline(__always)
  func addingSaturating(_ other: Int32) -> Int32 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
