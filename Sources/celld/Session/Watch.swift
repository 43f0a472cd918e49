import CellProtocol
import DequeModule

/// A subscription to rows: what its client asked for, and what it was told last. State, not a history: a
/// watch that is behind is `dirty`, however much has happened.
final class Watch {
  /// Invoked actions that wait to be told, and their bytes; more are lost. One may wait in any case.
  private static let eventLimit = 256
  private static let eventBytesLimit = 256 << 10

  /// What the last message told.
  struct Told: Equatable {
    private(set) var revision: UInt64 = 0
    private(set) var layout: UInt64 = 0
    private(set) var isExact = false
    /// What stands for the list's count and height, and for the rows and where they stand.
    private(set) var shape = 0
    /// The tags of the keys of the rows in it.
    private(set) var tags: Set<UInt64> = []

    /// Nothing.
    init() {}

    /// An answer.
    init(_ made: SessionService.Made) {
      revision = made.revision
      layout = made.layout
      isExact = made.answer.isExact
      shape = made.answer.shape
      tags = made.answer.tags
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
  /// The method and the body of its last message, once its session or view has gone.
  var lastWord: (method: StaticString, body: MessageBody)?
  private var events: Deque<MessageBody> = []
  private var eventBytes = 0
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
  func keep(_ event: MessageBody) -> Bool {
    let fits = events.count < Self.eventLimit && eventBytes + event.byteCount <= Self.eventBytesLimit
    guard events.isEmpty || fits else {
      lostEvents += 1
      return false
    }
    events.append(event)
    eventBytes += event.byteCount
    return true
  }

  /// Takes the oldest event that waits.
  func nextEvent() -> MessageBody? {
    guard let event = events.popFirst() else { return nil }
    eventBytes -= event.byteCount
    return event
  }

  /// The beginning of an object that the client gets: whose message it is. A ``MessageBody`` ends it.
  func writeHead(to json: inout JSONWriter) {
    json.beginObject()
    json.name("subscription")
    json.integer(number)
    if lostEvents > 0 {
      json.name("eventsLost")
      json.integer(lostEvents)
      lostEvents = 0
    }
  }

  /// The request for the next message.
  var nextRequest: RowRequest {
    var next = request
    next.known = told.layout == view.layout ? .window(told.tags, revision: told.revision) : .nothing
    return next
  }
}
