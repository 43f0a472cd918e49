import CellProtocol

/// The notifications of the queued watches.
extension WatchBoard {
  /// The time for notifications in one turn of the loop, in nanoseconds.
  private static var share: UInt64 { 500_000 }
  /// The delay before the next try if the unsent replies of all clients are too many, in
  /// milliseconds.
  private static var patience: UInt64 { 20 }

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
    guard server.statistics.pending < server.limits.pending / 2 else {
      return delay(watch, until: now + Self.patience)
    }
    while let event = watch.nextEvent() {
      send(watch, "action.invoked", event)
      // Other events wait until the client has read this one.
      guard server.isWritable(watch.connection) else { return }
    }
    if let (method, body) = watch.lastWord {
      send(watch, method, body)
      return remove(watch)
    }
    guard watch.isDirty else { return }
    if watch.toldAt + watch.interval > now { return delay(watch, until: watch.toldAt + watch.interval) }
    tellRows(watch)
  }

  private func tellRows(_ watch: Watch) {
    let request = watch.nextRequest
    let question = SharedAnswer.Question(watch)
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
      let shared = SharedAnswer(question, answer, json.bytes)
      latest = shared
      return send(watch, shared)
    }
    watch.isQueued = true
    renderer.renderOnWorkers(request, watch.session, watch.view) { [self] rendered in
      watch.isQueued = false
      guard let (answer, object) = rendered, !watch.isEnded else { return enqueue(watch) }
      let shared = SharedAnswer(question, answer, object)
      latest = shared
      if watch.lastWord == nil { send(watch, shared) }
      enqueue(watch)
    }
  }

  // MARK: Messages

  private func send(_ watch: Watch, _ answer: SharedAnswer) {
    let isNews = answer.isNews(to: watch)
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
