/// A JSON text that owns its bytes and what was read from them; for texts that outlive the line they came in, as one
/// that is parsed on a worker. Immutable once made.
public final class JSONDocument: @unchecked Sendable {
  private let source: LineBuffer
  private let parser: JSONParser
  /// The value. It and all inside of it are valid only while somebody holds the document: where nobody else does, use
  /// `withRoot`.
  public let root: JSONNode

  /// Reads a text without copying it; see `JSONParser.parse` for what is refused.
  public init(_ source: LineBuffer, depth: Int) throws(JSONFault) {
    self.source = source
    parser = JSONParser()
    root = try parser.parse(source.bytes, depth: depth)
  }

  /// Copies and reads a text.
  public convenience init(
    _ bytes: some Collection<UInt8>, depth: Int = Limits.standard.depth
  ) throws(JSONFault) {
    try self.init(LineBuffer(copying: bytes), depth: depth)
  }

  /// Gives the value to `body`. No node of it may leave `body`: they are valid only while the document lives.
  public func withRoot<Result, Failure: Error>(
    _ body: (JSONNode) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(root)
  }
}
