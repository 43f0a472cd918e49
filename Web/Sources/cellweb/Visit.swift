import CellWire
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// A connection without access: it gets files of the page, or becomes a window. It gets one answer
/// at a time, and a refusal ends it.
final class Visit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum Phase { case silent, reading(HTTPRequestHead), answered, idle, ended }

  /// A request that is not served: its status, and a sentence with the fix.
  private struct Refusal: Error {
    let status: HTTPResponseStatus
    let sentence: String

    init(_ status: HTTPResponseStatus, _ sentence: String) {
      (self.status, self.sentence) = (status, sentence)
    }
  }

  let channel: any Channel
  private let server: Server
  private var phase = Phase.silent
  private var isWriting = false
  /// The end of the connection, unless it does in time what it should.
  var deadline: Scheduled<Void>? { didSet { oldValue?.cancel() } }

  /// How much its end costs: nothing if it has not sent a whole request or has got its last answer,
  /// and little if it is idle.
  var rank: Int {
    switch phase {
    case .silent, .reading: 0
    case .idle: 1
    case .answered: 2
    case .ended: isWriting ? 2 : 0
    }
  }

  /// Adds the handlers of a new connection.
  static func begin(on channel: any Channel, server: Server) throws {
    var limits = NIOHTTPDecoderLimitConfiguration()
    // A browser sends the cookies of all servers on 127.0.0.1.
    (limits.maxHeaderFieldSize, limits.maxHeaderListSize) = (64 << 10, 64 << 10)
    let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits)
    let visit = Visit(channel: channel, server: server)
    try channel.pipeline.syncOperations.addHandlers([
      HTTPResponseEncoder(), ByteToMessageHandler(decoder), visit,
    ])
  }

  private init(channel: any Channel, server: Server) {
    (self.channel, self.server) = (channel, server)
    server.add(self)
    close(in: .seconds(5))
  }

  /// Closes the connection after some time, unless another deadline is set before.
  func close(in time: TimeAmount) {
    let loop = channel.eventLoop.assumeIsolated()
    deadline = loop.scheduleTask(in: time) { [channel] in channel.close(promise: nil) }
  }

  func channelInactive(context: ChannelHandlerContext) { server.remove(self) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), phase) {
    case (.head(let head), .silent), (.head(let head), .idle):
      phase = .reading(head)
      do throws(Refusal) { try check(head) } catch { refuse(error, context) }
    case (.end, .reading(let head)):
      do throws(Refusal) { try answer(head, context) } catch { refuse(error, context) }
    case (.head, .answered):
      // It did not wait for the answer before.
      phase = .ended
      if !isWriting { linger(context) }
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if case .ended = phase { return }
    guard let error = error as? HTTPParserError else { return context.close(promise: nil) }
    guard error == .headerOverflow else {
      return refuse(Refusal(.badRequest, "This is not HTTP/1.1; open the printed address."), context)
    }
    let sentence = "The address and the headers have more than 64 KiB; shorten it, or delete cookies."
    refuse(Refusal(.requestHeaderFieldsTooLarge, sentence), context)
  }

  /// Throws if the request names another host, or comes from a page of another origin. An attacker's
  /// DNS server can lead any name to 127.0.0.1. The port may differ, since ssh forwards ports.
  private func check(_ head: HTTPRequestHead) throws(Refusal) {
    let hosts = head.headers["Host"]
    guard hosts.count == 1 else { throw Refusal(.badRequest, "Expected one Host, got \(hosts.count).") }
    let host = hosts[0].lowercased()
    let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let isPort = parts.count < 2 || parts[1].utf8.allSatisfy { 48...57 ~= $0 } && UInt16(parts[1]) != nil
    guard isPort, parts[0].exact == "127.0.0.1".exact || parts[0].exact == "localhost".exact else {
      throw Refusal(.forbidden, "Expected the host 127.0.0.1 or localhost; open the printed address.")
    }
    guard head.uri.hasPrefix("/") || head.uri.lowercased().utf8.starts(with: "http://\(host)/".utf8) else {
      throw Refusal(.badRequest, "Expected a path of this host; open the printed address.")
    }
    let own = "http://\(host)".exact
    guard head.headers["Origin"].allSatisfy({ $0.exact == own || $0.exact == server.origin?.exact }) else {
      throw Refusal(.forbidden, "Pages of another origin are not served; name it with --origin.")
    }
    guard head.method == .GET else {
      throw Refusal(.methodNotAllowed, "Expected GET, got \(head.method.rawValue).")
    }
    let hasBody = head.headers["Content-Length"].contains { $0.exact != "0".exact }
    guard !hasBody, !head.headers.contains(name: "Transfer-Encoding") else {
      throw Refusal(.payloadTooLarge, "Expected a request without a body.")
    }
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) throws(Refusal) {
    let target = head.uri.hasPrefix("/") ? Substring(head.uri) : head.uri.dropFirst(7).drop { $0 != "/" }
    let path = String(target.prefix { $0 != "?" })
    let isUpgrade = ["Upgrade", "Sec-WebSocket-Key"].contains(where: head.headers.contains)
    if isUpgrade, path.exact == "/".exact { return try upgrade(head, context) }
    // A worker would outlive the program, and could answer for the next server on this port.
    let isWorker = head.headers.contains(name: "Service-Worker")
    guard !isUpgrade, !isWorker, let file = PageFiles.file(at: path) else {
      throw Refusal(.notFound, "There is nothing at \(path); open the address without a path.")
    }
    phase = head.isKeepAlive ? .answered : .ended
    write(.ok, file.bytes, type: file.type, context)
  }

  private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    phase = .ended
    write(refusal.status, Array((refusal.sentence + "\n").utf8), type: "text/plain; charset=utf-8", context)
  }

  private func write(
    _ status: HTTPResponseStatus, _ bytes: [UInt8], type: String, _ context: ChannelHandlerContext
  ) {
    close(in: .seconds(10))
    isWriting = true
    var head = HTTPResponseHead(version: .http1_1, status: status, headers: Self.headers)
    head.headers.add(contentsOf: [("Content-Type", type), ("Content-Length", String(bytes.count))])
    if status == .methodNotAllowed { head.headers.add(name: "Allow", value: "GET") }
    if case .ended = phase { head.headers.add(name: "Connection", value: "close") }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
      self.isWriting = false
      if case .ended = self.phase { return self.linger(context) }
      // Requests that came with this one are read before.
      context.eventLoop.assumeIsolated().execute {
        guard case .answered = self.phase else { return }
        self.phase = .idle
        self.close(in: .seconds(5))
      }
    }
  }

  /// Ends the connection after its last answer. What still comes is read for a second: a reset would
  /// destroy the answer.
  private func linger(_ context: ChannelHandlerContext) {
    context.close(mode: .output, promise: nil)
    close(in: .seconds(1))
  }

  private func upgrade(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) throws(Refusal) {
    func values(_ name: String) -> [String] { head.headers[canonicalForm: name].map(String.init) }
    let offered = values("Sec-WebSocket-Protocol")
    let tokens = offered.filter { $0.hasPrefix("celld.token.") }.map { String($0.dropFirst(12)) }
    let codes = offered.filter { $0.hasPrefix("celld.code.") }.map { String($0.dropFirst(11)) }
    guard offered.contains("celld"), !(tokens + codes).isEmpty else {
      throw Refusal(
        .unauthorized, "Expected the subprotocols celld, and celld.code.CODE or celld.token.TOKEN.")
    }
    guard !head.headers["Origin"].isEmpty else {
      throw Refusal(.forbidden, "A WebSocket needs the header Origin; open the printed address.")
    }
    // The decoder must see an upgrade as well, because it stops there.
    guard head.version == .http1_1, values("Upgrade").map({ $0.lowercased() }) == ["websocket"],
      head.headers["Connection"].count == 1,
      values("Connection").contains(where: { $0.lowercased() == "upgrade" })
    else { throw Refusal(.badRequest, "Expected the upgrade of a WebSocket.") }
    NIOWebSocketServerUpgrader(
      shouldUpgrade: { channel, _ in
        channel.eventLoop.makeSucceededFuture(["Sec-WebSocket-Protocol": "celld"])
      },
      upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() }
    ).buildUpgradeResponse(channel: channel, upgradeRequest: head, initialResponseHeaders: [:])
      .assumeIsolated().whenComplete { result in
        guard case .success(let headers) = result else {
          return self.refuse(Refusal(.badRequest, "Expected a WebSocket of version 13."), context)
        }
        let head = HTTPResponseHead(version: .http1_1, status: .switchingProtocols, headers: headers)
        context.writeAndFlush(self.wrapOutboundOut(.head(head)), promise: nil)
        do { try self.becomeWindow(tokens, codes, context) } catch { context.close(promise: nil) }
      }
  }

  private func becomeWindow(_ tokens: [String], _ codes: [String], _ context: ChannelHandlerContext) throws {
    phase = .idle
    let pipeline = context.pipeline.syncOperations
    let window = Window(visit: self, server: server)
    // The decoder of HTTP hands on what came with the request.
    let frames = ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: Window.maxMessage))
    try pipeline.addHandlers([WebSocketFrameEncoder(), frames, window])
    pipeline.removeHandler(context: context, promise: nil)
    pipeline.removeHandler(try pipeline.handler(type: HTTPResponseEncoder.self), promise: nil)
    pipeline.removeHandler(
      try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self), promise: nil)
    server.judge(window, tokens: tokens, codes: codes)
  }

  private static let headers: HTTPHeaders = [
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
      + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
  ]
}
