/// Decides when free memory goes back to the system.
///
/// The allocator keeps the memory of small objects. Giving it back locks each of its heaps in turn.
/// A thread that needs memory waits for that: 48 ms for the loop after 476 MB. So it is done after
/// much was freed, not often, and while nobody waits for the daemon. Less memory waits for a longer
/// time without requests.
struct TrimRule {
  /// The step to take now.
  enum Step: Equatable {
    /// Too little was freed.
    case rest
    /// Look again after some milliseconds.
    case wait(UInt64)
    /// Return the memory to the system.
    case trim
  }

  /// The number of freed bytes that are returned in a short time without requests.
  static let muchBytes = 64 << 20
  /// The number that is returned in a long time without requests.
  static let someBytes = 4 << 20
  /// The minimum time between two trims, in milliseconds.
  static let interval: UInt64 = 10_000
  /// The short and the long time without requests and work before a trim, in milliseconds.
  static let quiet: UInt64 = 50
  static let longQuiet: UInt64 = 2_000
  /// The pause after memory was freed, or after a look at a busy daemon, in milliseconds.
  static let pause: UInt64 = 1_000

  private var freed = 0
  private var lastTrim: UInt64?
  /// The beginning of a time without requests, and the number of requests then.
  private var calm: (start: UInt64, requests: UInt64)?

  /// Counts freed bytes. Returns whether a next step is due, and was not due before.
  mutating func note(freed bytes: Int) -> Bool {
    let before = freed
    freed += bytes
    return [Self.someBytes, Self.muchBytes].contains { before < $0 && freed >= $0 }
  }

  /// Returns the next step.
  ///
  /// - Parameters:
  ///   - now: the time in milliseconds.
  ///   - requests: the number of requests since the start.
  ///   - isWorking: whether workers have work.
  mutating func step(now: UInt64, requests: UInt64, isWorking: Bool) -> Step {
    guard freed >= Self.someBytes else { return .rest }
    if let lastTrim, now < lastTrim + Self.interval { return .wait(lastTrim + Self.interval - now) }
    guard !isWorking else {
      calm = nil
      return .wait(Self.pause)
    }
    guard let calm else {
      calm = (now, requests)
      return .wait(freed >= Self.muchBytes ? Self.quiet : Self.longQuiet)
    }
    self.calm = nil
    guard calm.requests == requests else { return .wait(Self.pause) }
    freed = 0
    lastTrim = now
    return .trim
  }
}
