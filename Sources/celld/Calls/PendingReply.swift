import CellWire

/// The reply to a call, which can be sent later.
struct PendingReply {
  private unowned let server: Server
  let call: Call
  /// Keeps the session of the call loaded.
  var use: SessionUse?
  /// The bytes of the call's parameters, if it waits.
  var charge: Charge?
  /// Takes the result, if it is a step of the call and not its reply.
  private let next: ((Result<[UInt8], RPCError>) -> Void)?

  init(_ server: Server, _ call: Call) {
    self.server = server
    self.call = call
    next = nil
  }

  /// The result of an edit that the call of another reply needs before its own.
  init(before reply: PendingReply, _ next: @escaping (Result<[UInt8], RPCError>) -> Void) {
    server = reply.server
    call = reply.call
    use = reply.use
    charge = reply.charge
    self.next = next
  }

  /// Sends the result of a deferred call: its JSON, or an error.
  ///
  /// - Parameter head: the beginning of the result, if it is in two parts.
  func finish(_ result: Result<[UInt8], RPCError>, after head: [UInt8] = []) {
    if let next { return next(result) }
    server.finish(call, result, after: head)
  }

  /// Finishes a deferred call with the result that `body` writes, unless `body` defers it again.
  func finish(_ body: (inout JSONWriter) throws(RPCError) -> Outcome) {
    var writer = JSONWriter()
    do throws(RPCError) {
      if try body(&writer) == .done { finish(.success(writer.bytes)) }
    } catch {
      finish(.failure(error))
    }
  }
}
