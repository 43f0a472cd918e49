/// The statuses at the trailing edge: how many, on which axis, and how wide.
struct StatusBlock {
  /// 0 is no column.
  var width: Int32 = 0
  var count = 0
  /// Whether the statuses are next to each other. Otherwise they are below each other.
  var isHorizontal = false

  // MARK: Needs

  /// How many statuses are shown. Some profiles show fewer next to an action, though not next to an overflow menu.
  @inline(__always)
  static func limit(of view: borrowing CellView) -> Int {
    ActionBar.areShown(view) ? view.style.statusLimitBesideAction : view.style.profile.statuses.limit
  }

  /// The block that the cell asks for.
  @inline(__always)
  init(of view: borrowing CellView) {
    count = min(view.cell.statuses.count, Self.limit(of: view))
    guard count > 0 else { return }
    isHorizontal = view.style.stacksStatusesHorizontally && count > 1
    width = isHorizontal ? horizontalWidth(view) : verticalWidth(view)
    if width == 0 { count = 0 }
  }

  /// Statuses below each other in a column of this width.
  init(width: Int32 = 0, count: Int = 0) {
    self.width = width
    self.count = count
  }

  /// The width of the statuses below each other.
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
    return Int32(truncatingIfNeeded: lines) * step(view) - view.lengths.rowGap
  }

  /// From one line of statuses to the next.
  private func step(_ view: borrowing CellView) -> Int32 {
    view.lengths.height(of: .status) + view.lengths.rowGap
  }

  /// The width of one status, at most its share of the view.
  private static func width(at index: Int, _ view: borrowing CellView) -> Int32 {
    let width = advance(of: view.cell.statuses[index], view)
    return view.isUnlimited ? width : min(width, view.lengths.statusShare)
  }

  /// The advance of a status that nothing cuts: icon, space, text.
  static func advance(of status: CellFields.StatusEntry, _ view: borrowing CellView) -> Int32 {
    var sum: Int32 = 0
    if let icon = status.icon { sum = min(Icons.advance(of: icon, view), view.lengths.statusIconLimit) }
    if let text = status.text {
      if status.icon != nil { sum += view.glyphs.advance(of: .space) }
      sum = sum.addingSaturating(view.advance(of: text))
    }
    return sum
  }

  // MARK: Giving way

  /// Stacks horizontal statuses vertically. Returns `false` if they are.
  mutating func stack(_ view: borrowing CellView) -> Bool {
    guard isHorizontal else { return false }
    isHorizontal = false
    width = max(min(width, verticalWidth(view)), view.keptStatus)
    return true
  }

  /// Drops all statuses but the first. Returns `false` if there are no others.
  mutating func dropLater(_ view: borrowing CellView) -> Bool {
    guard count > 1 else { return false }
    count = 1
    width = max(min(width, verticalWidth(view)), view.keptStatus)
    return true
  }

  /// Cuts the statuses to the minimum, then drops them. A column that the list reserves stays.
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
        y: y + Int32(index) * (view.lengths.height(of: .status) + view.lengths.rowGap),
        width: width, isTrailing: !view.isUnlimited, view, into: &content)
    }
  }

  private func placeHorizontally(
    x: Int32, y: Int32, _ view: borrowing CellView, into content: inout RowContent
  ) {
    // A column that the list reserves may be wider than the statuses in it.
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

  /// Places one status, or the status info label.
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
        slot: slot, role: view.role(.secondary), state: status.state, x: x, y: y, width: width,
        height: view.lengths.height(of: slot)))
  }

  /// Places a status that has an icon, or whose text is cut.
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
      // An icon is a glyph or a short text. A longer one must not take the room of the text.
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
        slot: slot, role: view.role(.secondary), state: status.state, x: x, y: y, width: width,
        height: view.lengths.height(of: slot), hidden: hidden))
  }

  // MARK: Words

  /// Appends the statuses in words.
  static func appendWords(_ view: borrowing CellView, to parts: inout [String]) {
    for index in 0..<min(view.cell.statuses.count, limit(of: view)) {
      appendWords(of: view.cell.statuses[index], view, to: &parts)
    }
  }

  /// Appends a status: its label, or its icon's label and its text, or the meaning of the icon; then its state.
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

  /// Notes statuses and icons that are cut to the profile's bounds.
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

  /// Adds a sentence for each icon name that is not known.
  static func noteUnknownIcons(_ view: borrowing CellView, in names: inout UnknownIcons) {
    for index in 0..<min(view.cell.statuses.count, limit(of: view)) {
      names.look(at: view.cell.statuses[index].icon, .status, view)
    }
  }
}
