/// The bounds that decide when a store wants snapshots.
struct StoreLimits: Sendable {
  /// The bytes of records in a commit.
  var commitBytes = 1 << 20
  /// The time without entries after which small snapshots are made.
  var idleNanoseconds: UInt64 = 1_000_000_000
  /// The bytes of records beyond those of a snapshot after which an idle store makes a new one.
  var idleBytes = 1 << 20
  /// The bytes of records beyond four times the snapshot after which a busy store makes a new one.
  var busyBytes = 64 << 20
  /// The first time between two attempts after an error, and the longest one.
  var firstRetry: UInt64 = 1_000_000_000
  var longestRetry: UInt64 = 30_000_000_000
  /// The time between two looks at the names of the files.
  var lookNanoseconds: UInt64 = 1_000_000_000
}
