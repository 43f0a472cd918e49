import DequeModule

/// The replies that a connection cannot send yet: those to changes that wait until they are stored,
/// and those to requests after them. Replies are sent in the order of the requests.
struct HeldReplies {
  private struct Entry {
    let request: DeferredRequest?
    /// The line of the reply; `nil` until the change is answered, empty for notifications.
    var line: [UInt8]?
  }

  /// The maximum number of replies, and the bytes of lines from which on there are enough.
  private static let (countLimit, bytesLimit) = (1_024, 64 << 10)

  private var entries: Deque<Entry> = []
  /// The bytes of the replies.
  private(set) var bytes = 0

  var isEmpty: Bool { entries.isEmpty }

  /// Whether no further request may be taken.
  var isFull: Bool { entries.count >= Self.countLimit || bytes >= Self.bytesLimit }

  /// The requests without a reply, in their order.
  var unanswered: [DeferredRequest] { entries.compactMap { $0.line == nil ? $0.request : nil } }

  /// Adds a request whose reply comes later.
  mutating func hold(_ request: DeferredRequest) {
    entries.append(Entry(request: request, line: nil))
  }

  /// Adds the reply to a request that did not wait itself.
  mutating func add(_ line: [UInt8]) {
    entries.append(Entry(request: nil, line: line))
    bytes += line.count
  }

  /// The request of a call, if it is without a reply.
  func request(of call: Call) -> DeferredRequest? {
    place(of: call).flatMap { entries[$0].request }
  }

  /// Sets the reply of a call.
  mutating func answer(_ call: Call, _ line: [UInt8]) {
    guard let place = place(of: call) else { return }
    entries[place].line = line
    bytes += line.count
  }

  /// Removes and returns the replies that can be sent.
  mutating func takeReady() -> [UInt8] {
    var ready: [UInt8] = []
    while let line = entries.first?.line {
      ready += line
      bytes -= line.count
      entries.removeFirst()
    }
    return ready
  }

  private func place(of call: Call) -> Int? {
    entries.firstIndex { $0.line == nil && $0.request?.call.number == call.number }
  }
}
