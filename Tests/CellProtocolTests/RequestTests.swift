import Testing

@testable import CellProtocol
@testable import CellWire

@Suite("Requests") struct RequestTests {
  /// Calls `body` with the request of a line, or the answer to a line that is not one.
  private func read<Value>(_ text: String, _ body: (Result<Request, Request.Invalid>) -> Value) throws
    -> Value
  {
    try JSONDocument(text.utf8).withRoot { body(Request.read($0)) }
  }

  @Test(
    "requests that are taken, with their ids as written",
    arguments: [
      (#"{"id":1,"method":"ping"}"#, "1"),
      (#"{"jsonrpc":"2.0","id":"a\u0041","method":"ping","params":{}}"#, #""a\u0041""#),
      (#"{"id":1.50e3,"method":"ping"}"#, "1.50e3"), (#"{"id":null,"method":"ping"}"#, "null"),
      (#"{"method":"ping"}"#, nil),
      (#"{"id":123456789012345678901,"method":"ping","params":null}"#, "123456789012345678901"),
      (#"{"method":"ping","params":{},"id":-0}"#, "-0"),
      (#"{"id":1,"method":"ping","traceparent":"x"}"#, "1"),
    ] as [(String, String?)])
  func taken(text: String, id: String?) throws {
    try read(text) { result in
      guard case .success(let request) = result else {
        Issue.record("\(text) is a request")
        return
      }
      #expect(request.id.map { String(decoding: $0, as: UTF8.self) } == id)
      #expect(request.method == "ping")
      #expect(request.known == PingMethod.self)
    }
  }

  @Test(
    "what is no request, and the id of the answer",
    arguments: [
      ("1", "null"), (#""ping""#, "null"), ("{}", "null"), (#"{"id":7}"#, "7"),
      (#"{"id":{},"method":"ping"}"#, "null"),
      (#"{"id":true,"method":"ping"}"#, "null"), (#"{"id":[1],"method":"ping"}"#, "null"),
      (#"{"id":"x","method":1}"#, #""x""#),
      (#"{"id":1,"jsonrpc":"1.0","method":"ping"}"#, "1"), (#"{"id":1,"jsonrpc":2.0,"method":"ping"}"#, "1"),
      (#"{"id":1,"method":"ping","params":[]}"#, "1"), (#"{"method":"ping","params":"x"}"#, nil),
      (#"{"method":"ping","params":[]}"#, nil), (#"{"jsonrpc":"1.0","method":"ping"}"#, nil),
      (#"{"jsonrpc":"1.0","method":1}"#, "null"), (#"{"id":1,"result":{}}"#, "1"), ("null", "null"),
    ] as [(String, String?)])
  func refused(text: String, id: String?) throws {
    try read(text) { result in
      guard case .failure(let invalid) = result else {
        Issue.record("\(text) is no request")
        return
      }
      #expect(invalid.error.kind == .invalidRequest)
      #expect(invalid.id.map { String(decoding: $0, as: UTF8.self) } == id)
    }
  }

  @Test("every method is found by its name") func methods() throws {
    for method in Methods.all { #expect(try known(method.name) == method) }
    #expect(try known("pong") == nil)
  }

  private func known(_ name: String) throws -> (any CellProtocol.Method.Type)? {
    try read(#"{"method":"\#(name)"}"#) { try? $0.get().known }
  }
}
