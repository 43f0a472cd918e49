/// The detail in which a row is laid out.
public enum RowDetail: Sendable {
  /// Its height, and the widths over which it is stable.
  case height
  /// The lines too, for text without styles.
  case lines
  /// Everything.
  case elements
}

/// A cell laid out in an environment: its slots at their places, with their meaning. It is valid only while it is
/// borrowed; renderers are functions of it.
public struct Row: ~Copyable {
  var view: CellView
  var plan = ColumnPlan()
  var measured = MeasuredRow()
  var content = RowContent()
  /// In layout units.
  var width: Int32 = 0
  /// The height in layout units, separator included.
  public internal(set) var height: Int32 = 0
  /// The height without the separator.
  var contentHeight: Int32 = 0
  /// The slots and texts that an object header leaves out.
  var headerNotes = Diagnostics()

  init(_ environment: LayoutEnvironment) { view = CellView(environment) }

  /// The environment of the row.
  public var environment: LayoutEnvironment {
    @inline(__always) _read { yield view.style.environment }
  }

  /// Whether the row's cell is selected.
  public var isSelected: Bool { view.isSelected }

  /// Whether the row's cell is unread.
  public var isUnread: Bool { view.isUnread }

  var lengths: LayoutLengths { @inline(__always) _read { yield view.style.lengths } }
  var rules: LayoutRules { @inline(__always) _read { yield view.style.rules } }
}

extension Row {
  /// Lays out a page of the header of the cell whose record is `record` and whose analysis is `analysis`.
  mutating func layOutHeader(
    _ record: UnsafeBufferPointer<UInt8>, state: borrowing CellState, _ analysis: BorrowedAnalysis,
    page: Int
  ) -> HeaderLayout {
    view.read(record, state: state, analysis, at: 0, isHeader: true)
    let notes = view.takeHeaderContent()
    content.texts.lines.removeAll()
    content.removePlaces()
    content.notesElements = true
    content.isMirrored = rules.direction == .rtl
    measured.removeAll()
    let header = HeaderLayout(page: page, view, notes: notes, &measured, into: &content)
    plan = header.plan
    headerNotes = header.notes
    width = header.width
    contentHeight = header.height
    height = contentHeight + rules.separatorHeight
    finish()
    return header
  }
}
