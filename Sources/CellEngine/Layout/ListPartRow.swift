/// The rows of cells that are not objects: sections, empty states and skeletons.
enum ListPartRow {
  /// Measures a row whose cell was read.
  static func measure(_ row: inout Row) {
    let lengths = row.lengths
    let kind = row.view.cell.kind
    if kind == .skeleton {
      row.plan.takeSkeleton(row.view)
    } else {
      let hasMargin = row.view.isUnlimited || row.style.width - 2 * lengths.margin >= lengths.leastMain
      row.plan = ColumnPlan(margin: hasMargin ? lengths.margin : 0)
    }
    switch kind {
    case .section:
      row.contentHeight = SectionRow.measure(
        row.view, margin: row.plan.margin, into: &row.measured, &row.content.texts)
    case .empty:
      row.plan.takeMessage(row.view)
      row.contentHeight = EmptyStateRow.measure(row.plan, row.view, into: &row.measured, &row.content.texts)
    default:
      SkeletonRow.measure(row.plan, row.view, into: &row.measured)
      let highest = max(row.measured.mainHeight, row.measured.leadingHeight)
      row.contentHeight = lengths.isColumns ? highest : row.padded(highest)
    }
    let isSeparated = kind == .skeleton || kind == .section && row.style.profile.listParts.section.isSeparated
    row.height = row.contentHeight + (isSeparated ? lengths.separator : 0)
  }

  /// Places a row that was measured.
  static func place(_ row: inout Row) {
    let isUnlimited = row.view.isUnlimited
    switch row.view.cell.kind {
    case .section:
      SectionRow.place(
        margin: row.plan.margin, height: row.contentHeight, row.view, &row.measured, into: &row.content)
    case .empty:
      let width = isUnlimited ? EmptyStateRow.naturalWidth(row.plan, row.view) : row.style.width
      EmptyStateRow.place(row.plan, width: width, row.view, &row.measured, into: &row.content)
    default:
      SkeletonRow.place(row.plan, row.alignment, row.view, row.measured, into: &row.content)
      if !row.lengths.isColumns { row.pad(row.alignment) }
    }
    row.width =
      isUnlimited
      ? row.content.closedWidth(row.view, margin: row.plan.margin, from: row.plan.margin) : row.style.width
    row.finish()
  }

  /// The parts of the row's label.
  static func words(_ view: borrowing CellView) -> [String] {
    var parts: [String] = []
    switch view.cell.kind {
    case .section: SectionRow.appendWords(view, to: &parts)
    case .empty: EmptyStateRow.appendWords(view, to: &parts)
    default: SkeletonRow.appendWords(view, to: &parts)
    }
    if !view.cell.isEnabled { parts.append("disabled") }
    return parts
  }

  /// Adds a sentence for each unknown icon name.
  static func noteUnknownIcons(_ view: borrowing CellView, in names: inout UnknownIcons) {
    if !view.cell.icons.isEmpty { names.look(at: view.cell.icons[0], .icons, view) }
    ActionBar.noteUnknownIcons(view, in: &names)
  }
}

extension ColumnPlan {
  /// Becomes the plan of a placeholder: the columns that its list keeps, an image, and a
  /// description.
  mutating func takeSkeleton(_ view: borrowing CellView) {
    take(view)
    let kept = view.style.kept
    if kept.skeletonImage, !kept.image { image = view.lengths.image }
    description = view.style.description == .column && !view.columns.descriptionsMoveBelow ? .column : .hidden
    if view.isUnlimited {
      main = view.lengths.leastMain * 2
      descriptionColumn = description == .column ? view.lengths.leastDescription * 2 : 0
    } else {
      share(view)
    }
  }

  /// Takes the widths of the texts and of the button of an empty state.
  mutating func takeMessage(_ view: borrowing CellView) {
    main = EmptyStateRow.textRoom(view, margin: margin)
    actions = ActionBar(ofMessageIn: view, room: view.isUnlimited ? .max : view.style.width - 2 * margin)
  }
}
