import CUV

/// Tells when a descriptor can be read or written. It does not own the descriptor: close the watcher first, then it.
///
/// Sockets are watched, read and written by their owners, rather than through `uv_stream_t`, for two reasons: libuv's
/// own accept closes clients without a word when descriptors run out, and `uv_write` wants its bytes pinned until a
/// callback, which would mean one more copy of each reply that a client is slow to take.
final class DescriptorWatcher: LoopHandle {
  /// What to wait for, and what has come.
  struct Events: OptionSet {
    let rawValue: Int32
    static let readable = Events(rawValue: Int32(UV_READABLE.rawValue))
    static let writable = Events(rawValue: Int32(UV_WRITABLE.rawValue))
    /// The descriptor is in an error state. Watching has ended; bytes that came before may still be read.
    static let failed = Events(rawValue: 1 << 16)
  }

  private var onEvents: ((Events) -> Void)?
  private(set) var watched: Events = []

  init(_ loop: EventLoop, descriptor: Int32, onEvents: @escaping (Events) -> Void) throws(SystemError) {
    self.onEvents = onEvents
    super.init(loop, type: UV_POLL)
    try adopt(uv_poll_init(loop.pointer, handle(as: uv_poll_t.self), descriptor), "watch a descriptor")
  }

  /// Waits for these events from now on; none is a pause.
  func watch(_ events: Events) {
    guard events != watched, !isClosed else { return }
    watched = events
    if events.isEmpty {
      uv_poll_stop(handle(as: uv_poll_t.self))
      return
    }
    uv_poll_start(handle(as: uv_poll_t.self), events.rawValue) { handle, status, events in
      guard let owner = handle?.pointee.data else { return }
      let watcher = Unmanaged<DescriptorWatcher>.fromOpaque(owner).takeUnretainedValue()
      if status < 0 { watcher.watched = [] }
      watcher.onEvents?(status < 0 ? .failed : Events(rawValue: events))
    }
  }

  override func close() {
    onEvents = nil
    super.close()
  }
}
