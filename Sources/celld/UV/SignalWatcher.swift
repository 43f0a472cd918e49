import CUV

/// Watches a Unix signal. The callback runs on the loop.
final class SignalWatcher: LoopHandle {
  private var body: (() -> Void)?

  init(_ loop: EventLoop, signal: Int32, _ body: @escaping () -> Void) throws(SystemError) {
    self.body = body
    super.init(loop, type: UV_SIGNAL)
    try adopt(uv_signal_init(loop.pointer, handle(as: uv_signal_t.self)), "watch a signal")
    let call: uv_signal_cb = { handle, _ in
      guard let owner = handle?.pointee.data else { return }
      Unmanaged<SignalWatcher>.fromOpaque(owner).takeUnretainedValue().body?()
    }
    let status = uv_signal_start(handle(as: uv_signal_t.self), call, signal)
    setCounted(false)
    guard status == 0 else {
      close()
      throw SystemError("watch signal \(signal)", code: status)
    }
  }

  override func close() {
    body = nil
    super.close()
  }
}
