import CellEngine
import CellProtocol
import CellWire

/// The implementation of a method in the daemon. Each method of ``Methods/all`` conforms to it, in
/// a file of the folder Methods.
///
/// Before ``answer(_:_:)`` is called, the parameters are validated and the fonts are loaded.
protocol Handler: Method {
  /// The effect of its requests.
  static var kind: RequestKind { get }
  /// The effect of one request, if it depends on the parameters.
  static func kind(of request: Request) -> RequestKind

  /// Whether the cells of the session that the parameters name must be loaded.
  static var needsCells: Bool { get }
  /// Whether the result has the names of users who own sessions.
  static var showsOwners: Bool { get }

  /// The fonts without which the call cannot be answered.
  static func fonts(for call: MethodCall) throws(RPCError) -> [FontRequest]

  /// Answers a call. Writes the result and returns `.done`, or returns `.deferred` and finishes the
  /// call later.
  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome

  /// Called instead of ``answer(_:_:)`` if the parameters are invalid. Only names in them can be
  /// read.
  static func refused(_ call: MethodCall)
}

extension Handler {
  static var kind: RequestKind { .other }
  static func kind(of request: Request) -> RequestKind { kind }

  static var needsCells: Bool { true }
  static var showsOwners: Bool { false }

  static func fonts(for call: MethodCall) throws(RPCError) -> [FontRequest] { [] }

  static func refused(_ call: MethodCall) {}
}

/// A method on a session.
protocol SessionHandler: Handler {
  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome
}

extension SessionHandler {
  static func answer(_ call: MethodCall, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    try answer(call, call.session(), &result)
  }
}

/// A method on a session in a named view, or in an environment that the call has.
protocol ViewHandler: SessionHandler {
  static func answer(
    _ call: MethodCall, _ session: Session, _ view: View, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome
}

extension ViewHandler {
  static func fonts(for call: MethodCall) throws(RPCError) -> [FontRequest] {
    // The fonts of a named view are already loaded.
    guard let environment = call.params["environment"], call.params["view"] == nil else { return [] }
    let session = try call.session()
    do throws(RPCError) {
      return try session.fontRequest(ofEnvironment: environment).map { [$0] } ?? []
    } catch {
      throw error.inside("/environment")
    }
  }

  static func answer(
    _ call: MethodCall, _ session: Session, _ result: inout JSONWriter
  ) throws(RPCError) -> Outcome {
    try answer(call, session, call.view(of: session), &result)
  }
}
