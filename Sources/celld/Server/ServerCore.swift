import CellProtocol
import CellWire

/// The parts of the server that all connections share. Belongs to the loop.
final class ServerCore {
  let loop: EventLoop
  let workers: Workers
  var limits: Limits
  let shares: Shares
  /// The methods. Set before the first client comes.
  var service = Service()
  var statistics: ServerStatistics
  let latency = LatencyHistogram()
  let turn: TurnQueue
  /// Requests that the service was asked to answer.
  private(set) var calls: UInt64 = 0
  /// The number of the call that is being dispatched. It cannot be finished yet.
  var dispatched: UInt64?

  /// The buffer into which all connections read. Each takes its bytes out before the next one
  /// reads.
  let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 64)
  /// A buffer for the replies of one connection, reused from turn to turn.
  var scratch: [UInt8] = []
  let parser = JSONParser()
  /// The unsent bytes that any connection may have. A ping is checked with this number only.
  let pendingAllowance: Int

  init(loop: EventLoop, workers: Workers, limits: Limits, isPrivate: Bool) throws(SystemError) {
    self.loop = loop
    self.workers = workers
    self.limits = limits
    shares = Shares(limits, isPrivate: isPrivate)
    pendingAllowance = shares.allowance(.pending)
    statistics = ServerStatistics(latency: latency)
    turn = try TurnQueue(loop)
    turn.onEnd = { [unowned self] in service.turnEnds() }
  }

  deinit { readBuffer.deallocate() }

  /// Numbers a request.
  func nextCall(
    _ request: Request, _ caller: Caller, _ document: Parcel<JSONDocument>?, _ content: Parcel<any Sendable>?
  ) -> Call {
    calls += 1
    return Call(
      caller: caller, number: calls, isNotification: request.id == nil, document: document, content: content)
  }
}
