/// How the width is shared, and what gives way where it is too small for all slots.
extension CellLayout {
  /// Shares the width between what was measured and the main content.
  func shareWidth() {
    share()
    if plan.main < lengths.leastMain || rules.commonConcessions > 0 { giveWay() }
  }

  @inline(__always)
  private func share() {
    plan.share(rules.width, split: rules.split, lengths: lengths)
    // A column that is kept for a description that the cell has not is nothing where it moves below.
    if cell.description < 0, plan.description == .below { plan.description = .hidden }
  }

  /// Lets slots give way, in the order of the profile, until the main content has what it must have.
  private func giveWay() {
    plan.hasGivenWay = true
    var place = 0
    while let concession = rules.givingWay[place] {
      while place < rules.commonConcessions || plan.main < lengths.leastMain, concede(concession) { share() }
      place += 1
    }
    if plan.main < lengths.leastMain, plan.margin > 0 {
      plan.margin = 0
      share()
    }
    plan.main = max(0, plan.main)
  }

  /// Shows less of the row. Columns that the list keeps stay, so that its rows align: where there is no room for them,
  /// no row has them.
  ///
  /// - Returns: `false` where there was nothing to concede.
  private func concede(_ concession: Profile.Concession) -> Bool {
    switch concession {
    case .laterActions: return plan.actionCount > 1 && foldActions()
    case .avatars:
      guard plan.showsAvatars else { return false }
      plan.showsAvatars = false
    case .statusAxis:
      guard plan.isHorizontal else { return false }
      plan.isHorizontal = false
      plan.status = max(min(plan.status, verticalStatusWidth), keptStatus)
    case .description:
      guard plan.description != .hidden else { return false }
      plan.description = .hidden
    case .laterIcons:
      guard plan.iconCount > 1 else { return false }
      plan.iconCount = 1
      settleStack()
    case .laterStatuses:
      guard plan.statusCount > 1 else { return false }
      plan.statusCount = 1
      plan.status = max(min(plan.status, verticalStatusWidth), keptStatus)
    case .image:
      guard plan.image > 0, !rules.keepsImage else { return false }
      plan.image = 0
    case .number:
      guard plan.showsNumber, rules.keptColumns.number == 0 else { return false }
      plan.showsNumber = false
      settleStack()
    case .accessory:
      guard plan.accessory > keptAccessory else { return false }
      plan.accessory = keptAccessory
      plan.accessoryGlyph = nil
    case .actions: return foldActions()
    case .icons:
      guard plan.iconCount > 0, rules.keptColumns.icons == 0 else { return false }
      plan.iconCount = 0
      settleStack()
    case .unread: return concedeUnread()
    // All rows have it, or none.
    case .control: return false
    case .status: return concedeStatus()
    }
    return true
  }

  private func concedeUnread() -> Bool {
    if plan.stacksUnread, !rules.keptColumns.unread {
      plan.stacksUnread = false
      settleStack()
      return true
    }
    guard plan.unread > 0, !rules.keepsUnread else { return false }
    plan.unread = 0
    return true
  }

  private func concedeStatus() -> Bool {
    guard plan.status > keptStatus else { return false }
    let least = max(lengths.leastStatus, keptStatus)
    guard plan.status <= least else {
      plan.status = least
      return true
    }
    plan.status = 0
    plan.statusCount = 0
    return true
  }

  /// Makes the icon column as wide as what is left in it, and no narrower than the list keeps it.
  private func settleStack() {
    var width = rules.keptIcons
    if plan.showsNumber { width = max(width, numberAdvance) }
    if plan.stacksUnread { width = max(width, glyphs.advance(of: .unread)) }
    if plan.iconCount > 0 {
      width = max(width, min(advance(of: cell.icons[0]), lengths.iconColumnLimit))
    }
    if plan.stackCount > 0 { width = max(width, lengths.leastIconColumn) }
    plan.icons = min(plan.icons, width)
  }
}
