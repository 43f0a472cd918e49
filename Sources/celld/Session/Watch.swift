import CellProtocol

/// A subscription to rows: what its client asked for, and what it was told last. State, not a history: a
/// watch that is behind is `dirty`, however much has happened.
final class Watch {
  /// Invoked actions that wait to be told; more are lost.
  static let eventLimit = 256

  /// What the last message told.
  struct Told: Equatable {
    private(set) var revision: UInt64 = 0
    private(set) var layout: UInt64 = 0
    private(set) var isExact = false
    /// The tags of the keys of the rows in it.
    private(set) var tags: Set<UInt64> = []

    /// Nothing.
    init() {}

    /// An answer from a snapshot.
    init(_ snapshot: ViewSnapshot, _ answer: RowAnswer) {
      revision = snapshot.revision
      layout = snapshot.layout
      isExact = answer.isExact
      tags = answer.tags
    }
  }

  let number: Int
  let connection: ConnectionID
  /// Who hears it.
  let userID: UInt32
  let session: Session
  let view: View
  /// What is asked for; `known` is filled in from ``told``.
  let request: RowRequest
  /// Milliseconds between two messages, at least.
  let interval: UInt64
  let wantsEvents: Bool

  var told = Told()
  var toldAt: UInt64 = 0
  /// Whether its first answer has been given.
  var hasBegun = false
  var isDirty = false
  /// Whether it stands in line for being told.
  var isQueued = false
  var isEnded = false
  /// The method and the object of its last message, once its session or view has gone.
  var lastWord: (method: StaticString, object: [UInt8])?
  private(set) var events: [[UInt8]] = []
  private var lostEvents = 0

  init(
    number: Int, caller: Caller, session: Session, view: View, request: RowRequest, interval: UInt64,
    wantsEvents: Bool
  ) {
    self.number = number
    connection = caller.connection
    userID = caller.userID
    self.session = session
    self.view = view
    self.request = request
    self.interval = interval
    self.wantsEvents = wantsEvents
  }

  /// Whether there is anything to tell.
  var hasNews: Bool { isDirty || !events.isEmpty || lastWord != nil }

  /// Keeps an event until it can be told. `false` where it is lost, because too many wait already.
  func keep(_ event: [UInt8]) -> Bool {
    guard events.count < Self.eventLimit else {
      lostEvents += 1
      return false
    }
    events.append(event)
    return true
  }

  func takeEvents() -> [[UInt8]] {
    defer { events = [] }
    return events
  }

  /// What a message to the client says: the members of `object`, and whose message it is.
  func message(_ object: [UInt8]) -> [UInt8] {
    var writer = JSONWriter(capacity: object.count + 64)
    writer.beginObject()
    writer.name("subscription")
    writer.integer(number)
    if lostEvents > 0 {
      writer.name("eventsLost")
      writer.integer(lostEvents)
      lostEvents = 0
    }
    object.dropFirst().withUnsafeBytes { writer.raw($0) }
    return writer.bytes
  }

  /// The request for the next message.
  var nextRequest: RowRequest {
    var next = request
    next.known = told.layout == view.layout ? .window(told.tags, revision: told.revision) : .nothing
    return next
  }
}
