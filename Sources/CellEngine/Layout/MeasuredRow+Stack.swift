/// The parts of a stacked row that are above and below its texts.
extension MeasuredRow {
  /// Adds the heights of the image and the icons above the title, and of the actions below the
  /// texts.
  mutating func addStack(_ plan: ColumnPlan, _ view: borrowing CellView) {
    let lengths = view.lengths
    if view.cell.kind == .keyValue {
      var height = mainHeight
      addStatuses(of: plan, view, below: &height)
      mainHeight = height
    }
    if plan.actions.width > 0 {
      stackedActionsTop = mainHeight + lengths.blockGap
      mainHeight = stackedActionsTop + lengths.height(of: .actions)
    }
    let strip = plan.marksHeight(view, iconTop: 0)
    if strip > 0 { stripHeight = strip + lengths.blockGap }
    mainHeight += stripHeight
    leadingHeight = plan.controlHeight(view)
  }

  /// Adds the statuses below the text rows.
  mutating func addStatuses(of plan: ColumnPlan, _ view: borrowing CellView, below height: inout Int32) {
    guard plan.statuses.width > 0 else { return }
    stackedStatusTop = height + view.lengths.blockGap
    stackedStatusHeight = plan.statuses.height(view)
    height = stackedStatusTop + stackedStatusHeight
    rowCount += 1
  }

  /// The gap before a description below.
  @inline(__always)
  func gapBelow(_ lengths: Lengths) -> Int32 {
    hasBlocks ? max(lengths.belowGap, lengths.blockGap) : lengths.belowGap
  }

  /// The height of the highest slot at the trailing edge.
  @inline(__always)
  static func trailingHeight(of plan: ColumnPlan, _ lengths: Lengths) -> Int32 {
    max(
      plan.actions.width > 0 && !plan.isStacked ? lengths.height(of: .actions) : 0,
      plan.accessory.width > 0 ? lengths.height(of: .accessory) : 0)
  }
}
