/// Requests that wait for the store, or until their session has a revision. Belongs to the loop.
final class RevisionWaits {
  private struct Wait {
    let isOver: () -> Bool
    let due: UInt64
    let isWanted: () -> Bool
    let then: () -> Void
  }

  /// The milliseconds after which clients that have left are noticed.
  private static let patience: UInt64 = 500

  private let loop: EventLoop
  private var timer: LoopTimer?
  private var waits: [Wait] = []
  /// The time of the next look for clients that have left.
  private var unwantedTime: UInt64 = 0

  init(_ loop: EventLoop) throws(SystemError) {
    self.loop = loop
    timer = try LoopTimer(loop) { [unowned self] in
      endUnwanted()
      look()
    }
  }

  /// Calls `then` at the end of a turn of the loop: when `isOver`, when it is time, or soon after
  /// nobody wants it.
  ///
  /// - Parameter due: a time of the loop.
  func wait(
    until isOver: @escaping () -> Bool, due: UInt64, while isWanted: @escaping () -> Bool,
    then: @escaping () -> Void
  ) {
    if waits.isEmpty { unwantedTime = loop.now + Self.patience }
    waits.append(Wait(isOver: isOver, due: due, isWanted: isWanted, then: then))
    startTimer()
  }

  /// Ends the waits that are over.
  func look() {
    guard !waits.isEmpty else { return }
    let now = loop.now
    end { $0.due <= now || $0.isOver() }
    startTimer()
  }

  private func endUnwanted() {
    guard unwantedTime <= loop.now else { return }
    unwantedTime = loop.now + Self.patience
    end { !$0.isWanted() }
  }

  private func end(_ isEnded: (Wait) -> Bool) {
    var over: [Wait] = []
    waits.removeAll {
      guard isEnded($0) else { return false }
      over.append($0)
      return true
    }
    for wait in over { wait.then() }
  }

  func close() {
    timer?.close()
    timer = nil
    waits = []
  }

  private func startTimer() {
    guard let due = waits.map(\.due).min() else { return timer?.stop() ?? () }
    let next = min(due, unwantedTime)
    timer?.start(after: next > loop.now ? next - loop.now : 0)
  }
}
