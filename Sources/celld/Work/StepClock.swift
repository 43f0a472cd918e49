import CellEngine

/// The time of one step of heavy work.
///
/// A step ends soon after its time is over. Then the work waits again, after the work of other
/// users and of other connections.
struct StepClock {
  private let start = EventLoop.clock
  private let share: UInt64
  /// Ends the step early when nobody waits for its result any more.
  let interruption: Interruption

  /// Starts the time of a step.
  init(nanoseconds: UInt64 = 10_000_000, unless interruption: Interruption = .never) {
    share = nanoseconds
    self.interruption = interruption
  }

  /// A step without an end.
  static var endless: StepClock { StepClock(nanoseconds: .max) }

  /// Whether the time of the step is over.
  var isOver: Bool { EventLoop.clock - start > share || interruption.isDue }
}
