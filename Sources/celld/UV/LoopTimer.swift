import CUV

/// Calls back after a time, once or repeatedly.
final class LoopTimer: LoopHandle {
  private var body: (() -> Void)?

  init(_ loop: EventLoop, _ body: @escaping () -> Void) throws(SystemError) {
    self.body = body
    super.init(loop, type: UV_TIMER)
    try adopt(uv_timer_init(loop.pointer, handle(as: uv_timer_t.self)), "make a timer")
  }

  /// Starts the timer. Times are in milliseconds; an interval of 0 is a single call. Starting again
  /// replaces the times.
  func start(after delay: UInt64, repeat interval: UInt64 = 0) {
    guard !isClosed else { return }
    // libuv counts from the start of the turn, which may be long ago after heavy work.
    uv_update_time(loop.pointer)
    let call: uv_timer_cb = { handle in
      guard let owner = handle?.pointee.data else { return }
      Unmanaged<LoopTimer>.fromOpaque(owner).takeUnretainedValue().body?()
    }
    uv_timer_start(handle(as: uv_timer_t.self), call, delay, interval)
  }

  func stop() {
    uv_timer_stop(handle(as: uv_timer_t.self))
  }

  override func close() {
    body = nil
    super.close()
  }
}
