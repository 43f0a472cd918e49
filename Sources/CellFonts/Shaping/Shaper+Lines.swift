import CHarfBuzz
import CellEngine

/// Measures lines as they are drawn. Words that do not depend on the text around them are not
/// shaped again.
extension Shaper {
  /// Shapes a whole line. Its runs are in visual order.
  func shape(_ line: UnsafeBufferPointer<UInt8>, _ style: TextStyle, isRightToLeft: Bool) -> ShapedLine {
    if joinsWords, !isRightToLeft, !line.isEmpty, style.faces.coversASCII,
      let script = Self.script(ofASCII: line)
    {
      return shapeRun(line, script, style)
    }
    findClusters(of: line)
    guard !table.clusters.isEmpty else { return ShapedLine(advance: 0, runs: []) }
    table.chooseFaces(from: style.faces, &knownFaces)
    table.resolveScripts()
    bidi.find(in: table.scalars, isRightToLeft: isRightToLeft)
    var placed = PlacedRuns()
    if bidi.isFlat {
      var next = 0
      while next < table.clusters.count {
        let run = table.run(from: next)
        place(run, of: line, style, in: &placed)
        next = run.upperBound
      }
    } else {
      table.takeLevels(bidi.levels)
      var runs: [Range<Int>] = []
      var next = 0
      while next < table.clusters.count {
        runs.append(table.run(from: next))
        next = runs[runs.count - 1].upperBound
      }
      for index in BidiLevels.visualOrder(of: runs.map { table.clusters[$0.lowerBound].level }) {
        place(runs[index], of: line, style, in: &placed)
      }
    }
    return ShapedLine(advance: Int32(clamping: Int(placed.end.rounded())), runs: placed.runs)
  }

  /// Shapes a run of the clusters of a line, and appends it to the placed ones.
  private func place(
    _ run: Range<Int>, of line: UnsafeBufferPointer<UInt8>, _ style: TextStyle, in placed: inout PlacedRuns
  ) {
    let first = table.clusters[run.lowerBound]
    let group = lineWords.group(style.faces, first.face, table.kind(of: run))
    let face = group.plan.face
    let bytes = table.bytes(of: run)
    let start = placed.end
    placed.end += Double(advance(of: bytes, clusterCount: run.count, in: line, group)) * style.scale(face)
    placed.append(
      FontRun(
        bytes: bytes, x: Int32(clamping: Int(start.rounded())),
        advance: Int32(clamping: Int(placed.end.rounded()) - Int(start.rounded())), family: face.family,
        isRightToLeft: first.level & 1 != 0, isColored: first.isEmoji))
  }

  /// The script of a line of printable ASCII; `nil` if the line has other bytes.
  private static func script(ofASCII line: UnsafeBufferPointer<UInt8>) -> hb_script_t? {
    var hasLetters = false
    for byte in line {
      guard byte &- 0x20 < 0x5F else { return nil }
      if (byte | 0x20) &- 0x61 < 26 { hasLetters = true }
    }
    return hasLetters ? HB_SCRIPT_LATIN : HB_SCRIPT_COMMON
  }

  /// Shapes a left-to-right line that is one run of the primary face.
  private func shapeRun(
    _ line: UnsafeBufferPointer<UInt8>, _ script: hb_script_t, _ style: TextStyle
  ) -> ShapedLine {
    let group = lineWords.group(style.faces, 0, ShapePlan.Kind(script: script))
    let face = group.plan.face
    let units = advance(of: line.indices, clusterCount: line.count, in: line, group)
    let advance = Int32(clamping: Int((Double(units) * style.scale(face)).rounded()))
    let run = FontRun(
      bytes: line.indices, x: 0, advance: advance, family: face.family, isRightToLeft: false)
    return ShapedLine(advance: advance, runs: [run])
  }

  /// The advance of a run of a line, in the units of its face.
  private func advance(
    of run: Range<Int>, clusterCount: Int, in line: UnsafeBufferPointer<UInt8>, _ group: LineWords.Group
  ) -> Int {
    let bytes = UnsafeBufferPointer(rebasing: line[run])
    let isApart = joinsWords && group.plan.kind.isApart(run, in: line)
    if isApart,
      let sum = lineWords.advance(of: bytes, clusterCount: clusterCount, in: group)
        ?? sumOfWords(bytes, group)
    {
      return sum
    }
    guard let sum = buffer.advance(of: run, in: line, group.plan) else { return 0 }
    if isApart, lineWords.advance(of: bytes, clusterCount: clusterCount, in: group) == nil {
      var whole = PackedAdvance()
      whole.add(sum)
      withUnsafeMutablePointer(to: &whole) {
        lineWords.keep(UnsafeMutableBufferPointer(start: $0, count: 1), of: bytes, in: group)
      }
    }
    return sum
  }

  /// The sum of the advances of a run's words. `nil` if the shape of a word depends on the others,
  /// or if most words would have to be shaped first.
  private func sumOfWords(_ run: UnsafeBufferPointer<UInt8>, _ group: LineWords.Group) -> Int? {
    guard group.isHopeful else { return nil }
    var sum = 0
    var unknown: [Range<Int>] = []
    var unknownBytes = 0
    var start = 0
    while start < run.count {
      if run[start] == 0x20 {
        sum += group.plan.face.space
        if let kerns = group.kerns {
          guard let kerning = kerns.kerning(ofSpaceAt: start, in: run, buffer) else { return nil }
          sum += kerning
        }
        start += 1
        continue
      }
      let end = run[start...].firstIndex(of: 0x20) ?? run.count
      guard end - start <= LineWords.maximumByteCount else { return nil }
      switch lineWords.known(UnsafeBufferPointer(rebasing: run[start..<end]), in: group) {
      case .isolated(let advance): sum += advance
      case .alone: return nil
      case .unknown:
        unknown.append(start..<end)
        unknownBytes += end - start
        if 2 * unknownBytes > run.count, run.count > 16 { return nil }
      }
      start = end
    }
    for range in unknown {
      let word = UnsafeBufferPointer(rebasing: run[range])
      guard let advance = isolatedAdvance(of: word, group) else { return nil }
      sum += advance
    }
    return sum
  }

  /// Shapes a word of a line. Returns `nil` if its shape depends on the words next to it.
  private func isolatedAdvance(of word: UnsafeBufferPointer<UInt8>, _ group: LineWords.Group) -> Int? {
    guard let kerns = group.kerns else {
      spaced.shape(word, group.plan, buffer)
      lineWords.keep(spaced, of: word, in: group)
      return spaced.isIsolated ? spaced.advance : nil
    }
    var glyphs: (first: hb_codepoint_t, last: hb_codepoint_t)?
    guard
      let sum = buffer.advance(
        of: word.indices, in: word, group.plan, { glyphs = (glyphs?.first ?? $0.id, $0.id) }),
      let glyphs
    else { return nil }
    let isIsolated = kerns.haveOwnGlyphs(word, first: glyphs.first, last: glyphs.last)
    lineWords.keep(alone: sum, isIsolated: isIsolated, word, in: group)
    return isIsolated ? sum : nil
  }

  /// Fills `table` with the clusters of a line.
  private func findClusters(of line: UnsafeBufferPointer<UInt8>) {
    table.removeAll()
    if line.allSatisfy({ $0 < 0x80 }) {
      for index in line.indices { table.append(index..<(index + 1), of: line, isWide: false) }
      return
    }
    var walk = ClusterWalk(line.indices, of: line)
    var start = 0
    while let cluster = walk.next() {
      let isWide =
        cluster.advance > 1 && cluster.byteCount < Segment.maximumByteCount
        && (cluster.kind == .space || MeasuredWord.isAlone(line, at: start))
      table.append(start..<walk.index, of: line, isWide: isWide)
      start = walk.index
    }
  }
}

/// Collects runs from left to right. Adjacent runs of the same family and direction are joined.
private struct PlacedRuns {
  private(set) var runs: [FontRun] = []
  /// The end of the last run, in 1/64 pt.
  var end = 0.0

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
