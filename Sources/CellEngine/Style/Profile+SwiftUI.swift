extension Profile {
  /// The object item of Fiori for SwiftUI: the cell of S2, as SAP's open library draws it.
  public static let swiftUI = Profile(
    name: "swiftui",
    page: "S2 Object Cell, iOS",
    widthClasses: WidthClasses(expanded: 667),
    description: Description(
      compact: .hidden, medium: .hidden, expanded: .column, lines: 0, columnFollowsTextRows: true,
      columnNeedsSplit: true, splitsWholeRow: true, topAlignsColumns: true, titleShare: 0.4),
    title: Title(lines: 2, linesAlone: 1, sharesRowWithStatus: true),
    tagLines: 0,
    lacks: SlotSet(.number, .rating, .info),
    thirdRow: .footnote,
    icons: IconStack(limit: 3, holdsUnread: true, followsTextRows: true),
    statuses: Statuses(limit: 2, limitBesideAction: 0),
    actions: Actions(
      placement: .oneAccessory, inlineLimit: 1, compactInlineLimit: 1, drawsChevron: true, drawsDetail: false),
    control: .circle,
    image: ImageSize(standard: 45, smallest: 16, largest: 60),
    avatars: .group,
    alignment: .swiftUI,
    distances: .swiftUI,
    ornaments: .cocoa,
    header: .swiftUI,
    texts: .swiftUI,
    fontFamily: "Inter")
}

extension ProfileDistances {
  /// The distances of the open SwiftUI library.
  static let swiftUI = ProfileDistances(
    source: "SAP/cloud-sdk-ios-fiori, ObjectItem", compactMargin: 16, margin: 20, padding: 14,
    highPadding: 14, leastHeights: [], imageGap: 12,
    iconColumn: 14, gap: 8, descriptionGap: 24, rowGap: 3, statusGap: 24, actionGap: 16, belowGap: 8)
}

extension Profile.TextStyles {
  /// The text styles of the open SwiftUI library.
  static let swiftUI = Profile.TextStyles(
    title: .headline,
    subtitle: .body,
    footnote: .subheadline,
    description: .subheadline,
    status: .subheadline,
    tag: .footnote,
    label: .footnote,
    action: .subheadline,
    headerTitle: .title3)
}

extension ProfileHeader {
  /// The distances of the open SwiftUI library, whose header has 3 between title and subtitle.
  static let swiftUI = {
    var distances = ProfileHeader.fiori
    distances.titleGap = 3
    return distances
  }()
}
