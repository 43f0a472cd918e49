import Glibc

/// A point in time at which waiting ends, or no such point.
package struct Deadline {
  private let end: ContinuousClock.Instant?

  /// A deadline that never passes.
  package static let never = Deadline(end: nil)

  private init(end: ContinuousClock.Instant?) {
    self.end = end
  }

  /// A deadline in `seconds` from now; nil never passes.
  package init(seconds: Double?) {
    end = seconds.map { ContinuousClock.now + .seconds($0) }
  }

  /// Whether it has passed.
  package var isOver: Bool { end.map { $0 <= ContinuousClock.now } ?? false }

  /// Sleeps for `milliseconds`, unless the deadline passes before that.
  /// - Returns: whether it slept.
  /// - Throws: `Interrupted` if a signal ends the command.
  package func wait(milliseconds: Int) throws -> Bool {
    let pause = ContinuousClock.now + .milliseconds(min(max(milliseconds, 1), 60_000))
    guard end.map({ pause < $0 }) ?? true else { return false }
    let deadline = Deadline(end: pause)
    while !deadline.isOver {
      _ = try Interruption.poll(-1, for: 0, milliseconds: deadline.milliseconds)
    }
    return true
  }

  /// The timeout for `poll`: the remaining milliseconds rounded up, or -1.
  package var milliseconds: Int32 {
    guard let end else { return -1 }
    let left = ContinuousClock.now.duration(to: end)
    guard left > .zero else { return 0 }
    let (seconds, attoseconds) = left.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1
    return Int32(min(milliseconds, Int64(Int32.max)))
  }
}
