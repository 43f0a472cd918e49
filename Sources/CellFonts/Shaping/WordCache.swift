import CellEngine

/// The advances of shaped words, limited in bytes.
///
/// There are two generations. A word that is found in the old one moves to the young one. When the
/// young one is full, it becomes the old one, and the words of the old one are dropped. So words in
/// use stay, and no time is spent on dropping others.
///
/// ``RecentWords`` is asked first: it compares a few numbers.
struct WordCache: ~Copyable {
  let recent: RecentWords
  private var young: WordGeneration
  private var old: WordGeneration

  /// The maximum bytes of a cached word.
  static let maximumByteCount = 255

  /// The maximum size of the table of recent words. It must fit in the processor's cache.
  private static let recentBytes = 400 << 10

  /// Makes a cache of at most `bytes`.
  init(bytes: Int) {
    // A random seed, so that clients cannot make their words collide.
    let seed = UInt64.random(in: 0 ... .max) | 1
    recent = RecentWords(bytes: min(bytes / 8, Self.recentBytes))
    let left = bytes - recent.byteCount
    young = WordGeneration(bytes: left / 2, seed: seed)
    old = WordGeneration(bytes: left / 2, seed: seed)
  }

  /// The bytes of the cached words.
  var usedBytes: Int { recent.byteCount + young.usedBytes + old.usedBytes }

  /// The sum of the advances of a word's clusters; `nil` if the cache does not have the word.
  mutating func advance(
    of word: UnsafeBufferPointer<UInt8>, style: UInt32, isLarge: Bool, clusterCount: Int
  ) -> Int32? {
    find(word, style, isLarge, clusterCount).map(WordGeneration.advance)
  }

  /// The advance of a word of a text; `nil` if the cache does not have it.
  @inline(never)
  mutating func advance(
    of word: Range<Int>, in text: UnsafeBufferPointer<UInt8>, style: UInt32, isLarge: Bool, clusterCount: Int
  ) -> Int32? {
    guard let key = RecentWords.Key(word, of: text, clusterCount: clusterCount) else {
      let bytes = UnsafeBufferPointer(rebasing: text[word])
      return word.count > Self.maximumByteCount
        ? nil : advance(of: bytes, style: style, isLarge: isLarge, clusterCount: clusterCount)
    }
    if let advance = recent.entries[key, style] { return advance }
    let bytes = UnsafeBufferPointer(rebasing: text[word])
    guard let advance = advance(of: bytes, style: style, isLarge: isLarge, clusterCount: clusterCount) else {
      return nil
    }
    recent.entries.keep(advance, of: key, style)
    return advance
  }

  /// Copies the advances of a word's clusters to `advances`. Returns `false` if the cache does not
  /// have them.
  mutating func copy(
    _ word: UnsafeBufferPointer<UInt8>, style: UInt32, isLarge: Bool, clusterCount: Int,
    to advances: UnsafeMutablePointer<Int32>
  ) -> Bool {
    guard let entry = find(word, style, isLarge, clusterCount) else { return false }
    WordGeneration.unpack(entry, byteCount: word.count, isLarge, clusterCount, to: advances)
    return true
  }

  /// Adds the advances of a word's clusters. The word must not be in the cache, and not be longer
  /// than `maximumByteCount`. If the style is not large, a word with a cluster of 64 pt or more is
  /// not added.
  mutating func insert(
    _ word: UnsafeBufferPointer<UInt8>, style: UInt32, isLarge: Bool, advances: UnsafeBufferPointer<Int32>
  ) {
    guard isLarge || advances.allSatisfy({ 0...Int32(UInt16.max) ~= $0 }) else { return }
    let hash = young.hash(word, style)
    if young.insert(word, style: style, isLarge, hash, advances) { return }
    makeRoom()
    _ = young.insert(word, style: style, isLarge, hash, advances)
  }

  /// The entry of a word, which moves to the young generation.
  @inline(__always)
  private mutating func find(
    _ word: UnsafeBufferPointer<UInt8>, _ style: UInt32, _ isLarge: Bool, _ clusterCount: Int
  ) -> UnsafeRawPointer? {
    let hash = young.hash(word, style)
    let key = WordGeneration.key(word.count, style, hash, clusterCount)
    if let found = young.find(word, key, hash) { return found }
    guard let found = old.find(word, key, hash) else { return nil }
    return keep(found, WordGeneration.size(word.count, clusterCount, isLarge), hash)
  }

  /// Moves an entry of the old generation to the young one. Returns its new address.
  @inline(never)
  private mutating func keep(_ entry: UnsafeRawPointer, _ size: Int, _ hash: UInt32) -> UnsafeRawPointer {
    if let kept = young.insert(entry, size, hash) { return kept }
    makeRoom()
    return young.insert(entry, size, hash) ?? entry
  }

  private mutating func makeRoom() {
    swap(&young, &old)
    young.clear()
  }
}
