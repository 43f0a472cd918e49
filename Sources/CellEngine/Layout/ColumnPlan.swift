/// How a row's width is shared among its slots, before anything is placed.
struct ColumnPlan {
  /// The margin at both sides.
  var margin: Int32 = 0
  /// The leading slots' widths; 0 is no column.
  var control: Int32 = 0
  var unread: Int32 = 0
  var icons: Int32 = 0
  var image: Int32 = 0
  /// How many icons are stacked.
  var iconCount = 0
  /// The trailing slots' widths; 0 is no column.
  var status: Int32 = 0
  var actions: Int32 = 0
  var accessory: Int32 = 0
  var statusCount = 0
  /// How many actions stand inline.
  var actionCount = 0
  /// Whether the overflow menu stands behind them, for those that do not.
  var hasOverflow = false
  var accessoryGlyph: Glyph?
  var showsAvatars = false
  /// `hidden` where the cell has no description.
  var description = Environment.DescriptionPlacement.hidden

  /// What the main block and the description column get.
  var main: Int32 = 0
  var descriptionColumn: Int32 = 0

  /// What all leading slots take, gaps included.
  func leading(_ lengths: LayoutLengths) -> Int32 {
    var sum = margin
    if control > 0 { sum += control + lengths.gap }
    if unread > 0 { sum += unread + lengths.gap }
    if icons > 0 { sum += icons + lengths.gap }
    return image > 0 ? sum + image + lengths.imageGap : sum
  }

  /// What all trailing slots take, with the gaps between them but not the one before the first.
  func trailing(_ lengths: LayoutLengths) -> Int32 {
    var sum = status
    if actions > 0 { sum += (sum > 0 ? lengths.gap : 0) + actions }
    if accessory > 0 { sum += (sum > 0 ? lengths.gap : 0) + accessory }
    return sum
  }

  /// Shares what is left of `width` between the main block and a description column.
  ///
  /// A description column that would leave itself or the main block less than the least moves below.
  mutating func share(_ width: Int32, split: Double, lengths: LayoutLengths) {
    let fixed = leading(lengths) + margin
    let trailing = trailing(lengths)
    if description == .column {
      let gaps = trailing > 0 ? 2 * lengths.descriptionGap : lengths.descriptionGap
      let rest = width - fixed - trailing - gaps
      main = Int32((Double(max(0, rest)) * split).rounded(.down))
      descriptionColumn = rest - main
      if main >= lengths.leastMain, descriptionColumn >= lengths.leastMain { return }
      description = .below
    }
    descriptionColumn = 0
    main = width - fixed - (trailing > 0 ? trailing + lengths.gap : 0)
  }

  /// Lets the next slot give way, what says least first. What stands inside or below the main block (avatars, a
  /// description that is no column) takes no width from it, and stays.
  ///
  /// - Returns: `false` when nothing is left to give way.
  mutating func giveWay(_ lengths: LayoutLengths, firstIcon: Int32, firstStatus: Int32) -> Bool {
    if iconCount > 1 {
      iconCount = 1
      icons = min(icons, firstIcon)
    } else if statusCount > 1 {
      statusCount = 1
      status = min(status, firstStatus)
    } else if image > 0 {
      image = 0
    } else if accessory > 0 {
      accessory = 0
      accessoryGlyph = nil
    } else if actions > 0 {
      actions = 0
      actionCount = 0
      hasOverflow = false
    } else if icons > 0 {
      icons = 0
      iconCount = 0
    } else if unread > 0 {
      unread = 0
    } else if control > 0 {
      control = 0
    } else if status > lengths.leastStatus {
      status = lengths.leastStatus
    } else if status > 0 {
      status = 0
      statusCount = 0
    } else if margin > 0 {
      margin = 0
    } else {
      return false
    }
    return true
  }
}
