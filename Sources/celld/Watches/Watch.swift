import CellProtocol
import CellWire
import DequeModule

/// A subscription to rows: its request, and the state of its last message. A watch has no
/// history: it is dirty if anything changed.
final class Watch {
  /// The maximum number of waiting events, and of their bytes. More are lost; one may always wait.
  private static let eventLimit = 256
  private static let eventBytesLimit = 256 << 10
  /// The bytes of a watch without rows and events.
  static let ownBytes = 1_024

  /// The content of the last message.
  struct Told: Equatable {
    private(set) var revision: UInt64 = 0
    private(set) var layout: UInt64 = 0
    private(set) var isExact = false
    /// A hash of the count and height of the list, and of the rows and their positions.
    private(set) var shape = 0
    /// The tags of the keys of the rows in it.
    private(set) var tags: Set<UInt64> = []
    /// The first row of a span.
    private(set) var anchor: RowAnchor?

    /// The bytes of the tags. A set has room for up to twice as many.
    var byteCount: Int { tags.capacity * 4 / 3 * MemoryLayout<UInt64>.stride }

    /// Nothing.
    init() {}

    /// A reply.
    init(_ answer: RowAnswer) {
      revision = answer.revision
      layout = answer.layout
      isExact = answer.isExact
      shape = answer.shape
      tags = answer.tags
      anchor = answer.anchor
    }
  }

  let number: Int
  let connection: ConnectionID
  /// The user of the connection.
  let userID: UInt32
  let session: Session
  let view: View
  /// The request. ``nextRequest`` sets `known`.
  private(set) var request: RowRequest
  /// Grows when a client moves the window.
  private(set) var windowNumber = 0
  /// The minimum number of milliseconds between two messages.
  let interval: UInt64
  let wantsEvents: Bool

  /// The content of the last message. An anchored window follows its first row.
  var told = Told() {
    didSet {
      if let anchor = told.anchor { lastRows = anchor.lastRows }
      count()
      guard case .anchored(_, let height) = request.window, let anchor = told.anchor else { return }
      request.window = .anchored(anchor, height: height)
    }
  }
  /// The last window that had rows.
  private var lastRows = LastRows()
  var toldAt: UInt64 = 0
  /// The time before which no message with rows is made, because the last one had no room.
  var retryAt: UInt64 = 0
  /// Whether its first reply was sent.
  var hasBegun = false
  var isDirty = false
  /// Whether it waits in the queue of the board.
  var isQueued = false
  private(set) var isEnded = false
  /// The method and the body of its last message, if its session or view was deleted.
  var lastWord: (method: StaticString, body: MessageBody)?
  /// The state of the store that was not sent yet.
  var storeState: String?
  private var events: Deque<MessageBody> = []
  private var eventBytes = 0 { didSet { count() } }
  /// The bytes of the request.
  private(set) var requestBytes: Int
  private var lostEvents = 0
  /// Its bytes, which count for the user of the connection.
  private let charge: Charge

  init(
    number: Int, caller: Caller, session: Session, view: View, request: RowRequest, requestBytes: Int,
    interval: UInt64, wantsEvents: Bool, shared: SharedResources
  ) {
    charge = Charge(shared, of: caller.userID, bytes: 0)
    self.requestBytes = requestBytes
    self.number = number
    connection = caller.connection
    userID = caller.userID
    self.session = session
    self.view = view
    self.request = request
    self.interval = interval
    self.wantsEvents = wantsEvents
    count()
  }

  /// Ends the watch. It takes no memory any more.
  func end() {
    isEnded = true
    count()
  }

  private func count() {
    charge.bytes =
      isEnded ? 0 : Self.ownBytes + requestBytes + told.byteCount + lastRows.byteCount + eventBytes
  }

  /// The origin of the work for this watch.
  var owner: WorkOwner { WorkOwner(user: userID, stream: connection.number) }

  /// Whether the watch has news.
  var hasNews: Bool { isDirty || !events.isEmpty || lastWord != nil || storeState != nil }

  /// Keeps an event until it can be sent. Returns false if it is lost, because too many wait.
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

  /// Notes that an event did not come here.
  func loseEvent() { lostEvents += 1 }

  /// Takes the oldest event that waits.
  func nextEvent() -> MessageBody? {
    guard let event = events.popFirst() else { return nil }
    eventBytes -= event.byteCount
    return event
  }

  /// Writes the beginning of a message: the subscription. A ``MessageBody`` follows.
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

  /// Moves the window to that of a request of `bytes`. Nothing is sent before the watch begins
  /// again.
  func move(to window: RowWindow, bytes: Int) {
    var window = window
    if case .anchored(var anchor, let height) = window {
      anchor.lastRows = lastRows
      window = .anchored(anchor, height: height)
    }
    request.window = window
    requestBytes = bytes
    count()
    windowNumber += 1
    hasBegun = false
  }

  /// The request for the next message.
  var nextRequest: RowRequest {
    var next = request
    next.known = told.layout == view.layout ? .window(told.tags, revision: told.revision) : .nothing
    return next
  }
}
