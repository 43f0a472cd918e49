import CUV

/// Brings numbers from any thread to the loop. A number stands for what its receiver keeps in a table; one that is not
/// in there any more is dropped by the receiver, so nothing that belongs to the loop ever travels.
final class Mailbox {
  /// The part that other threads hold. It outlives the mailbox; what is posted after the end is dropped.
  final class Slot: @unchecked Sendable {
    fileprivate struct State: Sendable {
      var letters: [UInt64] = []
      var isOpen = true
    }
    fileprivate let state = Mutex(State())
    // Only used under the lock, and while `isOpen`; uv_async_send itself may be called from any thread.
    fileprivate var wake: () -> Void = {}

    /// May be called from any thread.
    func post(_ letter: UInt64) {
      state.withLock { state in
        guard state.isOpen else { return }
        state.letters.append(letter)
        if state.letters.count == 1 { wake() }
      }
    }
  }

  let slot = Slot()
  private let signal: AsyncHandle

  /// `deliver` runs on the loop, in the order of posting.
  init(_ loop: EventLoop, deliver: @escaping (UInt64) -> Void) throws(SystemError) {
    let slot = slot
    signal = try AsyncHandle(loop) {
      // Until it is empty: libuv may fold many wakes into one.
      while true {
        let letters = slot.state.withLock { state in
          defer { state.letters.removeAll() }
          return state.letters
        }
        if letters.isEmpty { return }
        for letter in letters { deliver(letter) }
      }
    }
    let signal = signal
    slot.state.withLock { _ in slot.wake = { signal.send() } }
  }

  /// Whether the mailbox keeps the loop running.
  func setCounted(_ counted: Bool) {
    signal.setCounted(counted)
  }

  /// Letters not yet delivered are dropped.
  func close() {
    slot.state.withLock { state in
      state.isOpen = false
      state.letters = []
      slot.wake = {}
    }
    signal.close()
  }
}

/// libuv's one handle that other threads may touch.
private final class AsyncHandle: LoopHandle {
  private var body: (() -> Void)?

  init(_ loop: EventLoop, _ body: @escaping () -> Void) throws(SystemError) {
    self.body = body
    super.init(loop, type: UV_ASYNC)
    let call: uv_async_cb = { handle in
      guard let owner = handle?.pointee.data else { return }
      Unmanaged<AsyncHandle>.fromOpaque(owner).takeUnretainedValue().body?()
    }
    try adopt(uv_async_init(loop.pointer, handle(as: uv_async_t.self), call), "make a mailbox")
  }

  func send() {
    uv_async_send(handle(as: uv_async_t.self))
  }

  override func close() {
    body = nil
    super.close()
  }
}
