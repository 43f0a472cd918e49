/// A parsed JSON text with its own storage, for example of a line that is parsed on a worker.
/// Immutable.
public final class JSONDocument: @unchecked Sendable {
  private let source: LineBuffer
  private let parser: JSONParser
  /// The value. It is valid only while the document lives. Use `withRoot` if no variable holds the
  /// document.
  public let root: JSONNode

  /// Parses a text without a copy, with the rules of `JSONParser.parse`.
  public init(_ source: LineBuffer, depth: Int) throws(JSONError) {
    self.source = source
    parser = JSONParser()
    root = try parser.parse(source.bytes, depth: depth)
  }

  /// Parses a copy of a text.
  public convenience init(
    _ bytes: some Collection<UInt8>, depth: Int = JSONParser.standardDepth
  ) throws(JSONError) {
    try self.init(LineBuffer(copying: bytes), depth: depth)
  }

  /// Calls `body` with the value. Its nodes must not escape from `body`, because they are valid
  /// only while the document lives.
  public func withRoot<Result, Failure: Error>(
    _ body: (JSONNode) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(root)
  }
}
