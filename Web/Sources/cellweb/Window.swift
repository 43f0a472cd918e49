import CellWire
import Glibc
import NIOCore
import NIOPosix
import NIOWebSocket

/// The WebSocket of one window: a relay to a connection of its own to the daemon, which is opened
/// again if the daemon was restarted.
///
/// Nothing is queued. If the browser does not read, nothing is read from the daemon, which then
/// sends the newest state when it can.
final class Window: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame
  typealias Reason = (code: WebSocketErrorCode, sentence: String)

  /// The maximum size of a message of the browser, and of a part of a line of the daemon.
  static let (maxMessage, maxPart) = (64 << 10, 256 << 10)
  static let unknown: Reason = (.unknown(4401), "This code or token is unknown; open the printed address.")
  static let used: Reason = (
    .unknown(4410), "This address was used; get a new one with cellctl serve --address."
  )
  static let full: Reason = (.unknown(1013), "All windows are in use; close another one.")

  private enum Phase { case new, offered(token: String), open, closed }

  private let visit: Visit
  private let server: Server
  private var channel: any Channel { visit.channel }
  private var loop: NIOIsolatedEventLoop { channel.eventLoop.assumeIsolated() }
  private var phase = Phase.new
  /// The connection to the daemon. There is none while the daemon is away.
  private var daemon: (any Channel)?
  /// The part of a line that the browser has not got yet.
  private var line = ByteBuffer()
  /// Whether the browser has got a part of a line. Other messages wait for its end.
  private var isInLine = false
  private var waiting: [String] = []
  private var failures = 0

  init(visit: Visit, server: Server) { (self.visit, self.server) = (visit, server) }

  /// Sends a token, which the window has to confirm.
  func offer(_ token: String, until end: NIODeadline) {
    phase = .offered(token: token)
    visit.deadline = loop.scheduleTask(in: end - .now()) { self.close(Self.used) }
    send(#"{"method":"access","params":{"token":"\#(token)"}}"#)
  }

  /// Begins the relay.
  func open() {
    phase = .open
    server.remove(visit)
    connect()
  }

  /// Sends a close frame. The connection ends when the browser has answered it, or soon.
  func close(_ reason: Reason) {
    if case .closed = phase { return }
    var data = ByteBuffer()
    data.write(webSocketErrorCode: reason.code)
    data.writeString(reason.sentence)
    channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: data), promise: nil)
    end()
    visit.close(in: .seconds(1))
  }

  private func end() {
    phase = .closed
    server.remove(self)
    visit.deadline = nil
    daemon?.close(promise: nil)
    daemon = nil
    setReading(true, of: channel)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    server.remove(visit)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    if case .closed = phase {
      if frame.opcode == .connectionClose { context.close(promise: nil) }
      return
    }
    guard frame.maskKey != nil, frame.reservedBits.isEmpty else {
      return close((.protocolError, "Expected masked frames without extensions."))
    }
    switch frame.opcode {
    case .text where frame.fin: take(frame.unmaskedData)
    case .pong: break
    case .ping:
      let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
      context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
    case .connectionClose:
      close((.normalClosure, ""))
      context.close(promise: nil)
    default: close((.unacceptableData, "Expected one text frame for each request."))
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if case .closed = phase { return }
    guard let error = error as? NIOWebSocketError else { return context.close(promise: nil) }
    if error == .invalidFrameLength { return close((.messageTooLarge, "A request has at most 64 KiB.")) }
    close((.protocolError, "Expected control frames of at most 125 bytes."))
  }

  private func take(_ message: ByteBuffer) {
    if case .offered(let token) = phase {
      let message = try? JSON(parsing: message.readableBytesView)
      let confirmed = message?["params"]?["token"]?.string ?? ""
      guard message?["method"]?.string == "access.confirm", Server.isEqual(confirmed, token) else {
        return close(Self.unknown)
      }
      return server.confirm(self, token: token)
    }
    do throws(Rejection) {
      let line = try server.gate.line(for: message.readableBytesView, isAway: daemon?.isWritable != true)
      daemon?.writeAndFlush(ByteBuffer(string: line), promise: nil)
    } catch {
      send(error.reply)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    regulate()
    expectProgress(from: nil)
  }

  /// Ends the connection if the browser takes nothing for ten seconds.
  private func expectProgress(from last: Int?) {
    guard case .open = phase, !channel.isWritable else { return visit.deadline = nil }
    let left = try? channel.syncOptions?.getOption(.bufferedWritableBytes)
    if let last, left == last { return channel.close(promise: nil) }
    visit.deadline = loop.scheduleTask(in: .seconds(10)) { self.expectProgress(from: left) }
  }

  /// Stops and starts reading on both sides.
  fileprivate func regulate() {
    if case .closed = phase { return }
    setReading(channel.isWritable, of: channel)
    if let daemon { setReading(channel.isWritable, of: daemon) }
  }

  private func setReading(_ isReading: Bool, of channel: any Channel) {
    try? channel.syncOptions?.setOption(.autoRead, value: isReading)
  }

  /// Sends a message of cellweb, between two lines of the daemon.
  private func send(_ text: String) {
    if isInLine { return waiting.append(text) }
    channel.writeAndFlush(
      WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text)), promise: nil)
  }

  private func notify(_ method: String, _ parameters: JSON) {
    send(JSON.object([.init("method", .string(method)), .init("params", parameters)]).text)
  }

  /// Connects to the first socket that answers, from the one at `index` on.
  private func connect(to index: Int = 0, problem: String = "No daemon answers; start one with cellctl ping.")
  {
    guard case .open = phase else { return }
    guard index < server.sockets.count else { return retry(problem) }
    let socket = server.sockets[index]
    do throws(SocketPathError) {
      try socket.checkLength()
      try socket.checkDirectory()
    } catch {
      return connect(to: index + 1, problem: error.sentence)
    }
    ClientBootstrap(group: channel.eventLoop)
      .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 64 << 10))
      .channelOption(.maxMessagesPerRead, value: 1)
      .channelOption(.autoRead, value: false)
      .connect(unixDomainSocketPath: socket.path).assumeIsolated().whenComplete { result in
        guard case .success(let daemon) = result else { return self.connect(to: index + 1, problem: problem) }
        guard case .open = self.phase else { return daemon.close(promise: nil) }
        try? daemon.pipeline.syncOperations.addHandler(DaemonConnection(window: self))
        self.daemon = daemon
        // A daemon that is full closes the connection at once.
        self.loop.scheduleTask(in: .seconds(1)) { if self.daemon === daemon { self.failures = 0 } }
        self.notify("daemon.connected", ["sessions": .array(self.server.gate.sessions.map(JSON.string))])
        self.regulate()
      }
  }

  /// Tries again soon, and later each time. The browser is told at once, and then now and then.
  private func retry(_ problem: String, wasConnected: Bool = false) {
    if wasConnected || failures % 4 == 0 { notify("daemon.away", ["message": .string(problem)]) }
    failures += 1
    loop.scheduleTask(in: .milliseconds(Int64(min(100 * failures, 1000)))) { self.connect() }
  }

  /// Relays lines. A long line becomes several frames of one message.
  fileprivate func relay(_ data: ByteBuffer) {
    var data = data
    if line.readableBytes == 0 { line = data } else { line.writeBuffer(&data) }
    while let length = line.withUnsafeReadableBytes({ bytes in
      bytes.baseAddress.flatMap { start in memchr(start, 10, bytes.count).map { UnsafeRawPointer($0) - start }
      }
    }), let part = line.readSlice(length: length) {
      line.moveReaderIndex(forwardBy: 1)
      write(part, isLast: true)
    }
    if line.readableBytes >= Self.maxPart {
      write(line.readSlice(length: line.readableBytes)!, isLast: false)
    }
    channel.flush()
  }

  private func write(_ part: ByteBuffer, isLast: Bool) {
    let frame = WebSocketFrame(fin: isLast, opcode: isInLine ? .continuation : .text, data: part)
    channel.write(frame, promise: nil)
    isInLine = !isLast
    guard isLast else { return }
    for text in waiting { send(text) }
    waiting = []
  }

  fileprivate func daemonEnded() {
    (daemon, line) = (nil, ByteBuffer())
    if isInLine { return close((.unexpectedServerError, "The daemon has gone in the middle of a line.")) }
    guard case .open = phase else { return }
    regulate()
    retry("The daemon has closed the connection.", wasConnected: true)
  }
}

/// The connection of a window to the daemon.
private final class DaemonConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  private let window: Window

  init(window: Window) { self.window = window }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { window.relay(unwrapInboundIn(data)) }
  func channelInactive(context: ChannelHandlerContext) { window.daemonEnded() }
  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
