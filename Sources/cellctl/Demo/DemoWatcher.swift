import CellProtocol

/// A second client, which watches a view while the first one changes it.
struct DemoWatcher {
  private let client: Client
  private var subscription: RowSubscription

  /// Watches some rows of the session's main view.
  init(socketPath: SocketPath, session: String, start: Int, count: Int) throws {
    client = try Client(socketPath: socketPath, timeout: 30)
    var parameters = Parameters()
    parameters.set("session", session)
    parameters.set("view", "main")
    subscription = RowSubscription(client: client, parameters: parameters)
    _ = try subscription.watch(.indexes(start: start, count: count))
  }

  /// Returns the notifications, as sentences, up to the one about a change of the other client.
  ///
  /// A change can cause several notifications: first its rows, later the exact heights of all
  /// rows.
  /// - Parameter reply: the reply to the change, with its `revision` or `layout`.
  func notifications(upTo reply: JSON) throws -> [String] {
    let (revision, layout) = (reply["revision"]?.int ?? 0, reply["layout"]?.int ?? 0)
    let deadline = Deadline(seconds: 30)
    var sentences: [String] = []
    while let message = try client.notification(by: deadline) {
      guard case .changed = subscription.event(of: message) else { continue }
      let change = message.withParams(RowChange.init)
      sentences.append(change.sentence)
      if change.revision >= revision, change.layout >= layout {
        return sentences
      }
    }
    throw Failure(.failed, "the daemon closed the watcher's connection")
  }
}

/// The numbers of a `rows.changed`.
private struct RowChange {
  let revision: Int
  let layout: Int
  let widthClass: String
  let rows: Int
  let same: Int
  let lines: Int

  init(_ params: JSONNode) {
    let elements = params["rows"].map { Array($0.elements) } ?? []
    revision = params["revision"]?.int64.map(Int.init) ?? 0
    layout = params["layout"]?.int64.map(Int.init) ?? 0
    widthClass = params["widthClass"]?.string ?? ""
    rows = elements.count
    same = elements.count { $0["same"]?.bool == true }
    lines = elements.compactMap { $0["height"]?.int64 }.reduce(0) { $0 + Int($1) }
  }

  var sentence: String {
    "rows.changed: revision \(revision), layout \(layout), \(widthClass), "
      + "\(rows.counted("row")) of \(lines.counted("line"))" + (same > 0 ? ", \(same) unchanged" : "")
  }
}
