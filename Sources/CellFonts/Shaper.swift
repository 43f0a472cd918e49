import CHarfBuzz
import CellEngine

/// What one thread at a time needs to shape: a buffer, and the words that it shaped.
final class Shaper {
  private let buffer: OpaquePointer
  // By a pointer, as the check for exclusive access would cost a found word a third of its time.
  private let cache: UnsafeMutablePointer<WordCache>
  private let recent: RecentWords
  private var knownFaces = KnownFaces()
  private var scratch: [Mark] = []
  private var bidi = BidiLevels()
  private var table = ClusterTable()
  /// The cluster of the table that begins at a byte of the text, or holds it.
  private var clusterAt: [Int32] = []
  /// The advance of each cluster of the table, in 1/64 pt, and whether a glyph begins at it.
  private var advances: [Double] = []
  private var hasGlyph: [Bool] = []

  /// What the table of recent words may take: it has to stay in the processor's cache.
  private static let recentBytes = 400 << 10

  /// A shaper that keeps words of up to `cacheBytes`.
  init(cacheBytes: Int) {
    buffer = hb_buffer_create()
    recent = RecentWords(bytes: min(cacheBytes / 8, Self.recentBytes))
    cache = .allocate(capacity: 1)
    cache.initialize(to: WordCache(bytes: cacheBytes - recent.byteCount))
  }

  deinit {
    hb_buffer_destroy(buffer)
    cache.deinitialize(count: 1)
    cache.deallocate()
  }

  /// The bytes of the words that it keeps.
  var usedBytes: Int { cache.pointee.usedBytes + recent.byteCount }

  /// Prepares a text, its words one by one.
  func prepare(
    _ text: UnsafeBufferPointer<UInt8>, _ style: TextStyle, breaks: Environment.Breaks?, budget: Int32,
    into marks: inout [Mark]
  ) -> PreparedText {
    // Taken out, so that measuring a word does not stand in the way of it.
    var room = scratch
    scratch = []
    defer { scratch = room }
    return WordAnalysis.prepare(
      text, breaks: breaks, budget: budget, columnAdvance: style.columnAdvance, scratch: &room, into: &marks
    ) { word, advances in
      measure(word, style, advances)
    }
  }

  /// Prepares a text as rows keep it.
  func prepareWords(
    _ text: UnsafeBufferPointer<UInt8>, isASCII: Bool, _ style: TextStyle, breaks: Environment.Breaks?,
    budget: Int32, into marks: inout [Mark]
  ) -> PreparedText {
    WordAnalysis.prepareWords(
      text, isASCII: isASCII, breaks: breaks, budget: budget, columnAdvance: style.columnAdvance,
      space: style.space, recent: recent.words(of: style.id), scratch: &scratch, into: &marks,
      known: { knownAdvance(of: $0, $1, style) }, measure: { measure($0, style, $1) })
  }

  /// What is kept of a word, and what a space advances by.
  private func knownAdvance(
    of word: UnsafeBufferPointer<UInt8>, _ clusterCount: Int, _ style: TextStyle
  ) -> Int32? {
    if word.count == 1, word[0] == 0x20 { return style.space }
    if word.count > WordCache.maximumByteCount { return nil }
    return cache.pointee.advance(
      of: word, style: style.id, isLarge: style.isLarge, clusterCount: clusterCount)
  }

  private func measure(_ word: MeasuredWord, _ style: TextStyle, _ result: UnsafeMutablePointer<Int32>) {
    let bytes = word.bytes
    let count = word.clusterByteCounts.count
    if bytes.count == 1, bytes[0] == 0x20 {
      result[0] = style.space
      return
    }
    if word.isPiece || bytes.count > WordCache.maximumByteCount {
      return shape(word, style, result)
    }
    if cache.pointee.copy(bytes, style: style.id, isLarge: style.isLarge, clusterCount: count, to: result) {
      return
    }
    shape(word, style, result)
    cache.pointee.insert(
      bytes, style: style.id, isLarge: style.isLarge,
      advances: UnsafeBufferPointer(start: result, count: count))
  }

  /// Shapes a word by itself, or, where it is a piece of one, among the letters around it.
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
    measureClusters(of: text, start..<end, style)
    shareAdvances(of: text)
    // Rounded as sums, so that errors do not add up in a word.
    var sum = 0.0
    var last: Int32 = 0
    for (index, advance) in advances.enumerated() {
      sum += advance * Double(MeasuredWord.fineness)
      let next = max(last, Int32(clamping: Int(min(sum, 1e9).rounded())))
      result[index] = next - last
      last = next
    }
  }

  /// Shapes the clusters of the table, which are `range` of the text, run by run.
  private func measureClusters(of text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ style: TextStyle) {
    let count = table.clusters.count
    advances.removeAll(keepingCapacity: true)
    advances.append(contentsOf: repeatElement(0, count: count))
    hasGlyph.removeAll(keepingCapacity: true)
    hasGlyph.append(contentsOf: repeatElement(false, count: count))
    clusterAt.removeAll(keepingCapacity: true)
    for (index, cluster) in table.clusters.enumerated() {
      clusterAt.append(contentsOf: repeatElement(Int32(index), count: cluster.bytes.count))
    }
    var first = 0
    while first < count {
      let run = table.run(from: first)
      let face = style.faces.face(table.clusters[first].face) ?? style.faces.primary
      let scale = style.scale(face)
      forEachGlyph(of: run, text, face) { byte, advance in
        let index = Int(clusterAt[byte - range.lowerBound])
        advances[index] += Double(advance) * scale
        hasGlyph[index] = true
      }
      first = run.upperBound
    }
  }

  /// Shapes a run, which has one face, script and level, and gives the byte and the advance of each glyph.
  private func forEachGlyph(
    of run: Range<Int>, _ text: UnsafeBufferPointer<UInt8>, _ face: Face, _ body: (Int, hb_position_t) -> Void
  ) {
    let first = table.clusters[run.lowerBound]
    let bytes = first.bytes.lowerBound..<table.clusters[run.upperBound - 1].bytes.upperBound
    hb_buffer_clear_contents(buffer)
    hb_buffer_set_direction(buffer, first.level & 1 == 0 ? HB_DIRECTION_LTR : HB_DIRECTION_RTL)
    hb_buffer_set_script(buffer, first.script)
    text.withMemoryRebound(to: CChar.self) {
      hb_buffer_add_utf8(
        buffer, $0.baseAddress, Int32(clamping: $0.count), UInt32(clamping: bytes.lowerBound),
        Int32(clamping: bytes.count))
    }
    hb_shape(face.font, buffer, nil, 0)
    var count: UInt32 = 0
    guard let glyphs = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return }
    for index in 0..<Int(count) {
      let byte = Int(glyphs[index].cluster)
      if bytes.contains(byte) { body(byte, positions[index].x_advance) }
    }
  }

  /// Shares the advance of a glyph that stands for several clusters, a ligature, in equal parts: so a caret would stand in
  /// it, and so a line can be cut in it. Soft hyphens have none of it.
  private func shareAdvances(of text: UnsafeBufferPointer<UInt8>) {
    var first = 0
    while first < advances.count {
      var end = first + 1
      while end < advances.count, !hasGlyph[end], table.clusters[end].face == table.clusters[first].face {
        end += 1
      }
      if end > first + 1 {
        let sharers = (first..<end).filter { !isSoftHyphen(table.clusters[$0], text) }
        let sum = advances[first..<end].reduce(0, +)
        for index in first..<end { advances[index] = 0 }
        for index in sharers { advances[index] = sum / Double(sharers.count) }
      }
      first = end
    }
  }

  private func isSoftHyphen(_ cluster: ClusterTable.Cluster, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    cluster.bytes.count == 2 && text[cluster.bytes.lowerBound] == 0xC2
      && text[cluster.bytes.lowerBound + 1] == 0xAD
  }

  /// Shapes a line as a whole, its runs in their directions.
  func shape(_ line: UnsafeBufferPointer<UInt8>, _ style: TextStyle, isRightToLeft: Bool) -> ShapedLine {
    findClusters(of: line)
    guard !table.clusters.isEmpty else { return ShapedLine(advance: 0, runs: []) }
    table.chooseFaces(from: style.faces, &knownFaces)
    table.resolveScripts()
    bidi.find(in: table.scalars, isRightToLeft: isRightToLeft)
    table.takeLevels(bidi.levels)
    measureClusters(of: line, 0..<line.count, style)
    var runs: [Range<Int>] = []
    while let next = table.clusters.indices.dropFirst(runs.last?.upperBound ?? 0).first {
      runs.append(table.run(from: next))
    }
    var sum = 0.0
    var placed = PlacedRuns()
    for index in BidiLevels.visualOrder(of: runs.map { table.clusters[$0.lowerBound].level }) {
      let run = runs[index]
      let first = table.clusters[run.lowerBound]
      let start = sum
      sum += advances[run].reduce(0, +)
      placed.append(
        FontRun(
          bytes: first.bytes.lowerBound..<table.clusters[run.upperBound - 1].bytes.upperBound,
          x: Int32(clamping: Int(start.rounded())),
          advance: Int32(clamping: Int(sum.rounded()) - Int(start.rounded())),
          family: (style.faces.face(first.face) ?? style.faces.primary).family,
          isRightToLeft: first.level & 1 != 0))
    }
    return ShapedLine(advance: Int32(clamping: Int(sum.rounded())), runs: placed.runs)
  }

  private func findClusters(of line: UnsafeBufferPointer<UInt8>) {
    table.removeAll()
    if line.allSatisfy({ $0 < 0x80 }) {
      for index in line.indices { table.append(index..<(index + 1), of: line, isWide: false) }
      return
    }
    var unused: [Mark] = []
    var end = 0
    _ = WordAnalysis.prepare(
      line, breaks: nil, budget: .max, columnAdvance: 1, scratch: &scratch, into: &unused
    ) {
      word, advances in
      // Line feeds are not measured, and do not belong into a line.
      if end < word.range.lowerBound { table.append(end..<word.range.lowerBound, of: line, isWide: false) }
      end = word.range.lowerBound
      for (index, byteCount) in word.clusterByteCounts.enumerated() {
        advances[index] = 0
        table.append(end..<(end + Int(byteCount)), of: line, isWide: word.isWideCluster)
        end += Int(byteCount)
      }
    }
    if end < line.count { table.append(end..<line.count, of: line, isWide: false) }
  }
}

/// Runs from left to right, neighbours of one family and direction as one.
private struct PlacedRuns {
  var runs: [FontRun] = []

  mutating func append(_ run: FontRun) {
    guard let last = runs.last, last.family == run.family, last.isRightToLeft == run.isRightToLeft else {
      return runs.append(run)
    }
    let joined: Range<Int>
    if last.bytes.upperBound == run.bytes.lowerBound {
      joined = last.bytes.lowerBound..<run.bytes.upperBound
    } else if run.bytes.upperBound == last.bytes.lowerBound {
      joined = run.bytes.lowerBound..<last.bytes.upperBound
    } else {
      return runs.append(run)
    }
    runs[runs.count - 1].bytes = joined
    runs[runs.count - 1].advance += run.advance
  }
}
