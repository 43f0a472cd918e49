import DequeModule

/// A queue that serves users in turn, and the streams of each user in turn. The items of one stream
/// stay in order. Operations take O(1) if all users are admitted.
///
///     user 1: a1 a2 a3 in one stream, b1 in another
///     user 2: c1 c2
///     served: a1 c1 b1 c2 a2 a3
struct FairQueue<Item> {
  private var order: Deque<UInt32> = []
  private var users: [UInt32: Streams<Item>] = [:]
  /// The number of items.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Adds an item after the others of its stream. A user or stream without items is served after
  /// all others.
  mutating func append(_ item: Item, for owner: WorkOwner) {
    count += 1
    if users[owner.user] == nil { order.append(owner.user) }
    users[owner.user, default: Streams()].append(item, to: owner.stream)
  }

  /// Takes the next item. Its user and its stream go to the back.
  ///
  /// - Parameter isAdmitted: whether a user may be served. Others keep their turn.
  mutating func popFirst(where isAdmitted: (UInt32) -> Bool = { _ in true }) -> Item? {
    guard let index = order.firstIndex(where: isAdmitted) else { return nil }
    let user = order.remove(at: index)
    guard let item = users[user]?.popFirst() else { return nil }
    count -= 1
    if users[user]?.isEmpty == true { users[user] = nil } else { order.append(user) }
    return item
  }
}

/// The items of one user.
private struct Streams<Item> {
  private var order: Deque<UInt64> = []
  private var items: [UInt64: Deque<Item>] = [:]

  var isEmpty: Bool { order.isEmpty }

  mutating func append(_ item: Item, to stream: UInt64) {
    if items[stream] == nil { order.append(stream) }
    items[stream, default: []].append(item)
  }

  mutating func popFirst() -> Item? {
    guard let stream = order.popFirst(), let item = items[stream]?.popFirst() else { return nil }
    if items[stream]?.isEmpty == true { items[stream] = nil } else { order.append(stream) }
    return item
  }
}
