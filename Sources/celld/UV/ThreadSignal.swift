import CUV
import Glibc

/// A counter that threads wait for. Any thread may raise it.
final class ThreadSignal: Sendable {
  private let descriptor: Int32

  init() throws(SystemError) {
    descriptor = cuv_work_descriptor()
    guard descriptor >= 0 else { throw SystemError("make a signal for threads", code: errno) }
  }

  deinit { close(descriptor) }

  /// Raises the counter, so that this many waits end.
  func post(_ count: Int = 1) {
    var count = UInt64(count)
    write(descriptor, &count, 8)
  }

  /// Waits until the counter is above 0, and takes one from it. Returns false if it cannot wait.
  func wait() -> Bool {
    var count: UInt64 = 0
    while read(descriptor, &count, 8) < 0 { if errno != EINTR { return false } }
    return true
  }
}
