/// A cell in a view: its fields, the analysis of their texts, its state, and the style. Slots read
/// it, but never change it.
struct CellView: ~Copyable {
  let measures: StyleMeasures
  private(set) var cell = CellFields()
  /// The analysis of the list's texts, borrowed while the cell is laid out.
  private(set) var analysis = BorrowedAnalysis()
  private(set) var isUnread = false
  private(set) var isSelected = false
  /// Whether the cell is laid out as an object header.
  private(set) var isHeader = false
  /// The content that a row of a part of the list leaves out.
  private(set) var leftOut = Diagnostics()
  let interruption: Interruption

  init(_ style: Style, unless interruption: Interruption) {
    measures = StyleMeasures(style)
    self.interruption = interruption
  }

  var style: Style { @inline(__always) _read { yield measures.style } }
  var lengths: Lengths { @inline(__always) _read { yield measures.style.lengths } }
  var columns: CommonColumns { @inline(__always) _read { yield measures.columns } }
  var glyphs: GlyphSet { @inline(__always) _read { yield measures.glyphs } }
  var isUnlimited: Bool { @inline(__always) get { style.isUnlimited } }

  /// Reads a record whose analysis is at `index` of `analysis`.
  mutating func read(
    _ record: UnsafeBufferPointer<UInt8>, state: borrowing CellState, _ analysis: BorrowedAnalysis,
    at index: Int, isHeader: Bool = false, revealing reveal: Reveal? = nil
  ) {
    isUnread = state.unread
    isSelected = state.selected
    self.isHeader = isHeader
    self.analysis = analysis
    cell.read(
      RecordFields(bytes: record), state: state, truncation: style.truncation,
      firstPrepared: analysis.firstText[index], preparesASCII: measures.measuresLetters,
      includesHeader: isHeader, includesPreview: reveal == .peek)
    if isListPart { leaveOutObjectParts() }
  }

  /// Removes the content that only rows of objects show, and notes it.
  private mutating func leaveOutObjectParts() {
    leftOut = Diagnostics(ofObjectPartsIn: self)
    cell.removeObjectParts()
    isUnread = false
    isSelected = false
  }

  /// Moves the content of the header to the slots of the cell. Returns notes on what an object
  /// header does not show.
  mutating func takeHeaderContent() -> Diagnostics {
    cell.takeHeaderContent(hidesDescription: style.hidesHeaderDescription)
  }

  // MARK: Kinds

  /// Whether the profile has `slot`.
  @inline(__always)
  func has(_ slot: Slot) -> Bool { !style.profile.lacks.contains(slot) }

  /// Whether the row is that of a section, an empty state or a skeleton.
  var isListPart: Bool { !cell.kind.isObject && !isHeader }

  /// Whether the cell is laid out as a table row. Only a cell of the kind grid in a wide view is;
  /// in a compact one it is an object cell.
  @inline(__always)
  var isTableRow: Bool { cell.kind == .grid && style.drawsTables && !cell.columns.isEmpty }

  /// Whether the cell can have content below the title. Key value cells and table rows cannot.
  @inline(__always)
  var hasMainContent: Bool {
    cell.kind == .object || cell.kind == .contact || (cell.kind == .grid && !isTableRow)
  }

  /// Whether the cell has avatars in the place of its image.
  var avatarsReplaceImage: Bool {
    !cell.avatars.isEmpty && style.profile.avatars.replaceImage && has(.avatars)
  }

  /// The widths that the list reserves at the trailing edge. A row keeps them even if they are
  /// empty.
  @inline(__always)
  var keptStatus: Int32 { isTableRow ? columns.tableStatus : columns.status }
  @inline(__always)
  var keptAccessory: Int32 { isTableRow ? columns.tableAccessory : columns.accessory }

  // MARK: Style

  /// Returns `role`, or the role of disabled cells.
  @inline(__always)
  func role(_ role: StyleRole) -> StyleRole { cell.isEnabled ? role : .disabled }

  /// Whether a renderer must write the parts of a line in mirrored order. In columns, a line is
  /// written from left to right. In points, the position of each part is mirrored.
  var mirrorsLines: Bool { style.direction == .rtl && lengths.isColumns }

  /// The distance of a mark from the leading edge of its column. In points, the mark is centred.
  func markInset(_ advance: Int32, in width: Int32) -> Int32 {
    lengths.isColumns ? 0 : max(0, (width - advance) / 2)
  }

  /// The height of some lines of a slot. It has a maximum, above the height of any view.
  @inline(__always)
  func height(of lines: Int32, _ slot: Slot) -> Int32 {
    lengths.isColumns ? lines : Int32(min(Int64(lines) * Int64(lineHeight(of: slot)), 1 << 28))
  }

  /// The height of a line of a slot.
  @inline(never)
  func lineHeight(of slot: Slot) -> Int32 { ownLine(of: slot)?.height ?? lengths.height(of: slot) }

  /// The baseline of a line of a slot, from the top of the line.
  func lineBaseline(of slot: Slot) -> Int32 { ownLine(of: slot)?.baseline ?? lengths.baseline(of: slot) }

  /// The line of a slot whose height is different from other rows: titles of headers and of parts
  /// of the list, keys and values.
  private func ownLine(of slot: Slot) -> SlotLines.Line? {
    guard !lengths.isColumns else { return nil }
    if isHeader { return slot == .title ? lengths.lines.headerTitle : nil }
    return switch (cell.kind, slot) {
    case (.keyValue, .title): lengths.lines.key
    case (.keyValue, .subtitle), (.keyValue, .description): lengths.lines.value
    case (.section, .title): lengths.lines.section
    case (.empty, .title): lengths.lines.headerTitle
    default: nil
    }
  }

  /// Whether a field is set from right to left: its first strong character decides. A text without
  /// strong characters is set from left to right, so that numbers keep their signs before them.
  @inline(__always)
  func isRightToLeft(_ field: Int32) -> Bool {
    switch style.direction {
    case .auto, .rtl:
      guard case .prepared(let index) = cell.fields[Int(field)].analysis else { return false }
      return analysis.texts[Int(index)].direction == .rightToLeft
    case .ltr: return false
    }
  }

  // MARK: Diagnostics

  /// Notes the slots that the cell fills, and that its profile or kind does not have.
  func noteSlots(in notes: inout Diagnostics) {
    let missing = cell.filled.intersection(style.profile.lacks)
    notes.insert(missing: missing)
    guard !hasMainContent else { return }
    var foreign = cell.filled.intersection(Slot.belowTitle).subtracting(missing)
    // A value is the subtitle or the description.
    if cell.kind == .keyValue { foreign.subtract(SlotSet(.subtitle, .description)) }
    if avatarsReplaceImage { foreign.remove(.avatars) }
    notes.insert(foreign: foreign)
  }
}

/// The analysis of a list's texts, borrowed while its cells are laid out.
struct BorrowedAnalysis {
  var segments = UnsafeBufferPointer<Segment>(start: nil, count: 0)
  var texts = UnsafeBufferPointer<PreparedText>(start: nil, count: 0)
  var firstText = UnsafeBufferPointer<Int32>(start: nil, count: 0)
}
