extension Profile {
  /// FioriObjectCell of Jetpack Compose (S1).
  public static let compose = Profile(
    name: "compose",
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
    icons: IconStack(limit: 2),
    statusLimit: 3,
    actions: Actions(inlineLimit: 3, compactInlineLimit: 2, drawsChevron: false),
    image: ImageSize(standard: 40, smallest: 40, largest: 40),
    topAlignedFrom: 3)
}
