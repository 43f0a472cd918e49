import CellEngine

/// The whole texts of records, one after the other, as bytes.
struct TextBench {
  /// A measured kind of analysis.
  private enum Stage: String, CaseIterable {
    /// The work for a pushed text: it is sanitised and segmented to its end. Printable ASCII is
    /// only recognised: its clusters are its bytes, from which lines are broken.
    case analysis = "celld texts"
    /// The segments of all texts, also of printable ASCII.
    case segments = "celld texts, all segmented"
  }

  private let name: String
  private let bytes: [UInt8]
  private let ranges: [Range<Int>]

  init(_ path: String, limit: Int) throws {
    name = path.split(separator: "/").last.map(String.init) ?? path
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []
    for cell in try Records.load(path, limit: limit).map({ Cell($0, state: CellState()) }) {
      let texts = [cell.title, cell.subtitle, cell.footnote, cell.description].compactMap(\.self)
      for text in texts + cell.status.compactMap(\.text) + cell.tags {
        ranges.append(bytes.count..<bytes.count + text.utf8.count)
        bytes += text.utf8
      }
    }
    self.bytes = bytes
    self.ranges = ranges
  }

  /// Prints the bytes per second of processor time of `runs` passes over all texts: for texts of
  /// printable ASCII, and for the others.
  func measure(runs: Int) {
    bytes.withUnsafeBufferPointer { bytes in
      let texts = ranges.map { UnsafeBufferPointer(rebasing: bytes[$0]) }
      for isASCII in [true, false] {
        let chosen = texts.filter { DisplayText.isPrintableASCII($0) == isASCII }
        let byteCount = chosen.reduce(0) { $0 + $1.count }
        for stage in Stage.allCases {
          let rates = (0..<runs).map { _ in
            let start = processorTime()
            let found = pass(over: chosen, stage)
            precondition(found >= 0)
            return Double(byteCount) / (processorTime() - start)
          }
          let kind = isASCII ? "ASCII" : "other"
          print(
            "{\"peer\":\"\(stage.rawValue)\",\"set\":\"\(name)\",\"texts\":\"\(kind)\",\"n\":\(chosen.count),"
              + "\"cpu\":\(rates),\"bytes\":\(byteCount)}")
        }
      }
    }
  }

  /// Analyses all texts. Returns the number of segments.
  private func pass(over texts: [UnsafeBufferPointer<UInt8>], _ stage: Stage) -> Int {
    let metrics = ColumnMetrics(WidthModel())
    var segments: [Segment] = []
    segments.reserveCapacity(1 << 16)
    var count = 0
    func analyse(_ text: UnsafeBufferPointer<UInt8>) {
      segments.removeAll(keepingCapacity: true)
      count += Int(
        metrics.prepare(
          text, role: .description, breaks: .normal, budget: .max, into: &segments
        ).segmentCount)
    }
    for text in texts {
      if DisplayText.isPrintableASCII(text) {
        if stage == .segments { analyse(text) } else { count += 1 }
      } else if let display = DisplayText.display(of: text) {
        display.withUnsafeBufferPointer { analyse($0) }
      } else {
        analyse(text)
      }
    }
    return count
  }
}
