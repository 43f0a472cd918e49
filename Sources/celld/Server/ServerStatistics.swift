/// Counters of the server since its start, and gauges.
struct ServerStatistics {
  /// Gauge: clients that are connected.
  var connections = 0
  var accepted: UInt64 = 0
  var refused: UInt64 = 0
  var requests: UInt64 = 0
  /// Requests and lines that were answered with an error.
  var errors: UInt64 = 0
  var notifications: UInt64 = 0
  var bytesRead: UInt64 = 0
  var bytesWritten: UInt64 = 0
  /// Gauge: bytes of half-read lines, and of long lines in work, of all clients.
  var input = 0
  /// Gauge: bytes of unsent replies of all clients, and of replies to batches in progress.
  var pending = 0
  /// The time from taking a request to its reply, in nanoseconds.
  let latency: LatencyHistogram

  init(latency: LatencyHistogram) { self.latency = latency }
}

/// Counters of one connection.
struct CallerStatistics {
  var requests: UInt64 = 0
  var errors: UInt64 = 0
  var bytesRead: UInt64 = 0
  var bytesWritten: UInt64 = 0
}

/// Sums over the open connections of one user.
struct UserStatistics {
  var connections: [ConnectionID] = []
  var counts = CallerStatistics()
  /// Gauge: bytes of half-read lines, and of long lines in work.
  var input = 0
  /// Gauge: bytes of unsent replies.
  var pending = 0
}
