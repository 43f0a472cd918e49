/// A cell that is sorted: its number, and eight bytes of its key.
struct SortedCell: BitwiseCopyable {
  var prefix: UInt64
  let number: UInt32
}

/// Sorts the cells of a list by their keys, in steps. The first cells are sorted first.
///
/// Cells are distributed to parts, each before the next, until a part is short enough for one
/// thread. Each time, eight bytes of the keys decide: those after the bytes that all keys of the
/// part begin with. Cells with equal keys stay in the order of the session.
struct OrderSort: Sendable {
  /// Cells whose order is not known yet. Their keys have the same bytes before `depth`.
  private struct Part {
    var range: Range<Int>
    var depth: Int
    /// Whether they are in the second buffer.
    var isSpare: Bool
    /// Whether only the buffer is wrong.
    var isSorted = false
  }

  /// The cells that one thread sorts: with a copy, they are in the cache of its core.
  static let shortCount = 16_384

  private let keys: OrderKeys
  private let cells: CellBuffer
  private let spare: CellBuffer
  /// The parts that are left. The last one is the first in the order.
  private var parts: [Part] = []
  private var distribution: Distribution?
  /// The number of cells.
  let count: Int
  /// The number of cells from the first on that are in their order.
  private(set) var sortedCount = 0

  /// The blocks of keys whose numbers one thread writes.
  private static let filledBlocks = 16

  /// The bytes that a cell takes.
  static let bytesOfCell = 2 * MemoryLayout<SortedCell>.stride + MemoryLayout<UInt16>.size

  /// All cells.
  init(_ keys: OrderKeys) {
    self.keys = keys
    count = keys.count
    cells = CellBuffer(count: count)
    spare = CellBuffer(count: count)
    if count > 0 { parts.append(Part(range: 0..<count, depth: keys.commonLength, isSpare: false)) }
    let (cells, counts) = (cells, keys.blockCounts)
    let starts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    Workers.parallel(count: (counts.count + Self.filledBlocks - 1) / Self.filledBlocks) { part in
      for block in part * Self.filledBlocks..<min((part + 1) * Self.filledBlocks, counts.count) {
        for position in 0..<counts[block] {
          cells.memory[starts[block] + position] = SortedCell(
            prefix: 0, number: KeyView.number(block: block, position))
        }
      }
    }
  }

  var isDone: Bool { sortedCount == count }

  /// The number of the cell at an index, up to which all are sorted.
  @inline(__always)
  func number(_ index: Int) -> UInt32 { cells.memory[index].number }

  // MARK: Steps

  /// Sorts some more cells, for some milliseconds.
  mutating func step() {
    if distribution != nil {
      distribute()
    } else if let part = parts.last {
      if part.range.count <= Self.shortCount || part.isSorted {
        sortShortParts()
      } else {
        parts.removeLast()
        begin(part)
      }
    }
  }

  private func buffer(_ part: Part) -> CellBuffer { part.isSpare ? spare : cells }

  private mutating func sortShortParts() {
    var short: [Part] = []
    var count = 0
    while let part = parts.last, part.range.count <= Self.shortCount || part.isSorted,
      short.count < 8 * Processors.count, count < 2 * Processors.count * Self.shortCount
    {
      short.append(part)
      count += part.range.count
      parts.removeLast()
    }
    sortedCount = short.last?.range.upperBound ?? sortedCount
    let (keys, cells, spare, sorted) = (keys, cells, spare, short)
    Workers.parallel(count: sorted.count) { index in
      let part = sorted[index]
      let source = UnsafeMutableBufferPointer(rebasing: (part.isSpare ? spare : cells).all[part.range])
      if !part.isSorted { keys.withView { $0.sort(source, depth: part.depth) } }
      if part.isSpare { _ = cells.all[part.range].update(fromContentsOf: source) }
    }
  }

  private mutating func begin(_ part: Part) {
    let buffer = buffer(part)
    let isSame = keys.withView { view in
      view.areSame(UnsafeBufferPointer(rebasing: buffer.all[part.range]), depth: part.depth)
    }
    if isSame {
      var part = part
      part.isSorted = true
      parts.append(part)
    } else {
      distribution = Distribution(
        keys, buffer, part.isSpare ? cells : spare, part.range, depth: part.depth, isSpare: part.isSpare)
    }
  }

  private mutating func distribute() {
    guard let distribution, let buckets = distribution.step() else { return }
    self.distribution = nil
    let (keys, isSpare, depth) = (keys, !distribution.isSpare, distribution.depth)
    let target = isSpare ? spare : cells
    keys.withView { view in
      for (range, isOneValue) in buckets.reversed() {
        var part = Part(range: range, depth: depth, isSpare: isSpare)
        if isOneValue {
          part.depth += 8
          part.isSorted = view.isEnd(part.depth, of: target.memory[range.lowerBound].number)
        }
        if range.count == 1 { part.isSorted = true }
        parts.append(part)
      }
    }
  }
}

extension KeyView {
  /// Whether all keys are the same. They begin with the same `depth` bytes.
  fileprivate func areSame(_ cells: UnsafeBufferPointer<SortedCell>, depth: Int) -> Bool {
    guard let first = cells.first else { return true }
    if isEnd(depth, of: first.number) { return true }
    guard depth >= OrderKeys.keptBytes else { return false }
    return cells.allSatisfy { haveSameKeys($0.number, first.number) }
  }
}

/// Memory for cells that are sorted. Threads use different parts of it.
final class CellBuffer: @unchecked Sendable {
  let all: UnsafeMutableBufferPointer<SortedCell>

  init(count: Int) { all = .allocate(capacity: max(1, count)) }

  var memory: UnsafeMutablePointer<SortedCell> {
    guard let memory = all.baseAddress else { preconditionFailure("a buffer has memory") }
    return memory
  }

  deinit { all.deallocate() }
}

/// Distributes the cells of a long part to buckets, on all cores and in steps.
///
/// The bounds of buckets are taken from a sample. Cells with the eight bytes of a bound have a
/// bucket of their own, so each bucket is shorter, or has more bytes in common.
private final class Distribution: @unchecked Sendable {
  // Threads write to different slices. One step at a time is done.

  let depth: Int
  /// Whether the cells were in the second buffer.
  let isSpare: Bool
  private let keys: OrderKeys
  private let source: CellBuffer
  private let target: CellBuffer
  private let range: Range<Int>
  /// In ascending order. The largest number fills up to a power of two.
  private let bounds: [UInt64]
  /// For each cell its bucket.
  private let bucketOfCell: UnsafeMutablePointer<UInt16>
  /// For each slice and each bucket, the number of cells, and then their first index in the target.
  private let starts: UnsafeMutablePointer<UInt32>
  private var counted = 0
  private var moved = 0

  private static let slice = 16_384
  private static let mostBounds = 255
  private static let samplesOfBound = 8

  init(
    _ keys: OrderKeys, _ source: CellBuffer, _ target: CellBuffer, _ range: Range<Int>, depth: Int,
    isSpare: Bool
  ) {
    (self.keys, self.source, self.target, self.range) = (keys, source, target, range)
    (self.depth, self.isSpare) = (depth, isSpare)
    let count = min(Self.mostBounds, range.count / 2_048) * Self.samplesOfBound
    var sample = keys.withView { view in
      (0..<count).map { index in
        view.prefix(
          of: source.memory[range.lowerBound + (2 * index + 1) * range.count / (2 * count)].number, at: depth)
      }
    }
    sample.sort()
    var bounds: [UInt64] = []
    for index in stride(from: Self.samplesOfBound / 2, to: count, by: Self.samplesOfBound)
    where bounds.last != sample[index] {
      bounds.append(sample[index])
    }
    let padded = UInt(bounds.count).leadingZeroBitCount
    bounds += repeatElement(.max, count: (1 << (UInt.bitWidth - padded)) - bounds.count)
    self.bounds = bounds
    bucketOfCell = .allocate(capacity: range.count)
    let slices = (range.count + Self.slice - 1) / Self.slice
    starts = .allocate(capacity: slices * (2 * bounds.count + 1))
    starts.initialize(repeating: 0, count: slices * (2 * bounds.count + 1))
  }

  deinit {
    bucketOfCell.deallocate()
    starts.deallocate()
  }

  private var slices: Int { (range.count + Self.slice - 1) / Self.slice }
  private var buckets: Int { 2 * bounds.count + 1 }

  /// The cells of a slice, as positions in the range.
  private func cells(_ slice: Int) -> Range<Int> {
    slice * Self.slice..<min((slice + 1) * Self.slice, range.count)
  }

  /// Goes on for some milliseconds. At the end it returns the buckets that have cells, and whether
  /// all cells of each have the same eight bytes.
  func step() -> [(range: Range<Int>, isOneValue: Bool)]? {
    let first = counted < slices ? counted : moved
    let count = min(8 * Processors.count, slices - first)
    if counted < slices {
      Workers.parallel(count: count) { self.count(first + $0) }
      counted += count
      if counted == slices { setStarts() }
      return nil
    }
    Workers.parallel(count: count) { self.move(first + $0) }
    moved += count
    guard moved == slices else { return nil }
    // The last slice has moved the end of each bucket to the start of the next.
    var result: [(range: Range<Int>, isOneValue: Bool)] = []
    var start = range.lowerBound
    for bucket in 0..<buckets {
      let end = Int(starts[(slices - 1) * buckets + bucket])
      if end > start { result.append((start..<end, bucket % 2 == 1)) }
      start = end
    }
    return result
  }

  private func count(_ slice: Int) {
    let counts = starts + slice * buckets
    let cells = source.memory + range.lowerBound
    let depth = depth
    bounds.withUnsafeBufferPointer { bounds in
      keys.withView { view in
        for index in self.cells(slice) {
          let prefix = view.prefix(of: cells[index].number, at: depth)
          cells[index].prefix = prefix
          // Without branches, which nobody could predict.
          var low = 0
          var half = bounds.count / 2
          while half > 0 {
            low &+= bounds[low &+ half &- 1] < prefix ? half : 0
            half /= 2
          }
          let bucket = 2 &* low &+ (bounds[low] == prefix ? 1 : 0)
          bucketOfCell[index] = UInt16(truncatingIfNeeded: bucket)
          counts[bucket] += 1
        }
      }
    }
  }

  private func setStarts() {
    var next = UInt32(range.lowerBound)
    for bucket in 0..<buckets {
      for slice in 0..<slices {
        let count = starts[slice * buckets + bucket]
        starts[slice * buckets + bucket] = next
        next += count
      }
    }
  }

  private func move(_ slice: Int) {
    let starts = starts + slice * buckets
    let cells = source.memory + range.lowerBound
    let target = target.memory
    for index in self.cells(slice) {
      let bucket = Int(bucketOfCell[index])
      target[Int(starts[bucket])] = cells[index]
      starts[bucket] += 1
    }
  }
}

extension KeyView {
  /// Sorts cells whose keys begin with the same `depth` bytes, on one thread, by eight bytes at a
  /// time. Cells with equal keys stay in the order of their numbers.
  fileprivate func sort(_ cells: UnsafeMutableBufferPointer<SortedCell>, depth: Int) {
    /// Runs that are left to be sorted, as their keys begin with the same `depth` bytes.
    var runs = [(range: cells.indices, depth: depth)]
    while let (range, depth) = runs.popLast() {
      var run = UnsafeMutableBufferPointer(rebasing: cells[range])
      guard !areSame(UnsafeBufferPointer(run), depth: depth) else { continue }
      for index in run.indices { run[index].prefix = prefix(of: run[index].number, at: depth) }
      run.sort { (one: SortedCell, other: SortedCell) -> Bool in
        one.prefix == other.prefix ? one.number < other.number : one.prefix < other.prefix
      }
      var end = 0
      while end < run.count {
        let begin = end
        while end < run.count, run[end].prefix == run[begin].prefix { end += 1 }
        if end - begin > 1 {
          runs.append((range.lowerBound + begin..<range.lowerBound + end, depth + 8))
        }
      }
    }
  }
}
