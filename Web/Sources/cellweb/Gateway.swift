import CellProtocol
import HTTPTypes
import Hummingbird

/// Answers the requests of browsers.
///
/// - `GET /?token=…` sets the cookie, and leads to the address without the token.
/// - `GET /` and `GET /page.js` are files of the page.
/// - `GET /events` is a stream of server-sent events: the lines of a connection to the daemon.
/// - `POST /requests?stream=…` sends a request on that connection. The reply comes in the stream.
struct Gateway: HTTPResponder {
  typealias Context = Visit

  let access: Access
  let gate: RequestGate
  let streams: Streams

  func respond(to request: Request, context: Visit) async throws -> Response {
    var response: Response
    do {
      response = try await answer(request, port: context.port)
    } catch let refusal as Refusal {
      response = refusal.response
    }
    for (name, value) in Self.headers { response.headers[name] = value }
    return response
  }

  private func answer(_ request: Request, port: Int) async throws -> Response {
    try access.checkSource(request, port: port)
    let path = request.uri.path
    if request.method == .get, path == "/", let token = request.uri.queryParameters["token"] {
      return try access.admission(token, port: port)
    }
    try access.checkCookie(request, port: port)
    switch (request.method, path) {
    case (.get, "/events"):
      try access.checkSameOrigin(request)
      return try await streams.response(to: request, sessions: gate.sessions)
    case (.post, "/requests"):
      return try await send(request)
    case (.get, _):
      if let file = PageFiles.response(path: path) { return file }
      throw Refusal(.notFound, "There is nothing at \(path); open the address without a path.")
    default:
      throw Refusal(.notFound, "Expected POST /requests, got POST \(path).")
    }
  }

  private func send(_ request: Request) async throws -> Response {
    guard request.headers[.contentType] == "application/json" else {
      throw Refusal(.unsupportedMediaType, "Expected the content type application/json.")
    }
    guard let stream = request.uri.queryParameters["stream"] else {
      throw Refusal(.badRequest, "Expected the parameter stream; name the stream for the reply.")
    }
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: Bounds.body)
    } catch {
      throw Refusal(.contentTooLarge, "The body has more than \(Bounds.body) bytes; send less.")
    }
    try await streams.send(gate.line(for: body.readableBytesView), on: String(stream))
    return Response(status: .noContent)
  }

  private static let headers: [(HTTPField.Name, String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
  ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}
