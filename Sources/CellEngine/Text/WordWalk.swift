/// Receives the words that a ``WordWalk`` measured.
protocol WordTaker {
  /// Receives a word that begins at byte `start`. For each of its clusters, there is the byte count
  /// and the advance in 1/16 of a layout unit.
  mutating func take(
    _ start: Int, _ byteCounts: UnsafeBufferPointer<Int32>, _ advances: UnsafePointer<Int32>)
}

/// Finds the words of a text, cluster by cluster, and measures each.
///
/// Words end at white space, hard breaks, ideographs, Hangul syllables and emoji. Except for fonts
/// that kern spaces, fonts do not kern across those. Kana and their punctuation stay in one word,
/// because fonts kern them.
struct WordWalk {
  private let text: UnsafeBufferPointer<UInt8>
  // Not counted: the walk ends before its caller returns. Counts and copies took 1,500
  // instructions a cell.
  private unowned(unsafe) let metrics: any WordMetrics
  private let role: FontRole
  private let byteCounts: UnsafeMutablePointer<Int32>
  private let advances: UnsafeMutablePointer<Int32>
  private var count = 0
  /// The start of the current word, or, if there is none, of the next one.
  var start: Int { begin.byte }
  /// Where the current word began, or, if there is none, where the next one begins.
  private(set) var begin: WordStart
  /// The end of the last cluster.
  private(set) var end: Int

  /// The size of `room` in `init`, in numbers.
  static let roomCount = 2 * MeasuredWord.maximumClusterCount

  /// Starts at the beginning of a word. `room` has space for `roomCount` numbers.
  init(
    _ text: UnsafeBufferPointer<UInt8>, from begin: WordStart, _ metrics: any WordMetrics, _ role: FontRole,
    room: UnsafeMutablePointer<Int32>
  ) {
    self.text = text
    self.metrics = metrics
    self.role = role
    byteCounts = room
    advances = room + MeasuredWord.maximumClusterCount
    self.begin = begin
    end = begin.byte
  }

  /// Whether the walk is between words.
  @inline(__always)
  var isEmpty: Bool { count == 0 }

  /// Adds a cluster. Its advance is in columns.
  mutating func add(_ cluster: Cluster, to taker: inout some WordTaker) {
    switch cluster.kind {
    case .hardBreak:
      endWord(to: &taker)
      skip(cluster.byteCount)
    case .space:
      endWord(to: &taker)
      append(cluster.byteCount)
      endWord(isWide: cluster.advance > 1, to: &taker)
    default:
      if cluster.advance > 1, cluster.byteCount < Segment.maximumByteCount,
        MeasuredWord.isAlone(text, at: end)
      {
        endWord(to: &taker)
        append(cluster.byteCount)
        endWord(isWide: true, to: &taker)
        return
      }
      if count == MeasuredWord.maximumClusterCount {
        begin.isPiece = true
        endWord(to: &taker)
        begin.isPiece = true
      }
      append(cluster.byteCount)
    }
  }

  /// Skips bytes that are not measured with a word. There must be no current word.
  @inline(__always)
  mutating func skip(_ byteCount: Int) {
    end &+= byteCount
    begin = WordStart(byte: end)
  }

  /// Adds bytes to the last cluster.
  mutating func extend(by byteCount: Int) {
    if count > 0 { byteCounts[count &- 1] &+= Int32(truncatingIfNeeded: byteCount) }
    end &+= byteCount
    if count == 0 { begin = WordStart(byte: end) }
  }

  @inline(__always)
  private mutating func append(_ byteCount: Int) {
    byteCounts[count] = Int32(truncatingIfNeeded: byteCount)
    count &+= 1
    end &+= byteCount
  }

  /// Measures the current word, if there is one.
  mutating func endWord(isWide: Bool = false, to taker: inout some WordTaker) {
    guard count > 0 else { return }
    let clusters = UnsafeBufferPointer(start: UnsafePointer(byteCounts), count: count)
    metrics.measure(
      MeasuredWord(
        text: text, range: start..<end, clusterByteCounts: clusters, isWideCluster: isWide,
        isPiece: begin.isPiece),
      role, to: advances)
    taker.take(start, clusters, advances)
    count = 0
    begin = WordStart(byte: end)
  }
}
