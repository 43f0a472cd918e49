import CellProtocol
import DequeModule

/// All subscriptions, and who of them stands in line to be told something.
///
/// Nothing is rendered for a watch before its client can take it. A client that does not read keeps its
/// watches dirty, and costs nothing else; when it reads again it gets the newest state.
final class WatchBoard {
  unowned let server: Server
  /// Who makes the rows.
  weak var service: SessionService?
  private(set) var watches: [Int: Watch] = [:]
  private(set) var ofConnection: [ConnectionID: Set<Int>] = [:]
  private var lastNumber = 0

  /// Watches that may have news for a client that may take them.
  var queue: Deque<Watch> = []
  /// Watches that must not tell their rows yet, by number, with the time from which they may.
  var delayed: [Int: (watch: Watch, due: UInt64)] = [:]
  /// When the timer goes off.
  var nextDue = UInt64.max
  var latest: SharedAnswer?
  var hook: TurnHook?
  var timer: LoopTimer?

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
    _ caller: Caller, _ session: Session, _ view: View, _ request: RowRequest, interval: UInt64,
    wantsEvents: Bool
  ) -> Watch {
    lastNumber += 1
    let watch = Watch(
      number: lastNumber, caller: caller, session: session, view: view, request: request, interval: interval,
      wantsEvents: wantsEvents)
    watches[watch.number] = watch
    ofConnection[watch.connection, default: []].insert(watch.number)
    session.watches.insert(watch.number)
    view.watchCount += 1
    return watch
  }

  /// Lets a watch speak whose first answer has been given.
  func begin(_ watch: Watch, told: Watch.Told) {
    guard !watch.isEnded else { return }
    watch.told = told
    watch.toldAt = server.loop.now
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
    for number in ofConnection.removeValue(forKey: connection) ?? [] {
      if let watch = watches[number] { remove(watch) }
    }
  }

  func remove(_ watch: Watch) {
    guard !watch.isEnded else { return }
    watch.isEnded = true
    watches[watch.number] = nil
    watch.session.watches.remove(watch.number)
    watch.view.watchCount -= 1
    delayed[watch.number] = nil
    ofConnection[watch.connection]?.remove(watch.number)
    if ofConnection[watch.connection]?.isEmpty == true { ofConnection[watch.connection] = nil }
  }

  // MARK: News

  /// A session's cells changed.
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

  /// What a session is changed, and with it the layout of some of its views.
  func changedLayouts(of session: Session) {
    for number in session.watches {
      guard let watch = watches[number], watch.told.layout != watch.view.layout else { continue }
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

  /// An action was invoked. Returns how many watches will tell of the `event`, which is made if there are any.
  func tell(_ session: Session, event: () -> MessageBody) -> Int {
    var body: MessageBody?
    var delivered = 0
    for number in session.watches.sorted() {
      guard let watch = watches[number], watch.wantsEvents else { continue }
      let event = body ?? event()
      body = event
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

  /// A session is not shared any more: for other users it is as if it had gone.
  func endUnadmitted(_ session: Session) {
    for number in session.watches {
      guard let watch = watches[number], !session.admits(userID: watch.userID) else { continue }
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
    var object = JSONWriter()
    object.object { object in
      object.name("session")
      object.string(watch.session.name)
      if let view {
        object.name("view")
        object.string(view)
      }
    }
    watch.lastWord = (method, MessageBody(membersOf: object.bytes))
    enqueue(watch)
  }

  /// Closes what the board holds of the loop.
  func close() {
    hook?.close()
    timer?.close()
    hook = nil
    timer = nil
  }
}
