import CellProtocol

/// The requests that a page may send to the daemon.
struct RequestGate: Sendable {
  /// The sessions that are served, in the order of the page.
  let sessions: [String]

  /// Methods that name a session.
  private static let ofSession: Set<String> = [
    "session.info", "rows.watch", "rows.pull", "header.pull", "cells.get", "selection.set", "action.invoke",
  ]
  /// Methods that name nothing, or a subscription of their own connection.
  private static let ofConnection: Set<String> = ["rows.window", "rows.unwatch", "profile.get", "ping"]

  /// Returns the line for the daemon: one request, written again from its values.
  ///
  /// The line has no line feed except at its end, so it is one message. It is not a batch, which
  /// could have other methods in it.
  func line(for body: some Collection<UInt8>) throws(Refusal) -> String {
    let request: JSON
    do {
      request = try JSON(parsing: body)
    } catch {
      throw Refusal(.badRequest, "The body is not JSON; send one request of JSON-RPC.")
    }
    guard let method = request["method"]?.string, request["id"] != nil else {
      throw Refusal(.badRequest, "Expected a request with id and method; send one request of JSON-RPC.")
    }
    if Self.ofSession.contains(method) {
      try checkSession(request["params"] ?? .null)
    } else if !Self.ofConnection.contains(method) {
      throw Refusal(.forbidden, "Pages may not call \"\(method)\"; use cellctl.")
    }
    return request.text + "\n"
  }

  private func checkSession(_ parameters: JSON) throws(Refusal) {
    guard let name = parameters["session"]?.string, sessions.contains(name) else {
      throw Refusal(
        .forbidden, "This session is not served; name it on the command line of cellctl serve.")
    }
    // The same name can be a session of another user.
    guard parameters["owner"] == nil else {
      throw Refusal(.forbidden, "Pages may not name an owner; leave it out.")
    }
  }
}
