import Glibc
import Locks

/// Whether a text had a character that no font has, and when fonts were looked for last.
final class FontGaps: Sendable {
  private struct State {
    var hasGap = false
    var nextLook: Int = 0
  }

  /// The seconds between two looks for new fonts, which read the times of some folders.
  private static let pause = 10

  private let state = Mutex(State())

  /// Notes that a character has no font.
  func note() { state.withLock { $0.hasGap = true } }

  /// Forgets the gap, as fonts are read again.
  func forget() { state.withLock { $0.hasGap = false } }

  /// Whether a character has no font, and the last look is some seconds ago. Each `true` is a look.
  var isTimeToLook: Bool {
    state.withLock { state in
      guard state.hasGap else { return false }
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      guard now.tv_sec >= state.nextLook else { return false }
      state.nextLook = now.tv_sec + Self.pause
      return true
    }
  }
}
