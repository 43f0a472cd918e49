/// The cells in which two states of a list differ.
///
/// Groups and chunks that both states share are skipped. So an edit of k cells costs O(k), and a
/// look at each group of the list.
struct ListDifference {
  /// Cells that only the old state has, or that moved: as they were.
  private(set) var removed: [Entry] = []
  /// Cells that only the new state has, or that moved: as they are.
  private(set) var added: [Entry] = []
  /// Cells that changed and kept their place among the cells that did not move.
  private(set) var changed: [(old: Entry, new: Entry)] = []

  /// The number of differences.
  var count: Int { removed.count + added.count + changed.count }

  /// A part of a list that both states have, or a single cell.
  private enum Piece {
    case group(ChunkGroup)
    case chunk(Chunk)
    case cell(Entry)

    /// The identity of a shared part.
    var identity: ObjectIdentifier? {
      switch self {
      case .group(let group): ObjectIdentifier(group)
      case .chunk(let chunk): ObjectIdentifier(chunk)
      case .cell: nil
      }
    }

    var entries: [Entry] {
      switch self {
      case .group(let group): group.chunks.flatMap(\.entries)
      case .chunk(let chunk): chunk.entries
      case .cell(let entry): [entry]
      }
    }
  }

  /// The difference of two states of one list.
  init(from old: CellList, to new: CellList) {
    var (oldGroups, newGroups) = (old.groups[...], new.groups[...])
    while let group = oldGroups.first, group === newGroups.first {
      oldGroups.removeFirst()
      newGroups.removeFirst()
    }
    while let group = oldGroups.last, group === newGroups.last {
      oldGroups.removeLast()
      newGroups.removeLast()
    }
    compare(
      Self.pieces(of: oldGroups, sharedWith: newGroups), Self.pieces(of: newGroups, sharedWith: oldGroups))
  }

  /// The bytes of the chunks that only the old state has. They are freed with it.
  static func bytesHeld(by old: CellList, beside new: CellList) -> Int {
    let groups = Set(new.groups.map(ObjectIdentifier.init))
    let own = old.groups.filter { !groups.contains(ObjectIdentifier($0)) }
    guard !own.isEmpty else { return 0 }
    let kept = Set(own.map(ObjectIdentifier.init))
    let chunks = Set(
      new.groups.lazy.filter { !kept.contains(ObjectIdentifier($0)) }.flatMap(\.chunks).map(
        ObjectIdentifier.init))
    return own.lazy.flatMap(\.chunks).reduce(0) {
      chunks.contains(ObjectIdentifier($1)) ? $0 : $0 + $1.summary.bytes
    }
  }

  /// The difference of two states of one list, if they differ in at most `cells` cells of at most
  /// `bytes`. `nil` if it takes longer than the loop may block.
  init?(from old: CellList, to new: CellList, atMost cells: Int, bytes: Int) {
    let shared = Set(old.groups.map(ObjectIdentifier.init))
    let groups = new.groups.filter { !shared.contains(ObjectIdentifier($0)) }
    guard abs(old.count - new.count) <= cells, groups.count <= Self.groupsAtOnce else { return nil }
    let chunks = Set(
      old.groups.filter { group in !new.groups.contains { $0 === group } }.flatMap(\.chunks).map(
        ObjectIdentifier.init))
    let changed = groups.flatMap(\.chunks).filter { !chunks.contains(ObjectIdentifier($0)) }
    guard changed.count <= Self.chunksAtOnce else { return nil }
    self.init(from: old, to: new)
    guard count <= cells else { return nil }
    let size = (removed + added + self.changed.flatMap { [$0.old, $0.new] }).reduce(0) {
      $0 + $1.packed.byteCount
    }
    guard size <= bytes else { return nil }
  }

  /// The groups and chunks that are compared in some 100 µs.
  private static let groupsAtOnce = 4
  private static let chunksAtOnce = 32

  private static func pieces(
    of groups: ArraySlice<ChunkGroup>, sharedWith others: ArraySlice<ChunkGroup>
  ) -> [Piece] {
    let shared = Set(others.map(ObjectIdentifier.init))
    let own = Set(groups.map(ObjectIdentifier.init))
    let chunks = Set(
      others.lazy.filter { !own.contains(ObjectIdentifier($0)) }.flatMap(\.chunks).map(ObjectIdentifier.init))
    var pieces: [Piece] = []
    for group in groups {
      if shared.contains(ObjectIdentifier(group)) {
        pieces.append(.group(group))
        continue
      }
      for chunk in group.chunks {
        if chunks.contains(ObjectIdentifier(chunk)) {
          pieces.append(.chunk(chunk))
        } else {
          for entry in chunk.entries { pieces.append(.cell(entry)) }
        }
      }
    }
    return pieces
  }

  private mutating func compare(_ old: [Piece], _ new: [Piece]) {
    var (old, new) = (old[...], new[...])
    while let before = old.first, let now = new.first, isStaying(before, now) {
      old.removeFirst()
      new.removeFirst()
    }
    while let before = old.last, let now = new.last, isStaying(before, now) {
      old.removeLast()
      new.removeLast()
    }
    if !old.isEmpty || !new.isEmpty { compareOthers(Array(old), Array(new)) }
  }

  /// Whether two pieces at the same end of both states are the same, or the same cell. Notes a cell
  /// that changed.
  private mutating func isStaying(_ before: Piece, _ now: Piece) -> Bool {
    guard case .cell(let old) = before, case .cell(let new) = now else {
      return before.identity != nil && before.identity == now.identity
    }
    guard old.packed.isSame(as: new.packed) || old.key == new.key else { return false }
    if old.revision != new.revision { changed.append((old, new)) }
    return true
  }

  private mutating func compareOthers(_ old: [Piece], _ new: [Piece]) {
    var places: [ObjectIdentifier: Int] = [:]
    var placesOfCells: [ByteKey: Int] = [:]
    for (place, piece) in old.enumerated() {
      switch piece {
      case .cell(let entry): placesOfCells[entry.key] = place
      case .group, .chunk: if let identity = piece.identity { places[identity] = place }
      }
    }
    let origins = new.map { piece in
      switch piece {
      case .cell(let entry): placesOfCells[entry.key]
      case .group, .chunk: piece.identity.flatMap { places[$0] }
      }
    }
    let staying = isInLongestIncreasingRun(origins.compactMap { $0 })
    var isGone = [Bool](repeating: true, count: old.count)
    var known = 0
    for (piece, origin) in zip(new, origins) {
      guard let origin else {
        added += piece.entries
        continue
      }
      defer { known += 1 }
      guard staying[known] else {
        added += piece.entries
        continue
      }
      isGone[origin] = false
      if case .cell(let now) = piece, case .cell(let before) = old[origin], now.revision != before.revision {
        changed.append((before, now))
      }
    }
    for (place, piece) in old.enumerated() where isGone[place] { removed += piece.entries }
  }
}
