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
  /// Lines from this length on are parsed on a worker.
  private static let longLine = 64 << 10
  /// How long one connection may go on with its lines while others wait, in nanoseconds.
  private static let share: UInt64 = 1_000_000

  /// Takes lines for as long as it may. False when its share of the turn is used up and lines may be left.
  func takeRequests() -> Bool {
    let start = EventLoop.clock
    var now = start
    while mayTake {
      if now - start > Self.share { return false }
      guard takeOne(now) else { return true }
      // One reading serves as the end of this request and as the beginning of the next.
      let end = EventLoop.clock
      if wait == .nothing { server.statistics.latency.record(nanoseconds: end - now) }
      now = end
    }
    return true
  }

  /// Takes the next request of the batch in hand, or the next line. False when there is none.
  private func takeOne(_ now: UInt64) -> Bool {
    if batch != nil {
      takeFromBatch(now)
      return true
    }
    switch decoder.next() ?? lastLine() {
    case nil: return false
    case .tooLong: answerUnreadable(.lineTooLong(max: server.limits.line))
    case .line(let line):
      if line.count < Self.longLine { takeLine(line, now) } else { parseLater(line) }
    }
    return true
  }

  // MARK: Lines

  private func lastLine() -> LineDecoder.Line? {
    hasClientEnded ? decoder.finish() : nil
  }

  private func takeLine(_ line: UnsafeRawBufferPointer, _ now: UInt64) {
    let root: JSONNode
    do {
      root = try server.parser.parse(line, depth: server.limits.depth)
    } catch {
      return answerUnreadable(.parseError(error))
    }
    guard root.kind == .array else { return take(root, document: nil, now) }
    // The parser's own tree lasts as long as this call, a batch may wait in its middle.
    do { begin(try JSONDocument(line, depth: server.limits.depth)) } catch {
      answerUnreadable(.parseError(error))
    }
  }

  private func parseLater(_ line: UnsafeRawBufferPointer) {
    wait = .parsing
    let bytes = [UInt8](line)
    let depth = server.limits.depth
    server.workers.submit {
      Result { () throws(JSONFault) in try JSONDocument(bytes, depth: depth) }
    } then: { [self] result in
      guard !isClosed else { return }
      wait = .nothing
      switch result {
      case .success(let document): begin(document)
      case .failure(let fault): answerUnreadable(.parseError(fault))
      }
      continueLater()
    }
  }

  private func begin(_ document: JSONDocument) {
    document.withRoot { root in
      if root.kind == .array { beginBatch(document) } else { take(root, document: document, EventLoop.clock) }
    }
  }

  /// Answers what has no id that could be told.
  func answerUnreadable(_ error: RPCError) {
    countError()
    send(ReplyLine.error(error))
  }

  // MARK: Requests

  func take(_ node: JSONNode, document: JSONDocument?, _ start: UInt64) {
    statistics.requests += 1
    server.statistics.requests += 1
    switch Request.read(node) {
    case .failure(let invalid): answer(invalid.error, id: Array(invalid.id))
    case .success(let request): answer(request, document, start)
    }
  }

  private func answer(_ request: Request, _ document: JSONDocument?, _ start: UInt64) {
    let call = server.nextCall(caller, document)
    var bytes = server.scratch
    server.scratch = []
    bytes.removeAll(keepingCapacity: true)
    if let id = request.id { ReplyLine.begin(id: id, &bytes) }
    var writer = JSONWriter(appendingTo: bytes)
    bytes = []
    do {
      try checkPending()
      try checkBatch()
      switch try server.handle(request, call, &writer) {
      case .done:
        if request.id != nil {
          ReplyLine.end(&writer.bytes)
          reply(&writer.bytes)
        }
      case .deferred:
        wait = .reply
        deferred = DeferredRequest(call: call, id: request.id.map { Array($0) }, start: start)
      }
    } catch {
      answer(error, id: request.id.map { Array($0) })
    }
    server.scratch = writer.bytes
  }

  private func answer(_ error: RPCError, id: [UInt8]?) {
    countError()
    guard let id else { return }
    var bytes: [UInt8] = []
    ReplyLine.append(error, id: id, to: &bytes)
    reply(&bytes)
  }

  /// Gives the reply to the deferred request, and goes on with the next.
  func finish(_ call: Call, _ result: Result<[UInt8], RPCError>) {
    guard let deferred, deferred.call.number == call.number else { return }
    self.deferred = nil
    wait = .nothing
    switch result {
    case .failure(let error): answer(error, id: deferred.id)
    case .success(let result):
      if let id = deferred.id {
        var bytes: [UInt8] = []
        ReplyLine.begin(id: id, &bytes)
        bytes.append(contentsOf: result)
        ReplyLine.end(&bytes)
        reply(&bytes)
      }
    }
    server.statistics.latency.record(nanoseconds: EventLoop.clock - deferred.start)
    continueLater()
  }

  /// Queues a reply, or keeps it for the batch that it belongs to.
  private func reply(_ bytes: inout [UInt8]) {
    if batch == nil {
      bytes.append(ReplyLine.newline)
      send(bytes)
    } else {
      addToBatch(bytes)
    }
  }

  /// Nobody's replies may pile up for ever: beyond the limit there is nothing but short errors.
  private func checkPending() throws(RPCError) {
    if server.statistics.pending > server.limits.pending {
      throw .busy(retryAfter: 100)
    }
  }

  func countError() {
    statistics.errors += 1
    server.statistics.errors += 1
  }
}
