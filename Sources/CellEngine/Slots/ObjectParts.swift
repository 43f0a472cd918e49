/// The content of a cell that only rows of objects show.
extension Diagnostics {
  /// Notes the content of a section, an empty state or a skeleton that its row leaves out.
  init(ofObjectPartsIn view: borrowing CellView) {
    let isMessage = view.cell.kind == .empty
    // A count has a note of its own.
    var foreign = view.cell.filled.subtracting(SlotSet(.title, .count))
    if view.isUnread { foreign.insert(.unread) }
    if isMessage { foreign.subtract(SlotSet(.icons, .image, .description, .actions)) }
    if view.cell.isCollapsedSection { foreign.remove(.accessory) }
    insert(foreign: foreign)
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
