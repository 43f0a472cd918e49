import CellEngine

/// The row of a single cell, in all formats of the engine.
struct RenderedRow: Equatable {
  var text: [String] = []
  var padded: [String] = []
  var ansi: [String] = []
  var spans: [[Span]] = []
  var frames: [Frame] = []
  var label = ""
  var height = 0

  init(_ cell: Cell, in environment: Style) {
    let packed = CellRecord(cell)
    let prepared = PreparedCells([packed], for: Preparation(environment))
    var layout = CellLayout(environment)
    layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0) { read($0) }
  }

  private mutating func read(_ row: borrowing Row) {
    var bytes: [UInt8] = []
    TextRenderer().append(row, to: &bytes)
    text = Self.lines(bytes)
    bytes = []
    TextRenderer(pads: true).append(row, to: &bytes)
    padded = Self.lines(bytes)
    bytes = []
    ANSIRenderer().append(row, to: &bytes)
    ansi = Self.lines(bytes)
    spans = SpanRenderer.spans(of: row)
    frames = FrameRenderer.frames(of: row)
    label = row.label
    height = Int(row.height)
  }

  /// Returns the frame of one slot, without other formats. It is fast enough for many widths.
  static func frame(_ slot: Slot, of cell: Cell, in environment: Style) -> Frame? {
    let packed = CellRecord(cell)
    let prepared = PreparedCells([packed], for: Preparation(environment))
    var layout = CellLayout(environment)
    var frame: Frame?
    layout.layOut(packed, state: CellState(of: cell), prepared: prepared, at: 0) { row in
      frame = FrameRenderer.frames(of: row).first { $0.slot == slot }
    }
    return frame
  }

  /// Each line ends with a line feed.
  private static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
