/// The end of long work for whose result nobody waits any more. The work stops early, and its
/// result is of no use.
public struct Interruption: Sendable {
  /// The interruption of work that is always done.
  public static let never = Interruption { false }

  private let ask: @Sendable () -> Bool

  /// - Parameter ask: returns whether the work ends. Once true, it stays true.
  public init(_ ask: @escaping @Sendable () -> Bool) { self.ask = ask }

  /// Whether the work ends. Ask after each piece of some ten microseconds.
  public var isDue: Bool { ask() }
}

/// The work on long values on one thread, which asks at times whether it must go on.
struct Effort {
  /// The bytes after which the question is asked.
  static let piece = 1 << 16

  private let interruption: Interruption
  private var bytes = 0
  private(set) var isInterrupted = false

  init(_ interruption: Interruption) { self.interruption = interruption }

  /// Counts the work on some bytes. Returns whether it goes on.
  @inline(__always)
  mutating func goesOn(_ count: Int) -> Bool {
    bytes &+= count
    if bytes >= Self.piece { look() }
    return !isInterrupted
  }

  @inline(never)
  private mutating func look() {
    bytes = 0
    isInterrupted = isInterrupted || interruption.isDue
  }
}
