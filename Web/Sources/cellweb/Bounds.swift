/// The limits of the gateway.
enum Bounds {
  /// Open connections of browsers.
  static let connections = 128
  /// Streams of pages, each with a connection to the daemon.
  static let streams = 32
  /// Bytes of the body of a request.
  static let body = 64 << 10
  /// Bytes of a line from the daemon.
  static let line = 32 << 20
}
