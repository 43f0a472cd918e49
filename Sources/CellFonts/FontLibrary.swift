import CellEngine
import Locks

/// The fonts of this machine: fontconfig finds them, HarfBuzz measures them.
///
/// Nothing is read before the first request. The library keeps the ``FontSet`` of up to 64 requests
/// and drops the set that was not used for the longest time. Any number of threads can use it at
/// once.
public final class FontLibrary: FontSource {
  private struct State {
    var configuration: FontConfiguration?
    var sets: [FontRequest: FontSet] = [:]
    /// The keys of `sets`, in the order of their last use.
    var recent: [FontRequest] = []
    var lists: [ListKey: FaceList] = [:]
    var styles: [StyleKey: UInt32] = [:]
    var lastID: UInt32 = 0
    var generation = 0

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

  /// The maximum number of requests whose sets are kept.
  static let setLimit = 64
  private static let knownLimit = 1024
  /// The sizes of texts, in points. Any other size is clamped to them.
  private static let sizes = 0.25...2048

  private let state: Mutex<State>
  private let load: @Sendable () -> FontConfiguration?
  private let faces = FaceTable()
  private let gaps = FontGaps()
  private let shapers: ShaperPool

  /// Makes a library of the fonts of this machine.
  ///
  /// - Parameter wordCacheBytes: the maximum bytes of the cache of words. Each thread that shapes
  ///   has such a cache.
  public convenience init(wordCacheBytes: Int = 16 << 20) {
    self.init(wordCacheBytes: wordCacheBytes, load: { FontConfiguration() })
  }

  /// Makes a library of the fonts of a configuration.
  init(wordCacheBytes: Int = 16 << 20, load: @escaping @Sendable () -> FontConfiguration?) {
    self.load = load
    state = Mutex(State())
    shapers = ShaperPool(cacheBytes: wordCacheBytes)
  }

  /// The bytes of the caches of words that no thread uses now.
  public var wordCacheBytes: Int { shapers.usedBytes }

  /// The fonts of a request.
  ///
  /// fontconfig's nearest family replaces a family that is not installed, unless the client named
  /// it. A generic family of CSS, such as `sans-serif`, is always replaced.
  ///
  /// - Throws: ``FontFault`` if a family that the client named is not installed, or if the machine
  ///   has no fonts.
  public func metrics(for request: FontRequest) throws(FontFault) -> any FontMetrics {
    try set(for: request)
  }

  public func metricsAtHand(for request: FontRequest) -> (any FontMetrics)? {
    state.withLockIfAvailable { $0.knownSet(for: request) }
  }

  public var hasNewFonts: Bool {
    gaps.isTimeToLook && state.withLockIfAvailable { $0.configuration?.isOutdated ?? false } ?? false
  }

  public func reload() {
    gaps.forget()
    state.withLock { state in
      state.configuration = nil
      state.sets = [:]
      state.recent = []
      state.lists = [:]
      state.styles = [:]
      state.generation += 1
    }
  }

  /// Returns the result of ``metrics(for:)`` as a ``FontSet``.
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
    let standIn = Self.standIn(for: request, styles)
    if standIn != nil { gaps.note() }
    return FontSet(
      styles: styles, standIn: standIn, shapers: shapers, gaps: gaps,
      generation: state.generation)
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

  /// Reads the fonts again if fonts were installed or removed, and looks for the family among them.
  private func reloaded(for key: ListKey, _ state: inout State) -> FaceList? {
    guard state.configuration?.isOutdated ?? true, let configuration = load() else { return nil }
    state.configuration = configuration
    state.generation += 1
    return makeList(for: key, &state)
  }

  private func makeList(for key: ListKey, _ state: inout State) -> FaceList? {
    guard let sorted = state.configuration?.sorted(family: key.family, weight: key.weight) else { return nil }
    let isStrict = key.isFamilyNamed && !GenericFamily.isKeyword(key.family)
    return FaceList(sorted, family: isStrict ? key.family : nil, id: state.nextID(), faces: faces)
  }
}
