import Glibc

/// A child process that ends with the value, at the latest.
package final class RunningChild {
  /// The process id.
  package let id: pid_t
  /// Whether ``wait()`` has returned.
  package private(set) var hasEnded = false

  /// Starts a process.
  package init(_ process: ChildProcess) throws {
    id = try process.start()
  }

  deinit {
    guard !hasEnded else { return }
    kill(id, SIGTERM)
    waitpid(id, nil, 0)
  }

  /// Waits until the process has ended. Call it once.
  /// - Returns: its status, as `waitpid` reports it.
  package func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    hasEnded = true
    return status
  }
}
