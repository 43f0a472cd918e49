import Glibc
import Synchronization

/// Whether a font is missing, and when fonts were looked for last.
final class FontGaps: Sendable {
  /// The seconds between two looks for new fonts, which read the times of some folders.
  private static let pause = 10

  // Read for each request, so without a lock.
  private let hasGap = Atomic(false)
  private let nextLook = Atomic(0)

  /// Notes that a character or a profile has no font of its own.
  func note() { hasGap.store(true, ordering: .relaxed) }

  /// Forgets the gap, as fonts are read again.
  func forget() { hasGap.store(false, ordering: .relaxed) }

  /// Whether a font is missing, and the last look is some seconds ago. Each `true` is a look.
  var isTimeToLook: Bool {
    guard hasGap.load(ordering: .relaxed) else { return false }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let planned = nextLook.load(ordering: .relaxed)
    guard now.tv_sec >= planned else { return false }
    return nextLook.compareExchange(
      expected: planned, desired: now.tv_sec + Self.pause, ordering: .relaxed
    ).exchanged
  }
}
