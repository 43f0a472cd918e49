/// A leading column of icons, from top to bottom. In some profiles, a number and an unread mark are
/// above them.
struct IconColumn {
  /// The width of the column, in layout units. 0 means that the row has no icon column.
  var width: Int32 = 0
  private(set) var iconCount = 0
  private(set) var showsNumber = false
  private(set) var showsUnread = false

  /// The number of entries.
  var count: Int { iconCount + (showsNumber ? 1 : 0) + (showsUnread ? 1 : 0) }

  // MARK: Needs

  /// The maximum number of entries.
  static func limit(of view: borrowing CellView) -> Int {
    let limit = view.style.profile.icons.limit
    return view.style.profile.icons.followsTextRows ? min(limit, TextRows.filledCount(of: view)) : limit
  }

  /// Chooses the entries of the cell: a number, an unread mark, then icons. The column has at least
  /// the width that the list reserves.
  @inline(__always)
  init(of view: borrowing CellView) {
    width = view.columns.icons
    let holdsUnread = view.style.profile.icons.holdsUnread && view.isUnread
    guard !view.cell.icons.isEmpty || view.cell.number != nil || holdsUnread else { return }
    var room = Self.limit(of: view)
    if view.cell.number != nil, view.has(.number), room > 0 {
      showsNumber = true
      room -= 1
      width = max(width, Self.numberAdvance(view))
    }
    if holdsUnread, room > 0 {
      showsUnread = true
      room -= 1
      width = max(width, view.glyphs.advance(of: .unread))
    }
    iconCount = min(view.cell.icons.count, room)
    if count > 0 { width = max(width, view.lengths.leastIconColumn) }
    width = widest(from: width, view)
  }

  init() {}

  private static func numberAdvance(_ view: borrowing CellView) -> Int32 {
    view.cell.number.map { min(view.advance(of: $0), view.lengths.numberLimit) } ?? 0
  }

  @inline(__always)
  func height(_ view: borrowing CellView) -> Int32 {
    guard width > 0 else { return 0 }
    return (view.style.isStacked ? Int32(min(count, 1)) : Int32(count)) * view.lengths.height(of: .icons)
  }

  /// The width of all entries: in a stacked row they are next to each other.
  func span(_ view: borrowing CellView) -> Int32 {
    guard view.style.isStacked, count > 1 else { return width }
    return Int32(count) * (width + view.lengths.gap) - view.lengths.gap
  }

  // MARK: Giving way

  /// Drops all icons except the first. Returns `false` if there is only one.
  mutating func dropLaterIcons(_ view: borrowing CellView) -> Bool {
    guard iconCount > 1 else { return false }
    iconCount = 1
    settle(view)
    return true
  }

  /// Drops the number. Returns `false` if the row has none, or if the list reserves a column for
  /// it.
  mutating func dropNumber(_ view: borrowing CellView) -> Bool {
    guard showsNumber, view.columns.kept.number == 0 else { return false }
    showsNumber = false
    settle(view)
    return true
  }

  /// Drops the icons. Returns `false` if the row has none, or if the list reserves a column for
  /// them.
  mutating func dropIcons(_ view: borrowing CellView) -> Bool {
    guard iconCount > 0, view.columns.kept.icons == 0 else { return false }
    iconCount = 0
    settle(view)
    return true
  }

  /// Drops the unread mark. Returns `false` if the row has none, or if the list reserves a column
  /// for it.
  mutating func dropUnread(_ view: borrowing CellView) -> Bool {
    guard showsUnread, !view.columns.kept.unread else { return false }
    showsUnread = false
    settle(view)
    return true
  }

  /// Narrows the column to its entries, but not below the width that the list reserves.
  private mutating func settle(_ view: borrowing CellView) {
    var needed = view.columns.icons
    if showsNumber { needed = max(needed, Self.numberAdvance(view)) }
    if showsUnread { needed = max(needed, view.glyphs.advance(of: .unread)) }
    if count > 0 { needed = max(needed, view.lengths.leastIconColumn) }
    width = min(width, widest(from: needed, view))
  }

  /// The width of the widest icon that is shown, and at least `width`.
  @inline(__always)
  private func widest(from width: Int32, _ view: borrowing CellView) -> Int32 {
    var width = width
    guard width < view.lengths.iconColumnLimit else { return width }
    for index in 0..<iconCount {
      width = max(
        width, min(Icons.advance(of: view.cell.icons[index], view), view.lengths.iconColumnLimit))
    }
    return width
  }

  // MARK: Placing

  @inline(__always)
  func place(x: Int32, y: Int32, _ view: borrowing CellView, into content: inout RowContent) {
    var (x, y) = (x, y)
    let height = view.lengths.height(of: .icons)
    let step: (x: Int32, y: Int32) = view.style.isStacked ? (width + view.lengths.gap, 0) : (0, height)
    if showsNumber {
      placeNumber(x: x, y: y, view, into: &content)
      (x, y) = (x + step.x, y + step.y)
    }
    if showsUnread {
      Unread.place(x: x, y: y, width: width, height: height, view, into: &content)
      (x, y) = (x + step.x, y + step.y)
    }
    for index in 0..<iconCount {
      place(view.cell.icons[index], x: x, y: y, view, into: &content)
      (x, y) = (x + step.x, y + step.y)
    }
  }

  private func placeNumber(
    x: Int32, y: Int32, _ view: borrowing CellView, into content: inout RowContent
  ) {
    guard let number = view.cell.number else { return }
    let cut = view.cut(number, width: width, slot: .number, into: &content.texts)
    content.place(
      PlacedContent(icon: nil, text: cut.piece), x: x &+ inset(cut.advance), y: y,
      advance: cut.advance,
      in: PlacedElement(
        slot: .number, role: view.role(.number), x: x, y: y, width: width,
        height: view.lengths.height(of: .number), hidden: cut.hidden))
  }

  /// The distance of an entry from the leading edge of the column. Numbers, icons and unread marks
  /// are centred over each other. A terminal rounds down.
  @inline(__always)
  private func inset(_ advance: Int32) -> Int32 { max(0, (width &- advance) / 2) }

  @inline(__always)
  private func place(
    _ icon: CellFields.IconSource, x: Int32, y: Int32, _ view: borrowing CellView,
    into content: inout RowContent
  ) {
    guard case .field(let field) = icon, view.appendWhole(field, width: width, to: &content.texts) else {
      return placeCut(icon, x: x, y: y, view, into: &content)
    }
    let advance = content.texts.lines.last.advance
    content.place(
      .text(content.texts.lastPiece(of: field)), x: x &+ inset(advance), y: y,
      advance: advance, in: element(x: x, y: y, view))
  }

  /// Places an icon that is not a text, or a text that is cut.
  @inline(never)
  private func placeCut(
    _ icon: CellFields.IconSource, x: Int32, y: Int32, _ view: borrowing CellView,
    into content: inout RowContent
  ) {
    let (placed, advance) = Icons.fit(icon, width: width, view, into: &content.texts)
    content.place(
      PlacedContent(placed), x: x &+ inset(advance), y: y, advance: advance,
      in: element(x: x, y: y, view))
  }

  private func element(x: Int32, y: Int32, _ view: borrowing CellView) -> PlacedElement {
    PlacedElement(
      slot: .icons, role: view.role(.icon), x: x, y: y, width: width, height: view.lengths.height(of: .icons))
  }

  // MARK: Words

  /// Appends the number, the unread state, and the meanings of the icons.
  static func appendWords(_ view: borrowing CellView, to parts: inout [String]) {
    var room = limit(of: view)
    if view.cell.number != nil, view.has(.number) {
      parts.append(field: view.cell.number, view)
      room -= 1
    }
    if view.isUnread {
      parts.append("unread")
      if view.style.profile.icons.holdsUnread { room -= 1 }
    }
    for index in 0..<max(0, min(view.cell.iconLabels.count, room)) {
      parts.append(words: view.cell.iconLabels[index])
    }
  }

  static func note(_ view: borrowing CellView, in notes: inout Diagnostics) {
    let limit = limit(of: view)
    let others =
      (view.cell.number != nil && view.has(.number) ? 1 : 0)
      + (view.style.profile.icons.holdsUnread && view.isUnread ? 1 : 0)
    if view.cell.icons.count + others > limit { notes.insert(.icons) }
    for index in 0..<min(view.cell.icons.count, limit)
    where Icons.isCut(view.cell.icons[index], to: view.lengths.iconColumnLimit, view) {
      notes.insert(.iconText)
    }
  }

  static func noteUnknownIcons(_ view: borrowing CellView, in names: inout UnknownIcons) {
    for index in 0..<min(view.cell.icons.count, limit(of: view)) {
      names.look(at: view.cell.icons[index], .icons, view)
    }
  }
}

/// Icons of any slot. An icon has a name, or is a short text.
enum Icons {
  /// The advance of an icon that is not cut.
  static func advance(of icon: CellFields.IconSource, _ view: borrowing CellView) -> Int32 {
    switch icon {
    case .named(let index): view.glyphs.iconAdvance(at: Int(index))
    case .field(let field), .letter(let field): view.advance(of: field)
    }
  }

  /// Fits an icon to `width`. A named icon that is too wide is left out; a text is cut.
  static func fit(
    _ icon: CellFields.IconSource, width: Int32, _ view: borrowing CellView, into texts: inout TextLines
  ) -> (icon: PlacedIcon?, advance: Int32) {
    switch icon {
    case .named(let index):
      let advance = view.glyphs.iconAdvance(at: Int(index))
      return advance <= width ? (.named(index), advance) : (nil, 0)
    case .field(let field), .letter(let field):
      let prefix = view.prefix(of: field, width: width, into: &texts)
      return (prefix.piece.map { .text($0) }, prefix.advance)
    }
  }

  /// Whether the text of an icon is cut at `limit`. A cut icon has no ellipsis.
  static func isCut(_ icon: CellFields.IconSource, to limit: Int32, _ view: borrowing CellView) -> Bool {
    if case .field(let field) = icon { view.advance(of: field) > limit } else { false }
  }
}

/// Sentences about icon names that are not in the icon table.
struct UnknownIcons {
  /// The maximum number of characters of a name in a sentence.
  private static let shownLetters = 32

  /// The maximum number of sentences.
  private static let maximumCount = 32

  private(set) var sentences: [String] = []

  /// Adds a sentence if the name of the icon is unknown, so that its first letter is shown.
  mutating func look(at icon: CellFields.IconSource?, _ slot: Slot, _ view: borrowing CellView) {
    guard sentences.count < Self.maximumCount, case .letter(let field) = icon,
      let name = view.cell.original(of: field).flatMap({ SpokenWords.words($0) })
    else { return }
    let shown = name.count > Self.shownLetters ? "\(name.prefix(Self.shownLetters))…" : name
    let sentence = "\(slot.rawValue): there is no icon “\(shown)”; its first letter is shown"
    if !sentences.contains(sentence) { sentences.append(sentence) }
  }
}
