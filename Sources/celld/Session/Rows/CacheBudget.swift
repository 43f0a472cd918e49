/// A cache whose entries can be made again.
protocol CacheOwner: AnyObject {
  /// Drops the entries of one lineage of chunks. Returns them, so that a worker can free them.
  func evict(lineage: UInt32) -> (any Sendable)?
}

/// Limits the bytes of all caches together. It drops the entry that was not used for the longest
/// time.
///
/// An owner is removed in constant time, because it can have entries for thousands of chunks. They
/// are forgotten a few at a time, whenever entries are used.
final class CacheBudget {
  private struct Key: Hashable {
    let owner: UInt64
    let lineage: UInt32
  }

  private struct Node {
    var key: Key
    var bytes = 0
    /// The neighbours in the ring of all entries.
    var previous = 0
    var next = 0
    /// The neighbours in the list of its owner, which 0 ends.
    var previousOfOwner = 0
    var nextOfOwner = 0
  }

  /// Owners hold the budget, so the budget does not hold them.
  private struct Owner {
    weak var cache: (any CacheOwner)?
    /// The first entry of its list; 0 if it has none.
    var first = 0
    var bytes = 0
  }

  /// The maximum number of entries of removed owners that are forgotten when an entry is used.
  static let swept = 8

  /// The maximum number of bytes.
  let limit: Int
  private(set) var bytes = 0
  private(set) var evictions: UInt64 = 0
  /// The number of entries that were forgotten for removed owners.
  private(set) var forgotten: UInt64 = 0
  /// A ring. The node at 0 is its head; the next node was used last.
  private var nodes = [Node(key: Key(owner: 0, lineage: 0))]
  private var free: [Int] = []
  private var places: [Key: Int] = [:]
  private var owners: [UInt64: Owner] = [:]
  private var lastOwner: UInt64 = 0
  /// The first entries of removed owners.
  private var abandoned: [Int] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// The number of entries, including those of removed owners that are not forgotten yet.
  var entryCount: Int { places.count }

  /// Adds an owner, until ``remove(owner:)``. Returns its number.
  func admit(_ owner: CacheOwner) -> UInt64 {
    lastOwner += 1
    owners[lastOwner] = Owner(cache: owner)
    return lastOwner
  }

  /// Records that `owner` used its entries for some lineages, which now have these bytes. Drops
  /// other entries if necessary. A worker frees them.
  func use(owner: UInt64, _ entries: [(lineage: UInt32, bytes: Int)]) {
    var dropped: [any Sendable] = []
    for (lineage, bytes) in entries {
      use(Key(owner: owner, lineage: lineage), bytes)
      evict(into: &dropped)
    }
    if !dropped.isEmpty { Workers.release(consume dropped) }
  }

  private func use(_ key: Key, _ size: Int) {
    sweep()
    guard owners[key.owner] != nil else { return }
    if let place = places[key] {
      let difference = size - nodes[place].bytes
      nodes[place].bytes = size
      bytes += difference
      owners[key.owner]?.bytes += difference
      guard nodes[0].next != place else { return }
      unlink(place)
      link(place)
    } else if size > 0 {
      let place = free.popLast() ?? nodes.count
      let node = Node(key: key, bytes: size)
      if place == nodes.count { nodes.append(node) } else { nodes[place] = node }
      places[key] = place
      link(place)
      linkOfOwner(place)
      bytes += size
      owners[key.owner]?.bytes += size
    }
  }

  private func evict(into dropped: inout [any Sendable]) {
    while bytes > limit, nodes[0].previous != 0, nodes[0].previous != nodes[0].next {
      let place = nodes[0].previous
      let key = nodes[place].key
      guard let owner = owners[key.owner] else {
        // The bytes are not counted any more. The list of the owner still has the entry.
        unlink(place)
        nodes[place].previous = place
        nodes[place].next = place
        continue
      }
      bytes -= nodes[place].bytes
      owners[key.owner]?.bytes -= nodes[place].bytes
      unlinkOfOwner(place)
      forget(place)
      evictions += 1
      if let entries = owner.cache?.evict(lineage: key.lineage) { dropped.append(entries) }
    }
  }

  /// Removes an owner. Its entries take no bytes from now on.
  func remove(owner number: UInt64) {
    guard let owner = owners.removeValue(forKey: number) else { return }
    bytes -= owner.bytes
    if owner.first != 0 { abandoned.append(owner.first) }
  }

  /// Forgets some entries of removed owners.
  private func sweep() {
    for _ in 0..<Self.swept {
      guard let place = abandoned.popLast() else { return }
      if nodes[place].nextOfOwner != 0 { abandoned.append(nodes[place].nextOfOwner) }
      forget(place)
      forgotten += 1
    }
  }

  private func forget(_ place: Int) {
    unlink(place)
    places[nodes[place].key] = nil
    free.append(place)
  }

  // MARK: Links

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

  private func linkOfOwner(_ place: Int) {
    let owner = nodes[place].key.owner
    let first = owners[owner]?.first ?? 0
    nodes[place].nextOfOwner = first
    if first != 0 { nodes[first].previousOfOwner = place }
    owners[owner]?.first = place
  }

  private func unlinkOfOwner(_ place: Int) {
    let (previous, next) = (nodes[place].previousOfOwner, nodes[place].nextOfOwner)
    if next != 0 { nodes[next].previousOfOwner = previous }
    if previous != 0 {
      nodes[previous].nextOfOwner = next
    } else {
      owners[nodes[place].key.owner]?.first = next
    }
  }
}
