import CHarfBuzz
import CellEngine

/// Shapes words and lines. It has the buffers and caches for that, so only one thread at a time can
/// use it.
final class Shaper: WordMetrics {
  let buffer = GlyphBuffer()
  // A pointer, because the check for exclusive access would take a third of the time of finding a
  // word.
  private let cache: UnsafeMutablePointer<WordCache>
  var lineWords: LineWords
  var spaced = SpacedShape()
  var knownFaces = KnownFaces()
  var bidi = BidiLevels()
  var table = ClusterTable()
  private var advances = ClusterAdvances()
  private var lastWord = LastWord()
  /// The styles of the words that are measured, by role.
  var styles: [TextStyle] = []

  /// Whether the advance of a line can be the sum of its words.
  let joinsWords: Bool

  /// Makes a shaper with a word cache of at most `cacheBytes`.
  ///
  /// - Parameter joinsWords: if `false`, each line is shaped as a whole. The result is the same, so
  ///   tests compare the two.
  init(cacheBytes: Int, joinsWords: Bool = true) {
    self.joinsWords = joinsWords
    cache = .allocate(capacity: 1)
    cache.initialize(to: WordCache(bytes: cacheBytes))
    lineWords = LineWords(in: cache)
  }

  deinit {
    cache.deinitialize(count: 1)
    cache.deallocate()
  }

  /// The used bytes of the word cache.
  var usedBytes: Int { cache.pointee.usedBytes }

  /// The words that were used recently. The entries are valid as long as the shaper is.
  var recentWords: RecentWords.Entries { cache.pointee.recent.entries }

  func style(of role: FontRole) -> WordStyle {
    let style = styles[Int(role.rawValue)]
    return WordStyle(id: style.id, space: style.space)
  }

  func knownAdvance(
    of word: Range<Int>, in text: UnsafeBufferPointer<UInt8>, clusterCount: Int, _ role: FontRole
  ) -> Int32? {
    let style = styles[Int(role.rawValue)]
    return cache.pointee.advance(
      of: word, in: text, style: style.id, clusterCount: clusterCount)
  }

  func measure(_ word: MeasuredWord, _ role: FontRole, to result: UnsafeMutablePointer<Int32>) {
    let style = styles[Int(role.rawValue)]
    let bytes = word.bytes
    let count = word.clusterByteCounts.count
    if bytes.count == 1, bytes[0] == 0x20 {
      result[0] = style.space
      return
    }
    // The shape of a piece depends on the letters around it.
    if word.isPiece || bytes.count > WordCache.maximumByteCount {
      if lastWord.copy(word, style.id, to: result) { return }
      shape(word, style, result)
      return lastWord.keep(word, style.id, result)
    }
    if cache.pointee.copy(bytes, style: style.id, clusterCount: count, to: result) { return }
    shape(word, style, result)
    cache.pointee.insert(
      bytes, style: style.id, advances: UnsafeBufferPointer(start: result, count: count))
  }

  /// The first scalar of a text that no face of a style can draw. Spaces and invisible scalars need
  /// no glyph.
  func missingScalar(in text: UnsafeBufferPointer<UInt8>, _ style: TextStyle) -> UInt32? {
    let unicode = hb_unicode_funcs_get_default()
    var index = 0
    while index < text.count {
      if text[index] < 0x80 {
        index += 1
        continue
      }
      let scalar = UTF8Scalar(in: text, at: index)
      index += scalar.byteCount
      if Face.isIgnorable(scalar.value) || knownFaces.covers(scalar.value, in: style.faces) { continue }
      switch hb_unicode_general_category(unicode, scalar.value) {
      case HB_UNICODE_GENERAL_CATEGORY_SPACE_SEPARATOR, HB_UNICODE_GENERAL_CATEGORY_LINE_SEPARATOR,
        HB_UNICODE_GENERAL_CATEGORY_PARAGRAPH_SEPARATOR, HB_UNICODE_GENERAL_CATEGORY_CONTROL:
        continue
      default: return scalar.value
      }
    }
    return nil
  }

  /// Shapes a word alone, or, if it is a piece of a longer word, with the letters around it.
  private func shape(_ word: MeasuredWord, _ style: TextStyle, _ result: UnsafeMutablePointer<Int32>) {
    let text = word.isPiece ? word.text : word.bytes
    let start = word.isPiece ? word.range.lowerBound : 0
    table.removeAll()
    var end = start
    for byteCount in word.clusterByteCounts {
      table.append(end..<(end + Int(byteCount)), of: text, isWide: word.isWideCluster)
      end += Int(byteCount)
    }
    table.chooseFaces(from: style.faces, &knownFaces)
    table.resolveScripts()
    table.levelByScript()
    // A property would be checked for exclusive access for each glyph. Benchmarks/NOTES.md, "First
    // rows in points, starts, idle connections", has the time of such checks.
    var advances = ClusterAdvances()
    swap(&advances, &self.advances)
    defer { swap(&advances, &self.advances) }
    advances.begin(table)
    measureClusters(of: text, style, isPiece: word.isPiece || word.isWideCluster, into: &advances)
    advances.shareLigatures(table, of: text)
    // Sums are rounded, so that errors do not add up in a word.
    var sum = 0.0
    var last: Int32 = 0
    for (index, advance) in advances.values.enumerated() {
      sum += advance * Double(MeasuredWord.fineness)
      let next = max(last, Int32(clamping: Int(min(sum, 1e9).rounded())))
      result[index] = next - last
      last = next
    }
  }

  /// Measures the clusters of the table, run by run.
  private func measureClusters(
    of text: UnsafeBufferPointer<UInt8>, _ style: TextStyle, isPiece: Bool,
    into advances: inout ClusterAdvances
  ) {
    let count = table.clusters.count
    var first = 0
    while first < count {
      let run = table.run(from: first)
      let group = lineWords.group(style.faces, table.clusters[first].face, table.kind(of: run))
      measure(run, of: text, group, isWord: !isPiece && run.count == count, into: &advances)
      advances.finish(run, scale: style.scale(group.plan.face))
      first = run.upperBound
    }
  }

  /// Measures a run. If possible, its advances are cached, for other words and for lines.
  ///
  /// - Parameter isWord: whether the run is a word between spaces.
  private func measure(
    _ run: Range<Int>, of text: UnsafeBufferPointer<UInt8>, _ group: LineWords.Group, isWord: Bool,
    into advances: inout ClusterAdvances
  ) {
    let range = table.bytes(of: run)
    let bytes = UnsafeBufferPointer(rebasing: text[range])
    let isKept =
      joinsWords && bytes.count <= LineWords.maximumByteCount && group.plan.kind.isApart(range, in: text)
    var isTested = false
    if isKept {
      if isWord, group.kerns == nil, group.isHopeful, case .unknown = lineWords.known(bytes, in: group) {
        spaced.shape(bytes, group.plan, buffer)
        lineWords.keep(spaced, of: bytes, in: group)
        if spaced.isSameAlone {
          for glyph in spaced.glyphs { advances.add(glyph, atByte: glyph.byte) }
          return
        }
        isTested = true
      } else if advances.withRun(run, { lineWords.copy(bytes, in: group, to: $0) }) {
        return
      }
    }
    var glyphs: (first: hb_codepoint_t, last: hb_codepoint_t)?
    let sum = buffer.advance(of: range, in: text, group.plan) {
      advances.add($0, atByte: $0.byte)
      glyphs = (glyphs?.first ?? $0.id, $0.id)
    }
    guard isKept, let sum, let glyphs else { return }
    if isTested { return lineWords.keep(alone: sum, isIsolated: false, bytes, in: group) }
    guard isWord, let kerns = group.kerns else {
      return advances.withRun(run) { lineWords.keep($0, of: bytes, in: group) }
    }
    // Few of these words are shown in two sizes. With the advances of their clusters, too, known
    // words took 5 % more time, as fewer of them were in the processor's cache.
    if case .unknown = lineWords.known(bytes, in: group) {
      let isIsolated = kerns.haveOwnGlyphs(bytes, first: glyphs.first, last: glyphs.last)
      lineWords.keep(alone: sum, isIsolated: isIsolated, bytes, in: group)
    }
  }
}
