/// The columns that all rows of a list have, as far as the view has room for them.
///
/// Beside them stands a main content of the least width, and where some row has them, a status that is cut to its own
/// and the accessory. A column that leaves no room for that gives way in all rows, whatever each of them holds, and so
/// does what says less than it: rows that decided one by one would not align.
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
  /// The same for the rows of a table.
  private(set) var tableStatus: Int32 = 0
  private(set) var tableAccessory: Int32 = 0
  /// What the accessory of some row takes; 0 where no row has one, or all of them have given it up.
  private var rowAccessory: Int32 = 0
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
    if kept.accessory { accessory = Self.advance(of: .all, profile, glyphs: glyphs) }
    status = Self.statusWidth(kept.status, environment, digit: digit)
    rowAccessory = Self.advance(of: kept.beside, profile, glyphs: glyphs)
    let least =
      lengths.leastMain
      + (kept.beside.contains(.status) && status == 0 ? lengths.gap + lengths.leastStatus : 0)
    leastWholeWidth = width(lengths) + least
    for (index, concession) in profile.givingWay.order.enumerated() {
      guard width(lengths) + least > environment.width else { break }
      if concede(concession) { concessions = index + 1 }
    }
    setTable(environment, lengths: lengths, glyphs: glyphs)
  }

  /// The columns of a table align where there is room for all that its rows have beside them.
  private mutating func setTable(
    _ environment: LayoutEnvironment, lengths: LayoutLengths, glyphs: borrowing GlyphSet
  ) {
    tableStatus = status
    tableAccessory = accessory
    let widest = max(status, Self.statusWidth(kept.tableStatus, environment, digit: digit))
    let marks = max(accessory, Self.advance(of: kept.tableMarks, environment.profile, glyphs: glyphs))
    guard concessions == 0,
      width(lengths) + lengths.leastMain + widest + marks + 2 * lengths.gap <= environment.width
    else { return }
    tableStatus = widest
    tableAccessory = marks
  }

  /// What a status of so many terminal columns takes in all rows.
  private static func statusWidth(_ columns: Int, _ environment: LayoutEnvironment, digit: Int32) -> Int32 {
    guard columns > 0 else { return 0 }
    let share = Double(environment.width) * environment.profile.givingWay.statusShare
    return environment.statusWidth ?? min(Int32(share.rounded(.down)), Int32(clamping: columns) * digit)
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
    if max(accessory, rowAccessory) > 0 { sum += max(accessory, rowAccessory) + lengths.gap }
    return kept.image ? sum + lengths.keptImage + lengths.imageGap : sum
  }

  /// - Returns: `false` where the rows have no such column.
  private mutating func concede(_ concession: Profile.Concession) -> Bool {
    switch concession {
    case .image where kept.image: kept.image = false
    case .number where kept.number > 0: kept.number = 0
    case .icons where kept.icons > 0: kept.icons = 0
    case .unread where kept.unread: kept.unread = false
    case .control where control > 0: control = 0
    case .accessory where max(accessory, rowAccessory) > 0:
      accessory = 0
      rowAccessory = 0
    case .status where status > 0: status = 0
    default: return false
    }
    return true
  }

  /// As wide as the widest of these accessories that the profile draws.
  private static func advance(
    of marks: TrailingMarks, _ profile: Profile, glyphs: borrowing GlyphSet
  ) -> Int32 {
    var width: Int32 = 0
    if marks.contains(.menu) { width = max(width, glyphs.advance(of: .menu)) }
    if marks.contains(.detail), profile.actions.drawsDetail {
      width = max(width, glyphs.advance(of: .detail))
    }
    if marks.contains(.disclosure), profile.actions.drawsChevron {
      width = max(width, glyphs.advance(of: .chevron))
    }
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
