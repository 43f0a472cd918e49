/// The mark at the trailing edge: the chevron of a drill-down, the mark of details, or a menu.
struct AccessorySlot {
  /// The width of the column, in layout units. 0 means that the row has no accessory column.
  var width: Int32 = 0
  private(set) var mark: AccessoryMark?

  init() {}

  // MARK: Needs

  /// Chooses the accessory of the cell. `actions` are its inline actions.
  ///
  /// - Material profiles do not draw `disclosure`: the whole cell is tapped to drill down.
  /// - Profiles with one accessory show a menu instead of it if the cell has several actions.
  /// - Table rows have all actions in the menu, so that columns align.
  /// - Edit mode has no marks of navigation.
  init(of view: borrowing CellView, nextTo actions: ActionBar) {
    let hasOneAccessory = view.style.profile.actions.isOneAccessory && view.cell.kind != .contact
    if view.isTableRow || hasOneAccessory {
      if !view.isTableRow, ActionBar.isAccessory(view) { return }
      mark = view.cell.actions.isEmpty ? Self.mark(of: view, nextTo: actions) : .menu
    } else {
      mark = Self.mark(of: view, nextTo: actions)
    }
    if let mark { width = view.glyphs.advance(of: Self.glyph(mark, view)) }
  }

  /// The mark that the cell itself asks for, without the rule of one accessory.
  static func mark(of view: borrowing CellView, nextTo actions: ActionBar) -> AccessoryMark? {
    switch view.cell.accessory {
    // The menu has the actions that are not inline. An overflow menu is this menu.
    case .menu: actions.hasOverflow || actions.count > 0 ? nil : .menu
    case .detail: view.style.profile.actions.drawsDetail && view.style.mode == .browse ? .detail : nil
    case .disclosure: view.style.drawsChevron && view.style.mode == .browse ? .chevron : nil
    case .none, .action: nil
    }
  }

  private static func glyph(_ mark: AccessoryMark, _ view: borrowing CellView) -> Glyph {
    mark.glyph(isMirrored: view.style.direction == .rtl)
  }

  // MARK: Giving way

  /// Drops the accessory, but keeps a column that the list reserves. Returns `false` if there is
  /// nothing to drop.
  mutating func drop(_ view: borrowing CellView) -> Bool {
    guard width > view.keptAccessory else { return false }
    width = view.keptAccessory
    mark = nil
    return true
  }

  // MARK: Placing

  func place(x: Int32, y: Int32, _ view: borrowing CellView, into content: inout RowContent) {
    guard width > 0, let mark else { return }
    content.placeMark(
      .accessory(mark), Self.glyph(mark, view), slot: .accessory, x: x, y: y, width: width, view)
  }

  // MARK: Diagnostics

  /// Notes what the row does not show of its actions, and of an accessory or actions for which the
  /// profile has no place.
  static func note(_ view: borrowing CellView, nextTo actions: ActionBar, in notes: inout Diagnostics) {
    actions.note(view, in: &notes)
    if view.cell.accessory == .menu, view.cell.actions.isEmpty { notes.insert(.emptyMenu) }
    if view.cell.accessory == .detail, !view.style.profile.actions.drawsDetail { notes.insert(.detail) }
    if view.isTableRow {
      if !view.cell.actions.isEmpty, view.cell.accessory != .menu, mark(of: view, nextTo: actions) != nil {
        notes.insert(.tableAccessory)
      }
      return
    }
    guard view.style.profile.actions.isOneAccessory, view.cell.kind != .contact, !view.cell.actions.isEmpty
    else { return }
    switch view.cell.accessory {
    case .disclosure, .detail: if view.style.mode == .browse { notes.insert(.accessory) }
    case .action: if view.cell.actions.count > 1 { notes.insert(.actions) }
    case .menu: if view.cell.actions.count == 1 { notes.insert(.accessory) }
    case .none: break
    }
  }
}

extension RowContent {
  /// Places an accessory mark or the overflow menu.
  mutating func placeMark(
    _ placed: PlacedContent, _ glyph: Glyph, slot: Slot, x: Int32, y: Int32, width: Int32,
    _ view: borrowing CellView
  ) {
    let advance = view.glyphs.advance(of: glyph)
    place(
      placed, x: x &+ view.markInset(advance, in: width), y: y, advance: advance,
      in: PlacedElement(
        slot: slot, role: view.role(.accessory), x: x, y: y, width: width,
        height: view.lengths.height(of: slot)))
  }
}
