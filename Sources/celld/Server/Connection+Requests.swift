import CellProtocol

/// A request whose reply is sent later.
struct DeferredRequest {
  let call: Call
  /// The id as it was written; nil for a notification.
  let id: [UInt8]?
  /// The time at which the request was taken, from `EventLoop.clock`.
  let start: UInt64
  /// Whether the request changes nothing, so that its reply may be replaced with an error.
  let isRead: Bool
}

/// Requests: from lines to replies.
extension Connection {
  /// The maximum number of pings and unreadable lines in a row, and of their bytes, between two
  /// looks at the clock.
  private static let (untimedLimit, untimedBytesLimit) = (16, 4 << 10)

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
    let start = EventLoop.clock
    let slice = core.turn.beginSlice(at: start)
    var now = start
    var (untimed, untimedBytes) = (0, 0)
    while mayTake(beside: replies.count) {
      if now - start > slice { return .limited }
      let calls = core.calls
      let before = replies.count
      guard let bytes = takeOne(now, &replies) else { return .allTaken }
      lastReplyBytes = replies.count - before
      addInterjections(&replies)
      if replies.count >= OutputQueue.largePiece {
        output.send(replies)
        replies.removeAll(keepingCapacity: true)
      }
      // To read the clock takes as long as to answer a ping. The many latencies of pings would also
      // hide those of other requests.
      untimed += 1
      untimedBytes += bytes
      guard
        core.calls != calls || untimed == Self.untimedLimit || untimedBytes > Self.untimedBytesLimit
      else { continue }
      (untimed, untimedBytes) = (0, 0)
      // The end of this request is the start of the next one.
      let end = EventLoop.clock
      if core.calls != calls, isReady { core.latency.record(nanoseconds: end - now) }
      now = end
    }
    return isReady ? .limited : .waiting
  }

  /// Takes the next request of the batch in progress, or the next line. Returns the length of the
  /// line, 0 for a batch, or nil if there is none.
  private func takeOne(_ now: UInt64, _ replies: inout [UInt8]) -> Int? {
    if batch != nil {
      takeFromBatch(now, &replies)
      return 0
    }
    switch input.nextLine() {
    case nil: return nil
    case .tooLong:
      refuse(.lineTooLong(max: core.limits.line), &replies)
      return 0
    case .line(let line):
      if line.count < LoopShare.bytes { takeLine(line, now, &replies) } else { parseOnWorker(line) }
      return line.count
    }
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
        dispatchLine(ReadRequest(root), nil, now, &replies)
      }
    } catch {
      refuse(.parseError(error), &replies)
    }
  }

  /// Answers a line whose id cannot be read.
  func refuse(_ error: RPCError, _ replies: inout [UInt8]) {
    countError()
    replies.append(contentsOf: ReplyLine.error(error))
  }

  func countError() {
    errors += 1
    core.statistics.errors += 1
  }

  // MARK: Long lines

  /// Has a worker parse and read a line.
  private func parseOnWorker(_ line: UnsafeRawBufferPointer) {
    phase = .waitingForWorker
    let line = input.detach(line)
    let depth = core.limits.depth
    let readContent = core.service.readContent
    core.workers.submit {
      Result { () throws(JSONError) in try LongLine(line, depth: depth, readContent: readContent) }
    } then: { [self] result in
      finishReading { replies in
        switch result {
        case .failure(let fault): refuse(.parseError(fault), &replies)
        case .success(let line):
          guard let request = line.request else { return beginBatch(line.document, &replies) }
          dispatchLine(request, line.document, EventLoop.clock, &replies)
        }
      }
    }
  }

  private func finishReading(_ body: (inout [UInt8]) -> Void) {
    guard !isClosed else { return }
    phase = .reading
    collecting(body)
    continueLater()
  }

  // MARK: Batches

  /// JSON-RPC 2.0 §6: requests of a batch are taken like lines, in order, and answered together.
  private func beginBatch(_ document: Parcel<JSONDocument>, _ replies: inout [UInt8]) {
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
    core.workers.submit {
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
    let limit = batchLimit
    let id: [UInt8]
    switch read.request {
    case .success(let request):
      guard let written = request.id else { return }
      id = Array(written)
    case .failure(let invalid): id = invalid.id
    }
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
    if replies.count > before { replies.append(ReplyLine.newline) }
  }

  /// Appends the reply to a request, without a newline; nothing for notifications and for requests
  /// that are deferred.
  private func dispatch(
    _ read: ReadRequest, _ document: Parcel<JSONDocument>?, _ start: UInt64, _ replies: inout [UInt8]
  ) {
    requests += 1
    core.statistics.requests += 1
    switch read.request {
    case .success(let request): dispatch(request, read.content, document, start, &replies)
    case .failure(let invalid):
      countError()
      ReplyLine.append(invalid.error, id: invalid.id, to: &replies)
    }
  }

  private func dispatch(
    _ request: Request, _ content: Parcel<any Sendable>?, _ document: Parcel<JSONDocument>?,
    _ start: UInt64, _ replies: inout [UInt8]
  ) {
    if request.methodName.equals("ping"), request.params == nil {
      return writePong(request, &replies)
    }
    let call = core.nextCall(request, caller, document, content)
    let before = replies.count
    if let id = request.id { ReplyLine.begin(id: id, &replies) }
    var writer = JSONWriter(appendingTo: replies)
    replies = []
    do throws(RPCError) {
      let outcome = try core.service.dispatch(request, call, &writer)
      switch outcome {
      case .done where request.id != nil:
        try checkRoom(for: writer.bytes.count - before, after: before, request)
        replies = writer.bytes
        return ReplyLine.end(&replies)
      case .done: break
      case .deferred:
        phase = .deferred(
          DeferredRequest(
            call: call, id: request.id.map { Array($0) }, start: start, isRead: core.service.isRead(request)))
      }
      replies = writer.bytes
      replies.removeLast(replies.count - before)
    } catch {
      countError()
      replies = writer.bytes
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
    guard size > Self.replyFrame, !output.fits(added), core.service.isRead(request) else { return }
    throw output.excess(added)
  }

  /// Answers a ping without the service.
  private func writePong(_ request: Request, _ replies: inout [UInt8]) {
    guard let id = request.id else { return }
    ReplyLine.begin(id: id, &replies)
    ReplyLine.append("{}", to: &replies)
    ReplyLine.end(&replies)
  }

  // MARK: Deferred replies

  /// Sends the result of the deferred request, and continues with the next request.
  func finish(_ call: Call, _ result: Result<[UInt8], RPCError>, after head: [UInt8]) {
    guard case .deferred(let request) = phase, request.call.number == call.number else { return }
    phase = .reading
    var result = result
    if request.isRead, case .success(let bytes) = result, !output.fits(bytes.count + head.count) {
      result = .failure(output.excess(bytes.count + head.count))
    }
    if case .failure = result { countError() }
    if let id = request.id { writeReply(result, after: head, id: id) }
    core.latency.record(nanoseconds: EventLoop.clock - request.start)
    continueLater()
  }

  private func writeReply(_ result: Result<[UInt8], RPCError>, after head: [UInt8], id: [UInt8]) {
    switch result {
    case .failure(let error):
      guard batch == nil else { return batch?.add(error, id: id) ?? () }
      var bytes: [UInt8] = []
      ReplyLine.append(error, id: id, to: &bytes)
      send(bytes + [ReplyLine.newline])
    case .success(let result):
      guard batch == nil else { return batch?.add(result, after: head, id: id) ?? () }
      var bytes: [UInt8] = []
      ReplyLine.begin(id: id, &bytes)
      bytes.append(contentsOf: head)
      // A large result is queued without a copy.
      send(bytes)
      send(result)
      bytes = []
      ReplyLine.end(&bytes)
      send(bytes + [ReplyLine.newline])
    }
  }
}
