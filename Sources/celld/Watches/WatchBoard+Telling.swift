import CellWire

/// The notifications of the queued watches.
extension WatchBoard {
  /// The time for notifications in one turn of the loop, in nanoseconds.
  private static var share: UInt64 { 500_000 }
  /// The delay before the next try if a client has no room for messages, in milliseconds.
  private static var patience: UInt64 { 20 }
  /// The delay if a message that was made has no room.
  private static var longPatience: UInt64 { 200 }
  /// The room that a client needs to get messages. One that holds nothing always has it.
  private var minimumRoom: Int { min(4 << 10, server.shares.allowance(.pending)) }

  // MARK: The queue

  func enqueue(_ watch: Watch) {
    guard !watch.isQueued, !watch.isEnded else { return }
    watch.isQueued = true
    append(watch)
  }

  private func append(_ watch: Watch) {
    // Keeps the loop from waiting, so that the queue is served in the next turn.
    if queue.isEmpty { hook?.start() }
    queue.append(watch)
  }

  /// Queues the watches of a client that takes messages again.
  func writable(_ connection: ConnectionID) {
    for number in ofConnection[connection] ?? [] {
      if let watch = watches[number], watch.hasNews { enqueue(watch) }
    }
  }

  private func delay(_ watch: Watch, until due: UInt64) {
    if let known = delayed[watch.number], known.due <= due { return }
    delayed[watch.number] = (watch, due)
    if due < nextDue { startTimer(due) }
  }

  /// Queues delayed watches whose time has come.
  func enqueueDue() {
    let now = server.loop.now
    for (number, entry) in delayed where entry.due <= now {
      delayed[number] = nil
      enqueue(entry.watch)
    }
    nextDue = .max
    if let due = delayed.values.map(\.due).min() { startTimer(due) }
  }

  private func startTimer(_ due: UInt64) {
    let now = server.loop.now
    nextDue = due
    timer?.start(after: due > now ? due - now : 0)
  }

  /// Sends notifications, within this turn's share of time.
  func flush() {
    guard !queue.isEmpty else { return }
    let start = EventLoop.clock
    for _ in 0..<queue.count {
      guard let watch = queue.popFirst() else { break }
      watch.isQueued = false
      speak(watch)
      if EventLoop.clock - start > Self.share { break }
    }
    latest = nil
    if queue.isEmpty { hook?.stop() }
  }

  private func speak(_ watch: Watch) {
    guard !watch.isEnded, watch.hasBegun, watch.hasNews else { return }
    // The connection reports when it is writable again.
    guard server.isWritable(watch.connection) else { return }
    let now = server.loop.now
    guard hasRoom(watch) else { return delay(watch, until: now + Self.patience) }
    if let state = watch.storeState {
      watch.storeState = nil
      var object = JSONWriter()
      object.object { object in
        object.name("state")
        object.string(state)
      }
      send(watch, "store.changed", MessageBody(membersOf: object.bytes))
      guard server.isWritable(watch.connection) else { return }
    }
    while let event = watch.nextEvent() {
      send(watch, "action.invoked", event)
      // Other events wait until the client has read this one.
      guard server.isWritable(watch.connection) else { return }
      guard hasRoom(watch) else { return delay(watch, until: now + Self.patience) }
    }
    if let (method, body) = watch.lastWord {
      send(watch, method, body)
      return remove(watch)
    }
    guard watch.isDirty else { return }
    let due = max(watch.toldAt + watch.interval, watch.retryAt)
    if due > now { return delay(watch, until: due) }
    tellRows(watch)
  }

  /// Whether the client of a watch has room for messages.
  private func hasRoom(_ watch: Watch) -> Bool {
    server.excess(minimumRoom, of: watch.connection) == nil
  }

  /// The maximum number of bytes of rows in a message. It is rounded, so that watches whose clients
  /// have other room can share an answer.
  private func messageLimit(of watch: Watch) -> Int {
    let limit = server.replyLimit(of: watch.connection)
    guard limit < server.limits.reply, limit > 0 else { return limit }
    return 1 << (Int.bitWidth - 1 - limit.leadingZeroBitCount)
  }

  private func tellRows(_ watch: Watch) {
    var request = watch.nextRequest
    request.limit = messageLimit(of: watch)
    let question = SharedAnswer.Question(watch, limit: request.limit)
    if let latest, latest.question == question {
      watch.isDirty = false
      return send(watch, latest)
    }
    guard !watch.view.isMakingFew else {
      watch.isQueued = true
      watch.view.waiting.append { [self] in append(watch) }
      return
    }
    watch.isDirty = false
    var json = JSONWriter(capacity: 4_096)
    if let answer = renderer.renderHere(request, watch.session, watch.view, into: &json) {
      let shared = SharedAnswer(question, answer, MessageBody(membersOf: json.bytes))
      latest = shared
      return send(watch, shared)
    }
    watch.isQueued = true
    let window = watch.windowNumber
    renderer.renderOnWorkers(
      request, watch.session, watch.view, WorkClaim(owner: watch.owner), isMessage: true
    ) { [self] rendered in
      watch.isQueued = false
      guard window == watch.windowNumber else { return enqueue(watch) }
      guard case .success((let answer, let object)) = rendered, !watch.isEnded else {
        return retry(watch)
      }
      let shared = SharedAnswer(question, answer, MessageBody(object))
      latest = shared
      if watch.lastWord == nil { send(watch, shared) }
      enqueue(watch)
    }
  }

  /// Tries to make the rows of a watch again later. They were refused, such as by a limit.
  private func retry(_ watch: Watch) {
    guard !watch.isEnded, watch.lastWord == nil else { return enqueue(watch) }
    watch.isDirty = true
    watch.retryAt = server.loop.now + Self.longPatience
    delay(watch, until: watch.retryAt)
  }

  // MARK: Messages

  private func send(_ watch: Watch, _ answer: SharedAnswer) {
    let isNews = answer.isNews(to: watch)
    guard !isNews || server.excess(answer.body.byteCount, of: watch.connection) == nil else {
      // The client has the rows of the message before this one.
      return retry(watch)
    }
    watch.told = answer.told
    guard isNews else { return }
    watch.toldAt = server.loop.now
    send(watch, "rows.changed", answer.body)
  }

  private func send(_ watch: Watch, _ method: StaticString, _ body: MessageBody) {
    var head = JSONWriter(capacity: 128)
    head.beginObject()
    head.name("jsonrpc")
    head.string("2.0")
    head.name("method")
    head.string(method.description)
    head.name("params")
    watch.writeHead(to: &head)
    server.notify(watch.connection, [head.bytes, body.bytes, Self.messageEnd])
  }

  private static let messageEnd = Array("}\n".utf8)
}
