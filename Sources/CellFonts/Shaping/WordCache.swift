/// The advances of words that were shaped, within a bound of bytes.
///
/// There are two generations: what is found in the old one moves to the young one, and when that is
/// full, it becomes the old one and what was old is forgotten. So words in use stay, and forgetting
/// takes no time.
///
/// A table of short words that were met lately is asked first, which takes a few compares of
/// numbers.
struct WordCache: ~Copyable {
  private let recent: RecentWords
  private var young: WordGeneration
  private var old: WordGeneration

  /// The longest word that is kept.
  static let maximumByteCount = 255

  /// What the table of recent words may take: it must stay in the processor's cache.
  private static let recentBytes = 400 << 10

  /// A cache that takes at most `bytes`.
  init(bytes: Int) {
    // A client cannot predict where its words go.
    let seed = UInt64.random(in: 0 ... .max) | 1
    recent = RecentWords(bytes: min(bytes / 8, Self.recentBytes))
    let left = bytes - recent.byteCount
    young = WordGeneration(bytes: left / 2, seed: seed)
    old = WordGeneration(bytes: left / 2, seed: seed)
  }

  /// The bytes of what it holds.
  var usedBytes: Int { recent.byteCount + young.usedBytes + old.usedBytes }

  /// The advance of all clusters of a word; `nil` if it is not here.
  mutating func advance(
    of word: UnsafeBufferPointer<UInt8>, style: UInt32, isLarge: Bool, clusterCount: Int
  ) -> Int32? {
    find(word, style, isLarge, clusterCount).map(WordGeneration.advance)
  }

  /// The advance of a word of a text; `nil` if it is not here.
  @inline(__always)
  mutating func advance(
    of word: Range<Int>, in text: UnsafeBufferPointer<UInt8>, style: UInt32, isLarge: Bool, clusterCount: Int
  ) -> Int32? {
    guard let key = RecentWords.Key(word, of: text, clusterCount: clusterCount) else {
      let bytes = UnsafeBufferPointer(rebasing: text[word])
      return word.count > Self.maximumByteCount
        ? nil : advance(of: bytes, style: style, isLarge: isLarge, clusterCount: clusterCount)
    }
    if let advance = recent[key, style] { return advance }
    let bytes = UnsafeBufferPointer(rebasing: text[word])
    guard let advance = advance(of: bytes, style: style, isLarge: isLarge, clusterCount: clusterCount) else {
      return nil
    }
    recent.keep(advance, of: key, style)
    return advance
  }

  /// Copies the advances of the clusters of a word to `advances`. False if they are not here.
  mutating func copy(
    _ word: UnsafeBufferPointer<UInt8>, style: UInt32, isLarge: Bool, clusterCount: Int,
    to advances: UnsafeMutablePointer<Int32>
  ) -> Bool {
    guard let entry = find(word, style, isLarge, clusterCount) else { return false }
    WordGeneration.unpack(entry, byteCount: word.count, isLarge, clusterCount, to: advances)
    return true
  }

  /// Keeps the advances of the clusters of a word that is not here, and not longer than
  /// `maximumByteCount`. In a style that is not large, advances of 64 pt and more are not kept.
  mutating func insert(
    _ word: UnsafeBufferPointer<UInt8>, style: UInt32, isLarge: Bool, advances: UnsafeBufferPointer<Int32>
  ) {
    guard isLarge || advances.allSatisfy({ 0...Int32(UInt16.max) ~= $0 }) else { return }
    let hash = young.hash(word, style)
    if young.insert(word, style: style, isLarge, hash, advances) { return }
    makeRoom()
    _ = young.insert(word, style: style, isLarge, hash, advances)
  }

  /// The entry of a word, which is in the young generation from now on.
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

  /// Takes an entry of the old generation over, and gives where it stands now.
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
