extension Profile {
  /// FioriObjectCell of Jetpack Compose (S1), with the sizes of Material 3's list items.
  public static let compose = Profile(
    name: "compose",
    source: "S1",
    widthClasses: WidthClasses(medium: 600, expanded: 840),
    compactHeight: nil,
    description: Description(
      compact: .below, medium: .below, expanded: .column, lines: 3, titleShare: 0.5),
    titleLines: 1,
    tagLines: 2,
    slots: [
      .control, .unread, .icons, .image, .title, .subtitle, .footnote, .caption, .description, .status, .tags,
      .rating, .avatars, .info, .actions, .accessory,
    ],
    thirdRow: .caption,
    icons: IconStack(limit: 2, holdsUnread: false),
    statusLimit: 3,
    actions: Actions(inlineLimit: 3, compactInlineLimit: 2, drawsChevron: false),
    image: ImageSize(standard: 40, smallest: 40, largest: 40),
    topAlignedFrom: 3,
    distances: Distances(
      marginCompact: 16, marginWide: 24, padding: 8, paddingThreeRows: 12, leastHeights: [56, 72, 88],
      imageGap: 16, iconColumn: 16, gap: 8, textRowGap: 0),
    styles: TextStyles(
      title: TextStyle(size: 16, lineHeight: 24), supporting: TextStyle(size: 14, lineHeight: 20),
      status: TextStyle(size: 12, lineHeight: 16), tag: TextStyle(size: 12, lineHeight: 16)))
}
