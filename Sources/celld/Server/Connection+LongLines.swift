import CellProtocol

/// A request, and its params where they are checked and read already. Valid as long as the text that it was read from.
struct ReadRequest: Sendable {
  let request: Result<Request, Request.Invalid>
  let params: Parcel<Result<Params, RPCError>>?

  /// Reads a request, and leaves the params to whoever answers it.
  init(_ node: JSONNode) {
    request = Request.read(node)
    params = nil
  }

  /// Reads a request with its params; for workers.
  init(withParams node: JSONNode) {
    request = Request.read(node)
    params = (try? request.get()).map { Parcel(Params.read($0)) }
  }
}

extension Connection {
  /// What a worker made of a long line.
  private struct LongLine: Sendable {
    let document: Parcel<JSONDocument>
    /// Nil for a batch, whose requests are taken one by one.
    let request: ReadRequest?

    init(_ line: LineBuffer, depth: Int) throws(JSONFault) {
      let document = try JSONDocument(line, depth: depth)
      self.document = Parcel(document)
      request = document.withRoot { $0.kind == .array ? nil : ReadRequest(withParams: $0) }
    }
  }

  /// Takes a line that a worker must parse and read.
  func parseLater(_ line: UnsafeRawBufferPointer) {
    wait = .reading
    let line = decoder.detach(line)
    let depth = server.limits.depth
    server.workers.submit {
      Result { () throws(JSONFault) in try LongLine(line, depth: depth) }
    } then: { [self] result in
      finishReading { replies in
        switch result {
        case .failure(let fault): refuse(.parseError(fault), &replies)
        case .success(let line):
          guard let request = line.request else { return beginBatch(line.document, &replies) }
          answerLine(request, line.document, EventLoop.clock, &replies)
        }
      }
    }
  }

  /// Takes a request of a batch whose params a worker must read.
  func readLater(_ node: JSONNode, of document: Parcel<JSONDocument>, _ start: UInt64) {
    wait = .reading
    server.workers.submit {
      // The node is valid as long as its document.
      withExtendedLifetime(document) { ReadRequest(withParams: node) }
    } then: { [self] request in
      finishReading { _ in addToBatch { answer(request, document, start, &$0) } }
    }
  }

  private func finishReading(_ body: (inout [UInt8]) -> Void) {
    guard !isClosed else { return }
    wait = .nothing
    collecting(body)
    continueLater()
  }
}
