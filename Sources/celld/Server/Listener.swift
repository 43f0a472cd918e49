import Glibc

/// Accepts clients at a listening socket.
///
/// When descriptors run out, the listener closes a spare one for a moment, to refuse the waiting
/// client with a message. If that fails, it pauses instead of spinning.
final class Listener {
  /// Reactions to new clients.
  struct Callbacks {
    /// Takes over a connected, non-blocking socket.
    let accepted: (Int32) -> Void
    /// Returns the line for a client that is refused for lack of a descriptor.
    let refusal: () -> [UInt8]
    /// Called once when descriptors run out, not for each client.
    let shortage: (SystemError) -> Void
  }

  private static let acceptsPerTurn = 64
  private static let retryDelay: UInt64 = 100

  private let descriptor: Int32
  private let callbacks: Callbacks
  private var watcher: DescriptorWatcher?
  private var retry: LoopTimer?
  private var spare: Int32 = -1
  private var isShort = false

  /// Takes over the descriptor, which must be listening already.
  init(_ loop: EventLoop, descriptor: Int32, _ callbacks: Callbacks) throws(SystemError) {
    self.descriptor = descriptor
    self.callbacks = callbacks
    spare = Self.openSpare()
    watcher = try DescriptorWatcher(loop, descriptor: descriptor) { [unowned self] _ in acceptWaiting() }
    retry = try LoopTimer(loop) { [unowned self] in resume() }
    watcher?.watch(.readable)
  }

  /// Stops listening. The kernel disconnects clients that were not accepted.
  func close() {
    guard watcher != nil else { return }
    watcher?.close()
    retry?.close()
    watcher = nil
    retry = nil
    Glibc.close(descriptor)
    if spare >= 0 { Glibc.close(spare) }
    spare = -1
  }

  private func acceptWaiting() {
    for _ in 0..<Self.acceptsPerTurn {
      guard watcher != nil else { return }
      switch SocketCalls.accept(from: descriptor) {
      case .success(let client):
        isShort = false
        callbacks.accepted(client)
      case .failure(let error):
        switch error.code {
        case EAGAIN: return
        case EINTR, ECONNABORTED, EPERM: continue
        default:
          if !isShort { callbacks.shortage(error) }
          isShort = true
          guard error.code == EMFILE || error.code == ENFILE, refuseOne() else { return pause() }
        }
      }
    }
  }

  /// Accepts one client with the spare descriptor and refuses it. Returns false without a
  /// spare descriptor.
  private func refuseOne() -> Bool {
    guard spare >= 0 else { return false }
    Glibc.close(spare)
    spare = -1
    defer { spare = Self.openSpare() }
    guard case .success(let client) = SocketCalls.accept(from: descriptor) else { return false }
    SocketCalls.sendOff(client, with: callbacks.refusal())
    return true
  }

  private func pause() {
    watcher?.watch([])
    retry?.start(after: Self.retryDelay)
  }

  private func resume() {
    if spare < 0 { spare = Self.openSpare() }
    watcher?.watch(.readable)
  }

  private static func openSpare() -> Int32 {
    open("/dev/null", O_RDONLY | O_CLOEXEC)
  }
}
