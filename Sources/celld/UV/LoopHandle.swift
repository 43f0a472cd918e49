import CUV

/// The base of all libuv handles: memory with a fixed address, and an owner that lives until libuv
/// releases it.
///
/// Between `adopt` and the close callback the handle retains its Swift object, so a callback always
/// finds it. A handle closes at the end of the turn; `isClosed` is true at once.
class LoopHandle {
  let loop: EventLoop
  private let memory: UnsafeMutableRawPointer
  private(set) var isClosed = false

  init(_ loop: EventLoop, type: uv_handle_type) {
    loop.checkThread()
    self.loop = loop
    memory = .allocate(byteCount: uv_handle_size(type), alignment: 16)
  }

  deinit { memory.deallocate() }

  /// The memory as the handle type that the subclass initialises.
  func handle<Handle>(as type: Handle.Type) -> UnsafeMutablePointer<Handle> {
    memory.assumingMemoryBound(to: type)
  }

  /// Called once after the libuv initialiser. From then on the handle keeps `self` alive.
  func adopt(_ status: Int32, _ action: String) throws(SystemError) {
    guard status == 0 else {
      isClosed = true
      throw SystemError(action, code: status)
    }
    handle(as: uv_handle_t.self).pointee.data = Unmanaged.passRetained(self).toOpaque()
  }

  /// A handle that is not counted does not keep the loop running.
  func setCounted(_ counted: Bool) {
    if counted { uv_ref(handle(as: uv_handle_t.self)) } else { uv_unref(handle(as: uv_handle_t.self)) }
  }

  /// Stops all callbacks now and frees the handle at the end of the turn. Closing twice is
  /// harmless.
  func close() {
    loop.checkThread()
    guard !isClosed else { return }
    isClosed = true
    uv_close(handle(as: uv_handle_t.self)) { handle in
      guard let owner = handle?.pointee.data else { return }
      Unmanaged<LoopHandle>.fromOpaque(owner).release()
    }
  }
}
