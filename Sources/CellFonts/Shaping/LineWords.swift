import CellEngine

/// The words and short runs that lines can be put together of, as each face has them.
struct LineWords {
  /// What a face does with text of one kind.
  final class Group {
    let plan: ShapePlan
    fileprivate let number: UInt32
    /// How many of its words were shaped, and in how many of them nothing beyond a space has a
    /// part.
    fileprivate var shaped = 0
    fileprivate var isolated = 0

    fileprivate init(_ plan: ShapePlan, number: UInt32) {
      self.plan = plan
      self.number = number
    }

    /// Whether words are worth being tried: some fonts kern all of them with spaces.
    var isHopeful: Bool { isolated > 0 || shaped < 16 }
  }

  /// What is known of a word, or of a run: its advance in the units of the face.
  enum Known {
    case unknown
    /// When it is shaped by itself.
    case alone(Int)
    /// The same next to a space: it does not depend on text on the other side of the space, nor the
    /// reverse.
    case isolated(Int)
  }

  private struct Key: Hashable {
    var list: UInt32
    var face: Int
    var kind: ShapePlan.Kind
  }

  /// The longest word that is kept.
  static let maximumByteCount = 48
  private static let groupLimit = 1024

  private let cache: UnsafeMutablePointer<WordCache>
  private var groups: [Key: Group] = [:]
  private var last: (key: Key, group: Group)?
  /// Numbers of groups are in the upper half, those of styles in the lower.
  private var lastNumber: UInt32 = 1 << 31

  /// Keeps words in `cache`, beside the words of styles.
  init(in cache: UnsafeMutablePointer<WordCache>) {
    self.cache = cache
  }

  /// The words of a face of a list, by its place in that.
  mutating func group(_ list: FaceList, _ place: Int, _ kind: ShapePlan.Kind) -> Group {
    let key = Key(list: list.id, face: place, kind: kind)
    if let last, last.key == key { return last.group }
    let group = groups[key] ?? newGroup(key, list.face(place) ?? list.primary)
    last = (key, group)
    return group
  }

  private mutating func newGroup(_ key: Key, _ face: Face) -> Group {
    // Words of groups that were given up are never found again, and are forgotten in the end.
    if groups.count >= Self.groupLimit { groups.removeAll() }
    lastNumber = lastNumber &+ 1 | 1 << 31
    let group = Group(ShapePlan(face, key.kind), number: lastNumber)
    groups[key] = group
    return group
  }

  /// What is known of a word or run.
  func known(_ bytes: UnsafeBufferPointer<UInt8>, in group: Group) -> Known {
    guard let held = cache.pointee.advance(of: bytes, style: group.number, isLarge: true, clusterCount: 1)
    else {
      return .unknown
    }
    return held & 1 == 0 ? .alone(Int(held >> 1)) : .isolated(Int(held >> 1))
  }

  /// Keeps a word that was shaped between spaces, and is the same alone.
  mutating func keep(_ shape: SpacedShape, of word: UnsafeBufferPointer<UInt8>, in group: Group) {
    group.shaped += 1
    if shape.isIsolated { group.isolated += 1 }
    if shape.isSameAlone { keep(shape.advance, isIsolated: shape.isIsolated, word, in: group) }
  }

  /// Keeps a word or run that was shaped by itself.
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
