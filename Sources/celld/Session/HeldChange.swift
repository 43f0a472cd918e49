import CellWire

/// A change that was applied to the head of a session and is not visible yet. An answer that
/// depends on the head is held like a change. docs/store.md has the rules (V1 to V5).
final class HeldChange {
  /// Whether it may become visible, after all changes before it.
  var isReady: Bool
  /// Whether the store reported that it does not know the outcome yet.
  var isUnknown = false
  /// Whether it only replaces the visible list, and its answer does not depend on that list. Of
  /// several such changes, only the last one needs to be shown.
  let showsList: Bool
  /// Makes the change visible.
  let show: () -> Void
  /// Called instead of ``show`` if the change was not stored.
  private let drop: () -> Void
  private var reply: ((RPCError?) -> Void)?
  /// Makes the change again, after another daemon was faster; `nil` if it does not depend on the
  /// state of the session.
  private let again: Session.WaitingChange?

  /// - Parameters:
  ///   - again: makes the change again, after another daemon was faster; `nil` if it does not
  ///     depend on the state of the session.
  ///   - showsList: whether `show` only replaces the visible list.
  ///   - show: makes the change visible.
  ///   - drop: called instead of `show` if the change was not stored.
  ///   - reply: answers the request, after the change is visible or with an error.
  init(
    isReady: Bool, again: Session.WaitingChange? = nil, showsList: Bool = false,
    show: @escaping () -> Void = {},
    drop: @escaping () -> Void = {}, reply: @escaping (RPCError?) -> Void
  ) {
    self.isReady = isReady
    self.showsList = showsList
    self.show = show
    self.drop = drop
    self.again = again
    self.reply = reply
  }

  /// Makes the change visible, and answers the request.
  func finish() {
    show()
    answer(nil)
  }

  /// Drops the change, and answers the request with an error.
  func refuse(_ error: RPCError) {
    drop()
    answer(error)
  }

  /// Whether the change stays when another daemon was faster.
  var isUnconditional: Bool { again == nil }

  /// Drops the change, and returns what makes it again; `nil` if it is answered.
  func takeBack() -> Session.WaitingChange? {
    drop()
    let isAnswered = reply == nil
    reply = nil
    return isAnswered ? nil : again
  }

  /// Answers the request, unless it was answered before.
  func answer(_ error: RPCError?) {
    let reply = reply
    self.reply = nil
    reply?(error)
  }
}
