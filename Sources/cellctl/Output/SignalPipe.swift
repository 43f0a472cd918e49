import CellClient
import Glibc
import Synchronization

/// The write ends of the pipes. They are set before a handler is installed, so that the handler
/// only loads them.
private let interruptionInput = Atomic<Int32>(-1)
private let signalInput = Atomic<Int32>(-1)

/// Delivers signals as bytes on descriptors, for commands that wait in `poll` and must clean up
/// when they end. Those that end the command have a pipe of their own, ``Interruption/descriptor``.
///
/// A process may have only one value at a time.
final class SignalPipe {
  /// The pipe of the signals that end the command, and that of the others.
  private let pipes: [Pipe]
  private let signals: [Int32]

  /// The descriptors that become readable after a signal.
  var descriptors: [Int32] { pipes.map(\.reading) }

  /// Catches the signals until the value is released. Then their default effect is restored.
  init(_ signals: [Int32]) throws {
    pipes = [try Pipe(), try Pipe()]
    for end in pipes.flatMap({ [$0.reading, $0.writing] }) { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    self.signals = signals
    interruptionInput.store(pipes[0].writing, ordering: .releasing)
    signalInput.store(pipes[1].writing, ordering: .releasing)
    Interruption.descriptor = pipes[0].reading
    for number in signals { Self.catchSignal(number) }
  }

  private static func catchSignal(_ number: Int32) {
    signal(number) { caught in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: caught)
      let input =
        if caught == SIGINT || caught == SIGTERM || caught == SIGHUP {
          interruptionInput.load(ordering: .acquiring)
        } else {
          signalInput.load(ordering: .acquiring)
        }
      _ = write(input, &byte, 1)
      errno = saved
    }
  }

  /// Restores the default effect of a signal while `body` runs, if it is caught.
  func release<Value>(_ number: Int32, _ body: () throws -> Value) rethrows -> Value {
    guard signals.contains(number) else { return try body() }
    signal(number, SIG_DFL)
    defer { Self.catchSignal(number) }
    return try body()
  }

  deinit {
    for number in signals { signal(number, SIG_DFL) }
    Interruption.descriptor = -1
    interruptionInput.store(-1, ordering: .releasing)
    signalInput.store(-1, ordering: .releasing)
    for pipe in pipes {
      close(pipe.reading)
      close(pipe.writing)
    }
  }

  /// Returns the signals since the last call, with repetitions. Those that end the command come
  /// first.
  func received() -> [Int32] {
    descriptors.flatMap { descriptor in
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(descriptor, &bytes, bytes.count)
      return count > 0 ? bytes[..<count].map(Int32.init) : []
    }
  }
}
