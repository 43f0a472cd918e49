import CellEngine
import Locks

/// The fonts of this machine, as fontconfig finds them and HarfBuzz measures them.
///
/// Nothing is read before the first request. Sets of fonts are kept by what was asked for, the
/// least recently used given up first. All of it may be used by any number of threads at once.
public final class FontLibrary: FontSource {
  private struct State {
    var configuration: FontConfiguration?
    var sets: [FontRequest: FontSet] = [:]
    /// The requests of `sets`, the last used last.
    var recent: [FontRequest] = []
    var lists: [ListKey: FaceList] = [:]
    var styles: [StyleKey: UInt32] = [:]
    var lastID: UInt32 = 0

    mutating func nextID() -> UInt32 {
      lastID &+= 1
      return lastID
    }

    mutating func knownSet(for request: FontRequest) -> FontSet? {
      guard let set = sets[request] else { return nil }
      if recent.last != request {
        recent.removeAll { $0 == request }
        recent.append(request)
      }
      return set
    }
  }

  private struct ListKey: Hashable {
    var family: String
    var isFamilyNamed: Bool
    var weight: Int
  }

  private struct StyleKey: Hashable {
    var list: UInt32
    var size: Double
  }

  /// How many requests are kept, and how many lists of faces and sizes are known.
  static let setLimit = 64
  private static let knownLimit = 1024
  /// The sizes that texts can have, in points; others become the nearest.
  private static let sizes = 0.25...2048

  private let state: Mutex<State>
  private let load: @Sendable () -> FontConfiguration?
  private let faces = FaceTable()
  private let shapers: ShaperPool

  /// The fonts of this machine.
  ///
  /// - Parameter wordCacheBytes: how much each thread that shapes keeps of the words that it has
  ///   shaped.
  public convenience init(wordCacheBytes: Int = 16 << 20) {
    self.init(wordCacheBytes: wordCacheBytes, load: { FontConfiguration() })
  }

  /// The fonts of a configuration.
  init(wordCacheBytes: Int = 16 << 20, load: @escaping @Sendable () -> FontConfiguration?) {
    self.load = load
    state = Mutex(State())
    shapers = ShaperPool(cacheBytes: wordCacheBytes)
  }

  /// The bytes of the words that are kept, while nobody shapes.
  public var wordCacheBytes: Int { shapers.usedBytes }

  /// The fonts of a request. A family that nobody named has fontconfig's nearest in its place if it
  /// is not installed, and so has a generic family of CSS.
  ///
  /// - Throws: ``FontFault`` where a family that was named is not installed, or no font is.
  public func metrics(for request: FontRequest) throws(FontFault) -> any FontMetrics {
    try set(for: request)
  }

  public func metricsAtHand(for request: FontRequest) -> (any FontMetrics)? {
    state.withLockIfAvailable { $0.knownSet(for: request) }
  }

  /// The same, with its type.
  public func set(for request: FontRequest) throws(FontFault) -> FontSet {
    try state.withLock { (state) throws(FontFault) in
      if let set = state.knownSet(for: request) { return set }
      let set = try makeSet(for: request, &state)
      if state.sets.count >= Self.setLimit { state.sets[state.recent.removeFirst()] = nil }
      state.sets[request] = set
      state.recent.append(request)
      return set
    }
  }

  private func makeSet(for request: FontRequest, _ state: inout State) throws(FontFault) -> FontSet {
    if state.configuration == nil { state.configuration = load() }
    var styles: [TextStyle] = []
    for role in FontRole.allCases {
      let style = request[role]
      let key = ListKey(
        family: request.family, isFamilyNamed: request.isFamilyNamed, weight: max(1, min(style.weight, 1000)))
      let list = try self.list(for: key, &state)
      let size = min(max(style.size, Self.sizes.lowerBound), Self.sizes.upperBound)
      styles.append(TextStyle(id: styleID(list, size, &state), faces: list, points: size))
    }
    return FontSet(styles: styles, standIn: Self.standIn(for: request, styles), shapers: shapers)
  }

  private static func standIn(for request: FontRequest, _ styles: [TextStyle]) -> FontStandIn? {
    let faces = styles[Int(FontRole.title.rawValue)].faces
    guard !request.isFamilyNamed, !faces.isNamed(request.family) else { return nil }
    return FontStandIn(
      missing: request.family, package: DebianPackage.name(of: request.family), family: faces.primary.family)
  }

  private func styleID(_ list: FaceList, _ size: Double, _ state: inout State) -> UInt32 {
    let key = StyleKey(list: list.id, size: size)
    if let id = state.styles[key] { return id }
    if state.styles.count >= Self.knownLimit { state.styles.removeAll() }
    let id = state.nextID()
    state.styles[key] = id
    return id
  }

  private func list(for key: ListKey, _ state: inout State) throws(FontFault) -> FaceList {
    if let list = state.lists[key] { return list }
    guard let list = makeList(for: key, &state) ?? reloaded(for: key, &state) else {
      guard let configuration = state.configuration, !configuration.isEmpty else { throw .noFonts }
      throw .familyNotInstalled(key.family, package: DebianPackage.name(of: key.family))
    }
    if state.lists.count >= Self.knownLimit { state.lists.removeAll() }
    state.lists[key] = list
    return list
  }

  /// What is missing may have been installed since fontconfig was asked.
  private func reloaded(for key: ListKey, _ state: inout State) -> FaceList? {
    guard state.configuration?.isOutdated ?? true, let configuration = load() else { return nil }
    state.configuration = configuration
    return makeList(for: key, &state)
  }

  private func makeList(for key: ListKey, _ state: inout State) -> FaceList? {
    guard let sorted = state.configuration?.sorted(family: key.family, weight: key.weight) else { return nil }
    let isStrict = key.isFamilyNamed && !GenericFamily.isKeyword(key.family)
    return FaceList(sorted, family: isStrict ? key.family : nil, id: state.nextID(), faces: faces)
  }
}
