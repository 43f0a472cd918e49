/// The content of a cell that only rows of objects show.
extension Diagnostics {
  /// Notes the content of a section, an empty state or a skeleton that its row leaves out.
  init(ofObjectPartsIn view: borrowing CellView) {
    let isMessage = view.cell.kind == .empty
    let isFilled: [(slot: Slot, isFilled: Bool)] = [
      (.unread, view.isUnread), (.number, view.cell.number != nil),
      (.icons, !isMessage && !view.cell.icons.isEmpty), (.image, !isMessage && view.cell.hasImage),
      (.subtitle, view.cell.subtitle != nil), (.footnote, view.cell.footnote != nil),
      (.caption, view.cell.caption != nil), (.description, !isMessage && view.cell.description != nil),
      (.status, !view.cell.statuses.isEmpty), (.tags, !view.cell.tags.isEmpty),
      (.rating, view.cell.rating != nil), (.avatars, !view.cell.avatars.isEmpty),
      (.info, view.cell.info != nil), (.actions, !isMessage && !view.cell.actions.isEmpty),
      (.accessory, view.cell.accessory != .none && !view.cell.isCollapsedSection),
    ]
    for (slot, isFilled) in isFilled where isFilled { insert(foreign: slot) }
    if !view.cell.columns.isEmpty { insert(.columns) }
    if view.cell.count != nil, view.cell.kind != .section { insert(.count) }
    if view.cell.hasGestures { insert(.gestures) }
    if view.cell.href != nil { insert(.href) }
    guard isMessage else { return }
    if view.cell.actions.count > 1 { insert(.messageActions) }
    if view.cell.icons.count > (view.cell.hasImage ? 0 : 1) { insert(.messageIcons) }
  }
}

extension CellFields {
  /// Whether the cell is a section whose cells are hidden.
  fileprivate var isCollapsedSection: Bool { kind == .section && accessory == .disclosure }

  /// Whether the cell has actions that only a swipe or the context menu shows.
  fileprivate var hasGestures: Bool {
    for index in offers.indices {
      if case .offers = offers[index].list { return true }
    }
    return false
  }
}
