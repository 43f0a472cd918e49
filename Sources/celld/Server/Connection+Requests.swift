import CellProtocol

/// A request whose reply comes later.
struct DeferredRequest {
  let call: Call
  /// The id as it was written; nil for a notification.
  let id: [UInt8]?
  /// When it was taken, by `EventLoop.clock`.
  let start: UInt64
}

extension Connection {
  /// How long one connection may go on with its lines while others wait, in nanoseconds.
  private static let share: UInt64 = 1_000_000
  /// How many pings and unreadable lines in a row are taken without reading the clock.
  private static let mostUntimed = 16

  /// Why no further line is taken.
  enum Stop {
    /// There is none.
    case allTaken
    /// The connection waits for work of its own.
    case waiting
    /// Its share of the turn is used up, or its replies are over the limit.
    case limited
  }

  /// Takes lines for as long as it may, and appends the replies.
  func takeRequests(_ replies: inout [UInt8]) -> Stop {
    let start = EventLoop.clock
    var now = start
    var untimed = 0
    while mayTake(beside: replies.count) {
      if now - start > Self.share { return .limited }
      let calls = server.calls
      let before = replies.count
      guard takeOne(now, &replies) else { return .allTaken }
      hasLargeReplies = replies.count - before >= OutputQueue.directPiece
      addInterjections(&replies)
      if replies.count >= OutputQueue.largePiece {
        sendSoon(replies)
        replies.removeAll(keepingCapacity: true)
      }
      // Reading the clock costs as much as answering what never got to the service, and that would only hide the
      // latencies of the others.
      untimed += 1
      guard server.calls != calls || untimed == Self.mostUntimed else { continue }
      untimed = 0
      // One reading serves as the end of this request and as the beginning of the next.
      let end = EventLoop.clock
      if server.calls != calls, wait == .nothing { server.latency.record(nanoseconds: end - now) }
      now = end
    }
    return wait == .nothing ? .limited : .waiting
  }

  /// Takes the next request of the batch in hand, or the next line. False when there is none.
  private func takeOne(_ now: UInt64, _ replies: inout [UInt8]) -> Bool {
    if batch != nil {
      takeFromBatch(now, &replies)
      return true
    }
    switch decoder.next() ?? lastLine() {
    case nil: return false
    case .tooLong: refuse(.lineTooLong(max: server.limits.line), &replies)
    case .line(let line):
      if line.count < LoopShare.bytes { takeLine(line, now, &replies) } else { parseLater(line) }
    }
    return true
  }

  private func lastLine() -> LineDecoder.Line? {
    hasClientEnded ? decoder.finish() : nil
  }

  // MARK: Lines

  private func takeLine(_ line: UnsafeRawBufferPointer, _ now: UInt64, _ replies: inout [UInt8]) {
    do {
      let root = try server.parser.parse(line, depth: server.limits.depth)
      if root.isLong {
        parseLater(line)
      } else if root.kind == .array {
        // The parser's own tree lasts as long as this call, a batch may wait in its middle.
        let document = try JSONDocument(line, depth: server.limits.depth)
        beginBatch(Parcel(document, isLarge: false), &replies)
      } else {
        answerLine(ReadRequest(root), nil, now, &replies)
      }
    } catch {
      refuse(.parseError(error), &replies)
    }
  }

  /// Answers what has no id that could be told.
  func refuse(_ error: RPCError, _ replies: inout [UInt8]) {
    countError()
    replies.append(contentsOf: ReplyLine.error(error))
  }

  func answerLine(
    _ read: ReadRequest, _ document: Parcel<JSONDocument>?, _ now: UInt64, _ replies: inout [UInt8]
  ) {
    let before = replies.count
    answer(read, document, now, &replies)
    if replies.count > before { replies.append(ReplyLine.newline) }
  }

  // MARK: Requests

  /// Appends the reply to a request, without an end; nothing for notifications and for requests that are deferred.
  func answer(
    _ read: ReadRequest, _ document: Parcel<JSONDocument>?, _ start: UInt64, _ replies: inout [UInt8]
  ) {
    statistics.requests += 1
    server.statistics.requests += 1
    switch read.request {
    case .success(let request): answer(request, read.params, document, start, &replies)
    case .failure(let invalid):
      countError()
      ReplyLine.append(invalid.error, id: invalid.id, to: &replies)
    }
  }

  private func answer(
    _ request: Request, _ params: Parcel<Result<Params, RPCError>>?, _ document: Parcel<JSONDocument>?,
    _ start: UInt64, _ replies: inout [UInt8]
  ) {
    if request.known == .ping, request.params == nil, !server.isOverPending {
      return answerPing(request, &replies)
    }
    let call = server.nextCall(caller, document, params)
    let before = replies.count
    if let id = request.id { ReplyLine.begin(id: id, &replies) }
    var writer = JSONWriter(appendingTo: replies)
    replies = []
    do throws(RPCError) {
      // Nobody's replies may pile up for ever: beyond the limit there is nothing but short errors.
      if server.isOverPending { throw RPCError.busy(retryAfter: 100) }
      try checkBatch()
      let outcome = try server.service.handle(request, call, &writer)
      replies = writer.bytes
      switch outcome {
      case .done where request.id != nil: return ReplyLine.end(&replies)
      case .done: break
      case .deferred:
        wait = .reply
        deferred = DeferredRequest(call: call, id: request.id.map { Array($0) }, start: start)
      }
      replies.removeLast(replies.count - before)
    } catch {
      countError()
      replies = writer.bytes
      replies.removeLast(replies.count - before)
      if let id = request.id { ReplyLine.append(error, id: id, to: &replies) }
    }
  }

  /// Says that somebody is there, without asking the service.
  private func answerPing(_ request: Request, _ replies: inout [UInt8]) {
    guard let id = request.id else { return }
    ReplyLine.begin(id: id, &replies)
    ReplyLine.append("{}", to: &replies)
    ReplyLine.end(&replies)
  }

  /// Gives the reply to the deferred request, and goes on with the next.
  func finish(_ call: Call, _ result: Result<[UInt8], RPCError>, after head: [UInt8]) {
    guard let (id, start) = endDeferral(call) else { return }
    if case .failure = result { countError() }
    if let id {
      if batch == nil {
        sendReply(result, after: head, id: id)
      } else {
        addToBatch(result, after: head, id: id)
      }
    }
    server.latency.record(nanoseconds: EventLoop.clock - start)
    continueLater()
  }

  private func endDeferral(_ call: Call) -> (id: [UInt8]?, start: UInt64)? {
    guard let (id, start) = deferred.map({ ($0.id, $0.start) }), deferred?.call.number == call.number else {
      return nil
    }
    deferred = nil
    wait = .nothing
    return (id, start)
  }

  private func sendReply(_ result: Result<[UInt8], RPCError>, after head: [UInt8], id: [UInt8]) {
    var bytes: [UInt8] = []
    switch result {
    case .failure(let error):
      ReplyLine.append(error, id: id, to: &bytes)
    case .success(let result):
      ReplyLine.begin(id: id, &bytes)
      bytes.append(contentsOf: head)
      // A large result is queued as it is.
      send(bytes)
      send(result)
      bytes = []
      ReplyLine.end(&bytes)
    }
    bytes.append(ReplyLine.newline)
    send(bytes)
  }

  func countError() {
    statistics.errors += 1
    server.statistics.errors += 1
  }
}
