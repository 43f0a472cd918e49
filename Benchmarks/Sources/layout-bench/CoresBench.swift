import CellEngine
import Dispatch
import Glibc
import Synchronization

/// Lays out a long list of analysed texts at another width, on one core and on all.
final class CoresBench: Sendable {
  private let cells: [CellRecord]
  private let chunks: [PreparedCells]
  private let environment: Style

  init(_ path: String, limit: Int) throws {
    let cells = try Records.load(path, limit: limit)
    let environment = try LayoutBench.environment(width: 100)
    let preparation = Preparation(environment)
    self.cells = cells
    self.environment = environment
    chunks = stride(from: 0, to: cells.count, by: LayoutBench.chunk).map {
      PreparedCells(cells[$0..<min($0 + LayoutBench.chunk, cells.count)], for: preparation)
    }
  }

  /// Bytes that analysis adds to a cell.
  var preparedByteCount: Int { chunks.reduce(0) { $0 + $1.byteCount } / cells.count }
  /// Bytes of a packed cell.
  var packedByteCount: Int { cells.reduce(0) { $0 + $1.byteCount } / cells.count }

  /// Measures the seconds for the whole list.
  func layOutOnOneCore() -> Double {
    let start = wallTime()
    layOut { $0 }
    return wallTime() - start
  }

  /// Measures the seconds for the whole list if each core claims runs of chunks.
  func layOutOnAllCores() -> Double {
    let start = wallTime()
    DispatchQueue.concurrentPerform(iterations: Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) {
      [claimed = Claimed()] _ in
      layOut { _ in claimed.next() }
    }
    return wallTime() - start
  }

  /// Lays out the runs of four chunks (about a thousand rows) that `claim` returns.
  private func layOut(_ claim: (Int) -> Int) {
    var layout = CellLayout(environment)
    let state = CellState()
    var lines = 0
    var turn = 0
    while true {
      let first = claim(turn) * 4
      guard first < chunks.count else { break }
      turn += 1
      for chunk in first..<min(first + 4, chunks.count) {
        let start = chunk * LayoutBench.chunk
        for index in start..<min(start + LayoutBench.chunk, cells.count) {
          layout.layOut(
            cells[index], state: state, prepared: chunks[chunk], at: index - start, detail: .height
          ) {
            lines += Int($0.height)
          }
        }
      }
    }
    precondition(lines >= 0)
  }

  /// Returns 0, 1, 2… on successive calls, from any thread.
  private final class Claimed: Sendable {
    private let counter = Atomic(0)
    func next() -> Int { counter.wrappingAdd(1, ordering: .relaxed).oldValue }
  }
}
