/// What the server counts: since the start, but for the gauges.
struct ServerStatistics {
  /// Gauge: clients connected now.
  var connections = 0
  var accepted: UInt64 = 0
  var refused: UInt64 = 0
  var requests: UInt64 = 0
  /// Requests and lines that were answered with an error.
  var errors: UInt64 = 0
  var notifications: UInt64 = 0
  var bytesRead: UInt64 = 0
  var bytesWritten: UInt64 = 0
  /// Gauge: bytes of half-read lines of all clients.
  var input = 0
  /// Gauge: bytes of unsent replies of all clients.
  var pending = 0
  /// From the moment that a request was taken up to its reply, in nanoseconds.
  let latency: LatencyHistogram

  init(latency: LatencyHistogram) { self.latency = latency }
}

/// The same of one connection.
struct CallerStatistics {
  var requests: UInt64 = 0
  var errors: UInt64 = 0
  var bytesRead: UInt64 = 0
  var bytesWritten: UInt64 = 0
}
