import CHarfBuzz
import CellEngine

/// The cached advances of words and short runs, from which the advance of a line is added up.
struct LineWords {
  /// The words of one face, script and direction.
  final class Group {
    let plan: ShapePlan
    /// The kerning of spaces, if they are only kerned. Then all words can be added up.
    let kerns: SpaceKerns?
    /// Identifies its words in the cache.
    fileprivate let number: UInt32
    /// Identifies its runs in the cache.
    fileprivate var runNumber: UInt32 { number &+ 1 }
    /// Whether its face is the first one, which mostly draws U+0020.
    private let isPrimary: Bool
    /// The number of its words that were shaped, and how many of them do not depend on text beyond
    /// a space.
    fileprivate var shaped = 0
    fileprivate var isolated = 0

    fileprivate init(_ plan: ShapePlan, number: UInt32, isPrimary: Bool, kernsSpacesOnly: Bool) {
      self.plan = plan
      kerns = kernsSpacesOnly && SpaceKerns.covers(plan.kind) ? SpaceKerns(plan) : nil
      self.number = number
      self.isPrimary = isPrimary
    }

    /// Whether the cache can have words of the group.
    fileprivate var hasWords: Bool { shaped > 0 || kerns != nil }

    /// Whether adding up words can succeed. Some fonts kern every word with the space next to it.
    var isHopeful: Bool { isPrimary && (isolated > 0 || shaped < 16 || kerns != nil) }
  }

  /// The cached advance of a word, in the units of the face.
  enum Known {
    case unknown
    /// The advance of the text if it is shaped alone.
    case alone(Int)
    /// The advance next to a space. It does not depend on text on the other side of the space, and
    /// that text does not depend on it.
    case isolated(Int)
  }

  private struct Key: Hashable {
    var list: UInt32
    var face: Int
    var kind: ShapePlan.Kind
  }

  /// The maximum bytes of a cached word or run.
  static let maximumByteCount = 48
  private static let groupLimit = 1024

  private let cache: UnsafeMutablePointer<WordCache>
  private var groups: [Key: Group] = [:]
  private var last: (key: Key, group: Group)?
  /// Numbers of groups use the upper half of the 32-bit range, identifiers of styles the lower
  /// half. So they share a cache.
  private var lastNumber: UInt32 = 1 << 31

  /// Makes an empty table that keeps its words in `cache`.
  init(in cache: UnsafeMutablePointer<WordCache>) {
    self.cache = cache
  }

  /// The words of the face at index `place` of a list.
  mutating func group(_ list: FaceList, _ place: Int, _ kind: ShapePlan.Kind) -> Group {
    let key = Key(list: list.id, face: place, kind: kind)
    if let last, last.key == key { return last.group }
    let group = groups[key] ?? newGroup(key, list)
    last = (key, group)
    return group
  }

  private mutating func newGroup(_ key: Key, _ list: FaceList) -> Group {
    // The cache never finds the words of a removed group again, and drops them in time.
    if groups.count >= Self.groupLimit { groups.removeAll() }
    lastNumber = lastNumber &+ 2 | 1 << 31
    let isPrimary = key.face == 0
    let plan = ShapePlan(
      list.face(key.face) ?? list.primary, key.kind, inert: isPrimary ? list.inert : [])
    let group = Group(
      plan, number: lastNumber, isPrimary: isPrimary, kernsSpacesOnly: isPrimary && list.kernsSpacesOnly)
    groups[key] = group
    return group
  }

  /// The cached advance of a word that was shaped between spaces.
  func known(_ word: UnsafeBufferPointer<UInt8>, in group: Group) -> Known {
    guard let held = held(word, group.number) else { return .unknown }
    return held & 1 == 0 ? .alone(Int(held >> 1)) : .isolated(Int(held >> 1))
  }

  /// The cached advance of a run that is shaped alone; `nil` if the cache does not have it.
  func advance(of run: UnsafeBufferPointer<UInt8>, clusterCount: Int, in group: Group) -> Int? {
    // A space between runs of other faces is a run.
    if run.count == 1, run[0] == 0x20 { return group.plan.face.space }
    guard run.count <= Self.maximumByteCount else { return nil }
    if let held = held(run, group.runNumber) { return Int(held >> 1) }
    if group.hasWords, let held = held(run, group.number) { return Int(held >> 1) }
    guard clusterCount > 1 else { return nil }
    return withUnsafeTemporaryAllocation(of: PackedAdvance.self, capacity: clusterCount) { advances in
      copy(run, in: group, to: advances) ? advances.reduce(0) { $0 + $1.advance } : nil
    }
  }

  /// Copies the advances of the clusters of a run that is shaped alone. Returns `false` if they are
  /// not in the cache.
  func copy(
    _ run: UnsafeBufferPointer<UInt8>, in group: Group, to advances: UnsafeMutableBufferPointer<PackedAdvance>
  ) -> Bool {
    guard let first = advances.baseAddress, run.count <= Self.maximumByteCount else { return false }
    return first.withMemoryRebound(to: Int32.self, capacity: advances.count) {
      cache.pointee.copy(run, style: group.runNumber, clusterCount: advances.count, to: $0)
    }
  }

  private func held(_ bytes: UnsafeBufferPointer<UInt8>, _ number: UInt32) -> Int32? {
    cache.pointee.advance(of: bytes, style: number, clusterCount: 1)
  }

  /// Adds a word to the cache. Its advance between spaces is not kept if it has another one alone.
  func keep(_ shape: SpacedShape, of word: UnsafeBufferPointer<UInt8>, in group: Group) {
    group.shaped += 1
    if shape.isIsolated { group.isolated += 1 }
    if shape.isSameAlone { keep(alone: shape.advance, isIsolated: shape.isIsolated, word, in: group) }
  }

  /// Adds a word to the cache with its advance alone.
  ///
  /// - Parameter isIsolated: whether other words do not change it, except by the kerning of spaces.
  func keep(alone advance: Int, isIsolated: Bool, _ word: UnsafeBufferPointer<UInt8>, in group: Group) {
    guard word.count <= Self.maximumByteCount, 0..<1 << 30 ~= advance else { return }
    withUnsafePointer(to: Int32(advance << 1 | (isIsolated ? 1 : 0))) {
      cache.pointee.insert(word, style: group.number, advances: UnsafeBufferPointer(start: $0, count: 1))
    }
  }

  /// Adds a run that is shaped alone, with the advances of its clusters, or with their sum. It must
  /// not be in the cache.
  func keep(
    _ advances: UnsafeMutableBufferPointer<PackedAdvance>, of run: UnsafeBufferPointer<UInt8>, in group: Group
  ) {
    guard let first = advances.baseAddress, run.count <= Self.maximumByteCount else { return }
    first.withMemoryRebound(to: Int32.self, capacity: advances.count) {
      cache.pointee.insert(
        run, style: group.runNumber, advances: UnsafeBufferPointer(start: $0, count: advances.count))
    }
  }
}
