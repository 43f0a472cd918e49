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

  /// What it hears, as sentences, up to the state that a change of the other client led to.
  ///
  /// A change may be told in several steps: first its rows, then that the heights of all are exact.
  /// - Parameter reply: to the change; its `revision` or `layout` says which state that is.
  func hear(upTo reply: JSON) throws -> [String] {
    let (revision, layout) = (reply["revision"]?.int ?? 0, reply["layout"]?.int ?? 0)
    let deadline = Deadline(seconds: 30)
    var heard: [String] = []
    while let message = try client.notification(by: deadline) {
      guard case .changed = subscription.event(of: message) else { continue }
      let change = message.withParams(RowChange.init)
      heard.append(change.sentence)
      if change.revision >= revision, change.layout >= layout { return heard }
    }
    throw Failure(.failed, "the daemon closed the watcher's connection")
  }
}

/// What a `rows.changed` tells, in numbers.
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
    "rows.changed: revision \(revision), layout \(layout), \(widthClass), \(rows) rows of \(lines) lines"
      + (same > 0 ? ", \(same) of them the same" : "")
  }
}
