extension Profile {
  /// The object cell of Fiori for iOS (S2): four text rows with rating, avatars and tags, one
  /// accessory, and a height class.
  public static let ios = Profile(
    name: "ios",
    page: "S2 Object Cell, iOS",
    widthClasses: WidthClasses(expanded: 667),
    compactHeight: 480,
    description: Description(
      compact: .below, medium: .below, expanded: .column, lines: 3, titleShare: 0.4),
    title: Title(lines: 1),
    tagLines: 2,
    lacks: SlotSet(.number, .info),
    thirdRow: .both,
    icons: IconStack(limit: 3, holdsUnread: true),
    statuses: Statuses(limit: 2, mayBeHorizontal: true),
    actions: .oneAccessory,
    control: .circle,
    image: ImageSize(standard: 44, smallest: 16, largest: 60),
    avatars: .stack,
    alignment: .cocoa,
    distances: .cocoa,
    ornaments: .cocoa,
    texts: .cocoa,
    fontFamily: "Inter")
}

extension Profile.Actions {
  /// A single accessory at the trailing edge, a chevron among them (S2, S4).
  static let oneAccessory = Profile.Actions(
    placement: .oneAccessory, inlineLimit: 1, compactInlineLimit: 1, drawsChevron: true)
}

extension ProfileDistances {
  /// The distances of table view cells of iOS.
  static let cocoa = ProfileDistances(
    source: "UIKit, table view cells", compactMargin: 16, margin: 20, padding: 11, highPadding: 11,
    leastHeights: [44], imageGap: 12,
    iconColumn: 16, gap: 8, descriptionGap: 24, rowGap: 4, statusGap: 8, actionGap: 8, belowGap: 4)
}

extension Profile.TextStyles {
  /// The text styles of table view cells of iOS.
  static let cocoa = Profile.TextStyles(
    title: .headline,
    subtitle: .subheadline,
    footnote: .footnote,
    description: .subheadline,
    status: .subheadline,
    tag: .footnote,
    label: .footnote,
    action: .subheadline,
    headerTitle: .title3)
}

extension ProfileOrnaments {
  /// The ornaments of iOS: separators begin at the texts, and targets of touch measure 44.
  static let cocoa = {
    var ornaments = ProfileOrnaments.fiori
    ornaments.insetsSeparators = true
    ornaments.touchTarget = 44
    return ornaments
  }()
}
