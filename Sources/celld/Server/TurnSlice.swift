/// The time in which a connection takes requests, in one turn.
///
/// To read the clock takes as long as to answer a ping, so it is not read for each one. The many
/// latencies of pings would also hide those of other requests.
struct TurnSlice {
  /// The maximum number of pings and unreadable lines in a row, and of their bytes, between two
  /// looks at the clock.
  private static let (countLimit, bytesLimit) = (16, 4 << 10)

  /// The last look at the clock. The end of a request is the start of the next one.
  private(set) var now: UInt64
  private let end: UInt64
  private var untimed = (count: 0, bytes: 0)

  init(nanoseconds: UInt64, from start: UInt64) {
    now = start
    end = start + nanoseconds
  }

  var isOver: Bool { now > end }

  /// Counts a line of `bytes`. Returns the time since the last look at the clock, or `nil` if there
  /// was none now.
  mutating func count(bytes: Int, isCall: Bool) -> UInt64? {
    untimed = (untimed.count + 1, untimed.bytes + bytes)
    guard isCall || untimed.count == Self.countLimit || untimed.bytes > Self.bytesLimit else { return nil }
    untimed = (0, 0)
    let start = now
    now = EventLoop.clock
    return now - start
  }
}
