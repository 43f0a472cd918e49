import CellClient
import CellWire

/// The rows of a range, pulled page by page.
struct RowPages {
  private let client: Client
  private var parameters: Parameters
  private var start: Int
  private var remaining: Int?
  private var revision: Int64?
  private var layout: Int64?
  private var isDone = false
  /// The number of rows so far.
  private(set) var count = 0
  /// The number of rows of the view.
  private(set) var total = 0
  /// Changes the parameters for the terminal when the first row comes that terminals draw
  /// differently. Returns whether the page has to be pulled again.
  var adapt: ((inout Parameters) throws -> Bool)?
  /// Whether two pages had different revisions or layouts.
  private(set) var isMixed = false
  /// The rows of one request. The daemon may return fewer, by its own limit.
  private static let pageRows = 5_000

  /// - Parameters:
  ///   - parameters: the parameters of `rows.pull` without start and count.
  ///   - count: the number of rows; nil is all up to the end.
  init(client: Client, parameters: Parameters, start: Int, count: Int?) {
    self.client = client
    self.parameters = parameters
    self.start = start
    remaining = count
  }

  /// Pulls the next page and passes its result to `body`.
  /// - Returns: whether there are more pages.
  mutating func next(_ body: (JSONNode) throws -> Void) throws -> Bool {
    guard !isDone else { return false }
    parameters.set("start", start)
    parameters.set("count", min(remaining ?? Self.pageRows, Self.pageRows))
    var reply = try client.call("rows.pull", parameters)
    if let adapt, reply.withResult({ Self.isUncertain($0) }) {
      self.adapt = nil
      if try adapt(&parameters) { reply = try client.call("rows.pull", parameters) }
    }
    try reply.withResult { result in
      try body(result)
      try note(result)
    }
    return !isDone
  }

  /// Whether terminals draw some row differently.
  private static func isUncertain(_ result: JSONNode) -> Bool {
    result["rows"]?.elements.contains { row in
      row["lines"]?.elements.contains { $0.string?.isUncertainInTerminals ?? false } ?? false
    } ?? false
  }

  private mutating func note(_ result: JSONNode) throws {
    let pageRevision = result["revision"]?.int64
    let pageLayout = result["layout"]?.int64
    if revision != nil, pageRevision != revision || pageLayout != layout { isMixed = true }
    revision = pageRevision
    layout = pageLayout
    let rows = result["rows"]?.count ?? 0
    count += rows
    total = result["count"]?.int64.map(Int.init) ?? total
    start = try Client.next(result["next"]?.int64.map(Int.init), after: start) ?? start + rows
    if let remaining { self.remaining = max(remaining - rows, 0) }
    isDone = rows == 0 || remaining == 0 || start >= result["count"]?.int64.map(Int.init) ?? 0
  }
}
