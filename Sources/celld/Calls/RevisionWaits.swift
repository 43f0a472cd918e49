/// Requests that wait for the store, or until their session has a revision. Belongs to the loop.
final class RevisionWaits {
  private struct Wait {
    let isOver: () -> Bool
    let due: UInt64
    let then: () -> Void
  }

  private let loop: EventLoop
  private var timer: LoopTimer?
  private var waits: [Wait] = []

  init(_ loop: EventLoop) throws(SystemError) {
    self.loop = loop
    timer = try LoopTimer(loop) { [unowned self] in look() }
  }

  /// Calls `then` when `isOver`, at the end of a turn of the loop, or when it is time.
  ///
  /// - Parameter due: a time of the loop.
  func wait(until isOver: @escaping () -> Bool, due: UInt64, then: @escaping () -> Void) {
    waits.append(Wait(isOver: isOver, due: due, then: then))
    startTimer()
  }

  /// Ends the waits that are over.
  func look() {
    guard !waits.isEmpty else { return }
    let now = loop.now
    let over = waits.filter { $0.due <= now || $0.isOver() }
    waits.removeAll { $0.due <= now || $0.isOver() }
    for wait in over { wait.then() }
    startTimer()
  }

  func close() {
    timer?.close()
    timer = nil
    waits = []
  }

  private func startTimer() {
    guard let due = waits.map(\.due).min() else { return timer?.stop() ?? () }
    timer?.start(after: due > loop.now ? due - loop.now : 0)
  }
}
