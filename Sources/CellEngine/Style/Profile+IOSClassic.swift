extension Profile {
  /// The older object cell of Fiori for iOS (S4), whose classes are portrait and landscape.
  public static let iosClassic = Profile(
    name: "ios-classic",
    page: "S4 Object Cell, iOS (older)",
    widthClasses: WidthClasses(expanded: 667),
    description: Description(
      compact: .below, medium: .below, expanded: .column, lines: 3, titleShare: 0.4),
    title: Title(lines: 1),
    tagLines: 1,
    lacks: SlotSet(.number, .tags, .rating, .avatars, .info),
    thirdRow: .footnote,
    icons: IconStack(limit: 3, holdsUnread: true),
    statuses: Statuses(limit: 2),
    actions: .oneAccessory,
    control: .circle,
    image: ImageSize(standard: 45, smallest: 28, largest: 60, person: 45, objectsMayBeRound: true),
    avatars: .stack,
    alignment: .cocoa,
    distances: .cocoa,
    ornaments: .cocoa,
    texts: .cocoa,
    fontFamily: "Inter")
}
