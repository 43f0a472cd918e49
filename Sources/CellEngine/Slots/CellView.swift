/// A cell in a view: its fields, the analysis of their texts, its state, and the style. Slots read it to measure and to
/// place themselves, and never change it.
struct CellView: ~Copyable {
  let measures: StyleMeasures
  private(set) var cell = CellFields()
  /// The analysis of the list's texts, borrowed while the cell is laid out.
  private(set) var analysis = BorrowedAnalysis()
  private(set) var isUnread = false
  private(set) var isSelected = false
  /// Whether the cell is laid out as an object header.
  private(set) var isHeader = false

  init(_ style: Style) { measures = StyleMeasures(style) }

  var style: Style { @inline(__always) _read { yield measures.style } }
  var lengths: Lengths { @inline(__always) _read { yield measures.style.lengths } }
  var columns: CommonColumns { @inline(__always) _read { yield measures.columns } }
  var glyphs: GlyphSet { @inline(__always) _read { yield measures.glyphs } }
  var isUnlimited: Bool { @inline(__always) get { style.isUnlimited } }

  /// Reads a record whose analysis is at `index` of `analysis`.
  mutating func read(
    _ record: UnsafeBufferPointer<UInt8>, state: borrowing CellState, _ analysis: BorrowedAnalysis,
    at index: Int, isHeader: Bool = false
  ) {
    isUnread = state.unread
    isSelected = state.selected
    self.isHeader = isHeader
    self.analysis = analysis
    cell.read(
      RecordFields(bytes: record), state: state, truncation: style.truncation,
      firstPrepared: analysis.firstText[index], preparesASCII: measures.measuresLetters,
      includesHeader: isHeader)
  }

  /// Shows the content of the header in the slots of the cell. Returns what the header leaves out.
  mutating func takeHeaderContent() -> Diagnostics {
    cell.takeHeaderContent(hidesDescription: style.hidesHeaderDescription)
  }

  // MARK: Kinds

  /// Whether the profile has `slot`.
  @inline(__always)
  func has(_ slot: Slot) -> Bool { style.slots.contains(slot) }

  /// Whether the cell is laid out as a table row: a wide cell of the kind grid. A compact one is an object cell.
  @inline(__always)
  var isTableRow: Bool { cell.kind == .grid && style.drawsTables && !cell.columns.isEmpty }

  /// Whether there are rows below the title. Key value cells and table rows have none.
  @inline(__always)
  var hasMainContent: Bool {
    cell.kind == .object || cell.kind == .contact || (cell.kind == .grid && !isTableRow)
  }

  /// The widths that the row reserves at its trailing edge even if it shows nothing there.
  @inline(__always)
  var keptStatus: Int32 { isTableRow ? columns.tableStatus : columns.status }
  @inline(__always)
  var keptAccessory: Int32 { isTableRow ? columns.tableAccessory : columns.accessory }

  // MARK: Style

  /// `role`, or the role of disabled cells.
  @inline(__always)
  func role(_ role: StyleRole) -> StyleRole { cell.isEnabled ? role : .disabled }

  /// Whether the parts of one line are written in the mirrored order. A terminal shows them as they come; in points each
  /// has its own place, which is mirrored.
  var mirrorsLines: Bool { style.direction == .rtl && lengths.isColumns }

  /// The distance of a mark from the leading edge of its column: it is centred, except in a terminal.
  func markInset(_ advance: Int32, in width: Int32) -> Int32 {
    lengths.isColumns ? 0 : max(0, (width - advance) / 2)
  }

  /// The height of so many lines of a slot. It does not grow beyond the height of any view.
  @inline(__always)
  func height(of lines: Int32, _ slot: Slot) -> Int32 {
    lengths.isColumns ? lines : Int32(min(Int64(lines) * Int64(lineHeight(of: slot)), 1 << 28))
  }

  /// The height of a line of a slot.
  @inline(never)
  func lineHeight(of slot: Slot) -> Int32 { ownLine(of: slot)?.height ?? lengths.height(of: slot) }

  /// The baseline of a line of a slot, from its top.
  func lineBaseline(of slot: Slot) -> Int32 { ownLine(of: slot)?.baseline ?? lengths.baseline(of: slot) }

  /// The line of a slot that has another height than in other rows: the title of a header, a key, a value.
  private func ownLine(of slot: Slot) -> SlotLines.Line? {
    guard !lengths.isColumns else { return nil }
    if isHeader { return slot == .title ? lengths.lines.headerTitle : nil }
    guard cell.kind == .keyValue else { return nil }
    return switch slot {
    case .title: lengths.lines.key
    case .subtitle, .description: lengths.lines.value
    default: nil
    }
  }

  /// Whether a field is set from right to left in the view. `auto` follows its first strong character.
  @inline(__always)
  func isRightToLeft(_ field: Int32) -> Bool {
    switch style.direction {
    case .auto:
      guard case .prepared(let index) = cell.fields[Int(field)].analysis else { return false }
      return analysis.texts[Int(index)].direction == .rightToLeft
    case .ltr: return false
    case .rtl: return true
    }
  }
}

/// The analysis of the texts of a list, borrowed while its cells are laid out.
struct BorrowedAnalysis {
  var segments = UnsafeBufferPointer<Segment>(start: nil, count: 0)
  var texts = UnsafeBufferPointer<PreparedText>(start: nil, count: 0)
  var firstText = UnsafeBufferPointer<Int32>(start: nil, count: 0)
}
