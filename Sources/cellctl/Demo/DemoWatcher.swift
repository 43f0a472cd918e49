import CellProtocol

/// A second client, which watches a view that the first one changes.
struct DemoWatcher {
  private let client: Client
  private var subscription: RowSubscription

  /// Watches some rows of the session's main view.
  init(place: SocketPath, session: String, start: Int, count: Int) throws {
    client = try Client(place: place, timeout: 30)
    var parameters = Parameters()
    parameters.set("session", session)
    parameters.set("view", "main")
    subscription = RowSubscription(client: client, parameters: parameters)
    _ = try subscription.watch(start: start, count: count)
  }

  /// The next thing that it hears, as a sentence.
  func hear() throws -> String {
    let deadline = Deadline(seconds: 30)
    while let message = try client.notification(by: deadline) {
      guard case .changed = subscription.event(of: message) else { continue }
      return message.withParams { params in
        let rows = params["rows"].map { Array($0.elements) } ?? []
        let same = rows.count { $0["same"]?.bool == true }
        let lines = rows.compactMap { $0["height"]?.int64 }.reduce(0, +)
        let number = { (name: String) in
          params.members.first { $0.name.string == name }?.value.rawText ?? "?"
        }
        return "rows.changed: revision \(number("revision")), layout \(number("layout")), "
          + "\(params["widthClass"]?.string ?? "?"), \(rows.count) rows of \(lines) lines"
          + (same > 0 ? ", \(same) of them the same" : "")
      }
    }
    throw Failure(.failed, "the daemon closed the watcher's connection")
  }
}
