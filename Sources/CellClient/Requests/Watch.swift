import CellWire

/// A window on a list that follows changes. ``rows`` is always the complete window.
///
/// All watches of a client take their changes whenever the client reads, also while a request waits
/// for its reply. After a restart of the daemon, a watch goes on and gets what changed meanwhile.
public final class Watch: WatchMethods {
  /// The complete window, as the last message left it.
  public var rows: Rows { Rows(subscription.window) }
  /// The invoked actions that were lost, since at most 1,000 wait to be read.
  public private(set) var eventsLost = 0
  private let client: Client
  private var parameters: JSON
  private let subscription: RowSubscription<Row>
  /// The name that the client knows this watch by; empty if it has ended.
  private var name = ""
  /// Whether `rows` were not returned by `wait` yet.
  private var isNew = true
  private var actions: [JSON] = []
  /// The error that ended the watch.
  private var failure: (any Error)?
  /// The part of an asynchronous program that takes what comes, instead of `wait`.
  var observer: Observer?
  private static let mostActions = 1000

  /// Takes what comes, until the end.
  struct Observer {
    let changed: (Rows) -> Void
    let invoked: (JSON) -> Void
    /// Called once, with the error that ends the watch, or nil if it is closed.
    let ended: ((any Error)?) -> Void
  }

  /// - Parameter parameters: those of `rows.watch`.
  init(client: Client, parameters: JSON) {
    self.client = client
    self.parameters = parameters
    subscription = RowSubscription(client: client, parameters: Parameters(parameters), style: ())
  }

  deinit {
    forget()
    observer?.ended(nil)
  }

  /// Whether changes can still come.
  public var isOpen: Bool { !name.isEmpty && !client.isEnded }

  /// Waits for the window: returns at once if it was not returned yet, else after its next change.
  /// - Parameter timeout: the seconds to wait; nil waits for ever.
  /// - Returns: the window; nil if the watch was closed.
  /// - Throws: `CelldError`: `timedOut`, `watchEnded`, `reply` if the session is gone after a
  ///   restart of the daemon.
  public func wait(_ timeout: Double? = nil) throws -> Rows? {
    try wait(timeout, until: { isNew })
    defer { isNew = false }
    return isNew ? rows : nil
  }

  /// Waits for the next action that a user invokes: the parameters of `action.invoked`. The watch
  /// needs `events: true`.
  /// - Returns: the action; nil if the watch was closed.
  /// - Throws: as ``wait(_:)``.
  public func nextAction(_ timeout: Double? = nil) throws -> JSON? {
    try wait(timeout, until: { !actions.isEmpty })
    return actions.isEmpty ? nil : actions.removeFirst()
  }

  /// Ends the watch. Closing it again does nothing.
  public func close() {
    guard isOpen else { return }
    try? subscription.end()
    forget()
  }

  public func call(_ method: String, _ parameters: JSON) throws -> JSON {
    try client.call(method, bound(parameters))
  }

  public func performWindow(_ parameters: JSON) throws -> Rows {
    self.parameters = Self.changed(self.parameters, by: parameters)
    try client.connectIfClosed()
    try subscription.move(to: Parameters(parameters))
    subscription.parameters = Parameters(self.parameters)
    announce()
    isNew = false
    return rows
  }

  public func performChange(_ parameters: JSON) throws {
    let before = self.parameters
    self.parameters = Self.changed(before, by: parameters)
    do {
      try open(since: nil)
    } catch {
      self.parameters = before
      subscription.parameters = Parameters(before)
      throw error
    }
  }

  /// Watches at the present connection, instead of what was watched there.
  /// - Parameter clock: the clock of the rows that are known; nil for all rows.
  func open(since clock: String?) throws {
    guard !client.isEnded else { throw CelldError.clientClosed }
    try client.connectIfClosed()
    var opening = parameters
    if opening["anchor"] != nil, let anchor = subscription.window.head["anchor"] {
      opening["anchor"] = anchor
    }
    subscription.parameters = Parameters(opening)
    try subscription.watch(Parameters(), since: clock)
    announce()
  }

  /// Watches again after a new connection.
  func resume() {
    guard isOpen else { return }
    forget()
    do {
      try open(since: subscription.window.clock)
    } catch {
      end(error)
    }
  }

  /// Applies a notification.
  func deliver(_ message: Message) {
    do {
      switch try subscription.take(message) {
      case .changed: announce()
      case .ended(let reason): end(CelldError.watchEnded(reason))
      case .other:
        let parameters = message.withContent(JSON.init)
        if let observer { return observer.invoked(parameters) }
        if actions.count == Self.mostActions {
          actions.removeFirst()
          eventsLost += 1
        }
        actions.append(parameters)
      case .foreign: break
      }
    } catch {
      end(error)
    }
  }

  /// Ends the watch with an error.
  func end(_ error: any Error) {
    forget()
    failure = error
    observer?.ended(error)
    observer = nil
  }

  /// Makes a change known, and takes the next one.
  private func announce() {
    if name != subscription.id {
      forget()
      name = subscription.id
      client.subscribers[name] = Subscriber(
        deliver: { [weak self] in self?.deliver($0) }, resume: { [weak self] in self?.resume() })
    }
    isNew = true
    observer?.changed(rows)
  }

  private func wait(_ timeout: Double?, until isDone: () -> Bool) throws {
    let deadline = Deadline(seconds: timeout)
    do {
      while !isDone(), isOpen { try client.readNext(by: deadline) }
    } catch CelldError.timedOut where deadline.isOver {
      throw CelldError.timedOut("nothing came within \(timeout ?? 0) seconds")
    }
    guard !isDone(), let failure else { return }
    throw failure
  }

  private func bound(_ parameters: JSON) -> JSON {
    var bound = parameters
    bound["subscription"] = (try? JSON(parsing: name)) ?? .null
    return bound
  }

  private func forget() {
    client.subscribers[name] = nil
    name = ""
  }

  /// The parameters that choose the rows of a window, and those that choose its view. Those of one
  /// family go together.
  private static let families: [[Set<String>]] = [
    [["start", "count"], ["top", "height"], ["anchor", "height"], ["ids"]], [["view"], ["environment"]],
  ]

  /// Returns the parameters with changes. Parameters that have no family with them are left out.
  static func changed(_ parameters: JSON, by changes: JSON) -> JSON {
    let names = Set((changes.members ?? []).map(\.name))
    let kept = (parameters.members ?? []).filter { member in
      families.allSatisfy { families in
        let given = names.intersection(families.reduce([]) { $0.union($1) })
        guard !given.isEmpty, families.contains(where: { $0.contains(member.name) }) else { return true }
        return families.contains { given.union([member.name]).isSubset(of: $0) }
      }
    }
    return JSON.object(kept).with(changes)
  }
}

extension Client {
  /// Reads the next message, and passes it to its watch. Connects again if the
  /// daemon has closed the connection.
  func readNext(by deadline: Deadline) throws {
    if let message = try notification(by: deadline) { return pass(message) }
    guard reconnects else { throw Self.closed }
    try connectIfClosed(by: deadline)
  }

  /// Connects again if the daemon has closed the connection, and resumes the watches.
  func connectIfClosed(by end: Deadline? = nil) throws {
    guard reconnects else { return }
    // The first call can read bytes, and the second one their end.
    for _ in 0..<2 where !isClosed { _ = try receive() }
    for message in takeEarlierNotifications() { pass(message) }
    guard isClosed else { return }
    while let message = try bufferedNotification() { pass(message) }
    let end = end ?? Deadline(seconds: timeout)
    var reconnection = Reconnection(self)
    while true {
      do {
        if try reconnection.connect() { break }
        guard !end.isOver else { throw CelldError.late }
      } catch let error as CelldError where error.isTransient && !end.isOver {
        reconnection.postpone()
      }
      _ = try Deadline.never.wait(milliseconds: Int(reconnection.deadline.milliseconds))
    }
    resumeSubscribers()
  }
}
