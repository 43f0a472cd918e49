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
    if let known = users.index(forKey: owner.user) {
      users.values[known].append(item, to: owner.stream)
    } else {
      order.append(owner.user)
      users[owner.user] = Streams(item, of: owner.stream)
    }
  }

  /// Takes the next item. Its user and its stream go to the back.
  ///
  /// - Parameter isAdmitted: whether a user may be served. Others keep their turn.
  mutating func popFirst(where isAdmitted: (UInt32) -> Bool = { _ in true }) -> Item? {
    guard let index = order.firstIndex(where: isAdmitted) else { return nil }
    let user = order.remove(at: index)
    guard let known = users.index(forKey: user), let item = users.values[known].popFirst() else { return nil }
    count -= 1
    if users.values[known].isEmpty { users.remove(at: known) } else { order.append(user) }
    return item
  }
}

/// The items of one user.
private struct Streams<Item> {
  /// The streams, each with its first item.
  private var order: Deque<(stream: UInt64, first: Item)>
  /// The further items of each stream, mostly none.
  private var others: [UInt64: Deque<Item>]

  init(_ item: Item, of stream: UInt64) {
    order = [(stream, item)]
    others = [stream: []]
  }

  var isEmpty: Bool { order.isEmpty }

  mutating func append(_ item: Item, to stream: UInt64) {
    if let known = others.index(forKey: stream) {
      others.values[known].append(item)
    } else {
      order.append((stream, item))
      others[stream] = []
    }
  }

  mutating func popFirst() -> Item? {
    guard let (stream, item) = order.popFirst(), let known = others.index(forKey: stream) else { return nil }
    if let next = others.values[known].popFirst() {
      order.append((stream, next))
    } else {
      others.remove(at: known)
    }
    return item
  }
}
