import CUV

/// Runs in every turn of the loop, at one of three points. Hooks do not keep the loop running.
final class TurnHook: LoopHandle {
  /// The point in the turn.
  enum Phase {
    /// Before the loop waits for events, after timers.
    case beforeWaiting
    /// After the events of the turn.
    case afterEvents
    /// Before waiting. While such a hook is started, the loop does not wait.
    case unfinishedWork
  }

  private let phase: Phase
  private var body: (() -> Void)?

  init(_ loop: EventLoop, _ phase: Phase, _ body: @escaping () -> Void) throws(SystemError) {
    self.phase = phase
    self.body = body
    switch phase {
    case .beforeWaiting:
      super.init(loop, type: UV_PREPARE)
      try adopt(uv_prepare_init(loop.pointer, handle(as: uv_prepare_t.self)), "hook into the loop")
    case .afterEvents:
      super.init(loop, type: UV_CHECK)
      try adopt(uv_check_init(loop.pointer, handle(as: uv_check_t.self)), "hook into the loop")
    case .unfinishedWork:
      super.init(loop, type: UV_IDLE)
      try adopt(uv_idle_init(loop.pointer, handle(as: uv_idle_t.self)), "hook into the loop")
    }
    setCounted(false)
  }

  func start() {
    guard !isClosed else { return }
    switch phase {
    case .beforeWaiting:
      uv_prepare_start(handle(as: uv_prepare_t.self)) { handle in TurnHook.call(handle?.pointee.data) }
    case .afterEvents:
      uv_check_start(handle(as: uv_check_t.self)) { handle in TurnHook.call(handle?.pointee.data) }
    case .unfinishedWork:
      uv_idle_start(handle(as: uv_idle_t.self)) { handle in TurnHook.call(handle?.pointee.data) }
    }
  }

  func stop() {
    switch phase {
    case .beforeWaiting: uv_prepare_stop(handle(as: uv_prepare_t.self))
    case .afterEvents: uv_check_stop(handle(as: uv_check_t.self))
    case .unfinishedWork: uv_idle_stop(handle(as: uv_idle_t.self))
    }
  }

  override func close() {
    body = nil
    super.close()
  }

  private static func call(_ owner: UnsafeMutableRawPointer?) {
    guard let owner else { return }
    Unmanaged<TurnHook>.fromOpaque(owner).takeUnretainedValue().body?()
  }
}
