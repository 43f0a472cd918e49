import CellProtocol

/// A watch of some rows of a session, which can be laid on another range.
struct RowSubscription {
  /// Why a subscription is over.
  enum End {
    case sessionDeleted
    case viewDeleted
  }

  /// What a notification was.
  enum Event {
    /// The rows changed.
    case changed
    /// Something else of this subscription, as an invoked action.
    case other
    /// Of another subscription.
    case foreign
    case ended(End)
  }

  /// The subscription's id, as JSON.
  private(set) var id = ""
  private let client: Client
  private var parameters: Parameters

  /// - Parameter parameters: of `rows.watch`, without start and count.
  init(client: Client, parameters: Parameters) {
    self.client = client
    self.parameters = parameters
  }

  /// Sets a member of the parameters for the next `watch`.
  mutating func set(_ name: String, _ object: Parameters) {
    parameters.set(name, object)
  }

  /// Watches a range, and no other any more.
  /// - Returns: the reply, which has the rows.
  mutating func watch(start: Int, count: Int) throws -> Message {
    var ending: Int?
    if !id.isEmpty {
      var parameters = Parameters()
      parameters.set("subscription", json: id)
      ending = try client.send("rows.unwatch", parameters)
    }
    parameters.set("start", start)
    parameters.set("count", count)
    let beginning = try client.send("rows.watch", parameters)
    // The old one may have ended by itself; the new one then says why.
    if let ending { _ = try client.reply(to: ending) { _ in nil } }
    let reply = try client.reply(to: beginning)
    id = reply.withResult { $0["subscription"]?.rawText ?? "" }
    return reply
  }

  /// What a notification means for this subscription.
  func event(of message: Message) -> Event {
    guard message.withParams({ $0["subscription"]?.rawText }) == id else { return .foreign }
    return switch message.method {
    case "rows.changed": .changed
    case "session.deleted": .ended(.sessionDeleted)
    case "view.deleted": .ended(.viewDeleted)
    default: .other
    }
  }
}
