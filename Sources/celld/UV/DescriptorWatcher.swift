import CUV

/// Watches a descriptor for reading and writing. It does not own the descriptor: close the watcher
/// first.
///
/// Owners read and write sockets themselves, without `uv_stream_t`. The accept of libuv closes
/// clients silently when descriptors run out. `uv_write` needs its bytes pinned until a callback,
/// which would cost a copy of each reply that a slow client reads.
final class DescriptorWatcher: LoopHandle {
  /// Events to wait for, and events that happened.
  struct Events: OptionSet {
    let rawValue: Int32
    static let readable = Events(rawValue: Int32(UV_READABLE.rawValue))
    static let writable = Events(rawValue: Int32(UV_WRITABLE.rawValue))
    /// The descriptor is in an error state and is no longer watched. Bytes that arrived before can
    /// still be read.
    static let failed = Events(rawValue: 1 << 16)
  }

  private var onEvents: ((Events) -> Void)?
  private(set) var watched: Events = []

  init(_ loop: EventLoop, descriptor: Int32, onEvents: @escaping (Events) -> Void) throws(SystemError) {
    self.onEvents = onEvents
    super.init(loop, type: UV_POLL)
    try adopt(uv_poll_init(loop.pointer, handle(as: uv_poll_t.self), descriptor), "watch a descriptor")
  }

  /// Waits for these events from now on; an empty set pauses.
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
