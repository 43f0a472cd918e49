/// The origin of work that waits: a user, and a stream of work of that user.
struct WorkOwner: Hashable, Sendable {
  let user: UInt32
  /// The number of a connection; 0 for work that no connection waits for.
  let stream: UInt64

  /// The daemon itself.
  static let daemon = WorkOwner(user: 0, stream: 0)
}

/// The cost of a piece of work.
enum WorkLane: Sendable {
  /// A few milliseconds at most.
  case light
  case heavy

  /// The lane of work on `bytes` of JSON.
  static func forJSON(bytes: Int) -> WorkLane { bytes <= lightJSON ? .light : .heavy }

  /// The lane of work that lays out the text of `bytes`.
  static func forText(bytes: Int) -> WorkLane { bytes <= lightText ? .light : .heavy }

  /// About 1 ms of reading and checking.
  private static let lightJSON = 128 << 10
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
  /// Whether a client still waits for the result. It is asked on the loop before each step.
  var isWanted: () -> Bool = { true }
}
