import CellEngine
import CellProtocol

extension SessionService {
  func pull(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let session = try session(params, call)
    let view = try view(params, of: session)
    var request = try rowRequest(params)
    if let text = params.string("since"), let clock = Clock(text),
      clock
        == Clock(
          instance: table.instance, layout: view.layout, revision: clock.revision, form: request.form),
      clock.revision <= session.revision
    {
      request.known = .since(clock.revision)
    }
    counters.pulls += 1
    return answer(request, session, view, call, &result) { _, answer, result in
      result.object { $0.members(answer.members) }
    }
  }

  func watch(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) -> Outcome {
    let session = try session(params, call)
    let view = try view(params, of: session)
    var request = try rowRequest(params)
    if case .range(_, let count) = request.window, count > limits.window {
      throw .limitExceeded(.window, scope: .connection, max: limits.window)
    }
    if case .ids(let ids) = request.window, ids.count > limits.window {
      throw .limitExceeded(.window, scope: .connection, max: limits.window)
    }
    request.maximumCount = limits.window
    let watch = watches.open(
      call.caller.connection, session, view, request,
      interval: UInt64(max(0, params.integer("interval") ?? 0)),
      wantsEvents: params.bool("events"))
    return answer(request, session, view, call, &result) { [self] snapshot, answer, result in
      watch.told = Watch.Told(snapshot, answer)
      watch.toldAt = server.loop.now
      watches.begin(watch)
      result.object { result in
        result.name("subscription")
        result.integer(watch.number)
        result.members(answer.members)
      }
    }
  }

  func unwatch(_ params: Params, _ call: Call, _ result: inout JSONWriter) throws(RPCError) {
    let name = params.name("subscription") ?? ""
    guard let number = Int(name), watches.close(number, of: call.caller.connection) else {
      throw .subscriptionNotFound(name)
    }
    result.raw("{}")
  }

  func layOutCell(_ params: Params, _ result: inout JSONWriter) throws(RPCError) {
    guard let node = params["cell"] else { throw .missingMember("cell", at: "") }
    let cell = try CellCodec.read(node, path: "/cell")
    guard cell.kind == .object else {
      throw .unsupported("Laying out a cell of the kind \(cell.kind.rawValue)", path: "/cell/kind")
    }
    var set = Environment()
    var settings = SessionSettings()
    settings.selection = .multiple
    let environment: LayoutEnvironment
    do throws(RPCError) {
      if let node = params["environment"] { set = try EnvironmentCodec.read(node) }
      var summary = ListSummary()
      let entry = PushedCell(cell).entry(revision: 0)
      summary.add(entry)
      do {
        environment = try LayoutEnvironment(
          set, profile: settings.profile, selection: settings.selection, kept: settings.kept(summary))
      } catch {
        throw .unsupported(error)
      }
    } catch {
      throw error.inside("/environment")
    }
    let packed = PackedCell(cell)
    var layout = CellLayout(environment)
    let form = try rowForm(params)
    var writer = RowWriter(format: form.format, pads: form.pads)
    let prepared = PreparedCells([packed], for: Preparation(environment))
    result.beginObject()
    result.name("row")
    result.beginObject()
    result.name("id")
    result.string(cell.id)
    result.name("index")
    result.integer(0)
    result.name("y")
    result.integer(0)
    layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0) { row in
      writer.write(&row, to: &result)
    }
    result.endObject()
    result.endObject()
  }

  // MARK: Answering

  /// Answers a request for rows, here or on a worker; `body` writes the result.
  private func answer(
    _ request: RowRequest, _ session: Session, _ view: View, _ call: Call, _ result: inout JSONWriter,
    _ body: @escaping (ViewSnapshot, RowAnswer, inout JSONWriter) -> Void
  ) -> Outcome {
    if let (snapshot, answer) = answerHere(request, session, view) {
      measureLater(session, view, isExact: answer.isExact)
      body(snapshot, answer, &result)
      return .done
    }
    answerSoon(request, session, view) { [self] made in
      guard let (snapshot, answer) = made else {
        return server.finish(call, .failure(.sessionNotFound(session.name)))
      }
      var writer = JSONWriter(capacity: answer.members.count + 64)
      body(snapshot, answer, &writer)
      server.finish(call, .success(writer.bytes))
    }
    return .deferred
  }

  /// The answer, if it is little work.
  func answerHere(_ request: RowRequest, _ session: Session, _ view: View) -> (ViewSnapshot, RowAnswer)? {
    let limit = pace.rowsOnLoop
    return session.withSnapshot(view) { snapshot in
      guard let work = snapshot.work(for: request, atMost: limit), work <= limit else { return nil }
      let start = work > 0 ? EventLoop.clock : 0
      let answer = snapshot.answer(request, view.maker(request.form))
      if work > 0 { pace.note(rows: work, nanoseconds: EventLoop.clock - start) }
      counters.rowsLaidOut += UInt64(work)
      return (snapshot.withoutRows, answer)
    }
  }

  /// Answers on a worker, or after others whose work may serve this request too. `then` gets `nil` where the session has
  /// gone before that.
  func answerSoon(
    _ request: RowRequest, _ session: Session, _ view: View,
    _ then: @escaping ((ViewSnapshot, RowAnswer)?) -> Void
  ) {
    guard !view.isMakingFew else {
      view.waiting.append { [self] in
        guard !session.isDeleted else { return then(nil) }
        if let made = answerHere(request, session, view) { return then(made) }
        answerSoon(request, session, view, then)
      }
      return
    }
    let isSmall = request.rowCount(in: session.list) <= Self.fewRows
    view.isMakingFew = isSmall
    let snapshot = session.snapshot(view)
    counters.jobs += 1
    workers.submit {
      var snapshot = snapshot
      let answer = snapshot.answerInParallel(request)
      return (snapshot.withoutRows, answer)
    } then: { [self] (snapshot: ViewSnapshot, answer: RowAnswer) in
      absorb(snapshot, session, view)
      measureLater(session, view, isExact: answer.isExact)
      then((snapshot, answer))
      guard isSmall else { return }
      view.isMakingFew = false
      let waiting = view.waiting
      view.waiting = []
      for next in waiting { next() }
    }
  }

  /// Up to so many rows are made in some milliseconds, for which others can wait.
  private static var fewRows: Int { 8_192 }

  private func absorb(_ snapshot: ViewSnapshot, _ session: Session, _ view: View) {
    counters.rowsLaidOut += UInt64(snapshot.made.reduce(0) { $0 + $1.heights.count })
    guard !view.isClosed, view.layout == snapshot.layout else { return }
    view.prepared.keep(snapshot.madePrepared)
    view.absorb(snapshot.made, in: session.list)
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
    workers.submit {
      var snapshot = snapshot
      snapshot.makeInParallel(snapshot.unmeasured(atMost: Self.chunksMeasured), form: RowForm())
      let tops = snapshot.rows.tops(of: snapshot.list)
      return (snapshot.withoutRows, tops.isExact)
    } then: { [self] (snapshot: ViewSnapshot, isExact: Bool) in
      absorb(snapshot, session, view)
      guard !view.isClosed, view.name != nil || view.watchCount > 0 else {
        view.isMeasuring = false
        return
      }
      let isCurrent = view.layout == snapshot.layout && session.revision == snapshot.revision
      guard isExact, isCurrent else { return measure(session, view) }
      view.isMeasuring = false
      watches.becameExact(session, view)
    }
  }

  /// Chunks that are measured in one go, on all cores: some milliseconds of work.
  private static var chunksMeasured: Int { 64 }

  // MARK: Reading parameters

  private func rowRequest(_ params: Params) throws(RPCError) -> RowRequest {
    var request = RowRequest(window: try window(params), limit: limits.reply)
    request.form = try rowForm(params)
    request.exact = params.bool("exact")
    return request
  }

  private func window(_ params: Params) throws(RPCError) -> RowWindow {
    if let ids = params.ids("ids") {
      try refuse(params, beside: "ids", ["start", "count", "top", "height"])
      return .ids(ids)
    }
    if params["top"] != nil || params["height"] != nil {
      try refuse(params, beside: "top and height", ["start", "count"])
      guard let top = params.double("top") else { throw .missingMember("top", at: "") }
      guard let height = params.double("height") else { throw .missingMember("height", at: "") }
      let bound = Double(Int32.max)
      return .span(top: Int(max(0, min(top, bound))), height: Int(max(0, min(height, bound)).rounded(.up)))
    }
    return .range(start: params.integer("start") ?? 0, count: params.integer("count") ?? 50)
  }

  private func refuse(_ params: Params, beside what: String, _ names: [StaticString]) throws(RPCError) {
    for name in names where params[name] != nil {
      throw .invalidParams("\(name) cannot stand beside \(what); say one of them.", path: "/\(name)")
    }
  }

  private func rowForm(_ params: Params) throws(RPCError) -> RowForm {
    var form = RowForm()
    if let name = params.string("format") {
      guard let format = RowFormat(rawValue: name) else {
        throw .unsupported("The format \(name)", path: "/format")
      }
      form.format = format
    }
    form.pads = params.bool("pad")
    form.includesCell = params["include"]?.elements.contains { $0.equals("cell") } ?? false
    return form
  }
}

extension JSONWriter {
  /// Writes members that are ready, comma separated, into an object that is open.
  mutating func members(_ json: [UInt8]) {
    raw(json)
  }
}
