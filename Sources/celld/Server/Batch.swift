import CellWire

/// A batch in progress: requests to take, and the replies so far.
struct Batch {
  let document: Parcel<JSONDocument>
  private var requests: JSONElements
  /// The replies, with commas between them: large pieces, and the bytes after them.
  private var pieces: [[UInt8]] = []
  private var tail: [UInt8] = []
  /// Bytes of the replies.
  private(set) var count = 0
  /// Bytes of the replies to requests that were left out.
  private(set) var leftOutCount = 0

  /// A batch of the requests in a document; nil if there are none.
  init?(_ document: Parcel<JSONDocument>) {
    self.document = document
    // The elements live as long as the document.
    requests = document.value.root.elements
    var first = requests
    guard first.next() != nil else { return nil }
  }

  /// Takes the next request.
  mutating func next() -> JSONNode? { requests.next() }

  /// The replies, to which another one is appended.
  struct OpenReply {
    var bytes: [UInt8]
    fileprivate let start: Int
  }

  /// Moves the replies out, so that one can be appended. ``endReply(_:)`` must follow.
  ///
  /// They are moved because handlers can use the connection and its batch while they append.
  mutating func beginReply() -> OpenReply {
    var open = OpenReply(bytes: tail, start: tail.count)
    tail = []
    if count > 0 { open.bytes.append(UInt8(ascii: ",")) }
    return open
  }

  /// Moves the replies back. For a notification, nothing was appended.
  mutating func endReply(_ open: consuming OpenReply) {
    tail = open.bytes
    let separator = count > 0 ? 1 : 0
    if tail.count == open.start + separator { tail.removeLast(separator) }
    count += tail.count - open.start
    if tail.count >= OutputQueue.largePiece { endPiece() }
  }

  /// Adds the result of a deferred request.
  ///
  /// - Parameter head: the beginning of the result.
  mutating func add(_ result: Result<[UInt8], RPCError>, after head: [UInt8], id: [UInt8]) {
    switch result {
    case .failure(let error): add(error, id: id)
    case .success(let result): add(result, after: head, id: id)
    }
  }

  private mutating func add(_ result: [UInt8], after head: [UInt8], id: [UInt8]) {
    var open = beginReply()
    ReplyLine.begin(id: id, &open.bytes)
    open.bytes.append(contentsOf: head)
    endReply(open)
    if result.count < OutputQueue.largePiece {
      tail.append(contentsOf: result)
    } else {
      endPiece()
      pieces.append(result)
    }
    ReplyLine.end(&tail)
    count += result.count + 1
  }

  /// Adds the error of a request.
  mutating func add(_ error: RPCError, id: [UInt8]) {
    var open = beginReply()
    ReplyLine.append(error, id: id, to: &open.bytes)
    endReply(open)
  }

  /// Adds the error of a request that is left out.
  mutating func addLeftOut(_ error: RPCError, id: [UInt8]) {
    let before = count
    add(error, id: id)
    leftOutCount += count - before
  }

  /// Returns the reply in pieces, without a newline, or nothing if all requests were notifications.
  consuming func reply() -> [[UInt8]] {
    guard count > 0 else { return [] }
    tail.append(UInt8(ascii: "]"))
    return [[UInt8(ascii: "[")]] + pieces + [tail]
  }

  private mutating func endPiece() {
    pieces.append(tail)
    tail = []
  }
}
