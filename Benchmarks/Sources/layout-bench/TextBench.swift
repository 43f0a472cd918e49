import CellEngine

/// The texts of records, whole and one after the other, as bytes.
struct TextBench {
  /// What is measured.
  private enum Stage: String, CaseIterable {
    /// What becomes of a text that comes in: made harmless, and analysed to its end. Printable ASCII is recognised, and
    /// needs nothing else: its clusters are its bytes, and lines are broken by looking at them.
    case analysis = "celld texts"
    /// The same with marks for printable ASCII, too.
    case marks = "celld texts, all marked"
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

  /// Prints the bytes per second of `runs` passes over all texts, by processor time: of those that are printable ASCII, and
  /// of the others.
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

  /// Analyses all texts; returns how many marks that makes.
  private func pass(over texts: [UnsafeBufferPointer<UInt8>], _ stage: Stage) -> Int {
    let metrics = ColumnMetrics(WidthModel())
    var marks: [Mark] = []
    marks.reserveCapacity(1 << 16)
    var count = 0
    func analyse(_ text: UnsafeBufferPointer<UInt8>) {
      marks.removeAll(keepingCapacity: true)
      count += Int(
        metrics.prepareWords(
          text, isASCII: false, role: .description, breaks: .normal, budget: .max, into: &marks
        ).markCount)
    }
    for text in texts {
      if DisplayText.isPrintableASCII(text) {
        if stage == .marks { analyse(text) } else { count += 1 }
      } else if let display = DisplayText.display(of: text) {
        display.withUnsafeBufferPointer { analyse($0) }
      } else {
        analyse(text)
      }
    }
    return count
  }
}
