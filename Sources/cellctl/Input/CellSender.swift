import CellClient
import CellWire

/// Sends cells in requests of a bounded size, and counts the changes.
///
/// The cells of the next request are collected while the daemon works on the current one. The next
/// request is sent after the reply, so that nothing follows a request that failed.
final class CellSender {
  /// The treatment of the cells that a session has already.
  enum Mode {
    /// Replaces known cells in place, and appends new ones.
    case push(partial: Bool)
    /// Makes the list equal to the cells that are sent.
    case replace
  }

  /// The place of new cells.
  enum Position: Equatable {
    case end
    /// New cells keep their order, from this index on.
    case index(Int)
    /// Each new cell comes first.
    case start
    case before(String)

    /// The JSON of the parameter, after `inserted` cells were inserted.
    fileprivate func json(inserted: Int) -> String {
      switch self {
      case .end: #""end""#
      case .start: #""start""#
      case .index(let index): String(index + inserted)
      case .before(let id): #"{"before":\#(JSONText.string(id))}"#
      }
    }
  }

  /// A record that was rejected while others were pushed.
  struct Rejection {
    let position: RecordPosition
    let failure: Failure
  }

  /// The changes that the daemon reported.
  struct Tally {
    var inserted = 0
    var updated = 0
    var unchanged = 0
    var removed = 0
    var moved = 0
    var revision: Int?
    /// The cells that wait for the end of a replacement.
    var staged = 0
    var rejections: [Rejection] = []
  }

  /// The changes so far.
  private(set) var tally = Tally()
  private let client: Client
  private let session: String
  private let owner: String?
  private let mode: Mode
  private let isMapped: Bool
  private let position: Position
  /// The number of cells to keep; nil for all.
  private let keep: Int?
  private let capacity: Int
  private let longest: Int

  /// The JSON of the cells of the next request.
  private var cells: [[UInt8]] = []
  private var bytes = 0
  private var positions: [RecordPosition] = []
  private var ids: Set<ExactText> = []
  /// The request that has no reply yet: its id, and the positions of its records.
  private var pending: (id: Int, positions: [RecordPosition])?

  /// - Parameters:
  ///   - owner: the owner of the session: a user's name or number, or `me`; `nil` for any.
  ///   - isMapped: whether a mapping made the cells. If not, errors may suggest one.
  ///   - position: the place of new cells.
  ///   - keep: the maximum number of cells of the session. Cells at the other end are removed.
  ///   - capacity: the approximate bytes of cells in a request.
  init(
    client: Client, session: String, owner: String? = nil, mode: Mode, isMapped: Bool = true,
    position: Position = .end, keep: Int? = nil, capacity: Int = 1 << 20
  ) {
    self.position = position
    self.keep = keep
    self.client = client
    self.session = session
    self.owner = owner
    self.mode = mode
    self.isMapped = isMapped
    longest = Self.longestCell(lineLimit: client.hello.lineLimit)
    self.capacity = min(capacity, longest)
  }

  /// Returns the bytes of cells that fit into a line next to the other members of the request.
  static func longestCell(lineLimit: Int) -> Int {
    max(lineLimit - 4096, lineLimit / 2)
  }

  /// Whether there are cells that were not sent yet.
  var hasUnsent: Bool { !positions.isEmpty }

  /// Adds a cell.
  /// - Parameter position: the position of its record, for messages.
  func add(_ cell: CellBuilder.Cell, from position: RecordPosition) throws {
    // A request may name a cell only once. In a stream, a later record with the same id is the
    // newer state.
    let isRepeated = !ids.insert(cell.id.exact).inserted
    if isRepeated, case .push = mode {
      try send()
      ids.insert(cell.id.exact)
    }
    if hasUnsent, bytes + cell.json.count >= longest { try send() }
    cells.append(cell.json)
    bytes += cell.json.count + 1
    positions.append(position)
    if bytes >= capacity { try send() }
  }

  /// Counts a record that cannot become a cell.
  func reject(_ position: RecordPosition, _ failure: Failure) {
    tally.rejections.append(Rejection(position: position, failure: failure))
  }

  /// Sends the collected cells and waits for the daemon.
  func settle() throws {
    if hasUnsent { try send() }
    try receive()
  }

  /// Waits for the pending reply, if any, so that the tally is complete. Ignores its error: another
  /// one came first.
  func awaitPending() {
    try? receive()
  }

  /// Sends the collected cells as the last request and waits for the daemon.
  func finish() throws {
    // A push of no cells still creates the session, and a replacement by no cells empties it.
    if hasUnsent || tally.revision == nil && pending == nil || isReplacing { try send(isLast: true) }
    try receive()
  }

  private var isReplacing: Bool {
    if case .replace = mode { true } else { false }
  }

  private func send(isLast: Bool = false) throws {
    try receive()
    var parameters = Parameters()
    parameters.set("session", session)
    if let owner { parameters.set("owner", owner) }
    if position == .start {
      cells.reverse()
      positions.reverse()
    }
    parameters.set("cells", json: cellsJSON)
    let method: String
    switch mode {
    case .push(let isPartial):
      method = "cells.push"
      if isPartial { parameters.set("partial", true) }
      if position != .end { parameters.set("position", json: position.json(inserted: tally.inserted)) }
    case .replace:
      if tally.staged == 0 { try makeSession() }
      method = "cells.replace"
      if !isLast { parameters.set("more", true) }
    }
    pending = (try client.send(method, parameters), positions)
    cells.removeAll(keepingCapacity: true)
    bytes = 0
    positions = []
    ids = []
  }

  /// The JSON array of the cells. `joined(separator:)` took 16 % of the time of a push.
  private var cellsJSON: [UInt8] {
    var json = [UInt8(ascii: "[")]
    json.reserveCapacity(bytes + 2)
    for cell in cells {
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      json.append(contentsOf: cell)
    }
    json.append(UInt8(ascii: "]"))
    return json
  }

  /// Creates the session. Unlike a push, a replacement needs an existing one.
  private func makeSession() throws {
    var parameters = Parameters()
    parameters.set("session", session)
    if let owner { parameters.set("owner", owner) }
    parameters.set("ifAbsent", true)
    _ = try client.call("session.create", parameters)
  }

  /// Waits for the pending reply, if any.
  private func receive() throws {
    guard let (id, positions) = pending else { return }
    pending = nil
    let reply = try client.reply(to: id) { $0.failure(ofRecordsAt: positions, isMapped: isMapped) }
    let result = reply.result
    tally.inserted += result["inserted"]?.int ?? 0
    tally.updated += result["updated"]?.int ?? 0
    tally.unchanged += result["unchanged"]?.int ?? 0
    tally.removed += result["removed"]?.int ?? 0
    tally.moved += result["moved"]?.int ?? 0
    tally.staged = result["staged"]?.int ?? 0
    tally.revision = result["revision"]?.int ?? tally.revision
    for rejected in result["rejected"]?.array ?? [] {
      let index = rejected["index"]?.int ?? 0
      let error = ErrorReply(rejected["error"] ?? .null)
      guard positions.indices.contains(index) else { continue }
      reject(positions[index], error.failure(ofRecordsAt: positions, isMapped: isMapped))
    }
    if let keep { try removeSurplus(over: keep) }
  }

  /// Removes the cells at the other end of the list that are too many.
  private func removeSurplus(over keep: Int) throws {
    var parameters = Parameters()
    parameters.set("session", session)
    if let owner { parameters.set("owner", owner) }
    while true {
      let count = try client.call("session.info", parameters).result["count"]?.int ?? 0
      guard count > keep else { return }
      var range = parameters
      range.set("start", position == .start ? keep : 0)
      range.set("count", min(count - keep, 1000))
      let cells = try client.call("cells.get", range).result["cells"]?.array ?? []
      var removal = parameters
      removal.set("ids", cells.compactMap { $0["id"]?.string })
      guard !cells.isEmpty else { return }
      let removed = try client.call("cells.remove", removal).result["removed"]?.int ?? 0
      // Another client may have removed them.
      guard removed > 0 else { return }
      tally.removed += removed
    }
  }
}
