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
    table.takeLevels(bidi.levels)
    var runs: [Range<Int>] = []
    while let next = table.clusters.indices.dropFirst(runs.last?.upperBound ?? 0).first {
      runs.append(table.run(from: next))
    }
    var sum = 0.0
    var placed = PlacedRuns()
    for index in BidiLevels.visualOrder(of: runs.map { table.clusters[$0.lowerBound].level }) {
      let run = runs[index]
      let first = table.clusters[run.lowerBound]
      let group = lineWords.group(style.faces, first.face, table.kind(of: run))
      let face = group.plan.face
      let bytes = table.bytes(of: run)
      let start = sum
      sum += Double(advance(of: bytes, in: line, group)) * style.scale(face)
      placed.append(
        FontRun(
          bytes: bytes, x: Int32(clamping: Int(start.rounded())),
          advance: Int32(clamping: Int(sum.rounded()) - Int(start.rounded())), family: face.family,
          isRightToLeft: first.level & 1 != 0, isColored: first.isEmoji))
    }
    return ShapedLine(advance: Int32(clamping: Int(sum.rounded())), runs: placed.runs)
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
    let units = advance(of: line.indices, in: line, group)
    let advance = Int32(clamping: Int((Double(units) * style.scale(face)).rounded()))
    let run = FontRun(
      bytes: line.indices, x: 0, advance: advance, family: face.family, isRightToLeft: false)
    return ShapedLine(advance: advance, runs: [run])
  }

  /// The advance of a run of a line, in the units of its face.
  private func advance(
    of run: Range<Int>, in line: UnsafeBufferPointer<UInt8>, _ group: LineWords.Group
  ) -> Int {
    let bytes = UnsafeBufferPointer(rebasing: line[run])
    let isApart = joinsWords && isApart(run, in: line)
    if isApart, let sum = known(bytes, group) ?? sumOfWords(bytes, group) { return sum }
    var sum = 0
    buffer.shape(run, of: line, group.plan) { sum += $0.advance }
    if isApart, known(bytes, group) == nil { lineWords.keep(alone: sum, bytes, in: group) }
    return sum
  }

  /// The cached advance of a run, in the units of its face; `nil` if the cache does not have it.
  private func known(_ run: UnsafeBufferPointer<UInt8>, _ group: LineWords.Group) -> Int? {
    // A space between runs of other faces is a run.
    if run.count == 1, run[0] == 0x20 { return group.plan.face.space }
    guard run.count <= LineWords.maximumByteCount else { return nil }
    switch lineWords.known(run, in: group) {
    case .unknown: return nil
    case .alone(let advance), .isolated(let advance): return advance
    }
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
      spaced.shape(word, group.plan, buffer)
      lineWords.keep(spaced, of: word, in: group)
      guard spaced.isIsolated else { return nil }
      sum += spaced.advance
    }
    return sum
  }

  /// Whether a run begins and ends at a space or at an end of its line. Without spaces, letters of
  /// some scripts join with those of the next run.
  private func isApart(_ run: Range<Int>, in line: UnsafeBufferPointer<UInt8>) -> Bool {
    func isSpace(_ index: Int) -> Bool { line[index] == 0x20 }
    return (run.lowerBound == 0 || isSpace(run.lowerBound) || isSpace(run.lowerBound - 1))
      && (run.upperBound == line.count || isSpace(run.upperBound) || isSpace(run.upperBound - 1))
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
