/// A JSON text that owns its bytes and what was read from them; for texts that outlive the line they came in, as one
/// that is parsed on a worker. Immutable once made.
public final class JSONDocument: @unchecked Sendable {
  private let source: UnsafeMutableRawBufferPointer
  private let parser: JSONParser
  /// The value. It and all inside of it are valid only while somebody holds the document: where nobody else does, use
  /// `withRoot`.
  public let root: JSONNode

  /// Copies and reads a text; see `JSONParser.parse` for what is refused.
  public init(_ bytes: some Collection<UInt8>, depth: Int = Limits.standard.depth) throws(JSONFault) {
    let count = bytes.count
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: count + JSONParser.padding, alignment: 16)
    copy.copyBytes(from: bytes)
    UnsafeMutableRawBufferPointer(rebasing: copy[count...]).initializeMemory(as: UInt8.self, repeating: 0)
    let parser = JSONParser()
    do {
      root = try parser.parse(UnsafeRawBufferPointer(rebasing: copy[..<count]), depth: depth)
    } catch {
      copy.deallocate()
      throw error
    }
    source = copy
    self.parser = parser
  }

  deinit { source.deallocate() }

  /// Gives the value to `body`. No node of it may leave `body`: they are valid only while the document lives.
  public func withRoot<Result, Failure: Error>(
    _ body: (JSONNode) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(root)
  }
}
