import CellWire
import DequeModule

/// All subscriptions, and the queue of those that have news. Belongs to the loop.
///
/// Rows are rendered for a watch only when its client can take them. The watches of a client that
/// does not read stay dirty, and need no other memory or time. When the client reads again, it gets
/// the newest state.
final class WatchBoard {
  unowned let server: Server
  let renderer: RowRenderer
  private let shared: SharedResources
  private(set) var watches: [Int: Watch] = [:]
  private(set) var ofConnection: [ConnectionID: Set<Int>] = [:]
  private var lastNumber = 0

  /// Watches that may have news for clients that can take them.
  var queue: Deque<Watch> = []
  /// Watches that must wait, by number, with the time until which they wait.
  var delayed: [Int: (watch: Watch, due: UInt64)] = [:]
  /// The time at which the timer fires.
  var nextDue = UInt64.max
  var latest: SharedAnswer?
  var hook: TurnHook?
  var timer: LoopTimer?

  init(_ server: Server, _ renderer: RowRenderer, _ shared: SharedResources) throws(SystemError) {
    self.server = server
    self.renderer = renderer
    self.shared = shared
    // Only keeps the loop from waiting. The queue is served at the end of the turn.
    hook = try TurnHook(server.loop, .unfinishedWork) {}
    timer = try LoopTimer(server.loop) { [unowned self] in enqueueDue() }
    renderer.onExact = { [unowned self] in becameExact($0, $1) }
  }

  /// Live subscriptions.
  var count: Int { watches.count }

  func count(of connection: ConnectionID) -> Int { ofConnection[connection]?.count ?? 0 }

  // MARK: Opening and closing

  /// Opens a watch. It sends nothing before its first answer.
  ///
  /// - Throws: limitExceeded.
  func open(
    _ caller: Caller, _ session: Session, _ view: View, _ request: RowRequest, requestBytes: Int,
    interval: UInt64, wantsEvents: Bool
  ) throws(RPCError) -> Watch {
    try shared.admit(growth: Watch.ownBytes + requestBytes, of: caller.userID)
    lastNumber += 1
    let watch = Watch(
      number: lastNumber, caller: caller, session: session, view: view, request: request,
      requestBytes: requestBytes, interval: interval, wantsEvents: wantsEvents, shared: shared)
    watches[watch.number] = watch
    ofConnection[watch.connection, default: []].insert(watch.number)
    session.watches.insert(watch.number)
    view.watchCount += 1
    return watch
  }

  /// The watch of a connection that has this number.
  ///
  /// - Throws: subscriptionNotFound.
  func watch(_ name: String, of caller: Caller) throws(RPCError) -> Watch {
    guard let number = Int(name), let watch = watches[number], watch.connection == caller.connection else {
      throw .subscriptionNotFound(name)
    }
    return watch
  }

  /// Starts the notifications of a watch, after its first answer.
  func begin(_ watch: Watch, told: Watch.Told) {
    guard !watch.isEnded else { return }
    watch.told = told
    watch.toldAt = server.loop.now
    watch.hasBegun = true
    watch.isDirty =
      watch.told.revision != watch.session.revision || watch.told.layout != watch.view.layout
    enqueue(watch)
  }

  /// Ends a watch of a connection. Returns false if the connection has no such watch.
  func close(_ number: Int, of connection: ConnectionID) -> Bool {
    guard let watch = watches[number], watch.connection == connection else { return false }
    remove(watch)
    return true
  }

  /// Ends the watches of a closed connection.
  func closed(_ connection: ConnectionID) {
    for number in ofConnection.removeValue(forKey: connection) ?? [] {
      if let watch = watches[number] { remove(watch) }
    }
  }

  func remove(_ watch: Watch) {
    guard !watch.isEnded else { return }
    watch.end()
    watches[watch.number] = nil
    watch.session.watches.remove(watch.number)
    watch.session.unusedSince = nil
    watch.view.watchCount -= 1
    delayed[watch.number] = nil
    ofConnection[watch.connection]?.remove(watch.number)
    if ofConnection[watch.connection]?.isEmpty == true { ofConnection[watch.connection] = nil }
  }

  // MARK: News

  /// Notes that the cells of a session changed.
  func changed(_ session: Session) {
    for number in session.watches {
      guard let watch = watches[number] else { continue }
      watch.isDirty = true
      enqueue(watch)
    }
  }

  /// Notes that the environment of a view changed.
  func changed(_ session: Session, _ view: View) {
    for number in session.watches {
      guard let watch = watches[number], watch.view === view else { continue }
      watch.isDirty = true
      enqueue(watch)
    }
  }

  /// Notes that the settings of a session changed, and with them the layout of some views.
  func changedLayouts(of session: Session) {
    for number in session.watches {
      guard let watch = watches[number], watch.told.layout != watch.view.layout else { continue }
      watch.isDirty = true
      enqueue(watch)
    }
  }

  /// Notes that all heights of a view are known.
  func becameExact(_ session: Session, _ view: View) {
    for number in session.watches {
      guard let watch = watches[number], watch.view === view, !watch.told.isExact else { continue }
      watch.isDirty = true
      enqueue(watch)
    }
  }

  /// Sends an event to the watches of a session that want events. Returns the number of watches
  /// that get it.
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

  /// Notes that the watches of a session that want events have lost one.
  func loseEvent(of session: Session) {
    for number in session.watches {
      if let watch = watches[number], watch.wantsEvents { watch.loseEvent() }
    }
  }

  /// Sends the state of the store to all watches.
  func tellStore(_ state: String) {
    for watch in watches.values {
      watch.storeState = state
      enqueue(watch)
    }
  }

  /// Ends the watches of a session that is deleted.
  func end(_ session: Session) {
    for number in session.watches {
      guard let watch = watches[number] else { continue }
      end(watch, "session.deleted", view: nil)
    }
  }

  /// Ends the watches of users who no longer have access to the session.
  func endUnadmitted(_ session: Session) {
    for number in session.watches {
      guard let watch = watches[number], !session.admits(userID: watch.userID) else { continue }
      end(watch, "session.deleted", view: nil)
    }
  }

  /// Ends the watches of a view that is deleted.
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

  /// Closes the handles of the board.
  func close() {
    hook?.close()
    timer?.close()
    hook = nil
    timer = nil
  }
}
