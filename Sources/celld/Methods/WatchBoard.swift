import CellProtocol
import DequeModule

/// All subscriptions, and who of them stands in line to be told something.
///
/// Nothing is rendered for a watch before its client can take it. A client that does not read keeps its watches dirty,
/// and costs nothing else; when it reads again it gets the newest state.
final class WatchBoard {
  unowned let server: Server
  /// Who makes the rows.
  weak var service: SessionService?
  private var watches: [Int: Watch] = [:]
  private var ofConnection: [ConnectionID: [Int]] = [:]
  private var lastNumber = 0

  /// Watches that may have news for a client that may take them.
  private var queue: Deque<Watch> = []
  /// Watches that must not speak yet, with the time from which they may.
  private var delayed: [(watch: Watch, due: UInt64)] = []
  /// Watches whose rows are being made for another one.
  private var parked: [ObjectIdentifier: [Watch]] = [:]
  private var latest: SharedAnswer?
  private var hook: TurnHook?
  private var timer: LoopTimer?

  /// How long a turn of the loop may go on telling, in nanoseconds.
  private static let share: UInt64 = 500_000
  /// When to try again while the unsent replies of all clients are too many, in milliseconds.
  private static let patience: UInt64 = 20

  init(_ server: Server) throws(SystemError) {
    self.server = server
    // Only keeps the loop from waiting; the queue is served at the end of the turn.
    hook = try TurnHook(server.loop, .unfinishedWork) {}
    timer = try LoopTimer(server.loop) { [unowned self] in enqueueDue() }
  }

  /// Live subscriptions.
  var count: Int { watches.count }

  func count(of connection: ConnectionID) -> Int { ofConnection[connection]?.count ?? 0 }

  // MARK: Opening and closing

  /// Opens a watch, which says nothing before ``begin(_:)``.
  func open(
    _ connection: ConnectionID, _ session: Session, _ view: View, _ request: RowRequest, interval: UInt64,
    wantsEvents: Bool
  ) -> Watch {
    lastNumber += 1
    let watch = Watch(
      number: lastNumber, connection: connection, session: session, view: view, request: request,
      interval: interval, wantsEvents: wantsEvents)
    watches[watch.number] = watch
    ofConnection[connection, default: []].append(watch.number)
    session.watches.insert(watch.number)
    view.watchCount += 1
    return watch
  }

  /// Lets a watch speak whose first answer has been given.
  func begin(_ watch: Watch) {
    guard !watch.isEnded else { return }
    watch.hasBegun = true
    watch.isDirty =
      watch.told.revision != watch.session.revision || watch.told.layout != watch.view.layout
    enqueue(watch)
  }

  /// Ends a watch of a connection. `false` where it has none of that number.
  func close(_ number: Int, of connection: ConnectionID) -> Bool {
    guard let watch = watches[number], watch.connection == connection else { return false }
    remove(watch)
    return true
  }

  /// A client has gone.
  func closed(_ connection: ConnectionID) {
    for number in ofConnection[connection] ?? [] {
      if let watch = watches[number] { remove(watch) }
    }
  }

  private func remove(_ watch: Watch) {
    guard !watch.isEnded else { return }
    watch.isEnded = true
    watches[watch.number] = nil
    watch.session.watches.remove(watch.number)
    watch.view.watchCount -= 1
    ofConnection[watch.connection]?.removeAll { $0 == watch.number }
    if ofConnection[watch.connection]?.isEmpty == true { ofConnection[watch.connection] = nil }
  }

  // MARK: News

  /// A session's cells, or what the session is, changed.
  func changed(_ session: Session) {
    for number in session.watches {
      guard let watch = watches[number] else { continue }
      watch.isDirty = true
      enqueue(watch)
    }
  }

  /// A view's environment changed.
  func changed(_ session: Session, _ view: View) {
    for number in session.watches {
      guard let watch = watches[number], watch.view === view else { continue }
      watch.isDirty = true
      enqueue(watch)
    }
  }

  /// All heights of a view are known now.
  func becameExact(_ session: Session, _ view: View) {
    for number in session.watches {
      guard let watch = watches[number], watch.view === view, !watch.told.isExact else { continue }
      watch.isDirty = true
      enqueue(watch)
    }
  }

  /// An action was invoked. Returns how many watches will tell.
  func tell(_ session: Session, event: [UInt8]) -> Int {
    var delivered = 0
    for number in session.watches.sorted() {
      guard let watch = watches[number], watch.wantsEvents else { continue }
      if watch.keep(event) { delivered += 1 }
      enqueue(watch)
    }
    return delivered
  }

  /// A session is about to go.
  func end(_ session: Session) {
    for number in session.watches {
      guard let watch = watches[number] else { continue }
      end(watch, "session.deleted", view: nil)
    }
  }

  /// A view is about to go.
  func end(_ view: View, of session: Session) {
    for number in session.watches {
      guard let watch = watches[number], watch.view === view else { continue }
      end(watch, "view.deleted", view: view.name)
    }
  }

  private func end(_ watch: Watch, _ method: StaticString, view: String?) {
    var members = JSONWriter()
    members.name("session")
    members.string(watch.session.name)
    if let view {
      members.name("view")
      members.string(view)
    }
    watch.lastWord = (method, members.bytes)
    enqueue(watch)
  }

  // MARK: The queue

  private func enqueue(_ watch: Watch) {
    guard !watch.isQueued, !watch.isEnded else { return }
    watch.isQueued = true
    queue.append(watch)
  }

  /// A client takes messages again.
  func writable(_ connection: ConnectionID) {
    for number in ofConnection[connection] ?? [] {
      if let watch = watches[number], watch.hasNews { enqueue(watch) }
    }
  }

  private func delay(_ watch: Watch, until due: UInt64) {
    watch.isQueued = true
    delayed.append((watch, due))
    startTimer()
  }

  private func enqueueDue() {
    let now = server.loop.now
    for (watch, due) in delayed where due <= now { queue.append(watch) }
    delayed.removeAll { $0.due <= now }
    startTimer()
  }

  private func startTimer() {
    guard let due = delayed.map(\.due).min() else { return }
    let now = server.loop.now
    timer?.start(after: due > now ? due - now : 0)
  }

  /// Tells what there is to tell, within this turn's share of time.
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
    if queue.isEmpty { hook?.stop() } else { hook?.start() }
  }

  private func speak(_ watch: Watch) {
    guard !watch.isEnded, watch.hasBegun, watch.hasNews else { return }
    guard server.isWritable(watch.connection) else {
      // What is queued may be gone at the end of the turn. If not, the connection tells when it is.
      watch.isHeldBack.toggle()
      if watch.isHeldBack { enqueue(watch) }
      return
    }
    watch.isHeldBack = false
    let now = server.loop.now
    guard server.statistics.pending < server.limits.pending / 2 else {
      return delay(watch, until: now + Self.patience)
    }
    for event in watch.takeEvents() { send(watch, "action.invoked", event) }
    if let (method, members) = watch.lastWord {
      send(watch, method, members)
      return remove(watch)
    }
    guard watch.isDirty else { return }
    if watch.toldAt + watch.interval > now { return delay(watch, until: watch.toldAt + watch.interval) }
    tellRows(watch)
  }

  private func tellRows(_ watch: Watch) {
    guard let service else { return }
    let request = watch.nextRequest
    let question = SharedAnswer.Question(watch)
    if let latest, latest.question == question {
      watch.isDirty = false
      return send(watch, latest)
    }
    guard !watch.view.isMaking else {
      watch.isQueued = true
      parked[ObjectIdentifier(watch.view), default: []].append(watch)
      return
    }
    watch.isDirty = false
    if let (snapshot, answer) = service.answerHere(request, watch.session, watch.view) {
      let shared = SharedAnswer(question, snapshot, answer)
      latest = shared
      send(watch, shared)
      return service.measureLater(watch.session, watch.view, isExact: answer.isExact)
    }
    watch.view.isMaking = true
    service.answerOnWorker(request, watch.session, watch.view) { [self] snapshot, answer in
      watch.view.isMaking = false
      let shared = SharedAnswer(question, snapshot, answer)
      latest = shared
      if !watch.isEnded, watch.lastWord == nil { send(watch, shared) }
      for other in parked.removeValue(forKey: ObjectIdentifier(watch.view)) ?? [] { queue.append(other) }
      enqueue(watch)
    }
  }

  // MARK: Messages

  private func send(_ watch: Watch, _ answer: SharedAnswer) {
    watch.told = answer.told
    watch.toldAt = server.loop.now
    send(watch, "rows.changed", answer.members)
  }

  private func send(_ watch: Watch, _ method: StaticString, _ members: [UInt8]) {
    var writer = JSONWriter(capacity: members.count + 128)
    writer.object { writer in
      writer.name("jsonrpc")
      writer.string("2.0")
      writer.name("method")
      writer.string(method.description)
      writer.name("params")
      writer.object { writer in
        writer.name("subscription")
        writer.integer(watch.number)
        writer.members(members)
        let lost = watch.takeLostEvents()
        if lost > 0 {
          writer.name("eventsLost")
          writer.integer(lost)
        }
      }
    }
    writer.bytes.append(UInt8(ascii: "\n"))
    server.notify(watch.connection, line: writer.bytes)
  }

  /// Closes what the board holds of the loop.
  func close() {
    hook?.close()
    timer?.close()
    hook = nil
    timer = nil
  }
}
