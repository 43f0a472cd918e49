import CProcess
import CellClient
import Glibc
import Synchronization

private let daemon = Atomic<pid_t>(0)
private let group = Atomic<pid_t>(0)

/// Processes that a signal ends before it ends this one: a daemon, and the group of a command.
struct Dependents {
  private let handlers: [(signal: Int32, handler: __sighandler_t?)]

  /// Catches signals for a private daemon.
  init(daemon id: pid_t) {
    daemon.store(id, ordering: .releasing)
    handlers = Self.catchSignals()
  }

  /// Catches signals for the process group of a command.
  init(group id: pid_t) {
    group.store(id, ordering: .releasing)
    handlers = Self.catchSignals()
  }

  /// Restores the effect of the signals after a command.
  func forgetGroup() {
    group.store(0, ordering: .releasing)
    for (number, handler) in handlers { signal(number, handler) }
  }

  /// Restores the effect of the signals.
  /// - Returns: whether there was a daemon.
  func forgetDaemon() -> Bool {
    guard daemon.exchange(0, ordering: .acquiringAndReleasing) != 0 else { return false }
    for (number, handler) in handlers { signal(number, handler) }
    return true
  }

  private static func catchSignals() -> [(signal: Int32, handler: __sighandler_t?)] {
    Interruption.signals.map { number in
      let before = signal(number) { caught in
        let command = group.load(ordering: .acquiring)
        if command != 0 { cp_end_group(command) }
        let id = daemon.load(ordering: .acquiring)
        if id != 0 {
          kill(id, SIGTERM)
          waitpid(id, nil, 0)
        }
        if caught == SIGINT || id != 0 { ExitStatus.exitInterrupted() }
        // Ends the process when the handler has returned. For systemd, that is a clean end.
        signal(caught, SIG_DFL)
        raise(caught)
      }
      // nohup(1) ignores a signal.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
      return (number, before)
    }
  }
}

/// Ends a process with cellctl: ssh while it may ask, or a private daemon.
final class ProcessGuardian {
  private let dependents: Dependents

  init(_ process: pid_t) { dependents = Dependents(daemon: process) }

  deinit { _ = dependents.forgetDaemon() }
}
