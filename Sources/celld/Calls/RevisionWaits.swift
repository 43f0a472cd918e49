import CellProtocol

/// Requests that wait until their session has a revision. Belongs to the loop.
final class RevisionWaits {
  private struct Wait {
    let session: Session
    let revision: UInt64
    let due: UInt64
    let then: (RPCError?) -> Void
  }

  /// The wait before a client tries again, in milliseconds.
  private static let patience = 1_000

  private let loop: EventLoop
  private var timer: LoopTimer?
  private var waits: [Wait] = []

  init(_ loop: EventLoop) throws(SystemError) {
    self.loop = loop
    timer = try LoopTimer(loop) { [unowned self] in look() }
  }

  /// Calls `then` when the session has the revision, or with an error after `timeout` milliseconds
  /// or when the session is deleted.
  func wait(
    for revision: UInt64, of session: Session, timeout: UInt64, then: @escaping (RPCError?) -> Void
  ) {
    waits.append(Wait(session: session, revision: revision, due: loop.now + timeout, then: then))
    startTimer()
  }

  /// Ends the waits that are over.
  func look() {
    guard !waits.isEmpty else { return }
    let now = loop.now
    var over: [Wait] = []
    waits.removeAll { wait in
      guard wait.session.isDeleted || wait.session.revision >= wait.revision || wait.due <= now else {
        return false
      }
      over.append(wait)
      return true
    }
    for wait in over {
      if wait.session.isDeleted {
        wait.then(.sessionNotFound(wait.session.name))
      } else {
        let revision = wait.session.revision
        wait.then(
          revision >= wait.revision
            ? nil : .busy(retryAfter: Self.patience, revision: revision, awaited: wait.revision))
      }
    }
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
