/// The inline actions, and the overflow menu for the others.
struct ActionBar {
  /// The width of the column, in layout units. 0 means that the row has no inline actions.
  var width: Int32 = 0
  private(set) var count = 0
  /// Whether the overflow menu follows the inline actions.
  private(set) var hasOverflow = false
  /// Whether actions that are free to do so show their icon without the title.
  private var prefersIcons = false

  init() {}

  // MARK: Needs

  /// Whether the profile shows an action of the cell inline, and not only in a menu.
  @inline(__always)
  static func areShown(_ view: borrowing CellView) -> Bool {
    !view.cell.actions.isEmpty && !view.isTableRow
      && (!view.style.profile.actions.isOneAccessory || view.cell.kind == .contact || isAccessory(view))
  }

  /// Whether an action is the accessory of the cell, in a profile with one accessory.
  static func isAccessory(_ view: borrowing CellView) -> Bool {
    view.cell.actions.count == 1 || (view.cell.accessory == .action && !view.cell.actions.isEmpty)
  }

  /// Chooses the inline actions of the cell.
  ///
  /// - Material profiles show a few, and the others in the overflow menu.
  /// - Profiles with one accessory show one action: a single action, or the first if the accessory
  ///   is `action`.
  /// - Contacts have their activities inline in every profile.
  /// - Table rows have no inline actions.
  init(of view: borrowing CellView) {
    guard !view.isTableRow else { return }
    if view.style.profile.actions.isOneAccessory, view.cell.kind != .contact {
      guard Self.isAccessory(view) else { return }
      count = 1
      width = Self.advance(of: view.cell.actions[0], view)
      return
    }
    let limit =
      view.cell.kind == .contact ? Style.contactActionLimit : view.style.actionLimit
    count = min(view.cell.actions.count, limit)
    hasOverflow = view.cell.actions.count > count
    width = contentWidth(view)
  }

  /// The first action of an empty state, in its whole width or as far as it fits `room`.
  init(ofMessageIn view: borrowing CellView, room: Int32) {
    guard !view.cell.actions.isEmpty else { return }
    let action = view.cell.actions[0]
    let needed = Self.advance(of: action, view)
    let isTitled = if case .titled = Self.form(of: action, view) { true } else { false }
    guard needed <= room || isTitled && room >= view.lengths.leastStatus else { return }
    count = 1
    width = min(needed, room)
  }

  private static func gap(_ view: borrowing CellView) -> Int32 {
    view.cell.kind == .contact ? view.lengths.contactActionGap : view.lengths.actionGap
  }

  /// The width of the inline actions and of the overflow menu.
  private func contentWidth(_ view: borrowing CellView) -> Int32 {
    let gap = Self.gap(view)
    var width: Int32 = 0
    for index in 0..<count {
      width += advance(of: view.cell.actions[index], view) + (index > 0 ? gap : 0)
    }
    guard hasOverflow else { return width }
    return width + (count > 0 ? gap : 0) + view.glyphs.advance(of: .menu)
  }

  // MARK: Giving way

  /// Whether some inline action has a title that it can be drawn without.
  func hasFreeTitle(_ view: borrowing CellView) -> Bool {
    for index in 0..<count {
      let action = view.cell.actions[index]
      guard action.presentation == .auto else { continue }
      if case .titled = form(of: action, view), !showsState(of: action) { return true }
    }
    return false
  }

  /// Whether the last inline action keeps its place, as a toggle does whose title is all that shows
  /// its state.
  func endsWithState(_ view: borrowing CellView) -> Bool {
    count > 0 && showsState(of: view.cell.actions[count - 1])
  }

  private func showsState(of action: CellFields.ActionEntry) -> Bool {
    action.kind == .toggle && (prefersIcons || action.icon == nil)
  }

  /// Whether titles are left out, or actions moved into the overflow menu, that `other` has.
  func isShorter(than other: ActionBar) -> Bool {
    count < other.count || prefersIcons && !other.prefersIcons
  }

  /// Leaves out the titles of actions that are free to show their icon alone. Returns `false` if
  /// that makes nothing narrower.
  mutating func preferIcons(_ view: borrowing CellView) -> Bool {
    guard !prefersIcons else { return false }
    let before = width
    prefersIcons = true
    width = contentWidth(view)
    return width < before
  }

  /// Moves the last inline action into the overflow menu. Drops the menu if no action is left.
  /// Returns `false` if there is nothing to drop.
  mutating func fold(_ view: borrowing CellView) -> Bool {
    guard width > 0 else { return false }
    hasOverflow = count > 0
    count = max(0, count - 1)
    width = contentWidth(view)
    return true
  }

  // MARK: Placing

  /// Places the actions and the overflow menu. Returns the `x` after them and a gap.
  func place(x: Int32, y: Int32, _ view: borrowing CellView, into content: inout RowContent) -> Int32 {
    guard width > 0 else { return x }
    let gap = Self.gap(view)
    var x = x
    for index in 0..<count {
      let action = view.cell.actions[index]
      let width = min(advance(of: action, view), self.width)
      place(
        action, at: Int32(truncatingIfNeeded: index), x: x, y: y, width: width, view, into: &content)
      x += width + gap
    }
    if hasOverflow {
      let width = view.glyphs.advance(of: .menu)
      content.placeMark(.menu(action: nil), .menu, slot: .actions, x: x, y: y, width: width, view)
      x += width + gap
    }
    return x + view.lengths.gap - gap
  }

  /// The form of an action.
  private enum Form {
    /// A title between borders, with an icon before it if there is room for both.
    case titled(Int32, CellFields.IconSource?)
    case icon(CellFields.IconSource)
    case menu
    case download(Download)
  }

  /// Returns the form of an action. A button without a title shows its icon, or else its id.
  private static func form(
    of action: CellFields.ActionEntry, prefersIcon: Bool = false, _ view: borrowing CellView
  ) -> Form {
    switch action.kind {
    case .menu: return .menu
    case .download: return .download(Download(progress: action.progress))
    case .button, .toggle: break
    }
    switch (action.shownTitle, action.icon) {
    case (_, let icon?) where action.presentation == .icon: return .icon(icon)
    // A title of invisible characters only needs no borders.
    case (let title?, let icon?) where view.advance(of: title) == 0: return .icon(icon)
    case (let title?, let icon?):
      guard action.presentation == .auto else { return .titled(title, nil) }
      if prefersIcon, replaces(title, icon, view) { return .icon(icon) }
      return .titled(title, fits(title, icon, view) ? icon : nil)
    case (let title?, nil): return .titled(title, nil)
    case (nil, let icon?): return .icon(icon)
    case (nil, nil): return action.id.map { .titled($0, nil) } ?? .menu
    }
  }

  /// Whether an icon is next to its title. A title that is cut keeps all of its room.
  private static func fits(
    _ title: Int32, _ icon: CellFields.IconSource, _ view: borrowing CellView
  ) -> Bool {
    iconAdvance(icon, view) > 0 && view.advance(of: title) <= view.lengths.actionTitleLimit
  }

  /// Whether an icon can replace its title. The first letter of an unknown name cannot, and
  /// neither can a text that is not shorter.
  private static func replaces(
    _ title: Int32, _ icon: CellFields.IconSource, _ view: borrowing CellView
  ) -> Bool {
    if case .letter = icon { return false }
    let advance = Icons.advance(of: icon, view)
    return advance > 0 && advance < view.advance(of: title)
  }

  private func form(of action: CellFields.ActionEntry, _ view: borrowing CellView) -> Form {
    Self.form(of: action, prefersIcon: prefersIcons, view)
  }

  /// The advance of an icon and of the space after it.
  private static func iconAdvance(_ icon: CellFields.IconSource?, _ view: borrowing CellView) -> Int32 {
    guard let icon else { return 0 }
    let advance = Icons.advance(of: icon, view)
    return advance > 0 ? advance + view.glyphs.advance(of: .space) : 0
  }

  private static func advance(
    of action: CellFields.ActionEntry, prefersIcon: Bool = false, _ view: borrowing CellView
  ) -> Int32 {
    let check = action.hasCheck ? view.glyphs.advance(of: .toggleMark) : 0
    let limit = view.lengths.actionTitleLimit
    let drawn: Int32 =
      switch form(of: action, prefersIcon: prefersIcon, view) {
      case .titled(let title, let icon):
        borders(view) + check + iconAdvance(icon, view) + min(view.advance(of: title), limit)
      case .icon(let icon): check + min(Icons.advance(of: icon, view), limit)
      case .menu: view.glyphs.advance(of: .menu)
      case .download(let download): advance(of: download, view)
      }
    return max(view.lengths.leastAction, drawn)
  }

  private func advance(of action: CellFields.ActionEntry, _ view: borrowing CellView) -> Int32 {
    Self.advance(of: action, prefersIcon: prefersIcons, view)
  }

  /// The advance of the borders of a button with a title.
  private static func borders(_ view: borrowing CellView) -> Int32 {
    view.glyphs.advance(of: .buttonOpen) + view.glyphs.advance(of: .buttonClose)
  }

  private static func advance(of download: Download, _ view: borrowing CellView) -> Int32 {
    switch download {
    case .ready: view.glyphs.advance(of: .downloadReady)
    case .running(let percent): view.glyphs.advance(of: percent) + view.glyphs.advance(of: .percent)
    case .done: view.glyphs.advance(of: .downloadDone)
    }
  }

  private func place(
    _ action: CellFields.ActionEntry, at index: Int32, x: Int32, y: Int32, width: Int32,
    _ view: borrowing CellView, into content: inout RowContent
  ) {
    let check =
      action.hasCheck ? view.glyphs.advance(of: view.mirrorsLines ? .trailingToggleMark : .toggleMark) : 0
    var hidden: HiddenText?
    var advance: Int32
    let placed: PlacedContent
    switch form(of: action, view) {
    case .titled(let title, let icon):
      advance = Self.borders(view) + check
      var face: PlacedIcon?
      if let icon, Self.iconAdvance(icon, view) <= width - advance {
        face = Icons.fit(icon, width: width - advance, view, into: &content.texts).icon
        advance += Self.iconAdvance(icon, view)
      }
      let cut = view.cut(title, width: width - advance, slot: .actions, into: &content.texts)
      advance += cut.advance
      hidden = cut.hidden
      placed = .button(
        action: index, face: face.map { .both($0, cut.piece) } ?? .title(cut.piece), hasCheck: action.hasCheck
      )
    case .icon(let icon):
      let fitted = Icons.fit(icon, width: width - check, view, into: &content.texts)
      advance = check + fitted.advance
      placed = .button(action: index, face: .icon(fitted.icon), hasCheck: action.hasCheck)
    case .menu:
      advance = view.glyphs.advance(of: .menu)
      placed = .menu(action: index)
    case .download(let download):
      advance = Self.advance(of: download, view)
      placed = .download(action: index, download)
    }
    content.place(
      placed, x: x &+ view.markInset(advance, in: width), y: y, advance: advance,
      in: PlacedElement(
        slot: .actions, role: StyleRole(action), x: x, y: y, width: width,
        height: view.lengths.height(of: .actions), hidden: hidden))
  }

  // MARK: Diagnostics

  /// Notes inline actions that are drawn without an icon although they ask for one.
  func note(_ view: borrowing CellView, in notes: inout Diagnostics) {
    for index in 0..<count {
      let action = view.cell.actions[index]
      guard action.kind == .button || action.kind == .toggle else { continue }
      switch action.presentation {
      case .auto:
        if case .titled(_, nil) = form(of: action, view), action.icon != nil {
          notes.insert(.actionIcon)
        }
      case .icon: if action.icon == nil { notes.insert(.actionWithoutIcon) }
      case .button: break
      }
    }
  }

  static func noteUnknownIcons(_ view: borrowing CellView, in names: inout UnknownIcons) {
    for index in view.cell.actions.indices {
      let action = view.cell.actions[index]
      let isDrawn = if case .titled(_, nil) = form(of: action, view) { false } else { true }
      if isDrawn { names.look(at: action.icon, .actions, view) }
    }
  }
}

extension StyleRole {
  /// The role of the button of an action.
  init(_ action: CellFields.ActionEntry) {
    guard action.isEnabled else { self = .disabled; return }
    self =
      switch action.role {
      case .normal: .button
      case .destructive: .destructive
      case .positive: .positive
      }
  }
}
