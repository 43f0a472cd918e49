import CellProtocol

/// Sends cells in requests of a bounded size, and adds up what the daemon did.
///
/// While the daemon works on one request, the cells of the next are made; it is sent once the reply is there, so that
/// nothing is in behind a request that failed.
final class CellSender {
  /// What becomes of the cells that a session has already.
  enum Mode {
    /// Known cells are replaced where they stand, new ones come to the end.
    case push(partial: Bool)
    /// The list becomes equal to what is sent.
    case replace
  }

  /// A record that was refused while the others are in.
  struct Rejection {
    let place: RecordPlace
    let failure: Failure
  }

  /// What the daemon said that it did.
  struct Tally {
    var inserted = 0
    var updated = 0
    var unchanged = 0
    var removed = 0
    var moved = 0
    var revision: Int?
    /// Cells that wait for the end of a replacement.
    var staged = 0
    var rejections: [Rejection] = []
  }

  /// What was done so far.
  private(set) var tally = Tally()
  private let client: Client
  private let session: String
  private let mode: Mode
  private let isMapped: Bool
  private let capacity: Int
  private let longest: Int

  private var cells: [UInt8] = []
  private var places: [RecordPlace] = []
  private var ids: Set<String> = []
  /// The request without a reply yet: its id, and the places of its records.
  private var pending: (id: Int, places: [RecordPlace])?

  /// - Parameters:
  ///   - isMapped: whether the cells were made by a mapping, so that none has to be suggested.
  ///   - capacity: the bytes of cells in a request, about.
  init(client: Client, session: String, mode: Mode, isMapped: Bool = true, capacity: Int = 1 << 20) {
    self.client = client
    self.session = session
    self.mode = mode
    self.isMapped = isMapped
    longest = Self.longestCell(lineLimit: client.hello.lineLimit)
    self.capacity = min(capacity, longest)
  }

  /// The bytes of cells that a line has room for beside the other members of its request.
  static func longestCell(lineLimit: Int) -> Int {
    max(lineLimit - 4096, lineLimit / 2)
  }

  /// Whether cells wait to be sent.
  var hasUnsent: Bool { !places.isEmpty }

  /// Adds a cell.
  /// - Parameter place: where its record stood, for messages.
  func add(_ cell: CellBuilder.Cell, from place: RecordPlace) throws {
    // A request may name a cell once. In a stream, a later record of the same id is the newer state.
    let isRepeated = !ids.insert(cell.id).inserted
    if isRepeated, case .push = mode {
      try send()
      ids.insert(cell.id)
    }
    if hasUnsent, cells.count + cell.json.count >= longest { try send() }
    if hasUnsent { cells.append(UInt8(ascii: ",")) }
    cells += cell.json
    places.append(place)
    if cells.count >= capacity { try send() }
  }

  /// Notes a record that could not be made a cell.
  func reject(_ place: RecordPlace, _ failure: Failure) {
    tally.rejections.append(Rejection(place: place, failure: failure))
  }

  /// Sends what waits, and waits until the daemon has done all of it.
  func settle() throws {
    if hasUnsent { try send() }
    try receive()
  }

  /// Waits for the reply that is due, if one is, so that the tally tells what is in; its error is not the first one.
  func awaitPending() {
    try? receive()
  }

  /// Sends what waits as the last of it, and waits for the daemon.
  func finish() throws {
    // A push of nothing still makes the session, and a replacement by nothing empties it.
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
    parameters.set("cells", json: [UInt8(ascii: "[")] + cells + [UInt8(ascii: "]")])
    let method: String
    switch mode {
    case .push(let isPartial):
      method = "cells.push"
      if isPartial { parameters.set("partial", true) }
    case .replace:
      if tally.staged == 0 { try makeSession() }
      method = "cells.replace"
      if !isLast { parameters.set("more", true) }
    }
    pending = (try client.send(method, parameters), places)
    cells.removeAll(keepingCapacity: true)
    places = []
    ids = []
  }

  /// A push makes its session, a replacement does not.
  private func makeSession() throws {
    var parameters = Parameters()
    parameters.set("session", session)
    parameters.set("ifAbsent", true)
    _ = try client.call("session.create", parameters)
  }

  /// Waits for the reply that is due, if one is.
  private func receive() throws {
    guard let (id, places) = pending else { return }
    pending = nil
    let reply = try client.reply(to: id) { $0.failure(.records(places, isMapped: isMapped)) }
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
      guard places.indices.contains(index) else { continue }
      reject(
        places[index],
        error.failure(.records(places, isMapped: isMapped)))
    }
  }
}
