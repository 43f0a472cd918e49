/// The origin of work that waits: a user, and a stream of work of that user.
struct WorkOwner: Hashable, Sendable {
  let user: UInt32
  /// The number of a connection; 0 for work that no connection waits for.
  let stream: UInt64

  /// The daemon itself.
  static let daemon = WorkOwner(user: 0, stream: 0)
}

/// The threads for a piece of work.
enum WorkLane: Int, Sendable {
  /// A few milliseconds at most, for which a request waits.
  case light
  /// More work for which a request waits.
  case heavy
  /// Work that no request waits for.
  case ahead

  /// The lane of work that lays out the text of `bytes`.
  static func forText(bytes: Int) -> WorkLane { bytes <= lightText ? .light : .heavy }

  /// Usually 1 ms of shaping. The most expensive characters need 7 µs a byte.
  private static let lightText = 16 << 10
  /// Rows that light work lays out at most.
  static let lightRows = 64
  /// Cells that a light edit looks at: about 1 ms.
  static let lightCells = 2_048
}

/// The origin and the cost of a piece of work.
struct WorkClaim {
  let owner: WorkOwner
  var lane = WorkLane.heavy
  /// The estimated time of heavy work in nanoseconds. Shorter work of the user comes first.
  var time = Self.someTime
  /// Whether a client still waits for the result. It is asked on the loop before each step.
  var isWanted: () -> Bool = { true }

  /// The time of heavy work that is not estimated: that of a step.
  private static let someTime: UInt64 = 10_000_000
  /// Nanoseconds for a byte of JSON that is read or written.
  private static let timePerByte = 8

  /// Sets the lane and the estimated time of work on `bytes` of JSON.
  func forJSON(bytes: Int) -> WorkClaim {
    let time = UInt64(bytes * Self.timePerByte)
    return WorkClaim(owner: owner, lane: time <= 1 << 20 ? .light : .heavy, time: time, isWanted: isWanted)
  }
}
