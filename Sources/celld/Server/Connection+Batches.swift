import CellProtocol

/// A batch of which some requests are still to be taken.
struct BatchInHand {
  let document: Parcel<JSONDocument>
  var requests: JSONElements
  /// The replies so far, with commas between them: large pieces, and what stands behind them.
  var pieces: [[UInt8]] = []
  var tail: [UInt8] = []
  /// Bytes of the replies.
  var count = 0

  /// Makes what stands behind the pieces one of them.
  mutating func endPiece() {
    pieces.append(tail)
    tail = []
  }
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
    switch result {
    case .failure(let error): addToBatch { ReplyLine.append(error, id: id, to: &$0) }
    case .success(let result):
      addToBatch { bytes in
        ReplyLine.begin(id: id, &bytes)
        bytes.append(contentsOf: head)
      }
      if result.count < OutputQueue.largePiece {
        batch?.tail.append(contentsOf: result)
      } else {
        batch?.endPiece()
        batch?.pieces.append(result)
      }
      batch?.tail.append(UInt8(ascii: "}"))
      batch?.count += result.count + 1
    }
  }

  /// Replies of one batch stand in memory together, so the limit of one reply is theirs too.
  func checkBatch() throws(RPCError) {
    if let batch, batch.count > server.limits.reply {
      throw .limitExceeded(.reply, scope: .line, max: server.limits.reply)
    }
  }

  /// Lets the body append one reply, or nothing.
  func addToBatch(_ body: (inout [UInt8]) -> Void) {
    // Moved out, as a handler in the body may look at this connection.
    var tail = batch?.tail ?? []
    batch?.tail = []
    let before = tail.count
    if let count = batch?.count, count > 0 { tail.append(UInt8(ascii: ",")) }
    let begin = tail.count
    body(&tail)
    if tail.count == begin { tail.removeLast(begin - before) }
    batch?.count += tail.count - before
    batch?.tail = tail
    if tail.count >= OutputQueue.largePiece { batch?.endPiece() }
  }

  private func endBatch(_ replies: inout [UInt8]) {
    guard let batch else { return }
    self.batch = nil
    defer { tellWritable() }
    guard batch.count > 0 else { return }
    replies.append(UInt8(ascii: "["))
    if !batch.pieces.isEmpty {
      queue([replies] + batch.pieces)
      replies.removeAll(keepingCapacity: true)
    }
    replies.append(contentsOf: batch.tail)
    replies.append(contentsOf: [UInt8(ascii: "]"), ReplyLine.newline])
  }
}
