/// The string that replaces the hidden part of a text, measured once per view and font role.
public struct PreparedEllipsis: Equatable, Sendable {
  /// Its display text, UTF-8.
  public let bytes: [UInt8]
  /// Its whole advance, in the unit of the metrics.
  public let advance: Int32
  private let clusters: [Cluster]

  /// Prepares an ellipsis. Hard breaks in it become spaces, and more than 255 bytes are cut off.
  public init<Metrics: TextMetrics>(_ text: [UInt8], metrics: Metrics, role: FontRole = .title) {
    let display = text.withUnsafeBufferPointer { DisplayText.display(of: $0) } ?? text
    var bytes = display.map { $0 == 0x0A ? 0x20 : $0 }
    var clusters = bytes.withUnsafeBufferPointer { metrics.clusters(of: $0, role: role) }
    var length = 0
    var advance: Int32 = 0
    var kept = 0
    for cluster in clusters where length + cluster.byteCount <= 255 {
      length += cluster.byteCount
      advance = advance.addingSaturating(Int32(clamping: cluster.advance))
      kept += 1
    }
    bytes.removeSubrange(length...)
    clusters.removeSubrange(kept...)
    self.bytes = bytes
    self.advance = advance
    self.clusters = clusters
  }

  /// The part of the ellipsis that fits `width`: the number of its bytes, and its advance.
  func fitting(_ width: Int32) -> (byteCount: Int, advance: Int32) {
    if width >= advance { return (bytes.count, advance) }
    var byteCount = 0
    var used: Int32 = 0
    for cluster in clusters {
      let next = used + Int32(clamping: cluster.advance)
      if next > width { break }
      used = next
      byteCount += cluster.byteCount
    }
    return (byteCount, used)
  }
}

extension TextMetrics {
  /// The clusters of a whole text.
  fileprivate func clusters(of text: UnsafeBufferPointer<UInt8>, role: FontRole) -> [Cluster] {
    var arena: [Segment] = []
    var header = prepare(text, role: role, breaks: .normal, budget: .max, into: &arena)
    var found: [Cluster] = []
    arena.withUnsafeBufferPointer { arena in
      withUnsafeTemporaryAllocation(of: Cluster.self, capacity: Segment.maximumByteCount) { room in
        guard let clusters = room.baseAddress else { return }
        var start = 0
        var phase = 0
        for segment in PreparedText.segments(of: &header, in: arena) {
          let count = self.clusters(
            of: segment, from: start, in: text, role: role, phase: phase, limit: .max, to: clusters)
          found.append(contentsOf: UnsafeBufferPointer(start: clusters, count: count))
          start += segment.byteCount
          phase = segment.phase
        }
      }
    }
    return found
  }
}
