/// How a row's width is shared among its slots, before anything is placed.
struct ColumnPlan {
  /// The margin at both sides.
  var margin: Int32 = 0
  /// The leading slots' widths; 0 is no column.
  var control: Int32 = 0
  var unread: Int32 = 0
  var icons: Int32 = 0
  var image: Int32 = 0
  /// How many icons are stacked, and what stands on top of them.
  var iconCount = 0
  var showsNumber = false
  var stacksUnread = false
  /// The trailing slots' widths; 0 is no column.
  var status: Int32 = 0
  var actions: Int32 = 0
  var accessory: Int32 = 0
  var statusCount = 0
  /// Whether statuses stand beside each other.
  var isHorizontal = false
  /// How many actions stand inline.
  var actionCount = 0
  /// Whether the overflow menu stands behind them, for those that do not.
  var hasOverflow = false
  var accessoryGlyph: Glyph?
  var showsAvatars = false
  /// `hidden` where the cell has no description.
  var description = Environment.DescriptionPlacement.hidden

  /// Whether something of the row is not shown, or shown in less room, for want of width.
  var hasGivenWay = false

  /// What the main block and the description column get.
  var main: Int32 = 0
  var descriptionColumn: Int32 = 0
  /// What the main block gets below its title: more than the title, where a status shares the title's row only.
  var below: Int32 = 0

  /// The entries of the icon stack.
  var stackCount: Int { iconCount + (showsNumber ? 1 : 0) + (stacksUnread ? 1 : 0) }

  // Inlined, so that of all lengths only those that are read are loaded.

  /// What all leading slots take, margin and gaps included.
  @inline(__always)
  func leading(_ lengths: LayoutLengths) -> Int32 {
    var sum = margin
    if control > 0 { sum += control + lengths.gap }
    if unread > 0 { sum += unread + lengths.gap }
    if icons > 0 { sum += icons + lengths.gap }
    return image > 0 ? sum + image + lengths.imageGap : sum
  }

  /// What all trailing slots take, with the gaps between them but not the one before the first.
  @inline(__always)
  func trailing(_ lengths: LayoutLengths) -> Int32 {
    var sum = status
    if actions > 0 { sum += (sum > 0 ? lengths.gap : 0) + actions }
    if accessory > 0 { sum += (sum > 0 ? lengths.gap : 0) + accessory }
    return sum
  }

  /// The gap before the first trailing slot.
  @inline(__always)
  func trailingGap(_ lengths: LayoutLengths) -> Int32 {
    if description == .column { return lengths.descriptionTrailingGap }
    return status == 0 && actions > 0 ? lengths.leadingActionGap : lengths.gap
  }

  /// Shares what is left of `width` between the main block and a description column.
  ///
  /// A description column that would leave itself or the main block less than the least moves below.
  @inline(__always)
  mutating func share(_ width: Int32, split: Double, lengths: LayoutLengths) {
    let leading = leading(lengths)
    let fixed = leading + margin
    let trailing = trailing(lengths)
    if description == .column {
      let gaps = lengths.descriptionGap + (trailing > 0 ? lengths.descriptionTrailingGap : 0)
      let rest = width - fixed - trailing - gaps
      let shared = lengths.splitsWholeRow ? width : rest
      // Rounded down; neither is negative.
      main = Int32(Double(max(0, shared)) * split)
      if lengths.splitsWholeRow { main -= leading }
      descriptionColumn = rest - main
      if main >= lengths.leastMain, descriptionColumn >= lengths.leastDescription { return }
      description = .below
    }
    descriptionColumn = 0
    main = width - fixed - (trailing > 0 ? trailing + trailingGap(lengths) : 0)
  }
}
