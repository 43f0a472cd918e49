import CellWire

/// The meaning of a notification for a subscription.
package enum RowEvent {
  /// The rows changed.
  case changed
  /// Another event of this subscription, such as an invoked action.
  case other
  /// An event of another subscription.
  case foreign
  case ended(WatchEnd)
}

/// A watch of some rows of a session, and their window. It ends with the connection, and can begin
/// again at the next one.
package final class RowSubscription<Row: WindowRow> {
  /// The rows, as the last message left them.
  package private(set) var window = RowWindow<Row>()
  /// The way in which rows are read.
  package var style: Row.Style
  /// The parameters of `rows.watch` without a range.
  package var parameters: Parameters
  /// The subscription's id, as JSON; empty if nothing is watched.
  private(set) var id = ""
  private var range = Parameters()
  private let client: Client
  /// The connection that the id belongs to.
  private var connection = 0

  /// - Parameter parameters: the parameters of `rows.watch` without a range.
  package init(client: Client, parameters: Parameters, style: Row.Style) {
    (self.client, self.parameters, self.style) = (client, parameters, style)
  }

  deinit { try? end() }

  /// Whether changes can still come.
  package var isOpen: Bool { !id.isEmpty && connection == client.connections }

  /// Watches a range instead of the previous one. If that fails, the previous one is still watched.
  /// - Parameters:
  ///   - range: the parameters of the range; nil is the previous one.
  ///   - clock: the clock of rows that are known already. They come without their content.
  /// - Returns: the reply with the rows.
  @discardableResult
  package func watch(_ range: Parameters? = nil, since clock: String? = nil) throws -> Message {
    var opening = parameters
    opening.set(range ?? self.range)
    if let clock { opening.set("since", clock) }
    let reply = try client.reply(to: client.send("rows.watch", opening))
    try? end()
    if let range { self.range = range }
    id = reply.withResult { $0["subscription"]?.rawText ?? "" }
    connection = client.connections
    if clock == nil { window = RowWindow() }
    return try apply(reply, isWhole: clock == nil)
  }

  /// Moves the watch to a range of the same view.
  package func move(to range: Parameters) throws {
    let reply = try client.reply(to: client.send("rows.window", named(range)))
    self.range = range
    // Changes that came before the reply are older. The window has them, if they were for it.
    for message in client.takeEarlierNotifications(where: isChange) { try apply(message) }
    try apply(reply)
  }

  /// Applies a notification if it has rows.
  /// - Returns: its meaning.
  @discardableResult
  package func take(_ message: Message) throws -> RowEvent {
    let event = event(of: message)
    if case .changed = event { try apply(message) }
    return event
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

  /// Ends the watch. Nobody waits for the reply: it may have ended already.
  package func end() throws {
    guard isOpen else { return }
    let ending = named(Parameters())
    id = ""
    try client.sendUnanswered("rows.unwatch", ending)
  }

  /// Returns parameters with the subscription.
  func named(_ parameters: Parameters) -> Parameters {
    var named = Parameters()
    named.set("subscription", json: id)
    named.set(parameters)
    return named
  }

  /// Applies a message. If a row came into the window that is unchanged, but was not in it, all
  /// rows are read.
  @discardableResult
  private func apply(_ message: Message, isWhole: Bool = false) throws -> Message {
    var next = window
    let isComplete = try message.withContent { try next.apply($0, style: style) }
    guard isComplete || isWhole else { return try watch() }
    window = next
    return message
  }

  private func isChange(_ message: Message) -> Bool {
    if case .changed = event(of: message) { true } else { false }
  }

  private func event(of message: Message) -> RowEvent {
    guard isOpen, message.withContent({ $0["subscription"]?.rawText }) == id else { return .foreign }
    return switch message.method {
    case "rows.changed": .changed
    case "session.deleted": .ended(.sessionDeleted)
    case "view.deleted": .ended(.viewDeleted)
    default: .other
    }
  }
}
