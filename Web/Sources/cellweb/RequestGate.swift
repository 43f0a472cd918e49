import CellWire

/// The requests that a page may send to the daemon.
struct RequestGate {
  /// The sessions that are served, in the order of the page.
  let sessions: [String]

  /// Methods that name a session.
  private static let ofSession: Set = [
    "session.info", "rows.watch", "rows.pull", "header.pull", "cells.get", "selection.set", "action.invoke",
  ]
  /// Methods that name nothing, or a subscription of their own connection.
  private static let ofConnection: Set = ["rows.window", "rows.unwatch", "profile.get", "ping"]

  /// Returns the line for the daemon: one request, written again from its values. It has no line
  /// feed and is not a batch, which could hide other requests.
  func line(for message: some Collection<UInt8>, isAway: Bool) throws(Rejection) -> String {
    guard var request = try? JSON(parsing: message) else {
      throw Rejection(.null, .parseError, "The message is not JSON; send one request of JSON-RPC.")
    }
    let id = request["id"] ?? .null
    guard let method = request["method"]?.string, request["id"] != nil else {
      throw Rejection(id, .invalidRequest, "Expected a request with id and method; send one of JSON-RPC.")
    }
    if Self.ofSession.contains(method) {
      var parameters = request["params"] ?? .null
      // The daemon compares names by their bytes. Swift's == would find other sessions, too.
      let name = parameters["session"]?.string
      guard let served = sessions.first(where: { $0.exact == name?.exact }) else {
        throw Rejection(
          id, .accessDenied, "This session is not served; name it when you start cellctl serve.")
      }
      // The same name can be a session of another user.
      guard parameters["owner"] == nil else {
        throw Rejection(id, .accessDenied, "Pages may not name an owner; leave it out.")
      }
      parameters["session"] = .string(served)
      request["params"] = parameters
    } else if !Self.ofConnection.contains(method) {
      throw Rejection(id, .accessDenied, "Pages may not call \"\(method)\"; use cellctl.")
    }
    if isAway {
      throw Rejection(id, .busy, "The daemon is away or takes no requests; try again.", retryAfter: 500)
    }
    return request.text + "\n"
  }
}

/// A message that is not sent on.
struct Rejection: Error {
  /// The reply of JSON-RPC.
  let reply: String

  init(_ id: JSON, _ kind: ErrorKind, _ sentence: String, retryAfter milliseconds: Int? = nil) {
    var writer = JSONWriter()
    let details = milliseconds.map { [JSON.Member("retryAfter", JSON($0))] } ?? []
    RPCError(kind, sentence, details: details).write(to: &writer)
    reply = #"{"id":\#(id.text),"error":\#(String(decoding: writer.bytes, as: UTF8.self))}"#
  }
}
