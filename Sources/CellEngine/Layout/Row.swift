/// The detail in which a row is laid out.
public enum RowDetail: Sendable {
  /// Its height, and the widths over which it is stable.
  case height
  /// The lines too, for text without styles.
  case lines
  /// Everything.
  case elements
}

/// A cell laid out in an environment: its slots at their positions, with their meaning. It is valid
/// only while it is borrowed; renderers only read it.
public struct Row: ~Copyable {
  var view: CellView
  var plan = ColumnPlan()
  var measured = MeasuredRow()
  var content = RowContent()
  /// The width in layout units.
  var width: Int32 = 0
  /// The height in layout units, separator included.
  public internal(set) var height: Int32 = 0
  /// The height without the separator.
  var contentHeight: Int32 = 0
  /// The part that a gesture shows, if the row is drawn with it.
  var reveal: Reveal?
  /// Whether a description that cannot decide the height is left out.
  var isHeightOnly = false
  /// The slots and texts that an object header leaves out.
  var headerNotes = Diagnostics()

  init(_ style: Style, unless interruption: Interruption) { view = CellView(style, unless: interruption) }

  /// The style of the row.
  public var style: Style {
    @inline(__always) _read { yield view.measures.style }
  }

  /// The height that the separator adds to the row.
  var separatorHeight: Int32 { height - contentHeight }

  /// Whether the row's cell is selected.
  public var isSelected: Bool { view.isSelected }

  /// Whether the row's cell is unread.
  public var isUnread: Bool { view.isUnread }

  var lengths: Lengths { @inline(__always) _read { yield view.measures.style.lengths } }
}

extension Row {
  /// Lays out the page at index `page` of the header of a cell, and returns its layout.
  mutating func layOutHeader(
    _ record: UnsafeBufferPointer<UInt8>, state: borrowing CellState, _ analysis: BorrowedAnalysis,
    page: Int
  ) -> HeaderLayout {
    view.read(record, state: state, analysis, at: 0, isHeader: true)
    let notes = view.takeHeaderContent()
    content.texts.lines.removeAll()
    content.removePlaces()
    content.notesElements = true
    content.isMirrored = style.direction == .rtl
    measured.removeAll()
    let header = HeaderLayout(page: page, view, notes: notes, &measured, into: &content)
    plan = header.plan
    headerNotes = header.notes
    width = header.width
    contentHeight = header.height
    height = contentHeight + lengths.separator
    finish()
    return header
  }
}
