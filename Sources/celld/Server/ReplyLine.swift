import CellProtocol

/// The bytes around results and errors, JSON-RPC 2.0 §5.
enum ReplyLine {
  /// A whole line that answers what could not be read, so that it has no id.
  static func error(_ error: RPCError) -> [UInt8] {
    var line: [UInt8] = []
    append(error, id: nullID, to: &line)
    line.append(newline)
    return line
  }

  static let newline = UInt8(ascii: "\n")
  static let nullID = Array("null".utf8)

  /// Everything of a reply before its result.
  static func begin(id: some Collection<UInt8>, _ bytes: inout [UInt8]) {
    append(#"{"jsonrpc":"2.0","id":"#, to: &bytes)
    bytes.append(contentsOf: id)
    append(#","result":"#, to: &bytes)
  }

  /// Everything of a reply behind its result.
  static func end(_ bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "}"))
  }

  /// A whole reply without the line's end.
  static func append(_ error: RPCError, id: some Collection<UInt8>, to bytes: inout [UInt8]) {
    append(#"{"jsonrpc":"2.0","id":"#, to: &bytes)
    bytes.append(contentsOf: id)
    append(#","error":"#, to: &bytes)
    var writer = JSONWriter(appendingTo: bytes)
    bytes = []
    error.write(to: &writer)
    bytes = writer.bytes
    bytes.append(UInt8(ascii: "}"))
  }

  /// JSON that is ready.
  static func append(_ text: StaticString, to bytes: inout [UInt8]) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }
}
