/// The buttons of a swiped row. Each has an icon, a title or both, on a ground as high as the row.
struct SwipeButtons {
  private let entries: [CellFields.ActionEntry]
  private let lengths: OverlayLengths
  private let rowHeight: Int32
  /// The height of a line of letters.
  private let line: Int32
  /// Whether icons are above titles.
  private let isStacked: Bool

  /// The buttons of a row that is `height` high without its separator.
  init(
    _ entries: [CellFields.ActionEntry], rowHeight height: Int32, _ lengths: OverlayLengths,
    _ view: borrowing CellView
  ) {
    self.entries = entries
    self.lengths = lengths
    rowHeight = height
    line = view.lengths.height(of: .actions)
    isStacked = lengths.icon > 0 && height >= lengths.icon + lengths.swipeGap + line
  }

  /// Moves the content of the row, and places the buttons at the edge that it leaves.
  func place(
    _ reveal: Reveal, rowWidth: Int32, _ view: borrowing CellView, into content: inout RowContent
  ) {
    guard !entries.isEmpty else { return }
    var widths: [Int32] = []
    for action in entries {
      widths.append(max(lengths.leastSwipe, width(of: action, view) + 2 * lengths.swipeInset))
    }
    if !view.isUnlimited, widths.reduce(0, { $0 + Int($1) }) > Int(lengths.swipeLimit) {
      let share = lengths.swipeLimit / Int32(truncatingIfNeeded: entries.count)
      widths = widths.map { min($0, share) }
    }
    let room = widths.reduce(0, +)
    content.shift(by: reveal == .leading ? room : -room)
    var parts = RevealedParts(reveal: reveal, firstElement: content.elements.count, actions: entries)
    if isStacked { parts.iconHeight = lengths.icon }
    var x = reveal == .leading ? 0 : rowWidth - room
    for (action, width) in zip(entries, widths) {
      place(action, x: x, width: width, view, into: &content)
      x += width
    }
    content.revealed = parts
  }

  private func width(of action: CellFields.ActionEntry, _ view: borrowing CellView) -> Int32 {
    let title = action.menuTitle.map { min(view.advance(of: $0), Lengths.longest / 4) } ?? 0
    guard let icon = action.icon else { return title }
    let advance = Icons.advance(of: icon, view)
    if title == 0 || isStacked { return max(title, advance) }
    return title + advance + view.glyphs.advance(of: .space)
  }

  private func place(
    _ action: CellFields.ActionEntry, x: Int32, width: Int32, _ view: borrowing CellView,
    into content: inout RowContent
  ) {
    let room = max(0, width - 2 * lengths.swipeInset)
    let icon = action.icon.map { Icons.fit($0, width: room, view, into: &content.texts) }
    let space = isStacked || icon?.icon == nil ? 0 : (icon?.advance ?? 0) + view.glyphs.advance(of: .space)
    let title = action.menuTitle.map {
      view.cut($0, width: max(0, room - space), slot: .actions, into: &content.texts)
    }
    // Stacked, or next to each other on one line.
    let iconHeight = isStacked ? lengths.icon : line
    let titleTop = isStacked && icon != nil ? lengths.icon + lengths.swipeGap : 0
    let height = title == nil ? iconHeight : titleTop + line
    let top = max(0, (rowHeight - height) / 2)
    let drawn = space + (title?.advance ?? 0)
    var lines: [PlacedLine] = []
    if let icon, icon.icon != nil {
      let left = isStacked || title == nil ? (width - icon.advance) / 2 : (width - drawn) / 2
      lines.append(content.line(PlacedContent(icon.icon), x: x + left, y: top, advance: icon.advance))
    }
    if let title, let piece = title.piece {
      let left = (width - drawn) / 2 + space
      lines.append(content.line(.text(piece), x: x + left, y: top + titleTop, advance: title.advance))
    }
    content.place(
      lines,
      in: PlacedElement(
        slot: .actions, role: StyleRole(action), x: x, y: 0, width: width, height: rowHeight,
        hidden: title?.hidden))
  }
}

extension CellFields.ActionEntry {
  /// The title in swipes and menus; the id of an action that has neither a title nor an icon.
  var menuTitle: Int32? { shownTitle ?? (icon == nil ? id : nil) }
}

extension RowContent {
  /// Moves all elements and lines to the trailing edge by `distance`.
  fileprivate mutating func shift(by distance: Int32) {
    for index in elements.indices { elements[index].x &+= distance }
    for index in lines.indices { lines[index].x &+= distance }
  }

  /// A line of an element that ``place(_:in:)`` places.
  func line(_ content: PlacedContent, x: Int32, y: Int32, advance: Int32) -> PlacedLine {
    PlacedLine(x: x, y: y, advance: advance, element: 0, content: content, isRightToLeft: isMirrored)
  }

  /// Places an element with these lines.
  mutating func place(_ placed: [PlacedLine], in element: PlacedElement) {
    let index = nextElement
    note(element, lineCount: Int32(truncatingIfNeeded: placed.count))
    for var line in placed {
      line.element = index
      lines.append(line)
    }
  }
}
