import CellWire

/// A watch of some rows of a session. The range can be moved.
package struct RowSubscription {
  /// The meaning of a notification.
  package enum Event {
    /// The rows changed.
    case changed
    /// Another event of this subscription, such as an invoked action.
    case other
    /// An event of another subscription.
    case foreign
    case ended(WatchEnd)
  }

  /// The subscription's id, as JSON.
  package private(set) var id = ""
  private var client: Client
  private var parameters: Parameters

  /// - Parameter parameters: the parameters of `rows.watch` without a range.
  package init(client: Client, parameters: Parameters) {
    self.client = client
    self.parameters = parameters
  }

  /// Sets a member of the parameters for the next `watch`.
  package mutating func set(_ name: String, _ object: Parameters) {
    parameters.set(name, object)
  }

  /// Goes on at another connection. The subscription of the old one ended with it.
  package mutating func resume(at client: Client) {
    self.client = client
    id = ""
  }

  /// Watches a range instead of the previous one.
  /// - Parameters:
  ///   - range: the rows.
  ///   - clock: the clock of rows that are known already. They come without lines.
  /// - Returns: the reply with the rows.
  package mutating func watch(_ range: RowRange, since clock: String? = nil) throws -> Message {
    let ending = try sendUnwatch()
    var parameters = parameters
    range.set(in: &parameters)
    if let clock { parameters.set("since", clock) }
    let beginning = try client.send("rows.watch", parameters)
    // The old subscription may have ended already. The reply to the new one has the reason.
    if let ending { _ = try client.reply(to: ending) { _ in nil } }
    let reply = try client.reply(to: beginning)
    id = reply.withResult { $0["subscription"]?.rawText ?? "" }
    return reply
  }

  /// Moves the watch to a range of the same view. Rows that were in the previous range come without
  /// lines.
  /// - Returns: the reply with the rows.
  package func move(to range: RowRange) throws -> Message {
    var parameters = Parameters()
    parameters.set("subscription", json: id)
    range.set(in: &parameters)
    return try client.reply(to: client.send("rows.window", parameters))
  }

  /// Returns the first of some rows that the view shows, and its index.
  package func firstShown(of ids: [String]) throws -> RowAnchor? {
    var parameters = parameters
    parameters.remove("interval")
    parameters.set("ids", ids)
    let reply = try client.reply(to: client.send("rows.pull", parameters))
    return reply.withResult { result in
      let rows = result["rows"]?.elements.map { RowAnchor($0) } ?? []
      return ids.lazy.compactMap { id in rows.first { $0.id?.exact == id.exact } }.first
    }
  }

  /// Ends the watch.
  package mutating func end() throws {
    if let ending = try sendUnwatch() { _ = try client.reply(to: ending) { _ in nil } }
  }

  /// - Returns: the id of the request; nil if nothing is watched.
  private mutating func sendUnwatch() throws -> Int? {
    guard !id.isEmpty else { return nil }
    var parameters = Parameters()
    parameters.set("subscription", json: id)
    id = ""
    return try client.send("rows.unwatch", parameters)
  }

  /// Returns the meaning of a notification for this subscription.
  package func event(of message: Message) -> Event {
    guard message.withParams({ $0["subscription"]?.rawText }) == id else { return .foreign }
    return switch message.method {
    case "rows.changed": .changed
    case "session.deleted": .ended(.sessionDeleted)
    case "view.deleted": .ended(.viewDeleted)
    default: .other
    }
  }
}
