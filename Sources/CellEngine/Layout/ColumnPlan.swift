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

  /// What the main block and the description column get.
  var main: Int32 = 0
  var descriptionColumn: Int32 = 0
  /// What the main block gets below its title: more than the title, where a status shares the title's row only.
  var below: Int32 = 0

  /// The entries of the icon stack.
  var stackCount: Int { iconCount + (showsNumber ? 1 : 0) + (stacksUnread ? 1 : 0) }

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

  /// The gap before the first trailing slot.
  func trailingGap(_ lengths: LayoutLengths) -> Int32 {
    if description == .column { return lengths.descriptionTrailingGap }
    return status == 0 && actions > 0 ? lengths.leadingActionGap : lengths.gap
  }

  /// Shares what is left of `width` between the main block and a description column.
  ///
  /// A description column that would leave itself or the main block less than the least moves below.
  mutating func share(_ width: Int32, split: Double, lengths: LayoutLengths) {
    let fixed = leading(lengths) + margin
    let trailing = trailing(lengths)
    if description == .column {
      let gaps = lengths.descriptionGap + (trailing > 0 ? lengths.descriptionTrailingGap : 0)
      let rest = width - fixed - trailing - gaps
      let shared = lengths.splitsWholeRow ? width : rest
      main = Int32((Double(max(0, shared)) * split).rounded(.down))
      if lengths.splitsWholeRow { main -= leading(lengths) }
      descriptionColumn = rest - main
      if main >= lengths.leastMain, descriptionColumn >= lengths.leastMain { return }
      description = .below
    }
    descriptionColumn = 0
    main = width - fixed - (trailing > 0 ? trailing + trailingGap(lengths) : 0)
  }

  /// What narrower forms of slots take, for those that give way.
  struct Narrow {
    /// The number and the unread mark on top of the icons, and the first of them.
    var number: Int32 = 0
    var stackedUnread: Int32 = 0
    var icon: Int32 = 0
    /// What the list keeps of the icon column.
    var kept: Int32 = 0
    /// Statuses below each other, and the first of them.
    var vertical: Int32 = 0
    var status: Int32 = 0
  }

  /// Lets the next slot give way, what says least first. What stands inside or below the main block (avatars, a
  /// description that is no column) takes no width from it, and stays.
  ///
  /// - Returns: `false` when nothing is left to give way.
  mutating func giveWay(_ lengths: LayoutLengths, _ narrow: Narrow) -> Bool {
    if isHorizontal {
      isHorizontal = false
      status = min(status, narrow.vertical)
    } else if iconCount > 1 {
      iconCount = 1
      settleStack(narrow, kept: narrow.kept)
    } else if statusCount > 1 {
      statusCount = 1
      status = min(status, narrow.status)
    } else if image > 0 {
      image = 0
    } else if showsNumber {
      showsNumber = false
      settleStack(narrow, kept: min(narrow.kept, lengths.iconColumnLimit))
    } else if accessory > 0 {
      accessory = 0
      accessoryGlyph = nil
    } else if actions > 0 {
      actions = 0
      actionCount = 0
      hasOverflow = false
    } else if iconCount > 0 || (icons > 0 && !stacksUnread) {
      iconCount = 0
      settleStack(narrow, kept: 0)
    } else if stacksUnread {
      stacksUnread = false
      icons = 0
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

  /// Makes the icon column as wide as what is left in it.
  private mutating func settleStack(_ narrow: Narrow, kept: Int32) {
    var width = kept
    if showsNumber { width = max(width, narrow.number) }
    if stacksUnread { width = max(width, narrow.stackedUnread) }
    if iconCount > 0 { width = max(width, narrow.icon) }
    icons = min(icons, width)
  }
}
