import CUV

/// A call to the system or to libuv that failed.
struct SystemError: Error, CustomStringConvertible {
  /// The action that failed, as a phrase: "bind the socket".
  let action: String
  /// The errno value, positive.
  let code: Int32

  /// Takes either sign: libuv returns negative errno values, the C library positive ones.
  init(_ action: String, code: Int32) {
    self.action = action
    self.code = code < 0 ? -code : code
  }

  /// The system's text for the error.
  var reason: String { String(cString: uv_strerror(-code)) }

  /// A sentence without a full stop.
  var description: String { "cannot \(action): \(reason)" }
}
