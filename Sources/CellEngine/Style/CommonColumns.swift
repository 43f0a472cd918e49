/// The columns that all rows of a list have if the view has room for them.
///
/// Next to them are the minimum of the main content and, if some row has them, a status at its
/// minimum and the accessory. If these have too little room, columns are dropped or shrunk in all
/// rows, in the order of the profile. The decision does not depend on the content of a row: rows
/// would not align if it did.
struct CommonColumns {
  private(set) var kept: KeptColumns
  /// The width of the selection control; 0 if the rows have none.
  private(set) var control: Int32 = 0
  /// The minimum widths of statuses and of the accessory; 0 if the list keeps no column for them.
  private(set) var status: Int32 = 0
  private(set) var accessory: Int32 = 0
  /// How many of the profile's concessions all rows make, the first of them.
  private(set) var concessions = 0
  /// The icon column; 0 if the list keeps none.
  private(set) var icons: Int32 = 0
  /// The image column; 0 if the list keeps none.
  private(set) var image: Int32 = 0
  /// Whether rows show all of their avatars in the image column.
  private(set) var keepsAvatars: Bool
  /// The width of the image column if rows show one avatar.
  private let imageOfOneAvatar: Int32
  /// Whether the column of the unread mark is before the icons, and kept.
  private(set) var keepsUnread = false
  /// Whether rows without a description have a column for it.
  private(set) var keepsDescription = false
  /// The widths of statuses and accessories in the rows of a table.
  private(set) var tableStatus: Int32 = 0
  private(set) var tableAccessory: Int32 = 0
  /// The width of the trailing slots for which all rows with a description column leave room, with
  /// the gap between them. `nil` if the descriptions of a list do not align.
  private(set) var besideDescription: Int32?
  /// Whether all descriptions are below the texts, because a column in which they align has too
  /// little room, or because of large text.
  private(set) var descriptionsMoveBelow = false
  /// The part of it for statuses.
  private(set) var statusBesideDescription: Int32 = 0
  /// The width of the accessory of some row; 0 if no row has one, or all have given it up.
  private var rowAccessory: Int32 = 0
  private let hasNumber: Bool
  /// The width of the unread mark, which is in the icon stack or before it.
  private let unread: Int32
  private let stacksUnread: Bool
  /// The advance of a digit of a number.
  private let digit: Int32

  init(_ style: Style, lengths: Lengths, glyphs: borrowing GlyphSet) {
    let profile = style.profile
    kept = style.kept
    hasNumber = !profile.lacks.contains(.number)
    unread = glyphs.advance(of: .unread)
    stacksUnread = profile.icons.holdsUnread
    digit = glyphs.digitAdvance
    image = kept.image ? lengths.keptImage : 0
    keepsAvatars = kept.avatars.shown > 1
    imageOfOneAvatar = max(image, keepsAvatars ? lengths.avatar : 0)
    image = max(image, kept.avatars.width(lengths, glyphs))
    if style.mode == .edit || kept.control {
      control = Self.controlAdvance(style, lengths: lengths, glyphs: glyphs)
    }
    if style.isUnlimited {
      settle(lengths)
      return
    }
    keepsDescription = kept.description && style.description == .column
    if kept.accessory { accessory = Self.advance(of: .all, style, glyphs: glyphs) }
    status = Self.statusWidth(kept.status, style, digit: digit)
    rowAccessory = Self.advance(of: kept.beside, style, glyphs: glyphs)
    let least =
      lengths.leastMain
      + (kept.beside.contains(.status) && status == 0 ? lengths.gap + lengths.leastStatus : 0)
    for (index, concession) in profile.givingWay.order.enumerated() {
      guard width(lengths) + least > style.width else { break }
      if concede(concession) { concessions = index + 1 }
    }
    setTable(style, lengths: lengths, glyphs: glyphs)
    alignDescriptions(style, lengths: lengths, glyphs: glyphs)
    settle(lengths)
  }

  /// Notes the columns that are left.
  private mutating func settle(_ lengths: Lengths) {
    icons = iconWidth(lengths)
    keepsUnread = kept.unread && !stacksUnread
  }

  /// The columns of a table align if there is room for all that its rows have next to them.
  private mutating func setTable(
    _ style: Style, lengths: Lengths, glyphs: borrowing GlyphSet
  ) {
    tableStatus = status
    tableAccessory = accessory
    let widest = max(status, Self.statusWidth(kept.tableStatus, style, digit: digit))
    let marks = max(accessory, Self.advance(of: kept.tableMarks, style, glyphs: glyphs))
    guard concessions == 0,
      width(lengths) + lengths.leastMain + widest + marks + 2 * lengths.gap <= style.width
    else { return }
    tableStatus = widest
    tableAccessory = marks
  }

  /// Descriptions align if there is room for them next to all that their rows have. With large text
  /// they need a status next to each of them.
  private mutating func alignDescriptions(
    _ style: Style, lengths: Lengths, glyphs: borrowing GlyphSet
  ) {
    guard kept.alignsDescriptions else { return }
    descriptionsMoveBelow = true
    guard concessions == 0, kept.described.isEmpty else { return }
    let step = lengths.isColumns ? 1 : Self.statusStep
    var widest = Self.statusWidth(kept.descriptionStatus, style, digit: digit)
    if style.statusWidth == nil { widest = min(lengths.statusShare, (widest + step - 1) / step * step) }
    widest = max(status, widest)
    let marks = max(accessory, Self.advance(of: kept.descriptionMarks, style, glyphs: glyphs))
    let trailing = widest + (widest > 0 && marks > 0 ? lengths.gap : 0) + marks
    let gaps = lengths.descriptionGap + (trailing > 0 ? lengths.descriptionTrailingGap : 0)
    let needed = leadingWidth(lengths) + lengths.leastMain + lengths.leastDescription + gaps + trailing
    guard needed <= style.width else { return }
    descriptionsMoveBelow = false
    besideDescription = trailing
    statusBesideDescription = widest
  }

  /// 32 pt.
  private static let statusStep = 32 * Points.unitsPerPoint

  /// The width of a status of so many terminal columns in all rows.
  private static func statusWidth(_ columns: Int, _ style: Style, digit: Int32) -> Int32 {
    guard columns > 0 else { return 0 }
    let share = Double(style.width) * style.profile.givingWay.statusShare
    return style.statusWidth ?? min(Int32(share.rounded(.down)), Int32(clamping: columns) * digit)
  }

  /// The width of the icon column that the list keeps, in layout units.
  private func iconWidth(_ lengths: Lengths) -> Int32 {
    let number = hasNumber ? Int32(kept.number) : 0
    let stackedUnread = kept.unread && stacksUnread ? unread : 0
    guard lengths.isColumns else {
      let icons = kept.icons > 0 || stackedUnread > 0 ? lengths.leastIconColumn : 0
      return number > 0 ? max(lengths.leastIconColumn, icons, number * digit) : icons
    }
    return max(Int32(kept.icons), stackedUnread, number)
  }

  /// The width of all columns, gaps and margins included.
  private func width(_ lengths: Lengths) -> Int32 {
    var sum = leadingWidth(lengths)
    if status > 0 { sum += status + lengths.gap }
    if max(accessory, rowAccessory) > 0 { sum += max(accessory, rowAccessory) + lengths.gap }
    return sum
  }

  /// The width of the leading columns, gaps and both margins included.
  private func leadingWidth(_ lengths: Lengths) -> Int32 {
    let icons = iconWidth(lengths)
    var sum = 2 * lengths.margin
    if control > 0 { sum += control + lengths.gap }
    if kept.unread, !stacksUnread { sum += unread + lengths.gap }
    if icons > 0 { sum += icons + lengths.gap }
    return image > 0 ? sum + image + lengths.imageGap : sum
  }

  /// - Returns: `false` if the rows have no such column.
  private mutating func concede(_ concession: Profile.Concession) -> Bool {
    switch concession {
    case .avatars where keepsAvatars:
      keepsAvatars = false
      image = imageOfOneAvatar
    case .image where image > 0: image = 0
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

  /// The width of the widest of these accessories that the profile draws.
  private static func advance(
    of marks: TrailingMarks, _ style: Style, glyphs: borrowing GlyphSet
  ) -> Int32 {
    var width: Int32 = 0
    if marks.contains(.menu) { width = max(width, glyphs.advance(of: .menu)) }
    if marks.contains(.detail), style.profile.actions.drawsDetail {
      width = max(width, glyphs.advance(of: .detail))
    }
    if marks.contains(.disclosure), style.drawsChevron {
      width = max(width, glyphs.advance(of: .chevron))
    }
    return width
  }

  /// The width of the control's marks, selected or not.
  private static func controlAdvance(
    _ style: Style, lengths: Lengths, glyphs: borrowing GlyphSet
  ) -> Int32 {
    let marks: (off: Glyph, on: Glyph)
    switch style.selection {
    case .none: return 0
    case .single: marks = (.radioOff, .radioOn)
    case .multiple where style.profile.control == .circle: marks = (.radioOff, .radioOn)
    case .multiple: marks = (.checkboxOff, .checkboxOn)
    }
    return max(glyphs.advance(of: marks.off), glyphs.advance(of: marks.on), lengths.leastControl)
  }
}
