import CHarfBuzz
import CellEngine

/// The cached advances of words and short runs, from which the advance of a line is added up.
struct LineWords {
  /// The words of one face, script and direction.
  final class Group {
    let plan: ShapePlan
    fileprivate let number: UInt32
    /// The number of its words that were shaped, and how many of them do not depend on text beyond
    /// a space.
    fileprivate var shaped = 0
    fileprivate var isolated = 0

    fileprivate init(_ plan: ShapePlan, number: UInt32) {
      self.plan = plan
      self.number = number
    }

    /// Whether adding up words can succeed. Some fonts kern every word with the space next to it.
    var isHopeful: Bool { isolated > 0 || shaped < 16 }
  }

  /// The cached advance of a word or run, in the units of the face.
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
    let group =
      groups[key] ?? newGroup(key, list.face(place) ?? list.primary, inert: place == 0 ? list.inert : [])
    last = (key, group)
    return group
  }

  private mutating func newGroup(_ key: Key, _ face: Face, inert: [hb_feature_t]) -> Group {
    // The cache never finds the words of a removed group again, and drops them in time.
    if groups.count >= Self.groupLimit { groups.removeAll() }
    lastNumber = lastNumber &+ 1 | 1 << 31
    let group = Group(ShapePlan(face, key.kind, inert: inert), number: lastNumber)
    groups[key] = group
    return group
  }

  /// The cached advance of a word or run.
  func known(_ bytes: UnsafeBufferPointer<UInt8>, in group: Group) -> Known {
    guard let held = cache.pointee.advance(of: bytes, style: group.number, isLarge: true, clusterCount: 1)
    else {
      return .unknown
    }
    return held & 1 == 0 ? .alone(Int(held >> 1)) : .isolated(Int(held >> 1))
  }

  /// Adds a word to the cache if it has the same advance alone as between spaces.
  mutating func keep(_ shape: SpacedShape, of word: UnsafeBufferPointer<UInt8>, in group: Group) {
    group.shaped += 1
    if shape.isIsolated { group.isolated += 1 }
    if shape.isSameAlone { keep(shape.advance, isIsolated: shape.isIsolated, word, in: group) }
  }

  /// Adds a word or run to the cache, with its advance alone.
  mutating func keep(alone advance: Int, _ bytes: UnsafeBufferPointer<UInt8>, in group: Group) {
    keep(advance, isIsolated: false, bytes, in: group)
  }

  private mutating func keep(
    _ advance: Int, isIsolated: Bool, _ bytes: UnsafeBufferPointer<UInt8>, in group: Group
  ) {
    guard bytes.count <= Self.maximumByteCount, 0..<1 << 30 ~= advance else { return }
    withUnsafePointer(to: Int32(advance << 1 | (isIsolated ? 1 : 0))) {
      cache.pointee.insert(
        bytes, style: group.number, isLarge: true, advances: UnsafeBufferPointer(start: $0, count: 1))
    }
  }
}
