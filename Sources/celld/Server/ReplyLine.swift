import CellWire

/// The bytes around results and errors (JSON-RPC 2.0 §5).
enum ReplyLine {
  /// Returns the error line for a line whose id cannot be read.
  static func error(_ error: RPCError) -> [UInt8] {
    var line: [UInt8] = []
    append(error, id: nullID, to: &line)
    line.append(newline)
    return line
  }

  /// The bytes around an id and a result.
  private static let frame = 40
  static let newline = UInt8(ascii: "\n")
  static let nullID = Array("null".utf8)

  /// Appends the part of a reply before its result.
  static func begin(id: some Collection<UInt8>, _ bytes: inout [UInt8]) {
    append(#"{"jsonrpc":"2.0","id":"#, to: &bytes)
    bytes.append(contentsOf: id)
    append(#","result":"#, to: &bytes)
  }

  /// Appends the part of a reply after its result.
  static func end(_ bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends the reply to a ping without a newline.
  static func appendPong(id: some Collection<UInt8>, to bytes: inout [UInt8]) {
    begin(id: id, &bytes)
    append("{}", to: &bytes)
    end(&bytes)
  }

  /// Returns the line of a reply, in pieces, so that a large result is not copied.
  ///
  /// - Parameter head: the beginning of the result.
  static func pieces(
    _ result: Result<[UInt8], RPCError>, after head: [UInt8], id: [UInt8]
  ) -> [[UInt8]] {
    var bytes: [UInt8] = []
    guard case .success(let result) = result else {
      if case .failure(let error) = result { append(error, id: id, to: &bytes) }
      return [bytes + [newline]]
    }
    begin(id: id, &bytes)
    bytes += head
    return [bytes, result, Array("}\n".utf8)]
  }

  /// Returns the line of a reply. A large result is copied.
  ///
  /// - Parameter head: the beginning of the result.
  static func whole(_ result: Result<[UInt8], RPCError>, after head: [UInt8], id: [UInt8]) -> [UInt8] {
    var line: [UInt8] = []
    switch result {
    case .success(let result):
      line.reserveCapacity(frame + id.count + head.count + result.count)
      begin(id: id, &line)
      line += head
      line += result
      end(&line)
    case .failure(let error): append(error, id: id, to: &line)
    }
    line.append(newline)
    return line
  }

  /// Appends an error reply without a newline.
  static func append(_ error: RPCError, id: some Collection<UInt8>, to bytes: inout [UInt8]) {
    append(#"{"jsonrpc":"2.0","id":"#, to: &bytes)
    bytes.append(contentsOf: id)
    append(#","error":"#, to: &bytes)
    var writer = JSONWriter(appendingTo: bytes)
    bytes = []
    error.write(to: &writer)
    swap(&bytes, &writer.bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends JSON.
  static func append(_ text: StaticString, to bytes: inout [UInt8]) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }
}
