/// The statuses at the trailing edge: their number, axis and width.
struct StatusBlock {
  /// The width of the column, in layout units. 0 means that the row has no status column.
  var width: Int32 = 0
  var count = 0
  /// Whether the statuses are next to each other, and not in a vertical stack.
  var isHorizontal = false

  // MARK: Needs

  /// The maximum number of statuses. Some profiles show fewer next to an inline action, but not
  /// next to an overflow menu.
  @inline(__always)
  static func limit(of view: borrowing CellView) -> Int {
    ActionBar.areShown(view) ? view.style.statusLimitBesideAction : view.style.profile.statuses.limit
  }

  /// Chooses the statuses of the cell.
  @inline(__always)
  init(of view: borrowing CellView) {
    count = min(view.cell.statuses.count, Self.limit(of: view))
    guard count > 0 else { return }
    isHorizontal = view.style.stacksStatusesHorizontally && count > 1 && !view.style.isStacked
    width = isHorizontal ? horizontalWidth(view) : verticalWidth(view)
    if width == 0 { count = 0 }
  }

  /// Makes a vertical stack of statuses in a column of this width.
  init(width: Int32 = 0, count: Int = 0) {
    self.width = width
    self.count = count
  }

  /// The width of the statuses in a vertical stack.
  @inline(__always)
  func verticalWidth(_ view: borrowing CellView) -> Int32 {
    if let set = view.style.statusWidth { return min(set, view.style.width) }
    var width: Int32 = 0
    for index in 0..<count { width = max(width, Self.width(at: index, view)) }
    return width
  }

  /// The width of the statuses next to each other.
  func horizontalWidth(_ view: borrowing CellView) -> Int32 {
    if let set = view.style.statusWidth { return min(set, view.style.width) }
    let gap = view.lengths.gap
    var width = -gap
    for index in 0..<count {
      width = width.addingSaturating(Self.width(at: index, view)).addingSaturating(gap)
    }
    return width
  }

  /// The height of the block.
  func height(_ view: borrowing CellView) -> Int32 {
    let lines = isHorizontal ? min(1, count) : count
    guard lines > 0 else { return 0 }
    return Int32(truncatingIfNeeded: lines) * step(view) - view.lengths.statusRowGap
  }

  /// The distance from one line of statuses to the next.
  private func step(_ view: borrowing CellView) -> Int32 {
    view.lengths.height(of: .status) + view.lengths.statusRowGap
  }

  /// The width of a status. Unless the view is unlimited, it is at most the share of statuses.
  private static func width(at index: Int, _ view: borrowing CellView) -> Int32 {
    let width = advance(of: view.cell.statuses[index], view)
    return view.isUnlimited ? width : min(width, view.lengths.statusShare)
  }

  /// The advance of a status: icon, space and text. The text is not cut.
  static func advance(of status: CellFields.StatusEntry, _ view: borrowing CellView) -> Int32 {
    var sum: Int32 = 0
    if let icon = status.icon { sum = min(Icons.advance(of: icon, view), view.lengths.statusIconLimit) }
    if let text = status.text {
      if status.icon != nil { sum += view.glyphs.advance(of: .space) }
      sum = sum.addingSaturating(view.advance(of: text))
    }
    return sum
  }

  /// Widens a vertical stack by the part of `room` that it needs to show its statuses whole.
  /// Returns the width that it took.
  mutating func widen(within room: Int32, _ view: borrowing CellView) -> Int32 {
    guard count > 0, !isHorizontal, room > 0, view.style.statusWidth == nil else { return 0 }
    var natural: Int32 = 0
    for index in 0..<count {
      natural = max(natural, Self.advance(of: view.cell.statuses[index], view))
    }
    let added = max(0, min(natural - width, room))
    width += added
    return added
  }

  // MARK: Giving way

  /// Stacks horizontal statuses vertically. Returns `false` if they are vertical already.
  mutating func stack(_ view: borrowing CellView) -> Bool {
    guard isHorizontal else { return false }
    isHorizontal = false
    width = max(min(width, verticalWidth(view)), view.keptStatus)
    return true
  }

  /// Drops all statuses except the first. Returns `false` if there is only one.
  mutating func dropLater(_ view: borrowing CellView) -> Bool {
    guard count > 1 else { return false }
    count = 1
    width = max(min(width, verticalWidth(view)), view.keptStatus)
    return true
  }

  /// Cuts the statuses to their minimum width, or drops them. Keeps a column that the list
  /// reserves. Returns `false` if nothing changed.
  mutating func shrink(_ view: borrowing CellView) -> Bool {
    guard width > view.keptStatus else { return false }
    let minimum = max(view.lengths.leastStatus, view.keptStatus)
    if width > minimum {
      width = minimum
    } else {
      width = 0
      count = 0
    }
    return true
  }

  // MARK: Placing

  /// Places the statuses at the trailing edge of the block.
  func place(x: Int32, y: Int32, _ view: borrowing CellView, into content: inout RowContent) {
    guard width > 0 else { return }
    guard !isHorizontal else { return placeHorizontally(x: x, y: y, view, into: &content) }
    for index in 0..<count {
      Self.place(
        view.cell.statuses[index], slot: .status, x: x,
        y: y + Int32(index) * step(view), width: width,
        isTrailing: !view.isUnlimited && !view.style.isStacked, view, into: &content)
    }
  }

  private func placeHorizontally(
    x: Int32, y: Int32, _ view: borrowing CellView, into content: inout RowContent
  ) {
    // A column that the list reserves can be wider than its statuses.
    var x = x + max(0, width - horizontalWidth(view))
    var room = width
    for index in 0..<count where room > 0 {
      let width = min(Self.width(at: index, view), room)
      Self.place(
        view.cell.statuses[index], slot: .status, x: x, y: y, width: width, isTrailing: !view.isUnlimited,
        view, into: &content)
      x += width + view.lengths.gap
      room -= width + view.lengths.gap
    }
  }

  /// Places a status or the status info label.
  @inline(__always)
  static func place(
    _ status: CellFields.StatusEntry, slot: Slot, x: Int32, y: Int32, width: Int32, isTrailing: Bool,
    _ view: borrowing CellView, into content: inout RowContent
  ) {
    guard status.icon == nil, let text = status.text,
      view.appendWhole(text, width: width, to: &content.texts)
    else {
      return placeCut(
        status, slot: slot, x: x, y: y, width: width, isTrailing: isTrailing, view, into: &content)
    }
    let advance = content.texts.lines.last.advance
    content.place(
      .text(content.texts.lastPiece(of: text)), x: isTrailing ? x &+ width &- advance : x, y: y,
      advance: advance,
      in: PlacedElement(
        slot: slot, role: view.role(.secondary), state: status.state, x: x, y: y,
        width: view.isUnlimited ? advance : width, height: view.lengths.height(of: slot)))
  }

  /// Places a status with an icon, or with a text that is cut.
  @inline(never)
  private static func placeCut(
    _ status: CellFields.StatusEntry, slot: Slot, x: Int32, y: Int32, width: Int32, isTrailing: Bool,
    _ view: borrowing CellView, into content: inout RowContent
  ) {
    var icon: PlacedIcon?
    var text: TextPiece?
    var hidden: HiddenText?
    var advance: Int32 = 0
    if let source = status.icon {
      // An icon is a glyph or a short text. A longer text must not take the room of the status
      // text.
      (icon, advance) = Icons.fit(
        source, width: min(width, view.lengths.statusIconLimit), view, into: &content.texts)
    }
    if let field = status.text {
      let space = advance > 0 ? view.glyphs.advance(of: .space) : 0
      let cut = view.cut(
        field, width: max(0, width - advance - space), slot: slot, into: &content.texts)
      hidden = cut.hidden
      if cut.advance > 0 {
        text = cut.piece
        advance += space + cut.advance
      }
    }
    content.place(
      PlacedContent(icon: icon, text: text), x: isTrailing ? x &+ width &- advance : x, y: y,
      advance: advance,
      in: PlacedElement(
        slot: slot, role: view.role(.secondary), state: status.state, x: x, y: y,
        width: view.isUnlimited ? advance : width, height: view.lengths.height(of: slot), hidden: hidden))
  }

  // MARK: Words

  /// Appends the words of all shown statuses.
  static func appendWords(_ view: borrowing CellView, to parts: inout [String]) {
    for index in 0..<min(view.cell.statuses.count, limit(of: view)) {
      appendWords(of: view.cell.statuses[index], view, to: &parts)
    }
  }

  /// Appends the words of a status: its label, or else those of its icon and text. Then its state,
  /// unless it is neutral.
  static func appendWords(
    of status: CellFields.StatusEntry, _ view: borrowing CellView, to parts: inout [String]
  ) {
    if let label = status.label {
      parts.append(words: label)
    } else {
      if let label = status.iconLabel { parts.append(words: label) }
      if status.text != nil {
        parts.append(field: status.text, view)
      } else if status.iconLabel == nil {
        parts.append(words: status.iconWords)
      }
    }
    if status.state != .neutral { parts.append(status.state.rawValue) }
  }

  /// Notes statuses and icon texts beyond the limits of the profile.
  static func note(_ view: borrowing CellView, in notes: inout Diagnostics) {
    let limit = limit(of: view)
    if view.cell.statuses.count > limit {
      notes.insert(limit < view.style.profile.statuses.limit ? .statusesBesideAction : .statuses)
    }
    for index in 0..<min(view.cell.statuses.count, limit) {
      if let icon = view.cell.statuses[index].icon,
        Icons.isCut(icon, to: view.lengths.statusIconLimit, view)
      {
        notes.insert(.statusIconText)
      }
    }
  }

  /// Adds a sentence for each unknown icon name.
  static func noteUnknownIcons(_ view: borrowing CellView, in names: inout UnknownIcons) {
    for index in 0..<min(view.cell.statuses.count, limit(of: view)) {
      names.look(at: view.cell.statuses[index].icon, .status, view)
    }
  }
}
