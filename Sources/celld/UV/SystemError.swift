import CUV

/// A call to the system or to libuv that failed.
struct SystemError: Error, CustomStringConvertible {
  /// What was tried, as a phrase: "bind the socket".
  let action: String
  /// The errno value, positive.
  let code: Int32

  /// Takes either sign: libuv gives negative errno values, the C library positive ones.
  init(_ action: String, code: Int32) {
    self.action = action
    self.code = code < 0 ? -code : code
  }

  /// The system's own words for the error.
  var reason: String { String(cString: uv_strerror(-code)) }

  /// One sentence without a full stop.
  var description: String { "cannot \(action): \(reason)" }
}
