extension Profile {
  /// FioriObjectCell of Jetpack Compose (S1).
  public static let compose = Profile(
    name: "compose",
    widthClasses: WidthClasses(medium: 600, expanded: 840),
    description: Description(
      compact: .below, medium: .below, expanded: .column, lines: 3, titleShare: 0.5),
    title: Title(lines: 1),
    tagLines: 2,
    slots: [
      .control, .unread, .icons, .image, .title, .subtitle, .footnote, .caption, .description, .status, .tags,
      .rating, .avatars, .info, .actions, .accessory,
    ],
    thirdRow: .caption,
    icons: IconStack(limit: 2),
    statuses: Statuses(limit: 3),
    actions: Actions(
      placement: .inline, inlineLimit: 3, compactInlineLimit: 2, drawsChevron: false, hasVerticalMenu: true),
    control: .checkbox,
    image: ImageSize(standard: 40, smallest: 40, largest: 40),
    avatars: .row,
    alignment: .material,
    distances: .material,
    overlays: .material,
    listParts: .material,
    texts: .material,
    fontFamily: "Roboto")
}

extension Profile.Distances {
  /// The distances of Material 3 lists, within the margins of Fiori for Android.
  static let material = Profile.Distances(
    compactMargin: 16, margin: 24, padding: 8, highPadding: 12, leastHeights: [56, 72, 88], imageGap: 16,
    iconColumn: 16, gap: 8, descriptionGap: 16, rowGap: 0, statusGap: 8, actionGap: 8, belowGap: 4)
}

extension Profile.TextStyles {
  /// The text styles of Material 3: title 16/24, supporting text 14/20, labels 12/16.
  static let material = Profile.TextStyles(
    title: Profile.TextStyle(size: 16, lineHeight: 24),
    subtitle: Profile.TextStyle(size: 14, lineHeight: 20),
    footnote: Profile.TextStyle(size: 14, lineHeight: 20),
    description: Profile.TextStyle(size: 14, lineHeight: 20),
    status: Profile.TextStyle(size: 12, lineHeight: 16),
    tag: Profile.TextStyle(size: 12, lineHeight: 16),
    label: Profile.TextStyle(size: 12, lineHeight: 16),
    action: Profile.TextStyle(size: 14, lineHeight: 20, weight: 500),
    headerTitle: Profile.TextStyle(size: 22, lineHeight: 28),
    section: Profile.TextStyle(size: 14, lineHeight: 20, weight: 500))
}
