import Glibc
import Synchronization

/// The write end of the pipe. It is set before a handler is installed, so that the handler only
/// loads it.
private let signalPipeInput = Atomic<Int32>(-1)

/// Delivers signals as bytes on a descriptor, for commands that wait in `poll` and must clean up
/// when they end.
///
/// A process may have only one value at a time.
final class SignalPipe {
  /// The descriptor that becomes readable after a signal.
  let descriptor: Int32
  private let input: Int32
  private let signals: [Int32]

  /// Catches the signals until the value is released. Then their default effect is restored.
  init(_ signals: [Int32]) throws {
    let pipe = try Pipe()
    for end in [pipe.reading, pipe.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    descriptor = pipe.reading
    input = pipe.writing
    self.signals = signals
    signalPipeInput.store(input, ordering: .releasing)
    for number in signals { Self.catchSignal(number) }
  }

  private static func catchSignal(_ number: Int32) {
    signal(number) { caught in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: caught)
      _ = write(signalPipeInput.load(ordering: .acquiring), &byte, 1)
      errno = saved
    }
  }

  /// Restores the default effect of a signal while `body` runs.
  func release<Value>(_ number: Int32, _ body: () throws -> Value) rethrows -> Value {
    signal(number, SIG_DFL)
    defer { Self.catchSignal(number) }
    return try body()
  }

  deinit {
    for number in signals { signal(number, SIG_DFL) }
    signalPipeInput.store(-1, ordering: .releasing)
    close(descriptor)
    close(input)
  }

  /// Returns the signals since the last call, in order, with repetitions.
  func received() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? bytes[..<count].map(Int32.init) : []
  }
}
