import CellProtocol
import CellWire

/// A request, with its content if a worker has decoded it. It must not outlive the text of the
/// request.
struct ReadRequest: Sendable {
  let request: Result<Request, Request.Invalid>
  let content: Parcel<any Sendable>?

  /// The id of the answer, as it was written; nil for a notification.
  var id: [UInt8]? {
    switch request {
    case .success(let request): request.id.map { Array($0) }
    case .failure(let invalid): invalid.id
    }
  }

  /// Reads a request without its content.
  init(_ node: JSONNode) {
    request = Request.read(node)
    content = nil
  }

  /// Reads a request with its content; for workers.
  init(_ node: JSONNode, readContent: @Sendable (Request) -> any Sendable) {
    request = Request.read(node)
    content = (try? request.get()).map { Parcel(readContent($0)) }
  }
}

/// A long line, decoded by a worker.
struct LongLine: Sendable {
  let document: Parcel<JSONDocument>
  /// `nil` for a batch, whose requests are taken one by one.
  let request: ReadRequest?

  init(
    _ line: LineBuffer, depth: Int, readContent: @Sendable (Request) -> any Sendable
  ) throws(JSONError) {
    let document = try JSONDocument(line, depth: depth)
    self.document = Parcel(document)
    request = document.withRoot { $0.kind == .array ? nil : ReadRequest($0, readContent: readContent) }
  }
}

/// A line that waits for the replies to the changes before it.
enum WaitingLine {
  case text([UInt8])
  /// Indirect, so that connections without such a request have no room for one.
  indirect case request(ReadRequest, Parcel<JSONDocument>)
  case batch(Parcel<JSONDocument>)
}
