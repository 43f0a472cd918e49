/// How a row's width is shared among its slots, before anything is placed.
struct ColumnPlan {
  /// The margin at both sides.
  var margin: Int32 = 0
  /// The widths of the leading slots, in layout units; 0 if the row does not have the slot.
  var control: Int32 = 0
  var unread: Int32 = 0
  var icons = IconColumn()
  var image: Int32 = 0
  /// The trailing slots.
  var statuses = StatusBlock()
  var actions = ActionBar()
  var accessory = AccessorySlot()
  /// Whether avatars are below the texts.
  var showsAvatars = false
  /// The avatars in the place of the image.
  private(set) var avatars = AvatarGroup.none
  /// `hidden` if the cell has no description.
  var description = Environment.DescriptionPlacement.hidden

  /// Whether images and icons are above the title, and statuses and actions below it.
  private(set) var isStacked = false
  /// Whether something of the row is dropped or shrunk for lack of width.
  private(set) var hasGivenWay = false

  /// The widths of the main block and of the description column.
  var main: Int32 = 0
  var descriptionColumn: Int32 = 0
  /// The width of the main block below its title. It exceeds `main` if a status shares only the row
  /// of the title.
  var below: Int32 = 0

  init(margin: Int32 = 0, description: Environment.DescriptionPlacement = .hidden) {
    self.margin = margin
    self.description = description
  }

  // MARK: Needs

  /// Becomes the plan of a cell: the widths that its slots ask for, and the columns that its list
  /// keeps.
  @inline(__always)
  mutating func take(_ view: borrowing CellView) {
    self = ColumnPlan()
    isStacked = view.style.isStacked
    margin = view.lengths.margin
    control = view.columns.control
    unread = Unread.width(view)
    icons = IconColumn(of: view)
    image = view.columns.image
    if !view.cell.avatars.isEmpty, view.has(.avatars) { setAvatars(view) }
    if view.cell.hasImage, avatars == .none { image = max(image, DetailImage.edge(view)) }
    statuses = StatusBlock(of: view)
    statuses.width = max(statuses.width, view.keptStatus)
    if !view.cell.actions.isEmpty || view.cell.accessory != .none {
      actions = ActionBar(of: view)
      accessory = AccessorySlot(of: view, nextTo: actions)
    }
    accessory.width = max(accessory.width, view.keptAccessory)
    description = DescriptionSlot.placement(view)
    if description == .column, view.columns.descriptionsMoveBelow { description = .below }
    if description == .column, view.style.descriptionGivesWay, statuses.count == 0,
      view.cell.kind != .contact
    {
      description = .below
    }
  }

  @inline(never)
  private mutating func setAvatars(_ view: borrowing CellView) {
    if view.avatarsReplaceImage {
      setGroup(AvatarGroup(count: view.cell.avatars.count), view)
    } else {
      showsAvatars = view.hasMainContent
    }
  }

  /// Sets the avatars in the place of the image, and widens its column for them.
  private mutating func setGroup(_ group: AvatarGroup, _ view: borrowing CellView) {
    avatars = group
    image = max(view.columns.image, group.width(view.lengths, view.glyphs))
  }

  // Inlined, so that only the lengths that are read are loaded.

  /// The width of all leading slots, margin and gaps included.
  @inline(__always)
  func leading(_ lengths: Lengths) -> Int32 {
    var sum = margin
    if control > 0 { sum += control + lengths.gap }
    return isStacked ? sum : sum + leadingMarks(lengths)
  }

  /// The width of the unread mark, the icons and the image, with the gap after each.
  @inline(__always)
  private func leadingMarks(_ lengths: Lengths) -> Int32 {
    var sum: Int32 = 0
    if unread > 0 { sum += unread + lengths.gap }
    if icons.width > 0 { sum += icons.width + lengths.gap }
    return image > 0 ? sum + image + lengths.imageGap : sum
  }

  /// The width of all trailing slots, with the gaps between them but not the one before the first.
  @inline(__always)
  func trailing(_ lengths: Lengths) -> Int32 {
    if isStacked { return accessory.width }
    var sum = statuses.width
    if actions.width > 0 { sum += (sum > 0 ? lengths.gap : 0) + actions.width }
    if accessory.width > 0 { sum += (sum > 0 ? lengths.gap : 0) + accessory.width }
    return sum
  }

  /// The gap before the first trailing slot.
  @inline(__always)
  func trailingGap(_ lengths: Lengths) -> Int32 {
    if isStacked { return lengths.gap }
    if description == .column { return lengths.descriptionTrailingGap }
    return statuses.width == 0 && actions.width > 0 ? lengths.leadingActionGap : lengths.gap
  }

  /// The x position of the statuses, after a main block at `mainX`. Without statuses it is the end
  /// of the main content.
  @inline(__always)
  func statusX(after mainX: Int32, _ lengths: Lengths) -> Int32 {
    let descriptionRoom = description == .column ? lengths.descriptionGap + descriptionColumn : 0
    let hasStatuses = statuses.width > 0 && !isStacked
    return mainX + main + descriptionRoom + (hasStatuses ? trailingGap(lengths) : 0)
  }

  // MARK: Sharing

  /// Shares the width of the view between the slots and the main content.
  mutating func share(_ view: borrowing CellView) {
    settle(view)
    let titled = actions
    if titled.width > 0, !isStacked { shortenActions(view) }
    if main < view.lengths.leastMain || view.columns.concessions > 0 { giveWay(titled, view) }
    if isStacked { return stack(view) }
    if statuses.width > 0, description != .column { widenStatuses(view) }
  }

  /// Shows icons without their titles, then moves actions into the overflow menu, as long as titles
  /// of actions take what the texts need. Actions whose `presentation` is not `auto` stay.
  private mutating func shortenActions(_ view: borrowing CellView) {
    guard actions.hasFreeTitle(view), !sparesTitles(view) else { return }
    if actions.preferIcons(view) {
      hasGivenWay = true
      settle(view)
    }
    while actions.hasFreeTitle(view), !actions.endsWithState(view), !sparesTitles(view), actions.fold(view) {
      hasGivenWay = true
      settle(view)
    }
  }

  /// Whether titles of actions leave enough to the texts: half of the row and twice the minimum, or
  /// as much as they need.
  private func sparesTitles(_ view: borrowing CellView) -> Bool {
    main >= view.lengths.leastMain
      && (slackBesideTitles(view) >= 0 || slackBesideTexts(view).map { $0 >= 0 } == true)
  }

  /// How much narrower the row can be if half of it, and twice the minimum, is for its texts.
  private func slackBesideTitles(_ view: borrowing CellView) -> Int32 {
    let room = mainRoom(view.lengths)
    return min(2 * room - view.style.width, room - 2 * view.lengths.leastMain)
  }

  /// The width of the main block and the description column.
  private func mainRoom(_ lengths: Lengths) -> Int32 {
    description == .column ? main + lengths.descriptionGap + descriptionColumn : main
  }

  /// The width of the main block beyond the natural widths of its texts; nil beside a description
  /// column, which can use any width.
  private func slackBesideTexts(_ view: borrowing CellView) -> Int32? {
    guard description != .column else { return nil }
    let isPair = view.cell.kind == .keyValue
    return main - (isPair ? KeyValueTexts.naturalWidth(of: view) : TextRows.naturalWidth(of: view))
  }

  /// Fits statuses and actions, which are below the title, to the width of the main block.
  private mutating func stack(_ view: borrowing CellView) {
    while actions.width > main, actions.preferIcons(view) || actions.fold(view) { hasGivenWay = true }
    while leadingMarks(view.lengths) - icons.width + icons.span(view) > main, dropLeadingMark(view) {
      hasGivenWay = true
    }
    if statuses.width > 0 { statuses.width = main }
    if main < view.lengths.leastStatus { statuses = StatusBlock() }
  }

  private mutating func dropLeadingMark(_ view: borrowing CellView) -> Bool {
    if icons.dropLaterIcons(view) || dropLaterAvatars(view) { return true }
    if image > 0 {
      dropImage()
    } else if icons.width > 0 {
      icons = IconColumn()
    } else if unread > 0 {
      unread = 0
    } else {
      return false
    }
    return true
  }

  /// Widens statuses that are cut to their share by the room that the title does not need.
  private mutating func widenStatuses(_ view: borrowing CellView) {
    guard view.keptStatus == 0, view.hasMainContent, statuses.width >= view.lengths.statusShare else {
      return
    }
    let needed = max(view.advance(of: view.cell.title), view.lengths.leastMain)
    let added = statuses.widen(within: main - needed, view)
    main -= added
  }

  @inline(__always)
  private mutating func settle(_ view: borrowing CellView) {
    share(
      view.style.width, split: view.style.split, besideAll: view.columns.besideDescription,
      lengths: view.lengths)
    // A list may keep a column for a description that the cell does not have, but no room below.
    if view.cell.description == nil, description == .below { description = .hidden }
  }

  /// Shares what the other slots leave of `width` between the main block and a description column.
  ///
  /// A description column moves below if it leaves less than the minimum to itself or to the main
  /// block.
  ///
  /// - Parameter besideAll: the trailing slots for which all rows with a description column leave
  ///   room. Then the column starts at the same x in all rows, and ends before the row's own ones.
  @inline(__always)
  mutating func share(_ width: Int32, split: Double, besideAll: Int32?, lengths: Lengths) {
    let leading = leading(lengths)
    let fixed = leading + margin
    let trailing = trailing(lengths)
    if description == .column {
      let gaps = lengths.descriptionGap + (trailing > 0 ? lengths.descriptionTrailingGap : 0)
      let rest = width - fixed - trailing - gaps
      // What the row has less at its end than all rows leave room for. Negative if it has more.
      var slack: Int32 = 0
      if let besideAll {
        slack =
          besideAll - trailing + (besideAll > 0 ? lengths.descriptionTrailingGap : 0)
          - (trailing > 0 ? lengths.descriptionTrailingGap : 0)
      }
      let shared = lengths.splitsWholeRow ? width : rest - slack
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

  // MARK: Giving way

  /// Drops or shrinks slots, in the order of the profile, until the main content has its minimum.
  /// What fits again in the end comes back, the most important first. `titled` are the actions with
  /// their titles.
  private mutating func giveWay(_ titled: ActionBar, _ view: borrowing CellView) {
    hasGivenWay = true
    let minimum = view.lengths.leastMain
    let whole = self
    var made = ConcessionCounts()
    var index = 0
    while let concession = view.style.concessions[index] {
      while index < view.columns.concessions || main < minimum, concede(concession, view) {
        made[index] += 1
        settle(view)
      }
      index += 1
    }
    if main < minimum, margin > 0 {
      margin = 0
      settle(view)
    }
    // A margin goes for the title, and not for what could come back.
    let least = margin < whole.margin ? main : min(minimum, main)
    takeBack(&made, from: whole, least: least, view)
    if actions.isShorter(than: titled) {
      var plan = whole
      plan.margin = margin
      plan.actions = titled
      plan.concede(made, view)
      if plan.sparesTitles(view), plan.main >= least { self = plan }
    }
    // Below a title that is still too narrow, nothing could be read.
    if main < minimum {
      showsAvatars = false
      if description == .below { description = .hidden }
    }
    main = max(0, main)
  }

  /// Undoes concessions that are not needed together with the later ones, from the last to the
  /// first. `whole` is the plan without any.
  private mutating func takeBack(
    _ made: inout ConcessionCounts, from whole: ColumnPlan, least: Int32, _ view: borrowing CellView
  ) {
    for index in (0..<view.style.concessions.count).reversed() {
      guard let concession = view.style.concessions[index] else { continue }
      // Rows align if what all rows of a list concede stays conceded.
      guard index >= view.columns.concessions || !concession.movesColumns else { continue }
      while made[index] > 0 {
        var fewer = made
        fewer[index] -= 1
        var plan = whole
        plan.margin = margin
        plan.concede(fewer, view)
        guard plan.main >= least else { break }
        self = plan
        made = fewer
      }
    }
  }

  /// Makes concessions, in the order of the profile.
  private mutating func concede(_ counts: ConcessionCounts, _ view: borrowing CellView) {
    settle(view)
    var index = 0
    while let concession = view.style.concessions[index] {
      for _ in 0..<counts[index] where concede(concession, view) { settle(view) }
      index += 1
    }
  }

  /// Drops or shrinks one slot. Columns that the list keeps stay, so that its rows align. Such a
  /// column is dropped only in all rows.
  ///
  /// - Returns: `false` if the slot could not be dropped or shrunk further, or takes no width.
  private mutating func concede(_ concession: Profile.Concession, _ view: borrowing CellView) -> Bool {
    switch concession {
    case .laterActions: return actions.count > 1 && actions.fold(view)
    case .avatars: return dropLaterAvatars(view)
    case .statusAxis: return statuses.stack(view)
    case .description:
      guard description == .column else { return false }
      description = .below
    case .laterIcons:
      var fewer = icons
      guard fewer.dropLaterIcons(view), fewer.width < icons.width else { return false }
      icons = fewer
    case .laterStatuses:
      var fewer = statuses
      guard fewer.dropLater(view), fewer.width < statuses.width else { return false }
      statuses = fewer
    case .image:
      guard image > 0, view.columns.image == 0 else { return false }
      dropImage()
    case .number: return icons.dropNumber(view)
    case .accessory: return accessory.drop(view)
    case .actions: return actions.fold(view)
    case .icons: return icons.dropIcons(view)
    case .unread:
      if icons.dropUnread(view) { return true }
      guard unread > 0, !view.columns.keepsUnread else { return false }
      unread = 0
    // Either all rows of a list have a control, or none has.
    case .control: return false
    case .status: return statuses.shrink(view)
    }
    return true
  }

  /// Drops all avatars in the place of the image except the first. Returns `false` if there are
  /// none, or if the list shows all of them.
  private mutating func dropLaterAvatars(_ view: borrowing CellView) -> Bool {
    guard avatars.shown > 1, !view.columns.keepsAvatars else { return false }
    setGroup(AvatarGroup(count: 1), view)
    return true
  }

  /// Drops the image, or the avatars in its place.
  private mutating func dropImage() {
    image = 0
    avatars = .none
  }
}
