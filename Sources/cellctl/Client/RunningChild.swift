import CellClient
import Glibc

/// A child process that ends with the value, at the latest.
final class RunningChild {
  /// The process id.
  let id: pid_t
  /// Whether ``wait()`` has returned.
  private(set) var hasEnded = false

  /// Starts a process.
  init(_ process: ChildProcess) throws {
    id = try process.start()
  }

  deinit {
    guard !hasEnded else { return }
    kill(id, SIGTERM)
    waitpid(id, nil, 0)
  }

  /// Waits until the process has ended. Call it once.
  /// - Returns: its status, as `waitpid` reports it.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    hasEnded = true
    return status
  }
}
