/// The columns that all rows of a list have, as far as the view has room for them.
///
/// Beside them stands a main content of the least width, and a status that is cut to its own, where some row has one. A
/// column that leaves no room for that gives way in all rows, whatever each of them holds, and so does what says less than it: rows that
/// decided one by one would not align.
struct CommonColumns {
  private(set) var kept: KeptColumns
  /// What the selection control takes; 0 where the rows have none.
  private(set) var control: Int32 = 0
  /// What statuses and the accessory take at least; 0 where the list keeps no column for them.
  private(set) var status: Int32 = 0
  private(set) var accessory: Int32 = 0
  /// How many of the profile's concessions all rows make, the first of them.
  private(set) var concessions = 0
  /// The width from which on there are none.
  private(set) var leastWholeWidth: Int32 = 0
  private let hasNumber: Bool
  /// What the unread mark takes; it stands in the icon stack, or in front of it.
  private let unread: Int32
  private let stacksUnread: Bool
  /// What a digit of a number takes.
  private let digit: Int32

  init(_ environment: LayoutEnvironment, lengths: LayoutLengths, glyphs: borrowing GlyphSet) {
    let profile = environment.profile
    kept = environment.kept
    hasNumber = profile.slots.contains(.number)
    unread = glyphs.advance(of: .unread)
    stacksUnread = profile.icons.holdsUnread
    digit = glyphs.digitAdvance
    if environment.mode == .edit || kept.control {
      control = Self.controlAdvance(environment, lengths: lengths, glyphs: glyphs)
    }
    guard environment.width != LayoutEnvironment.unlimited else { return }
    if kept.accessory { accessory = Self.accessoryAdvance(profile, glyphs: glyphs) }
    if kept.status > 0 {
      let share = Int32((Double(environment.width) * profile.givingWay.statusShare).rounded(.down))
      status = environment.statusWidth ?? min(share, Int32(clamping: kept.status) * digit)
    }
    let least =
      lengths.leastMain + (kept.besideStatuses && status == 0 ? lengths.gap + lengths.leastStatus : 0)
    leastWholeWidth = width(lengths) + least
    for (index, concession) in profile.givingWay.order.enumerated() {
      guard width(lengths) + least > environment.width else { return }
      if concede(concession) { concessions = index + 1 }
    }
  }

  /// The column of the unread mark is in front of the icons, and kept.
  var keepsUnread: Bool { kept.unread && !stacksUnread }

  /// What the list keeps of the icon column, in layout units.
  func icons(_ lengths: LayoutLengths) -> Int32 {
    let number = hasNumber ? Int32(kept.number) : 0
    let stackedUnread = kept.unread && stacksUnread ? unread : 0
    guard lengths.isColumns else {
      let icons = kept.icons > 0 || stackedUnread > 0 ? lengths.leastIconColumn : 0
      return number > 0 ? max(lengths.leastIconColumn, icons, number * digit) : icons
    }
    return max(Int32(kept.icons), stackedUnread, number)
  }

  /// What all of them take, gaps and margins included.
  private func width(_ lengths: LayoutLengths) -> Int32 {
    let icons = icons(lengths)
    var sum = 2 * lengths.margin
    if control > 0 { sum += control + lengths.gap }
    if keepsUnread { sum += unread + lengths.gap }
    if icons > 0 { sum += icons + lengths.gap }
    if status > 0 { sum += status + lengths.gap }
    if accessory > 0 { sum += accessory + lengths.gap }
    return kept.image ? sum + lengths.image + lengths.imageGap : sum
  }

  /// - Returns: `false` where the rows have no such column.
  private mutating func concede(_ concession: Profile.Concession) -> Bool {
    switch concession {
    case .image where kept.image: kept.image = false
    case .number where kept.number > 0: kept.number = 0
    case .icons where kept.icons > 0: kept.icons = 0
    case .unread where kept.unread: kept.unread = false
    case .control where control > 0: control = 0
    case .accessory where accessory > 0: accessory = 0
    case .status where status > 0: status = 0
    default: return false
    }
    return true
  }

  /// As wide as the widest accessory that the profile has.
  private static func accessoryAdvance(_ profile: Profile, glyphs: borrowing GlyphSet) -> Int32 {
    var width = glyphs.advance(of: .menu)
    if profile.actions.drawsDetail { width = max(width, glyphs.advance(of: .detail)) }
    if profile.actions.drawsChevron { width = max(width, glyphs.advance(of: .chevron)) }
    return width
  }

  /// As wide as the control's marks, selected or not.
  private static func controlAdvance(
    _ environment: LayoutEnvironment, lengths: LayoutLengths, glyphs: borrowing GlyphSet
  ) -> Int32 {
    let marks: (off: Glyph, on: Glyph)
    switch environment.selection {
    case .none: return 0
    case .single: marks = (.radioOff, .radioOn)
    case .multiple where environment.profile.control == .circle: marks = (.radioOff, .radioOn)
    case .multiple: marks = (.checkboxOff, .checkboxOn)
    }
    return max(glyphs.advance(of: marks.off), glyphs.advance(of: marks.on), lengths.leastControl)
  }
}
