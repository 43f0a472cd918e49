/// A cache whose entries can be made again.
protocol CacheOwner: AnyObject {
  /// Drops the entries of one lineage of chunks.
  func evict(lineage: UInt32)
}

/// Limits the bytes of all caches together. It drops the entry that was not used for the longest
/// time.
final class CacheBudget {
  private struct Key: Hashable {
    let owner: UInt64
    let lineage: UInt32
  }

  private struct Node {
    var key: Key
    var bytes: Int
    var previous: Int
    var next: Int
  }

  /// Owners hold the budget, so the budget does not hold them.
  private struct Owner {
    weak var cache: (any CacheOwner)?
  }

  /// The maximum number of bytes.
  let limit: Int
  private(set) var bytes = 0
  private(set) var evictions: UInt64 = 0
  /// A ring. The node at 0 is its head; the next node was used last.
  private var nodes = [Node(key: Key(owner: 0, lineage: 0), bytes: 0, previous: 0, next: 0)]
  private var free: [Int] = []
  private var places: [Key: Int] = [:]
  private var owners: [UInt64: Owner] = [:]
  private var lastOwner: UInt64 = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds an owner, until ``remove(owner:)``. Returns its number.
  func admit(_ owner: CacheOwner) -> UInt64 {
    lastOwner += 1
    owners[lastOwner] = Owner(cache: owner)
    return lastOwner
  }

  /// Records that `owner` used its entry for `lineage`, which now has `size` bytes. Drops other
  /// entries if necessary.
  func use(owner: UInt64, lineage: UInt32, bytes size: Int) {
    let key = Key(owner: owner, lineage: lineage)
    if let place = places[key] {
      bytes += size - nodes[place].bytes
      nodes[place].bytes = size
      guard nodes[0].next != place else { return }
      unlink(place)
      link(place)
    } else if size > 0 {
      let node = Node(key: key, bytes: size, previous: 0, next: 0)
      let place = free.popLast() ?? nodes.count
      if place == nodes.count { nodes.append(node) } else { nodes[place] = node }
      places[key] = place
      link(place)
      bytes += size
    }
    while bytes > limit, nodes[0].previous != 0, nodes[0].previous != nodes[0].next {
      let key = nodes[nodes[0].previous].key
      remove(nodes[0].previous)
      evictions += 1
      owners[key.owner]?.cache?.evict(lineage: key.lineage)
    }
  }

  /// Removes an owner and its entries.
  func remove(owner: UInt64) {
    owners[owner] = nil
    var place = nodes[0].next
    while place != 0 {
      let next = nodes[place].next
      if nodes[place].key.owner == owner { remove(place) }
      place = next
    }
  }

  private func remove(_ place: Int) {
    unlink(place)
    bytes -= nodes[place].bytes
    places[nodes[place].key] = nil
    free.append(place)
  }

  private func link(_ place: Int) {
    nodes[place].previous = 0
    nodes[place].next = nodes[0].next
    nodes[nodes[0].next].previous = place
    nodes[0].next = place
  }

  private func unlink(_ place: Int) {
    nodes[nodes[place].previous].next = nodes[place].next
    nodes[nodes[place].next].previous = nodes[place].previous
  }
}
