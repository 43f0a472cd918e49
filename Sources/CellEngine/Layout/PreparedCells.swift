import CPrefetch

/// How texts are prepared for a view: two views with equal preparations share prepared cells.
public struct Preparation: Hashable, Sendable {
  let metrics: ViewMetrics
  let extent: Extent

  /// How far texts are prepared, and where their lines may end. It has no references: each text
  /// reads it, and counting references would cost more than the decision.
  struct Extent: Hashable {
    let breaks: LineBreakRule
    /// Whether the titles of objects never have more than one line. It is set for fonts only: in
    /// other metrics it saves nothing.
    let titleIsLine: Bool
    /// The maximum number of lines of the text rows below the title.
    let rowLines: Int
    /// The advance, without white space, that a row usually shows of a description, in layout
    /// units. If a row has more room, its layout prepares the text further by itself.
    let description: Int32
    /// The advances that a row usually shows of titles, and of texts of one line.
    let title: Int32
    let line: Int32

    /// How far the text of a field is prepared.
    func budget(for tag: TextTag) -> Int32 {
      switch tag {
      case .description, .preview: description
      case .title: title
      default: line
      }
    }

    /// Where the lines of a field may end: `nil` for fields that never have more than one in a cell
    /// of this kind.
    ///
    /// - Parameter wrapsTitle: whether the title is also in an object header or a preview, where
    ///   it has as many lines as it needs.
    func breaks(for tag: TextTag, in kind: Cell.Kind, wrapsTitle: Bool) -> LineBreakRule? {
      switch tag {
      case .title: return titleIsLine && kind == .object && !wrapsTitle ? nil : breaks
      case .subtitle, .footnote, .caption, .headerFootnote: break
      default: if TextTag.lines &>> UInt64(tag.rawValue) & 1 == 0 { return breaks }
      }
      // A value has as many lines as a description, whichever field it is.
      return kind == .keyValue || rowLines > 1 ? breaks : nil
    }
  }

  /// The extent that most rows in `style` need.
  public init(_ style: Style) {
    metrics = style.metrics
    func budget(_ lines: Int, _ width: Int32, _ slots: [Slot]) -> Int32 {
      let showsEnd = slots.contains { style.truncation[$0].showsEnd }
      return showsEnd ? .max : Self.budget(lines: lines, width: width)
    }
    // A description column never has more of the row than its share. The other texts have the whole
    // row if the row has no description column.
    let width = style.width
    // A number is seldom longer than its budget.
    let lines = Slot.truncatable.filter { ![.number, .title, .description].contains($0) }
    extent = Extent(
      breaks: style.breaks,
      titleIsLine: style.metrics.fonts != nil && style.titleIsLine,
      rowLines: style.rowLines,
      description: budget(
        style.descriptionLines, Self.widthOfDescription(style), [.description]),
      title: budget(style.titleLines, width, [.title]),
      line: budget(max(1, style.rowLines), width, lines))
  }

  /// The maximum width of a description, in layout units: its row has nothing else but a title and
  /// the icon column of the list. It is the width of the view if that row has no description
  /// column.
  static func widthOfDescription(_ style: Style) -> Int32 {
    guard style.description == .column, style.width != Style.unlimited, !mayMoveBelow(style) else {
      return style.width
    }
    let lengths = style.lengths
    var plan = ColumnPlan(margin: lengths.margin, description: .column)
    if lengths.isColumns { plan.icons.width = Int32(style.kept.icons) }
    plan.share(style.width, split: style.split, besideAll: widestBeside(style), lengths: lengths)
    return plan.description == .column ? plan.descriptionColumn : style.width
  }

  /// Whether descriptions that align can be below the texts, because the list keeps too much. This
  /// is decided without the widths of marks, so it can be `true` a bit too early.
  private static func mayMoveBelow(_ style: Style) -> Bool {
    guard let beside = widestBeside(style) else { return false }
    if !style.kept.described.isEmpty { return true }
    let lengths = style.lengths
    let (mark, digit) = (widestMark(style), widestMark(style) / 4)
    let leading = 2 * (mark + lengths.gap) + lengths.gap + max(mark, Int32(style.kept.number) * digit)
    let gaps = lengths.descriptionGap + lengths.descriptionTrailingGap
    let image = max(lengths.keptImage, style.kept.avatars.widthLimit(lengths, letter: digit))
    return style.width < 2 * lengths.margin + leading + image + lengths.imageGap
      + lengths.leastMain + lengths.leastDescription + gaps + beside
  }

  /// At least the width of a control, of an unread mark, of an icon column and of an accessory.
  private static func widestMark(_ style: Style) -> Int32 {
    style.lengths.isColumns ? 4 : Int32((48 * style.fontScale).rounded(.up)) * Points.unitsPerPoint
  }

  /// At least the trailing slots for which all rows with a description column leave room.
  static func widestBeside(_ style: Style) -> Int32? {
    guard style.kept.alignsDescriptions else { return nil }
    let lengths = style.lengths
    let kept = max(style.kept.status, style.kept.descriptionStatus)
    let status = kept == 0 ? 0 : style.statusWidth ?? lengths.statusShare
    guard style.kept.accessory || !style.kept.descriptionMarks.isEmpty else { return status }
    return status + lengths.gap + widestMark(style)
  }

  /// The advance that `lines` lines of `width` can show. It is rounded up, so that after most
  /// changes of width the texts need not be prepared again.
  private static func budget(lines: Int, width: Int32) -> Int32 {
    let needed = LineBreaker.budget(width: width, lines: lines)
    guard needed < 1 << 28 else { return .max }
    // To an eighth of the next power of two.
    let step = max(16, Int32(1) << (29 - Int32(needed.leadingZeroBitCount)))
    return (needed + step - 1) / step * step
  }
}

/// The text analysis of a run of cells, in one arena: clusters, break opportunities and advances.
/// Printable ASCII in columns needs none.
public struct PreparedCells: Sendable {
  /// How the texts were prepared.
  public let preparation: Preparation
  private(set) var segments: [Segment] = []
  private(set) var texts: [PreparedText] = []
  /// For each cell the index of its first text; one more at the end.
  private(set) var firstText: [Int32] = [0]

  /// Prepares `cells`, in order.
  public init(
    _ cells: [CellRecord], for preparation: Preparation, unless interruption: Interruption = .never
  ) {
    self.init(cells[...], for: preparation, unless: interruption)
  }

  /// Prepares `cells`, in order.
  ///
  /// - Parameter interruption: leaves out the analysis of further texts, which then look empty.
  public init(
    _ cells: ArraySlice<CellRecord>, for preparation: Preparation,
    unless interruption: Interruption = .never
  ) {
    self.preparation = preparation
    firstText.reserveCapacity(cells.count + 1)
    // Enough for most lists.
    segments.reserveCapacity(cells.count * 32)
    texts.reserveCapacity(cells.count * 8)
    append(cells, unless: interruption)
    // They live long and never grow, so they are copied without the spare capacity.
    segments = segments.withUnsafeBufferPointer { Array($0) }
    texts = texts.withUnsafeBufferPointer { Array($0) }
  }

  /// Joins cells that were prepared apart for the same preparation. Returns `nil` without parts.
  public init?(joining parts: [PreparedCells]) {
    guard let first = parts.first else { return nil }
    preparation = first.preparation
    segments.reserveCapacity(parts.reduce(0) { $0 + $1.segments.count })
    texts.reserveCapacity(parts.reduce(0) { $0 + $1.texts.count })
    firstText.reserveCapacity(parts.reduce(1) { $0 + $1.count })
    for part in parts {
      let (segment, text) = (Int32(segments.count), Int32(texts.count))
      segments += part.segments
      texts += part.texts.lazy.map { $0.moved(by: segment) }
      firstText += part.firstText.dropFirst().lazy.map { $0 + text }
    }
  }

  /// Nothing yet, for cells that are prepared one after the other.
  init(for preparation: Preparation) {
    self.preparation = preparation
  }

  /// Prepares one cell in the place of all others, as far as the height of its row depends on its
  /// texts.
  mutating func prepareHeight(of cell: borrowing CellRecord) {
    segments.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    switch preparation.metrics {
    case .columns(let metrics): prepare(cell, metrics, detail: .height)
    case .fonts(_, let metrics):
      metrics.withWords { prepare(cell, HeldMetrics(metrics, $0), detail: .height) }
    }
    firstText.removeAll(keepingCapacity: true)
    firstText.append(0)
  }

  /// Prepares one cell for its object header, which shows more of it than a row.
  public init(
    header cell: CellRecord, for preparation: Preparation, unless interruption: Interruption = .never
  ) {
    self.preparation = preparation
    append([cell], detail: .header, unless: interruption)
  }

  /// Prepares one cell for a row that reveals a part of it.
  public init(
    revealing cell: CellRecord, for preparation: Preparation, unless interruption: Interruption = .never
  ) {
    self.preparation = preparation
    append([cell], detail: .revealed, unless: interruption)
  }

  /// The number of cells.
  public var count: Int { firstText.count - 1 }

  /// The bytes that this takes beyond the cells.
  public var byteCount: Int {
    segments.capacity * MemoryLayout<Segment>.stride + texts.capacity * MemoryLayout<PreparedText>.stride
      + firstText.capacity * MemoryLayout<Int32>.stride + 160
  }

  /// Calls `body` with the analysis of all texts.
  @inline(__always)
  func withAnalysis(_ body: (BorrowedAnalysis) -> Void) {
    segments.withUnsafeBufferPointer { segments in
      texts.withUnsafeBufferPointer { texts in
        firstText.withUnsafeBufferPointer {
          body(BorrowedAnalysis(segments: segments, texts: texts, firstText: $0))
        }
      }
    }
  }

  private mutating func prepare(
    _ cell: borrowing CellRecord, _ metrics: some TextMetrics, detail: PreparationDetail
  ) {
    withSink(metrics, detail, .never) { sink in
      cell.withFields {
        var reader = RecordReader(includesHeader: false, includesPreview: false)
        reader.read($0, into: &sink)
      }
    }
  }

  /// Asks for the first lines of a record, without waiting for them. It takes an address, because a
  /// thread that counts a reference to the record waits for it.
  @inline(__always)
  private static func askForMemory(at record: UnsafeRawPointer) {
    for line in 0..<8 { cprefetch_line(record + line * Int(CPREFETCH_LINE)) }
  }

  /// How many cells ahead of the present one the memory of a record is asked for.
  private static var recordsAhead: Int { 8 }

  private mutating func append(
    _ cells: ArraySlice<CellRecord>, detail: PreparationDetail = .row, unless interruption: Interruption
  ) {
    switch preparation.metrics {
    case .columns(let metrics): append(cells, metrics, detail, interruption)
    case .fonts(_, let metrics):
      metrics.withWords {
        append(cells, HeldMetrics(metrics, $0, unless: interruption), detail, interruption)
      }
    }
  }

  // Generic, so that columns are measured without asking for each text which metrics there are.
  private mutating func append(
    _ cells: ArraySlice<CellRecord>, _ metrics: some TextMetrics, _ detail: PreparationDetail,
    _ interruption: Interruption
  ) {
    var firstText: [Int32] = []
    swap(&firstText, &self.firstText)
    withSink(metrics, detail, interruption) { sink in
      cells.withUnsafeBufferPointer { cells in
        // Each record is an allocation of its own, and seldom in the processor's cache.
        let ahead = min(Self.recordsAhead, cells.count)
        for index in 0..<ahead { Self.askForMemory(at: cells[index].address) }
        for index in cells.indices {
          if index &+ ahead < cells.count { Self.askForMemory(at: cells[index &+ ahead].address) }
          var reader = RecordReader(
            includesHeader: detail == .header, includesPreview: detail == .revealed)
          reader.read(RecordFields(bytes: cells[index].content.fields), into: &sink)
          firstText.append(Int32(sink.texts.count))
        }
      }
    }
    swap(&firstText, &self.firstText)
  }

  /// Calls `body` with a sink that appends to the arena.
  @inline(__always)
  private mutating func withSink<Metrics: TextMetrics>(
    _ metrics: Metrics, _ detail: PreparationDetail, _ interruption: Interruption,
    _ body: (inout PreparationSink<Metrics>) -> Void
  ) {
    var sink = PreparationSink(
      metrics: metrics, extent: preparation.extent, detail: detail, unless: interruption)
    // Moved there and back: a copy of the arrays would be made at the first change.
    swap(&sink.segments, &segments)
    swap(&sink.texts, &texts)
    body(&sink)
    swap(&sink.segments, &segments)
    swap(&sink.texts, &texts)
  }
}

/// The use for which a cell is prepared.
private enum PreparationDetail {
  case row
  case header
  /// A row, and a part of it that can be next to it.
  case revealed
  /// The height of the row, not its content.
  case height
}

/// Prepares the texts of records, in the order in which layout reads them.
private struct PreparationSink<Metrics: TextMetrics>: RecordSink {
  let metrics: Metrics
  let extent: Preparation.Extent
  let detail: PreparationDetail
  /// Whether texts of printable ASCII are prepared, too.
  private let preparesASCII: Bool
  var segments: [Segment] = []
  var texts: [PreparedText] = []

  private var effort: Effort

  init(
    metrics: Metrics, extent: Preparation.Extent, detail: PreparationDetail, unless interruption: Interruption
  ) {
    effort = Effort(interruption)
    self.metrics = metrics
    self.extent = extent
    self.detail = detail
    preparesASCII = metrics.asciiAdvance(of: .title) == nil
  }

  @inline(__always)
  mutating func take(_ text: RecordText) {
    if !text.shown.isASCII || preparesASCII {
      prepare(text.shown.bytes, text.tag, in: text.kind, text.role)
    }
  }

  // Parameters, because a text as one value would be written to memory even if it needs nothing.
  @inline(never)
  private mutating func prepare(
    _ bytes: UnsafeBufferPointer<UInt8>, _ tag: TextTag, in kind: Cell.Kind, _ role: FontRole
  ) {
    if detail == .height, isLine(bytes, tag, in: kind) { return texts.append(.line) }
    // Shaping a word takes some thousand times as long as a byte in columns.
    guard effort.goesOn(preparesASCII ? 64 + bytes.count : bytes.count) else { return texts.append(.line) }
    texts.append(
      metrics.prepare(
        bytes, role: role,
        breaks: extent.breaks(for: tag, in: kind, wrapsTitle: detail == .header || detail == .revealed),
        budget: extent.budget(for: tag), into: &segments))
  }

  /// Whether a text has one line in a row of any width: it is limited to one, and its first
  /// character is visible.
  private func isLine(_ bytes: UnsafeBufferPointer<UInt8>, _ tag: TextTag, in kind: Cell.Kind) -> Bool {
    switch tag {
    case .subtitle, .footnote, .caption:
      guard extent.rowLines == 1, kind == .object, let first = bytes.first else { return false }
      return first > 0x20 && first < 0x7F
    default: return false
    }
  }

  @inline(__always)
  mutating func take(_ field: RecordField, _ tag: FieldTag, of owner: RecordOwner) {}
}
