import CellProtocol

/// A change that was applied to the head of a session and is not visible yet. An answer that
/// depends on the head is held like a change. docs/store.md has the rules (V1 to V5).
final class HeldChange {
  /// Whether it may become visible, after all changes before it.
  var isReady: Bool
  /// Whether the store reported that it does not know the outcome yet.
  var isUnknown = false
  private let show: () -> Void
  /// Called instead of ``show`` if the change was not stored.
  private let drop: () -> Void
  private var reply: ((RPCError?) -> Void)?

  /// - Parameters:
  ///   - show: makes the change visible.
  ///   - drop: called instead of `show` if the change was not stored.
  ///   - reply: answers the request, after the change is visible or with an error.
  init(
    isReady: Bool, show: @escaping () -> Void = {}, drop: @escaping () -> Void = {},
    reply: @escaping (RPCError?) -> Void
  ) {
    self.isReady = isReady
    self.show = show
    self.drop = drop
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

  /// Answers the request, unless it was answered before.
  func answer(_ error: RPCError?) {
    let reply = reply
    self.reply = nil
    reply?(error)
  }
}
