import DequeModule

/// A queue that serves users in turn. Each user's short work comes before their long work, and
/// streams of the same level are served in turn. Operations take O(1) if all users are admitted.
///
///     user 1: a1 a2 a3 in a stream, b1 in another
///     user 2: c1 c2
///     served: a1 c1 b1 c2 a2 a3
struct FairQueue<Item> {
  private var order: Deque<UInt32> = []
  private var users: [UInt32: Levels<Item>] = [:]
  /// The number of items.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Adds an item after the others of its stream and level. A user or stream without items is
  /// served after all others.
  ///
  /// - Parameters:
  ///   - level: the length of the work. Items of the same stream stay in order on one level only.
  ///   - isNext: whether it is served before the other items of its user on this level.
  mutating func append(_ item: Item, for owner: WorkOwner, level: Int = 0, isNext: Bool = false) {
    count += 1
    if users[owner.user] == nil { order.append(owner.user) }
    users[owner.user, default: Levels()].add(item, to: owner.stream, level, isNext: isNext)
  }

  /// Takes the next item. Its user and its stream go to the back.
  ///
  /// - Parameters:
  ///   - isShortest: whether to take an item of the shortest level only.
  ///   - isAdmitted: whether a user with this shortest level may be served. Others keep their turn.
  mutating func popFirst(
    isShortest: Bool = false, where isAdmitted: (UInt32, _ shortest: Int) -> Bool = { _, _ in true }
  ) -> Item? {
    guard let index = order.firstIndex(where: { isAdmitted($0, users[$0]?.shortest ?? 0) }) else {
      return nil
    }
    let user = order.remove(at: index)
    guard let known = users.index(forKey: user),
      let item = users.values[known].popFirst(isShortest: isShortest)
    else { return nil }
    count -= 1
    if users.values[known].isEmpty { users.remove(at: known) } else { order.append(user) }
    return item
  }
}

/// The items of one user by level, which are never empty, the shortest work first.
private struct Levels<Item> {
  private var levels: [(level: Int, streams: Streams<Item>)] = []
  private var turn = 0

  var isEmpty: Bool { levels.isEmpty }
  var shortest: Int { levels.first?.level ?? 0 }

  mutating func add(_ item: Item, to stream: UInt64, _ level: Int, isNext: Bool) {
    var place = levels.count
    while place > 0, levels[place - 1].level >= level { place -= 1 }
    if place == levels.count || levels[place].level != level {
      levels.insert((level, Streams()), at: place)
    }
    levels[place].streams.add(item, to: stream, isNext: isNext)
  }

  /// Takes an item of the first level. So that long work goes on, each fourth one is of the second
  /// level, each sixteenth of the third, and so on.
  mutating func popFirst(isShortest: Bool) -> Item? {
    guard !levels.isEmpty else { return nil }
    if !isShortest { turn &+= 1 }
    let place = isShortest ? 0 : min(turn.trailingZeroBitCount / 2, levels.count - 1)
    let item = levels[place].streams.popFirst()
    if levels[place].streams.isEmpty { levels.remove(at: place) }
    return item
  }
}

/// The items of one user and level.
private struct Streams<Item> {
  /// The streams, each with its first item.
  private var order: Deque<(stream: UInt64, first: Item)> = []
  /// The further items of each stream, mostly none.
  private var others: [UInt64: Deque<Item>] = [:]

  var isEmpty: Bool { order.isEmpty }

  mutating func add(_ item: Item, to stream: UInt64, isNext: Bool) {
    guard let known = others.index(forKey: stream) else {
      others[stream] = []
      return isNext ? order.prepend((stream, item)) : order.append((stream, item))
    }
    guard isNext, let place = order.firstIndex(where: { $0.stream == stream }) else {
      return others.values[known].append(item)
    }
    others.values[known].prepend(order.remove(at: place).first)
    order.prepend((stream, item))
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
