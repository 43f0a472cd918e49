import CUV
import Glibc

/// The processors of this process.
enum Processors {
  /// The number of threads that can run at a time.
  static var count: Int { Int(uv_available_parallelism()) }

  /// Lets the calling thread run soon after it is woken, while threads with about its priority use
  /// all processors. Else a ping beside heavy work takes twice as long (Benchmarks/NOTES.md, "Nice
  /// values").
  static func runSoon() {
    cuv_set_thread_slice(100_000)
  }

  /// The last argument of ``lowerPriority(by:)`` on the calling thread; -1 if there was none.
  static var priority: Int32 { cuv_thread_nice() }

  /// Lowers the priority of the calling thread to a nice value above that with which the program
  /// started, unless it is as low already.
  static func lowerPriority(by difference: Int32) {
    cuv_set_thread_nice(difference)
  }

  /// Nanoseconds that the calling thread has run.
  static var threadTime: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
