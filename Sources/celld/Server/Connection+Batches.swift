import CellProtocol

/// A batch of which some requests are still to be taken.
struct BatchInHand {
  let document: JSONDocument
  var requests: JSONElements
  /// The replies so far, with commas between them.
  var replies: [UInt8] = []
}

extension Connection {
  /// JSON-RPC 2.0 §6: requests of a batch are taken like lines, in order, and answered together.
  func beginBatch(_ document: JSONDocument) {
    // The elements live as long as the document, which stands beside them.
    let batch = BatchInHand(document: document, requests: document.withRoot { $0.elements })
    var requests = batch.requests
    guard requests.next() != nil else {
      return answerUnreadable(.invalidRequest("A batch needs at least one request."))
    }
    self.batch = batch
  }

  /// Takes the next request of the batch, or answers the batch when there is none left.
  func takeFromBatch(_ start: UInt64) {
    guard let document = batch?.document else { return }
    if let node = batch?.requests.next() { return take(node, document: document, start) }
    guard let replies = batch?.replies else { return }
    batch = nil
    guard !replies.isEmpty else { return }
    send { $0.append(UInt8(ascii: "[")) }
    send(replies)
    send { $0.append(contentsOf: [UInt8(ascii: "]"), ReplyLine.newline]) }
  }

  /// Keeps a reply until all are there.
  func addToBatch(_ reply: [UInt8]) {
    if batch?.replies.isEmpty == false { batch?.replies.append(UInt8(ascii: ",")) }
    batch?.replies.append(contentsOf: reply)
  }

  /// Replies of one batch stand in memory together, so the limit of one reply is theirs too.
  func checkBatch() throws(RPCError) {
    if let size = batch?.replies.count, size > server.limits.reply {
      throw .limitExceeded(.reply, scope: .line, max: server.limits.reply)
    }
  }
}
