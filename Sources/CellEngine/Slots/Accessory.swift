/// The mark at the trailing edge: the chevron of a drill-down, the mark of details, or a menu.
struct AccessorySlot {
  /// 0 is no column.
  var width: Int32 = 0
  private(set) var mark: AccessoryMark?

  init() {}

  // MARK: Needs

  /// The accessory that the cell asks for next to `actions`.
  ///
  /// Material profiles do not draw `disclosure`: drill-down is a tap on the cell. In profiles with one accessory, the
  /// menu for several actions takes its place. In table rows all actions are in the menu, so that the columns align. In
  /// edit mode there are no marks of navigation.
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

  /// The mark of the cell's own accessory.
  static func mark(of view: borrowing CellView, nextTo actions: ActionBar) -> AccessoryMark? {
    switch view.cell.accessory {
    // The overflow of the actions is the menu.
    case .menu: actions.hasOverflow ? nil : .menu
    case .detail: view.style.profile.actions.drawsDetail && view.style.mode == .browse ? .detail : nil
    case .disclosure: view.style.profile.actions.drawsChevron && view.style.mode == .browse ? .chevron : nil
    case .none, .action: nil
    }
  }

  private static func glyph(_ mark: AccessoryMark, _ view: borrowing CellView) -> Glyph {
    mark.glyph(isMirrored: view.style.direction == .rtl)
  }

  // MARK: Giving way

  /// Drops the accessory. A column that the list reserves stays. Returns `false` if there is nothing else.
  mutating func drop(_ view: borrowing CellView) -> Bool {
    guard width > view.keptAccessory else { return false }
    width = view.keptAccessory
    mark = nil
    return true
  }

  // MARK: Placing

  func place(x: Int32, y: Int32, _ view: borrowing CellView, into content: inout RowContent) {
    guard width > 0, let mark else { return }
    Self.placeMark(
      .accessory(mark), Self.glyph(mark, view), slot: .accessory, x: x, y: y, width: width, view,
      into: &content)
  }

  /// Places a mark of navigation.
  static func placeMark(
    _ placed: PlacedContent, _ glyph: Glyph, slot: Slot, x: Int32, y: Int32, width: Int32,
    _ view: borrowing CellView, into content: inout RowContent
  ) {
    let advance = view.glyphs.advance(of: glyph)
    content.place(
      placed, x: x &+ view.markInset(advance, in: width), y: y, advance: advance,
      in: PlacedElement(
        slot: slot, role: .accessory, x: x, y: y, width: width, height: view.lengths.height(of: slot)))
  }

  // MARK: Diagnostics

  /// Notes an accessory or actions that have no place in a profile with one accessory.
  static func note(_ view: borrowing CellView, nextTo actions: ActionBar, in notes: inout Diagnostics) {
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
