import CellEngine
import CellWire

/// Makes rows for pulls and watches: few of them on the loop, more on workers, from snapshots.
/// Belongs to the loop.
final class RowRenderer {
  private unowned let server: Server
  private let workers: Workers
  private var pace = Pace()
  /// The number of rows that were laid out for a reply or for their heights.
  private(set) var rowsLaidOut: UInt64 = 0
  /// The orders of views that have their own.
  let orders: ViewOrders
  /// Called when all heights of a view are known.
  var onExact: (Session, View) -> Void = { _, _ in }

  init(_ server: Server) {
    self.server = server
    workers = server.workers
    orders = ViewOrders(server)
  }

  /// A reply that a worker wrote: its summary, and its JSON object.
  typealias Rendered = (answer: RowAnswer, object: [UInt8])

  /// Writes the object of a reply, if that takes little time.
  ///
  /// - Parameter revision: a revision that is new enough, if the request has waited.
  func renderHere(
    _ request: RowRequest, _ session: Session, _ view: View, since revision: UInt64? = nil,
    into json: inout JSONWriter
  ) -> RowAnswer? {
    guard orders.isCurrent(session, view, since: revision) else { return nil }
    let limit = pace.rowsOnLoop
    let start = EventLoop.clock
    let maker = view.maker(request.form)
    let rendered: (answer: RowAnswer, work: Int)? = session.withSnapshot(view) { snapshot in
      snapshot.renderHere(request, atMost: limit, maker, into: &json)
    }
    guard let (answer, work) = rendered else { return nil }
    if work > 0 {
      pace.note(rows: work, nanoseconds: EventLoop.clock - start)
      rowsLaidOut += UInt64(work)
    }
    measureLater(session, view, isExact: answer.isExact)
    return answer
  }

  /// Makes a reply on workers, or after other replies that may make the same rows. `then` gets an
  /// error if the session was deleted in the meantime, or if nobody waits for the reply.
  ///
  /// - Parameters:
  ///   - claim: the origin of the work. Its lane is chosen here.
  ///   - isMessage: whether the reply is for a message to watches, which begins with a comma.
  ///   - revision: a revision that is new enough, if the request has waited.
  func renderOnWorkers(
    _ request: RowRequest, _ session: Session, _ view: View, _ claim: WorkClaim, isMessage: Bool = false,
    since revision: UInt64? = nil, _ then: @escaping (Result<Rendered, RPCError>) -> Void
  ) {
    let revision = revision ?? session.revision
    let again = { [self] in
      guard !session.isDeleted else { return then(.failure(.sessionNotFound(session.name))) }
      var json = JSONWriter()
      if let answer = renderHere(request, session, view, since: revision, into: &json) {
        if isMessage { json.bytes[0] = Self.messageStart }
        return then(.success((answer, json.bytes)))
      }
      renderOnWorkers(request, session, view, claim, isMessage: isMessage, since: revision, then)
    }
    guard orders.isCurrent(session, view, since: revision) else {
      let serve = { [self] (head: OrderHead) in
        head.list.revision >= revision && !isMessage && render(head, request, session, view, claim, then)
      }
      return orders.wait(session, view, claim, head: serve) { error in
        if let error { then(.failure(error)) } else { again() }
      }
    }
    var claim = claim
    claim.lane = lane(of: request, session, view)
    // Light work does not wait for heavy work.
    if view.isMakingFew, !(claim.lane == .light && view.isMakingHeavy) {
      view.waiting.append(again)
      return
    }
    let isSmall = !view.isMakingFew && request.rowCount(in: session.rows(in: view)) <= Self.fewRows
    if isSmall {
      view.isMakingFew = true
      view.isMakingHeavy = claim.lane == .heavy
    }
    let work = RenderWork(snapshot: session.snapshot(view), request: request, isMessage: isMessage)
    workers.submit(claim, from: work, isLarge: true) { (work, clock) in
      work.step(clock)
    } then: { [self] made in
      guard let made else {
        then(.failure(.clientLeft))
        return isSmall ? endFew(view) : ()
      }
      absorb(made.snapshot, session, view) { [self] in
        measureLater(session, view, isExact: made.answer.isExact)
        then(.success((made.answer, made.object)))
        if isSmall { endFew(view) }
      }
    }
  }

  /// Makes a reply from the first rows of an order that is being made. Returns false if it needs
  /// other rows.
  private func render(
    _ head: OrderHead, _ request: RowRequest, _ session: Session, _ view: View, _ claim: WorkClaim,
    _ then: @escaping (Result<Rendered, RPCError>) -> Void
  ) -> Bool {
    let list = head.list.rows
    guard case .range(let start, let count) = request.window, !request.exact, head.count > list.count,
      start <= list.count, count <= list.count - start
    else { return false }
    var snapshot = session.snapshot(view, head)
    var json = JSONWriter()
    let begin = EventLoop.clock
    if let (answer, work) = snapshot.renderHere(
      request, atMost: pace.rowsOnLoop, view.maker(request.form), into: &json)
    {
      pace.note(rows: work, nanoseconds: EventLoop.clock - begin)
      rowsLaidOut += UInt64(work)
      then(.success((answer, json.bytes)))
      return true
    }
    var claim = claim
    claim.lane = count <= WorkLane.lightRows ? .forText(bytes: list.bytes(of: start..<start + count)) : .heavy
    let work = RenderWork(snapshot: snapshot, request: request, isMessage: false)
    workers.submit(claim, from: work, isLarge: true) { (work, clock) in
      work.step(clock)
    } then: { [self] made in
      guard let made else { return then(.failure(.clientLeft)) }
      rowsLaidOut += UInt64(made.snapshot.made.reduce(0) { $0 + $1.heights.count })
      then(.success((made.answer, made.object)))
    }
    return true
  }

  /// Lets the requests go on that waited for a small number of rows.
  private func endFew(_ view: View) {
    view.isMakingFew = false
    let waiting = view.waiting
    view.waiting = []
    for next in waiting { server.later(next) }
  }

  /// The lane of the work for a reply.
  private func lane(of request: RowRequest, _ session: Session, _ view: View) -> WorkLane {
    let list = session.rows(in: view)
    let unknown = list.count - view.measuredCount(of: list)
    let measured = request.exact || unknown <= ViewSnapshot.smallCount ? unknown : 0
    guard measured <= WorkLane.lightRows, list.count > 0 else { return .heavy }
    let bytes: Int
    switch request.window {
    case .range(let start, let count):
      guard count <= WorkLane.lightRows else { return .heavy }
      let start = min(start, list.count)
      bytes = list.bytes(of: start..<start + min(count, list.count - start))
    case .ids(let ids):
      guard ids.count <= WorkLane.lightRows else { return .heavy }
      bytes = session.list.bytes(of: ids)
    // The rows of a span are not known yet.
    case .span, .anchored: return .heavy
    }
    return .forText(bytes: bytes + measured * list.summary.bytes / list.count)
  }

  /// The work for a reply, in steps.
  private struct RenderWork: Sendable {
    var snapshot: ViewSnapshot
    let request: RowRequest
    /// Whether the reply is for a message to watches.
    let isMessage: Bool

    /// The reply, and the rows that were made; `nil` if the time of the step is over.
    mutating func step(
      _ clock: StepClock
    ) -> (answer: RowAnswer, object: [UInt8], snapshot: ViewSnapshot)? {
      var json = JSONWriter(capacity: 4_096)
      guard let answer = snapshot.renderInParallel(request, clock, into: &json) else { return nil }
      // On the loop, a message of 1 MB would be copied for this byte.
      if isMessage { json.bytes[0] = RowRenderer.messageStart }
      return (answer, json.bytes, snapshot)
    }
  }

  /// The byte that replaces the first one of an object in a message to watches.
  static let messageStart = UInt8(ascii: ",")

  /// The number of rows that take some milliseconds, for which other requests can wait.
  private static let fewRows = 8_192

  /// The number of chunks that a view takes over in one turn: some 100 µs of work.
  private static let chunksAbsorbed = 64

  /// Adds the rows of a worker to the view, then calls `then`.
  func absorb(
    _ snapshot: ViewSnapshot, _ session: Session, _ view: View, _ then: @escaping () -> Void
  ) {
    guard !view.isClosed, view.layout == snapshot.layout else { return then() }
    rowsLaidOut += UInt64(snapshot.made.reduce(0) { $0 + $1.heights.count })
    var rest = snapshot
    if view.takeOver(snapshot) { rest.made = [] }
    // Changes of the view's rows would copy what these hold.
    rest.rows = RowStore()
    rest.prepared = PreparedStore()
    absorb(rest, session, view, from: 0, then)
  }

  /// Adds rows and prepared cells to the view, in several turns. Other requests are answered in
  /// between.
  private func absorb(
    _ rest: ViewSnapshot, _ session: Session, _ view: View, from start: Int, _ then: @escaping () -> Void
  ) {
    let end = start + Self.chunksAbsorbed
    guard !view.isClosed, view.layout == rest.layout else { return then() }
    view.prepared.keep(rest.madePrepared.dropFirst(start).prefix(Self.chunksAbsorbed))
    view.absorb(rest.made.dropFirst(start).prefix(Self.chunksAbsorbed), in: session.rows(in: view))
    guard end < max(rest.made.count, rest.madePrepared.count) else { return then() }
    // The memory that the view does not keep takes long to free.
    let rest = Parcel(rest)
    server.later { [self] in absorb(rest.value, session, view, from: end, then) }
  }

  // MARK: Exactness

  /// Measures the rows of a named or watched view in the background, until all heights are known.
  private func measureLater(_ session: Session, _ view: View, isExact: Bool) {
    guard !isExact, !view.isMeasuring, view.name != nil || view.watchCount > 0 else { return }
    view.isMeasuring = true
    measure(session, view)
  }

  /// Measures some chunks, and the others in later turns, so that other requests are answered in
  /// between.
  private func measure(_ session: Session, _ view: View) {
    guard orders.isCurrent(session, view) else {
      // The heights are measured when the rows are asked for.
      view.isMeasuring = false
      return
    }
    let snapshot = session.snapshot(view)
    // No client waits for it.
    let claim = WorkClaim(owner: WorkOwner(user: session.owner, stream: 0), lane: .ahead)
    workers.submit(claim, isLarge: true) {
      var snapshot = snapshot
      let isExact = snapshot.measureAll(StepClock(nanoseconds: Self.measuringTime))
      return (snapshot, isExact)
    } then: { [self] (snapshot: ViewSnapshot, isExact: Bool) in
      absorb(snapshot, session, view) { [self] in finishMeasuring(snapshot, session, view, isExact: isExact) }
    }
  }

  private func finishMeasuring(
    _ snapshot: ViewSnapshot, _ session: Session, _ view: View, isExact: Bool
  ) {
    guard !view.isClosed, view.name != nil || view.watchCount > 0 else {
      view.isMeasuring = false
      return
    }
    let isCurrent = view.layout == snapshot.layout && session.revision == snapshot.revision
    guard isExact, isCurrent else { return measure(session, view) }
    view.isMeasuring = false
    onExact(session, view)
  }

  /// The time for which heights are measured at once, in nanoseconds.
  private static let measuringTime: UInt64 = 5_000_000
}
