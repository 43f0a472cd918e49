import CellProtocol
import CellWire

/// Requests: from lines to replies.
extension Connection {
  /// The reason why no further line is taken.
  enum Stop {
    /// All received lines were taken.
    case allTaken
    /// A request of the connection is in progress.
    case waiting
    /// The connection used its slice of the turn, or its replies are over the limit.
    case limited
  }

  /// Takes lines as long as possible, and appends the replies.
  func takeRequests(_ replies: inout [UInt8]) -> Stop {
    // The end of a request is the start of the next one.
    var now = EventLoop.clock
    let end = now + core.turn.beginSlice(at: now)
    while mayTake(beside: replies.count) {
      if now > end { return hasMore ? .limited : .allTaken }
      let (calls, before, start) = (core.calls, replies.count, now)
      guard takeOne(now, &replies) else { return .allTaken }
      lastReplyBytes = replies.count - before
      output.addInterjections(&replies)
      if replies.count >= OutputQueue.largePiece {
        output.send(&replies)
      }
      now = EventLoop.clock
      // The many latencies of pings would hide those of other requests.
      if core.calls != calls, isReady { core.latency.record(nanoseconds: now - start) }
    }
    return isReady ? .limited : .waiting
  }

  /// Whether requests can be taken without reading from the socket. Bytes of a line that is not
  /// complete count, too.
  private var hasMore: Bool { batch != nil || waitingLine != nil || input.hasBytes }

  /// Takes the next request of the batch in progress, or the next line. Returns `false` if there is
  /// none.
  private func takeOne(_ now: UInt64, _ replies: inout [UInt8]) -> Bool {
    if batch != nil {
      takeFromBatch(now, &replies)
      return true
    }
    if let line = waitingLine {
      waitingLine = nil
      switch line {
      case .text(let bytes): bytes.withUnsafeBytes { takeLine($0, now, &replies) }
      case .request(let read, let document): dispatchLine(read, document, now, &replies)
      case .batch(let document): beginBatch(document, &replies)
      }
      return true
    }
    switch input.nextLine() {
    case nil: return false
    case .tooLong: refuse(.lineTooLong(max: core.limits.line), &replies)
    case .line(let line):
      if line.count < LoopShare.bytes { takeLine(line, now, &replies) } else { parseOnWorker(line) }
    }
    return true
  }

  private func takeLine(_ line: UnsafeRawBufferPointer, _ now: UInt64, _ replies: inout [UInt8]) {
    do {
      let root = try core.parser.parse(line, depth: core.limits.depth)
      if root.isLong {
        parseOnWorker(line)
      } else if root.kind == .array {
        // The tree of the parser is reused after this call, but a batch can wait for a reply.
        let document = try JSONDocument(line, depth: core.limits.depth)
        beginBatch(Parcel(document, isLarge: false), &replies)
      } else {
        let read = ReadRequest(root)
        if mustWait(read) { wait(.text(Array(line))) } else { dispatchLine(read, nil, now, &replies) }
      }
    } catch {
      refuse(.parseError(error), &replies)
    }
  }

  /// Whether a request must wait for the changes before it. Only other edits need not.
  private func mustWait(_ read: ReadRequest) -> Bool {
    guard !held.isEmpty, case .success(let request) = read.request else { return false }
    return core.service.kind(request) != .edit
  }

  private func wait(_ line: WaitingLine) {
    waitingLine = line
    phase = .waitingForChanges
  }

  /// Answers a line whose id cannot be read.
  func refuse(_ error: RPCError, _ replies: inout [UInt8]) {
    countError()
    let line = ReplyLine.error(error)
    if held.isEmpty { replies.append(contentsOf: line) } else { held.add(line) }
  }

  func countError() {
    errors += 1
    core.statistics.errors += 1
  }

  // MARK: Long lines

  /// Has a worker parse and read a line.
  private func parseOnWorker(_ line: UnsafeRawBufferPointer) {
    phase = .waitingForWorker
    let claim = WorkClaim(owner: caller.owner).forJSON(bytes: line.count)
    let line = input.detach(line)
    let depth = core.limits.depth
    let readContent = core.service.readContent
    core.workers.submit(claim) {
      Result { () throws(JSONError) in try LongLine(line, depth: depth, readContent: readContent) }
    } then: { [self] result in
      finishReading { replies in
        switch result {
        case .failure(let fault): refuse(.parseError(fault), &replies)
        case .success(let line):
          guard let request = line.request else { return beginBatch(line.document, &replies) }
          guard !mustWait(request) else { return wait(.request(request, line.document)) }
          dispatchLine(request, line.document, EventLoop.clock, &replies)
        }
      }
    }
  }

  private func finishReading(_ body: (inout [UInt8]) -> Void) {
    guard !isClosed else { return }
    phase = .reading
    output.collecting(body)
    goOn()
  }

  // MARK: Batches

  /// JSON-RPC 2.0 §6: requests of a batch are taken like lines, in order, and answered together.
  private func beginBatch(_ document: Parcel<JSONDocument>, _ replies: inout [UInt8]) {
    guard held.isEmpty else { return wait(.batch(document)) }
    batch = Batch(document)
    if batch == nil { refuse(.invalidRequest("A batch needs at least one request."), &replies) }
  }

  /// Takes the next request of the batch, or answers the batch if there is none left.
  private func takeFromBatch(_ start: UInt64, _ replies: inout [UInt8]) {
    guard let document = batch?.document else { return }
    guard let node = batch?.next() else { return endBatch(&replies) }
    guard node.isLong else {
      return dispatchFromBatch(ReadRequest(node), document, start, &replies)
    }
    phase = .waitingForWorker
    let readContent = core.service.readContent
    core.workers.submit(WorkClaim(owner: caller.owner).forJSON(bytes: node.raw.count)) {
      // The node is valid as long as its document.
      withExtendedLifetime(document) { ReadRequest(node, readContent: readContent) }
    } then: { [self] request in
      finishReading { dispatchFromBatch(request, document, start, &$0) }
    }
  }

  /// The maximum number of bytes of a reply, without those around its list of rows or cells.
  var replyLimit: Int { min(core.limits.reply, max(0, output.room - Self.replyFrame)) }

  /// The bytes around the list of a reply.
  private static let replyFrame = 2 << 10

  /// The number of bytes of replies to a batch, above which its further requests are left out.
  private var batchLimit: Int { min(core.limits.reply, max(0, output.bound - output.count)) }

  /// Dispatches a request of the batch. All replies are in memory together. So if they exceed the
  /// limit of one reply, or the connection's share, further requests are left out.
  private func dispatchFromBatch(
    _ read: ReadRequest, _ document: Parcel<JSONDocument>, _ start: UInt64, _ replies: inout [UInt8]
  ) {
    if let count = batch?.count, count > batchLimit { return leaveOut(read, &replies) }
    guard var reply = batch?.beginReply() else { return }
    dispatch(read, document, start, &reply.bytes)
    batch?.endReply(reply)
  }

  /// Answers a left-out request with an error. If these errors exceed their limit, the whole batch
  /// gets one error.
  private func leaveOut(_ read: ReadRequest, _ replies: inout [UInt8]) {
    guard let id = read.id else { return }
    let limit = batchLimit
    countError()
    batch?.addLeftOut(.leftOutOfBatch(max: limit), id: id)
    guard let leftOut = batch?.leftOutCount, leftOut > limit / 2 else { return }
    batch = nil
    refuse(.batchExceedsReply(max: limit), &replies)
    reportWritable()
  }

  private func endBatch(_ replies: inout [UInt8]) {
    guard let done = batch else { return }
    batch = nil
    let pieces = done.reply()
    if pieces.count > 2 {
      output.append([replies] + pieces)
      replies.removeAll(keepingCapacity: true)
    } else {
      for piece in pieces { replies.append(contentsOf: piece) }
    }
    if !pieces.isEmpty { replies.append(ReplyLine.newline) }
    reportWritable()
  }

  // MARK: Dispatching

  private func dispatchLine(
    _ read: ReadRequest, _ document: Parcel<JSONDocument>?, _ now: UInt64, _ replies: inout [UInt8]
  ) {
    let before = replies.count
    dispatch(read, document, now, &replies)
    guard replies.count > before else { return }
    replies.append(ReplyLine.newline)
    guard !held.isEmpty else { return }
    held.add(Array(replies[before...]))
    replies.removeLast(replies.count - before)
  }

  /// Appends the reply to a request, without a newline; nothing for notifications and for requests
  /// that are deferred.
  private func dispatch(
    _ read: ReadRequest, _ document: Parcel<JSONDocument>?, _ start: UInt64, _ replies: inout [UInt8]
  ) {
    requests += 1
    core.statistics.requests += 1
    switch read.request {
    case .success(let request) where isRefusing:
      guard let id = request.id else { return }
      countError()
      ReplyLine.append(.shuttingDown, id: id, to: &replies)
    case .success(let request): dispatch(request, read.content, document, start, &replies)
    case .failure(let invalid):
      countError()
      if let id = invalid.id { ReplyLine.append(invalid.error, id: id, to: &replies) }
    }
  }

  private func dispatch(
    _ request: Request, _ content: Parcel<any Sendable>?, _ document: Parcel<JSONDocument>?,
    _ start: UInt64, _ replies: inout [UInt8]
  ) {
    // Pings are answered without the service.
    if request.methodName.equals("ping"), request.params == nil {
      if let id = request.id { ReplyLine.appendPong(id: id, to: &replies) }
      return
    }
    let call = core.nextCall(request, caller, document, content)
    let before = replies.count
    if let id = request.id { ReplyLine.begin(id: id, &replies) }
    var writer = JSONWriter(appendingTo: replies)
    replies = []
    core.dispatched = call.number
    defer { core.dispatched = nil }
    do throws(RPCError) {
      let outcome = try core.service.dispatch(request, call, &writer)
      switch outcome {
      case .done where request.id != nil:
        try checkRoom(for: writer.bytes.count - before, after: before, request)
        swap(&replies, &writer.bytes)
        return ReplyLine.end(&replies)
      case .done: break
      case .deferred, .held:
        let deferred = DeferredRequest(
          call: call, id: request.id.map { Array($0) }, start: start,
          isRead: core.service.kind(request) == .read)
        // The requests of a batch are answered together.
        if outcome == .held, batch == nil { held.hold(deferred) } else { phase = .deferred(deferred) }
      }
      swap(&replies, &writer.bytes)
      replies.removeLast(replies.count - before)
    } catch {
      countError()
      swap(&replies, &writer.bytes)
      replies.removeLast(replies.count - before)
      if let id = request.id { ReplyLine.append(error, id: id, to: &replies) }
    }
  }

  /// Checks whether the connection may hold a reply to a request that changes nothing. A small one
  /// may exceed the share.
  ///
  /// - Parameter before: the bytes that are not queued yet. Those of a batch are counted already.
  private func checkRoom(for size: Int, after before: Int, _ request: Request) throws(RPCError) {
    let added = batch == nil ? before + size : size
    guard size > Self.replyFrame, !output.fits(added), core.service.kind(request) == .read else { return }
    throw output.excess(added)
  }

  // MARK: Deferred replies

  /// Sends the result of a deferred request, and continues with the next request.
  func finish(_ call: Call, _ result: Result<[UInt8], RPCError>, after head: [UInt8]) {
    // A reply inside of its own dispatch would be lost, since nothing waits for it yet.
    if core.dispatched == call.number {
      return core.turn.later { [self] in finish(call, result, after: head) }
    }
    if let request = held.request(of: call) { return finishHeld(request, result, after: head) }
    guard case .deferred(let request) = phase, request.call.number == call.number else { return }
    phase = .reading
    var result = result
    if request.isRead, case .success(let bytes) = result, !output.fits(bytes.count + head.count) {
      result = .failure(output.excess(bytes.count + head.count))
    }
    if case .failure = result { countError() }
    if let id = request.id { writeReply(result, after: head, id: id) }
    core.latency.record(nanoseconds: EventLoop.clock - request.start)
    goOn()
  }

  /// Keeps the result of a change that was stored, and sends all replies whose turn it is.
  private func finishHeld(
    _ request: DeferredRequest, _ result: Result<[UInt8], RPCError>, after head: [UInt8]
  ) {
    if case .failure = result { countError() }
    held.answer(request.call, request.id.map { ReplyLine.whole(result, after: head, id: $0) } ?? [])
    core.latency.record(nanoseconds: EventLoop.clock - request.start)
    output.interject(held.takeReady())
    guard held.isEmpty else { return continueIfHeldBack() }
    if case .waitingForChanges = phase { phase = .reading }
    goOn()
  }

  /// Takes further requests in the next turn, or waits for some.
  private func goOn() {
    if hasMore || !input.isOpen { return continueLater() }
    input.countHeld(endingWork: isReady)
    watch()
  }

  private func writeReply(_ result: Result<[UInt8], RPCError>, after head: [UInt8], id: [UInt8]) {
    guard batch == nil else { return batch?.add(result, after: head, id: id) ?? () }
    guard held.isEmpty else { return held.add(ReplyLine.whole(result, after: head, id: id)) }
    for piece in ReplyLine.pieces(result, after: head, id: id) { output.interject(piece) }
  }
}
