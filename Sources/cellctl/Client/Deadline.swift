import Glibc

/// A point in time at which waiting ends, or no such point.
struct Deadline {
  private let end: ContinuousClock.Instant?

  /// A deadline that never passes.
  static let never = Deadline(end: nil)

  private init(end: ContinuousClock.Instant?) {
    self.end = end
  }

  /// A deadline in `seconds` from now; nil never passes.
  init(seconds: Double?) {
    end = seconds.map { ContinuousClock.now + .seconds($0) }
  }

  /// Whether it has passed.
  var isOver: Bool { end.map { $0 <= ContinuousClock.now } ?? false }

  /// Sleeps for `milliseconds`, unless the deadline passes before that.
  /// - Returns: whether it slept.
  /// - Throws: `SilentExit` if a signal ends the command.
  func wait(milliseconds: Int) throws -> Bool {
    let pause = ContinuousClock.now + .milliseconds(min(max(milliseconds, 1), 60_000))
    guard end.map({ pause < $0 }) ?? true else { return false }
    let deadline = Deadline(end: pause)
    while !deadline.isOver {
      _ = try Interruption.poll(-1, for: 0, milliseconds: deadline.milliseconds)
    }
    return true
  }

  /// The timeout for `poll`: the remaining milliseconds rounded up, or -1.
  var milliseconds: Int32 {
    guard let end else { return -1 }
    let left = ContinuousClock.now.duration(to: end)
    guard left > .zero else { return 0 }
    let (seconds, attoseconds) = left.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1
    return Int32(min(milliseconds, Int64(Int32.max)))
  }
}

extension Duration {
  /// The duration in milliseconds.
  var milliseconds: Double {
    Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
  }

  /// A short text: `0.21 ms`, `48 ms`, `1.3 s`.
  var short: String {
    let value = milliseconds
    return switch value {
    case ..<10: "\(rounded(value, 2)) ms"
    case ..<1000: "\(Int(value.rounded())) ms"
    default: "\(rounded(value / 1000, 1)) s"
    }
  }

  private func rounded(_ value: Double, _ digits: Int) -> String {
    let factor = digits == 1 ? 10.0 : 100.0
    return "\((value * factor).rounded() / factor)"
  }
}
