import CUV
import Glibc

/// The one loop of the daemon. The thread that makes it is the only one that may touch it, its handles and all
/// that their callbacks reach; debug builds check that.
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
    _ = cuv_loop_measure_idle_time(pointer)
  }

  deinit { pointer.deallocate() }

  /// Milliseconds of a clock that never goes back, as of the start of this turn.
  var now: UInt64 { uv_now(pointer) }

  /// Nanoseconds that the loop has spent waiting for events since it began.
  var idleNanoseconds: UInt64 { uv_metrics_idle_time(pointer) }

  /// Nanoseconds of a clock that never goes back, read now.
  static var clock: UInt64 { uv_hrtime() }

  /// Runs until `stop()`, or until no handle is left that keeps it going.
  func run() {
    checkThread()
    uv_run(pointer, UV_RUN_DEFAULT)
  }

  /// Ends `run()` after the turn in hand.
  func stop() {
    checkThread()
    uv_stop(pointer)
  }

  /// Lets the last close callbacks run and gives the loop's memory back. Returns how many handles were still open:
  /// anything but 0 means that an owner forgot to close one.
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

  /// Traps in debug builds when another thread than the loop's gets here.
  func checkThread() {
    assert(pthread_equal(thread, pthread_self()) != 0, "this belongs to the loop's thread")
  }
}
