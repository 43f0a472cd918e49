import CellProtocol

/// A batch of which some requests are still to be taken.
struct BatchInHand {
  let document: Parcel<JSONDocument>
  var requests: JSONElements
  /// The replies so far, with commas between them.
  var replies: [UInt8] = []
}

extension Connection {
  /// JSON-RPC 2.0 §6: requests of a batch are taken like lines, in order, and answered together.
  func beginBatch(_ document: Parcel<JSONDocument>, _ replies: inout [UInt8]) {
    // The elements live as long as the document, which stands beside them.
    let batch = BatchInHand(document: document, requests: document.value.root.elements)
    var requests = batch.requests
    guard requests.next() != nil else {
      return refuse(.invalidRequest("A batch needs at least one request."), &replies)
    }
    self.batch = batch
  }

  /// Takes the next request of the batch, or answers the batch when there is none left.
  func takeFromBatch(_ start: UInt64, _ replies: inout [UInt8]) {
    guard let document = batch?.document else { return }
    guard let node = batch?.requests.next() else { return endBatch(&replies) }
    guard !node.isLong else { return readLater(node, of: document, start) }
    addToBatch { answer(ReadRequest(node), document, start, &$0) }
  }

  /// Keeps a reply that came later until all are there.
  func addToBatch(_ result: Result<[UInt8], RPCError>, after head: [UInt8], id: [UInt8]) {
    addToBatch { bytes in
      switch result {
      case .failure(let error): ReplyLine.append(error, id: id, to: &bytes)
      case .success(let result):
        ReplyLine.begin(id: id, &bytes)
        bytes.append(contentsOf: head)
        bytes.append(contentsOf: result)
        ReplyLine.end(&bytes)
      }
    }
  }

  /// Replies of one batch stand in memory together, so the limit of one reply is theirs too.
  func checkBatch(_ size: Int) throws(RPCError) {
    if batch != nil, size > server.limits.reply {
      throw .limitExceeded(.reply, scope: .line, max: server.limits.reply)
    }
  }

  /// Lets the body append one reply, or nothing.
  func addToBatch(_ body: (inout [UInt8]) -> Void) {
    // Moved out, as a handler in the body may look at this connection.
    var replies = batch?.replies ?? []
    batch?.replies = []
    let before = replies.count
    if before > 0 { replies.append(UInt8(ascii: ",")) }
    let begin = replies.count
    body(&replies)
    if replies.count == begin { replies.removeLast(begin - before) }
    batch?.replies = replies
  }

  private func endBatch(_ replies: inout [UInt8]) {
    guard let batch else { return }
    self.batch = nil
    defer { tellWritable() }
    guard !batch.replies.isEmpty else { return }
    replies.append(UInt8(ascii: "["))
    replies.append(contentsOf: batch.replies)
    replies.append(contentsOf: [UInt8(ascii: "]"), ReplyLine.newline])
  }
}
