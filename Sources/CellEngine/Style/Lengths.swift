/// The distances of a layout in its own units, from the profile's numbers and the view's unit.
///
/// A terminal has distances of its own, since the Fiori guideline is drawn in points. In columns a
/// unit is a column or a line; in points it is 1/64 pt.
struct Lengths: Hashable {
  /// The maximum of a natural length, so that sums of lengths never overflow. Longer ones are cut.
  static let longest: Int32 = 1 << 27

  var isColumns = true
  /// The width of one layout unit, in dp.
  var dp = 8.0
  var margin: Int32 = 0
  /// Between neighbouring slots.
  var gap: Int32 = 1
  /// Between the image and what follows it.
  var imageGap: Int32 = 2
  /// Between the description column and the main block, and between it and what follows.
  var descriptionGap: Int32 = 3
  var descriptionTrailingGap: Int32 = 2
  /// Between the columns of a table.
  var tableGap: Int32 = 2
  /// Whether a description column takes its share of the whole row.
  var splitsWholeRow = false
  /// The gap before the first action if no status precedes it.
  var leadingActionGap: Int32 = 1
  /// The edge of an image: the standard, the smallest and the largest, and a person's own.
  var image: Int32 = 2
  var smallestImage: Int32 = 2
  var largestImage: Int32 = 2
  var personImage: Int32?
  var contactImage: Int32 = 2
  /// The edge of the image column that the list keeps.
  var keptImage: Int32 = 2
  /// The edge of an object header's image: the standard, the smallest and the largest.
  var headerImage: Int32 = 2
  var smallestHeaderImage: Int32 = 2
  var largestHeaderImage: Int32 = 2
  /// The minimum and the maximum of the icon column.
  var leastIconColumn: Int32 = 0
  var iconColumnLimit: Int32 = 2
  /// The maximum of the icon of a status: a glyph, or a short text.
  var statusIconLimit: Int32 = 2
  /// The maximum of a number on top of the icons.
  var numberLimit: Int32 = 8
  /// The maximum of initials in the font of labels; initials of images have a size of their own.
  var initials: Int32 = 2
  var avatar: Int32 = 2
  /// Between avatars; they overlap if it is negative.
  var avatarGap: Int32 = 1
  /// Whether avatars are large enough for initials.
  var showsAvatarInitials = true
  /// Between actions, and between the activities of a contact.
  var actionGap: Int32 = 1
  var contactActionGap: Int32 = 1
  /// The minimum of a selection control, and of an action without a title.
  var leastControl: Int32 = 0
  var leastAction: Int32 = 0
  var tagGap: Int32 = 1
  /// The space at both sides of a tag's text, and above and below it; a terminal has brackets
  /// there.
  var tagInset: Int32 = 0
  var tagPadding: Int32 = 0
  /// The edge of a star and the gap between two; 0 if they are as wide as their marks.
  var star: Int32 = 0
  var starGap: Int32 = 0
  /// The maximum of an action's title.
  var actionTitleLimit: Int32 = 16
  /// The minimum widths of the main content and of a description column. Other slots are dropped or
  /// shrunk for the first; with less than the second, the description moves below.
  var leastMain: Int32 = 8
  var leastDescription: Int32 = 8
  /// The minimum width of a status. With less room it is dropped.
  var leastStatus: Int32 = 4
  /// The maximum of a status, unless the view has a width for statuses.
  var statusShare: Int32 = .max

  /// The width from which on a wide object header never has pages.
  var leastWideHeader: Int32 = 60
  /// Between the blocks of a wide object header, at least, and between its rows.
  var headerGap: Int32 = 6
  var headerRowGap: Int32 = 0
  /// Between the title and the subtitle, between the image and the title, and before the statuses
  /// of a wide object header.
  var headerTitleGap: Int32 = 0
  var headerImageGap: Int32 = 2
  var headerStatusGap: Int32 = 5
  /// Above and below a header.
  var headerPadding: Int32 = 0
  /// The minimum and the maximum of the left block of a wide header that has a middle.
  var headerLeastLeft: Int32 = 15
  var headerLeft: Int32 = 92
  /// The maximum of the middle and of the statuses of a wide header.
  var headerMiddle: Int32 = 39
  var headerStatus: Int32 = 15

  /// Above and below the title of a section, and the minimum height of its row.
  var sectionPadding: Int32 = 0
  var leastSection: Int32 = 1
  /// The edge of an empty state's image: the standard, the smallest and the largest. Then that of
  /// its icon.
  var messageImage: Int32 = 2
  var smallestMessageImage: Int32 = 2
  var largestMessageImage: Int32 = 2
  var messageIcon: Int32 = 2
  /// Above and below an empty state, below its image and its title, and before its button.
  var messagePadding: Int32 = 0
  var messageImageGap: Int32 = 0
  var messageTitleGap: Int32 = 0
  var messageActionGap: Int32 = 0
  /// The maximum of the texts of an empty state.
  var messageText: Int32 = 50

  /// In a chart: between its title and its subtitle, and between its figures. Then before its
  /// figures and its series, between these two, and before the labels of the series.
  var chartTitleGap: Int32 = 0
  var chartGap: Int32 = 0
  var chartColumnGap: Int32 = 2
  var chartLabelGap: Int32 = 1
  /// The height of a series.
  var series: Int32 = 2
  /// The height of a line if its slot has no own height.
  var line: Int32 = 1
  /// The heights of lines, by slot.
  var lines = SlotLines()
  /// The gaps between rows of texts, and around rows that are not texts. Then those between
  /// statuses, between lines of tags, and before a description below.
  var rowGap: Int32 = 0
  var blockGap: Int32 = 0
  var statusRowGap: Int32 = 0
  var tagLineGap: Int32 = 0
  var belowGap: Int32 = 0
  /// The distance by which a description column is lowered, so that its first line is on the
  /// title's baseline.
  var descriptionTop: Int32 = 0
  /// The distance by which statuses are lowered for the same reason.
  var statusTop: Int32 = 0
  /// Between a key and its value.
  var keyGap: Int32 = 0
  /// At the top and the bottom of a row, and in rows of three texts or more.
  var padding: Int32 = 0
  var highPadding: Int32 = 0
  /// The minimum heights of rows of one, two and three texts.
  var minimumHeights = RowHeights()
  /// The height that a separator adds to a row.
  var separator: Int32 = 0

  /// The lengths of a terminal without margins.
  init() {}

  /// A part of the view's width.
  static func part(_ share: Double, of width: Int32) -> Int32 {
    Int32((Double(width) * max(0, min(share, 1))).rounded(.down))
  }

  /// The height of a row of three texts, which is what rows are taken for before they are laid out.
  var typicalHeight: Int32 {
    let texts = height(of: .title) + height(of: .subtitle) + height(of: .footnote) + 2 * rowGap
    return max(minimumHeights.three, texts + 2 * highPadding) + separator
  }

  /// The height of a line of `slot`.
  @inline(__always)
  func height(of slot: Slot) -> Int32 { isColumns ? 1 : lines.height(of: slot) ?? line }

  /// The baseline of a line of `slot`, from its top; in columns its bottom.
  func baseline(of slot: Slot) -> Int32 { isColumns ? 1 : lines.baseline(of: slot) ?? line * 3 / 4 }
}

/// The minimum heights of rows of one, two and three texts, or more.
struct RowHeights: Hashable {
  var one: Int32 = 1
  var two: Int32 = 1
  var three: Int32 = 1
}

/// The heights of lines in points, by slot.
struct SlotLines: Hashable {
  /// A line's height, and its baseline.
  struct Line: Hashable {
    var height: Int32 = 0
    var baseline: Int32 = 0
  }

  var title = Line()
  var headerTitle = Line()
  var kpi = Line()
  var key = Line()
  var value = Line()
  var subtitle = Line()
  var footnote = Line()
  var description = Line()
  var status = Line()
  var tag = Line()
  var icon = Line()
  var rating = Line()
  var avatar = Line()
  /// Controls and accessories, and actions.
  var mark = Line()
  var action = Line()
  var unread = Line()
  /// The trend of a chart, and the page control.
  var chart = Line()
  var pages = Line()
  /// The title of a section, and its count.
  var section = Line()
  var count = Line()

  /// The height of a line of `slot`; `nil` if it has no own height.
  func height(of slot: Slot) -> Int32? { line(of: slot)?.height }

  /// The baseline of a line of `slot`, from its top.
  func baseline(of slot: Slot) -> Int32? { line(of: slot)?.baseline }

  private func line(of slot: Slot) -> Line? {
    switch slot {
    case .title: title
    case .subtitle: subtitle
    case .footnote, .caption: footnote
    case .description: description
    case .status, .info: status
    case .tags: tag
    case .icons, .number: icon
    case .rating: rating
    case .avatars: avatar
    case .control, .accessory: mark
    case .unread: unread
    case .actions: action
    case .chart: chart
    case .pages: pages
    case .count: count
    case .image: nil
    }
  }
}
