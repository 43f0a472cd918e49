/// Lays out cells in one environment, one after the other, by sums and compares over what was prepared.
///
/// A value of this type holds what is made once per view (measured marks, the ellipsis) and room to work in, so
/// that laying out a cell allocates nothing in steady state. Use one per thread.
public struct CellLayout: ~Copyable {
  /// The environment of all rows.
  public let environment: LayoutEnvironment
  let preparation: Preparation
  let lengths: LayoutLengths
  let glyphs: GlyphSet
  let ellipsis: PreparedEllipsis
  private let truncations: [Truncation]
  /// The profile's slots.
  private let slots: SlotSet

  /// The cell being laid out, and its row.
  var cell = CellFields()
  var row = RowLayout()
  var plan = ColumnPlan()
  var state = CellState()
  /// What is being written of the row.
  var written = Scratch<UInt8>(capacity: 4096)
  /// The analysis of the cells being laid out, borrowed while one of them is.
  private var marks = UnsafeBufferPointer<Mark>(start: nil, count: 0)
  private var texts = UnsafeBufferPointer<PreparedText>(start: nil, count: 0)

  /// A layout for rows in `environment`.
  public init(_ environment: LayoutEnvironment) {
    self.environment = environment
    let metrics = ColumnMetrics(environment.widthModel)
    let ellipsis = PreparedEllipsis(Array(environment.ellipsis.utf8), metrics: metrics)
    preparation = Preparation(environment)
    lengths = LayoutLengths(environment)
    glyphs = GlyphSet(environment.glyphs, metrics: metrics)
    self.ellipsis = ellipsis
    slots = SlotSet(environment.profile.slots)
    truncations = TruncationMode.allCases.map {
      Truncation(mode: $0, unit: environment.truncateAt, ellipsis: ellipsis)
    }
  }

  /// The width that the view has, in layout units.
  var isUnlimited: Bool { environment.width == LayoutEnvironment.unlimited }

  /// Lays out the cell at `index` of `cells` and calls `body` with the row, which is valid inside of it only.
  ///
  /// - Parameters:
  ///   - prepared: `cells`, prepared for the environment's ``Preparation``.
  public mutating func layOut<Result>(
    _ packed: PackedCell, state: CellState, prepared: PreparedCells, at index: Int,
    _ body: (inout CellLayout) -> Result
  ) -> Result {
    self.state = state
    return prepared.marks.withUnsafeBufferPointer { marks in
      prepared.texts.withUnsafeBufferPointer { texts in
        packed.withFields { fields in
          self.marks = marks
          self.texts = texts
          cell.read(fields, state: state, firstPrepared: prepared.firstText[index])
          row.removeAll()
          placeSlots()
          return body(&self)
        }
      }
    }
  }

  /// The height of the row, in layout units, separator included.
  public var height: Int32 { row.height }

  /// Whether the row's cell is selected.
  public var isSelected: Bool { state.selected }

  /// Whether the row's cell is unread.
  public var isUnread: Bool { state.unread }

  /// What the cell asks for and the row does not show, as sentences.
  public var diagnostics: [String] { row.diagnostics.sentences(profile: environment.profile) }

  /// Whether the profile has `slot`.
  func has(_ slot: Slot) -> Bool { slots.contains(slot) }

  // MARK: Text

  /// The text of a field, ready to be wrapped.
  @inline(__always)
  func text<Result>(of field: Int32, _ body: (TextRun) -> Result) -> Result {
    let field = cell.fields[Int(field)]
    if field.isASCII { return body(TextRun(ascii: field.display, asciiAdvance: lengths.asciiAdvance)) }
    let header = texts[Int(field.prepared)]
    let first = Int(header.firstMark)
    let own = UnsafeBufferPointer(rebasing: marks[first..<first + Int(header.markCount)])
    return body(TextRun(field.display, prepared: header, marks: own, hyphenAdvance: lengths.asciiAdvance))
  }

  /// The direction of a field's first strong character.
  private func direction(of field: Int32) -> TextDirection {
    let field = cell.fields[Int(field)]
    return field.isASCII ? .neutral : texts[Int(field.prepared)].direction
  }

  /// The advance of a field that only hard breaks end the lines of; what is not prepared is more than any view shows.
  func advance(of field: Int32) -> Int32 {
    text(of: field) { $0.naturalAdvance() }
  }

  /// The advance of a field in a slot of one line that nothing cuts: behind a hard break stands the ellipsis.
  func lineAdvance(of field: Int32) -> Int32 {
    let source = cell.fields[Int(field)]
    let first = advance(of: field)
    guard !source.isASCII, texts[Int(source.prepared)].hasHardBreak else { return first }
    return first.addingSaturating(ellipsis.advance)
  }

  /// How the cell or the view cuts a slot.
  func truncationMode(of slot: Slot) -> TruncationMode {
    for index in cell.truncation.indices where cell.truncation[index].slot == slot {
      return cell.truncation[index].mode
    }
    return environment.truncation(of: slot)
  }

  /// How a text that `rect` gives room to is set.
  struct TextPlacement {
    var slot: Slot
    var role: StyleRole
    var state: Status.State?
    var x: Int32
    var y: Int32
    var width: Int32
    /// 0 is no limit.
    var maxLines = 1
    /// Whether lines stand at the trailing edge.
    var isTrailing = false
  }

  /// Wraps a field into an element of its own.
  ///
  /// - Returns: the height of its lines.
  @discardableResult
  mutating func place(_ field: Int32, _ placement: TextPlacement) -> Int32 {
    let first = row.textLines.count
    let wrapped = wrap(
      field, width: placement.width, maximumLines: placement.maxLines,
      mode: truncationMode(of: placement.slot))
    let count = row.textLines.count - first
    let isRightToLeft = isRightToLeft(direction(of: field))
    let height = Int32(count) * lengths.line
    var element = PlacedElement(
      slot: placement.slot, role: placement.role, state: placement.state, x: placement.x, y: placement.y,
      width: placement.width, height: height, lines: row.lines.count..<row.lines.count + count)
    element.field = field
    element.isTruncated = wrapped.isTruncated
    element.hidden = wrapped.hiddenStart..<max(wrapped.hiddenStart, wrapped.hiddenEnd)
    let trailing = placement.isTrailing != (environment.direction == .auto && isRightToLeft)
    for offset in 0..<count {
      let advance = row.textLines[first + offset].advance
      row.lines.append(
        PlacedLine(
          x: trailing ? placement.x + placement.width - advance : placement.x,
          y: placement.y + Int32(offset) * lengths.line, advance: advance, isRightToLeft: isRightToLeft,
          pieces: row.pieces.count..<row.pieces.count + 1, element: row.elements.count))
      row.pieces.append(.text(field: field, line: Int32(first + offset)))
    }
    row.elements.append(element)
    return height
  }

  /// Whether a text of this direction is set from right to left in the view.
  func isRightToLeft(_ direction: TextDirection) -> Bool {
    switch environment.direction {
    case .auto: direction == .rightToLeft
    case .ltr: false
    case .rtl: true
    }
  }

  /// Wraps a field into lines of the row, without placing them.
  @inline(__always)
  mutating func wrap(
    _ field: Int32, width: Int32, maximumLines: Int, mode: TruncationMode
  ) -> WrappedText {
    // The lines are taken out of the row for as long as they grow, so that reading a text and writing its lines
    // do not overlap.
    var lines: [TextLine] = []
    swap(&lines, &row.textLines)
    let wrapped = text(of: field) {
      $0.wrap(
        width: width, maximumLines: maximumLines, truncation: truncations[Int(mode.code)], into: &lines)
    }
    swap(&lines, &row.textLines)
    return wrapped
  }
}
