import CellEngine
import CellProtocol

/// Rows for pulls and watches: made on the loop where they are few, else on workers, on snapshots.
extension SessionService {
  /// An answer, and for what it was made.
  struct Made: Sendable {
    let revision: UInt64
    let layout: UInt64
    let answer: RowAnswer

    init(_ snapshot: ViewSnapshot, _ answer: RowAnswer) {
      revision = snapshot.revision
      layout = snapshot.layout
      self.answer = answer
    }
  }

  /// Answers a request for rows, here or on a worker. Where it opens a watch, the watch may speak from then
  /// on.
  func answer(
    _ request: RowRequest, _ session: Session, _ view: View, _ watch: Watch?, _ call: Call,
    _ result: inout JSONWriter
  ) -> Outcome {
    if let watch {
      var object = JSONWriter()
      if let made = answerHere(request, session, view, into: &object) {
        watches.begin(watch, told: Watch.Told(made))
        watch.writeHead(to: &result)
        result.endObject(with: MessageBody(membersOf: object.bytes).bytes)
        return .done
      }
    } else if answerHere(request, session, view, into: &result) != nil {
      return .done
    }
    answerSoon(request, session, view) { [self] made in
      guard let (made, object) = made else {
        return server.finish(call, .failure(.sessionNotFound(session.name)))
      }
      guard let watch else { return server.finish(call, .success(object)) }
      watches.begin(watch, told: Watch.Told(made))
      var head = JSONWriter()
      watch.writeHead(to: &head)
      server.finish(call, .success(MessageBody(membersOf: object).bytes), after: head.bytes)
    }
    return .deferred
  }

  /// Answers now, if that is little work: writes an object.
  func answerHere(
    _ request: RowRequest, _ session: Session, _ view: View, into json: inout JSONWriter
  ) -> Made? {
    let limit = pace.rowsOnLoop
    let start = EventLoop.clock
    let made: (made: Made, work: Int)? = session.withSnapshot(view) { snapshot in
      let maker = view.maker(request.form)
      guard let (answer, work) = snapshot.answerIfLittle(request, atMost: limit, maker, into: &json) else {
        return nil
      }
      return (Made(snapshot, answer), work)
    }
    guard let (made, work) = made else { return nil }
    if work > 0 {
      pace.note(rows: work, nanoseconds: EventLoop.clock - start)
      counters.rowsLaidOut += UInt64(work)
    }
    measureLater(session, view, isExact: made.answer.isExact)
    return made
  }

  /// Answers on a worker, or after others whose work may serve this request too. `then` gets the answer's
  /// object, or `nil` where the session has gone before that.
  func answerSoon(
    _ request: RowRequest, _ session: Session, _ view: View, _ then: @escaping ((Made, [UInt8])?) -> Void
  ) {
    guard !view.isMakingFew else {
      view.waiting.append { [self] in
        guard !session.isDeleted else { return then(nil) }
        var json = JSONWriter()
        if let made = answerHere(request, session, view, into: &json) { return then((made, json.bytes)) }
        answerSoon(request, session, view, then)
      }
      return
    }
    let isSmall = request.rowCount(in: session.list) <= Self.fewRows
    view.isMakingFew = isSmall
    let snapshot = session.snapshot(view)
    workers.submit(isLarge: true) {
      var snapshot = snapshot
      var json = JSONWriter(capacity: 4_096)
      let answer = snapshot.answerInParallel(request, into: &json)
      return (Made(snapshot, answer), json.bytes, snapshot.withoutRows)
    } then: { [self] (made: Made, object: [UInt8], snapshot: ViewSnapshot) in
      absorb(snapshot, session, view) { [self] in
        measureLater(session, view, isExact: made.answer.isExact)
        then((made, object))
        guard isSmall else { return }
        view.isMakingFew = false
        let waiting = view.waiting
        view.waiting = []
        for next in waiting { server.later(next) }
      }
    }
  }

  /// Up to so many rows are made in some milliseconds, for which others can wait.
  private static var fewRows: Int { 8_192 }

  /// Chunks that a view takes over in one turn: some 100 µs of work.
  private static var chunksAbsorbed: Int { 64 }

  /// Has the view take over what was made, in parts between which others have their turn, and then calls `then`.
  func absorb(
    _ snapshot: ViewSnapshot, _ session: Session, _ view: View, from start: Int = 0,
    _ then: @escaping () -> Void
  ) {
    let end = min(start + Self.chunksAbsorbed, snapshot.made.count)
    guard start < end, !view.isClosed, view.layout == snapshot.layout else { return then() }
    let part = snapshot.made[start..<end]
    counters.rowsLaidOut += UInt64(part.reduce(0) { $0 + $1.heights.count })
    // There are never more of these.
    view.prepared.keep(snapshot.madePrepared.dropFirst(start).prefix(part.count))
    view.absorb(part, in: session.list)
    guard end < snapshot.made.count else { return then() }
    // What the view does not keep takes long to give back.
    let rest = Parcel(snapshot)
    server.later { [self] in absorb(rest.value, session, view, from: end, then) }
  }

  // MARK: Exactness

  /// Works out the heights that are not known, in the background, for a view that is named or watched.
  func measureLater(_ session: Session, _ view: View, isExact: Bool) {
    guard !isExact, !view.isMeasuring, view.name != nil || view.watchCount > 0 else { return }
    view.isMeasuring = true
    measure(session, view)
  }

  /// Some chunks of the view, and then the next: in between, others have their turn.
  private func measure(_ session: Session, _ view: View) {
    let snapshot = session.snapshot(view)
    workers.submit(isLarge: true) {
      var snapshot = snapshot
      snapshot.makeInParallel(snapshot.unmeasured(atMost: Self.chunksMeasured), form: RowForm())
      let tops = snapshot.rowTops()
      return (snapshot.withoutRows, tops.isExact)
    } then: { [self] (snapshot: ViewSnapshot, isExact: Bool) in
      absorb(snapshot, session, view) { [self] in measured(snapshot, session, view, isExact: isExact) }
    }
  }

  private func measured(_ snapshot: ViewSnapshot, _ session: Session, _ view: View, isExact: Bool) {
    guard !view.isClosed, view.name != nil || view.watchCount > 0 else {
      view.isMeasuring = false
      return
    }
    let isCurrent = view.layout == snapshot.layout && session.revision == snapshot.revision
    guard isExact, isCurrent else { return measure(session, view) }
    view.isMeasuring = false
    watches.becameExact(session, view)
  }

  /// Chunks that are measured in one go, on all cores: some milliseconds of work.
  private static var chunksMeasured: Int { 64 }
}
