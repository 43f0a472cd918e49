import CUV
import Glibc

/// The loop of the daemon. Only the thread that makes it may use it, its handles, and everything
/// that their callbacks reach. Debug builds check this.
final class EventLoop {
  let pointer: UnsafeMutablePointer<uv_loop_t>
  private let thread = pthread_self()

  init() throws(SystemError) {
    pointer = .allocate(capacity: 1)
    let status = uv_loop_init(pointer)
    guard status == 0 else {
      pointer.deallocate()
      throw SystemError("start the event loop", code: status)
    }
  }

  deinit { pointer.deallocate() }

  /// Milliseconds of a monotonic clock, read at the start of this turn.
  var now: UInt64 { uv_now(pointer) }

  /// Nanoseconds of a monotonic clock, read now.
  static var clock: UInt64 { uv_hrtime() }

  /// Runs until `stop()`, or until no counted handle is left.
  func run() {
    checkThread()
    uv_run(pointer, UV_RUN_DEFAULT)
  }

  /// Ends `run()` after this turn.
  func stop() {
    checkThread()
    uv_stop(pointer)
  }

  /// Runs the last close callbacks and frees the loop's memory. Returns the number of handles that
  /// were still open: above 0, an owner forgot to close one.
  func close() -> Int {
    checkThread()
    uv_run(pointer, UV_RUN_NOWAIT)
    if uv_loop_close(pointer) == 0 { return 0 }
    var open = 0
    withUnsafeMutablePointer(to: &open) { count in
      uv_walk(pointer, { _, count in count?.assumingMemoryBound(to: Int.self).pointee += 1 }, count)
    }
    return open
  }

  /// Traps in debug builds unless this is the loop's thread.
  func checkThread() {
    assert(pthread_equal(thread, pthread_self()) != 0, "this belongs to the loop's thread")
  }
}
