import CellEngine
import CellWire

/// Keeps the orders of views up to date: small changes on the loop, larger ones on workers. Belongs
/// to the loop.
///
/// An order follows its session when its rows are asked for, so any number of changes in between
/// costs one update.
final class ViewOrders {
  private unowned let server: Server
  private let workers: Workers

  /// The changed cells that an order takes over on the loop. Each takes some ten microseconds.
  private static let cellsOnLoop = 32

  init(_ server: Server) {
    self.server = server
    workers = server.workers
  }

  /// Whether the rows of a view are in the order of its session's revision. Makes them so if that
  /// takes little time.
  ///
  /// - Parameter revision: a revision that is new enough, because a request that has waited saw it.
  ///   Else a session that changes all the time would never be answered.
  func isCurrent(_ session: Session, _ view: View, since revision: UInt64? = nil) -> Bool {
    if follow(session, view) { return true }
    guard let revision, let ordered = view.ordered else { return false }
    return ordered.revision >= revision
  }

  private func follow(_ session: Session, _ view: View) -> Bool {
    guard let order = view.order else { return true }
    guard var ordered = view.ordered else {
      guard session.list.summary.bytes <= LoopShare.bytes / (1 + order.conditionCount) else { return false }
      guard (try? view.admitOrder(ofRows: session.list.count)) != nil else { return false }
      var making = OrderMaking(order, of: session.list, revision: session.revision)
      view.show(making.finish(), isSuccessor: false, isLarge: false)
      return true
    }
    guard ordered.revision != session.revision else { return true }
    guard ordered.isCheapToSearch,
      let difference = ListDifference(
        from: ordered.base, to: session.list, atMost: Self.cellsOnLoop,
        bytes: LoopShare.bytes / (1 + order.conditionCount))
    else { return false }
    ordered.update(to: session.list, revision: session.revision, difference)
    view.show(ordered, isSuccessor: true, isLarge: false)
    return true
  }

  /// Makes the order of a view on workers, and calls `then` in a later turn of the loop. It gets an
  /// error if the order cannot be made.
  ///
  /// - Parameter head: called as soon as the first rows of a long order are known. If it returns
  ///   true, they are all that was needed: `then` is not called, and the order is still made.
  func wait(
    _ session: Session, _ view: View, _ claim: WorkClaim,
    head: @escaping (OrderHead) -> Bool = { _ in false },
    _ then: @escaping (RPCError?) -> Void
  ) {
    guard let order = view.order else { return server.later { then(nil) } }
    if view.ordered == nil {
      do throws(RPCError) {
        try view.admitOrder(ofRows: session.list.count)
      } catch {
        return server.later { then(error) }
      }
    }
    view.waitingForOrder.append(View.OrderWaiter(isWanted: claim.isWanted, head: head, then: then))
    guard !view.isOrdering else { return }
    view.isOrdering = true
    let number = view.orderNumber
    let reserved = OrderMaking.bytes(ofCells: session.list.count)
    view.reserve(reserved)
    let finish: (OrderWork.Made?) -> Void = { [self] made in
      view.isOrdering = false
      view.reserve(-reserved)
      // Another request may have brought the order further in the meantime.
      if let made, view.orderNumber == number, (view.ordered?.revision ?? 0) <= made.list.revision {
        view.show(made.list, isSuccessor: made.isSuccessor, isLarge: true)
      }
      let error: RPCError? =
        session.isDeleted ? .sessionNotFound(session.name) : made == nil ? .clientLeft : nil
      let waiting = view.waitingForOrder
      view.waitingForOrder = []
      for waiter in waiting {
        if made == nil, !session.isDeleted, waiter.isWanted() {
          // It came when the work was abandoned already.
          wait(
            session, view, WorkClaim(owner: claim.owner, isWanted: waiter.isWanted), head: waiter.head,
            waiter.then)
        } else {
          waiter.then(error)
        }
      }
    }
    let ownClaim = WorkClaim(owner: claim.owner) { view.waitingForOrder.contains { $0.isWanted() } }
    let work = OrderWork(order: order, old: view.ordered, list: session.list, revision: session.revision)
    workers.submit(ownClaim, from: work, isLarge: true) { (work, clock) in
      work.stepToHead(clock)
    } then: { [workers] begun in
      guard let begun else { return finish(nil) }
      if let head = begun.head, view.orderNumber == number, !session.isDeleted {
        view.serve(head)
      }
      workers.submit(ownClaim, from: begun.work, isLarge: true) { (work, clock) in
        work.step(clock)
      } then: {
        finish($0)
      }
    }
  }
}

/// The work for an order, in steps.
private struct OrderWork: Sendable {
  private enum Progress {
    case begun
    case updating(OrderUpdate)
    case making(OrderMaking)
  }

  private let order: CellOrder
  private let old: OrderedList?
  private let list: CellList
  private let revision: UInt64
  private var progress = Progress.begun

  init(order: CellOrder, old: OrderedList?, list: CellList, revision: UInt64) {
    self.order = order
    self.old = old
    self.list = list
    self.revision = revision
  }

  /// The order, and whether it is the old one after an update.
  typealias Made = (list: OrderedList, isSuccessor: Bool)

  /// Goes on until the first rows are known, if that is of use. Returns the work that is left, and
  /// the rows; `nil` if the time of the step is over.
  mutating func stepToHead(_ clock: StepClock) -> (work: OrderWork, head: OrderHead?)? {
    if case .begun = progress { progress = begin() }
    guard case .making(var making) = progress, making.hasHead else { return (self, nil) }
    // The values in it have one owner.
    progress = .begun
    let head = making.stepToHead(clock)
    progress = .making(making)
    return head.map { (self, $0) }
  }

  /// Goes on until the order is made. Returns `nil` if the time of the step is over.
  mutating func step(_ clock: StepClock) -> Made? {
    switch progress {
    case .begun:
      progress = begin()
      return nil
    case .updating(var update):
      defer { progress = .updating(update) }
      return update.step(clock).map { ($0, true) }
    case .making(var making):
      progress = .begun
      defer { progress = .making(making) }
      return making.step(clock).map { ($0, false) }
    }
  }

  private func begin() -> Progress {
    if let old {
      let difference = ListDifference(from: old.base, to: list)
      // An update of a cell takes several times as long as to sort it with all others.
      if difference.count * 8 <= list.count {
        return .updating(OrderUpdate(old, to: list, revision: revision, difference))
      }
    }
    return .making(OrderMaking(order, of: list, revision: revision, after: old?.rows))
  }
}
