extension Profile {
  /// FioriObjectCell of Jetpack Compose (S1).
  public static let compose = Profile(
    name: "compose",
    page: "S1 FioriObjectCell, Jetpack Compose",
    widthClasses: WidthClasses(medium: 600, expanded: 840),
    description: Description(
      compact: .below, medium: .below, expanded: .column, lines: 3, titleShare: 0.5),
    title: Title(lines: 1),
    tagLines: 2,
    lacks: SlotSet(.number),
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

extension ProfileDistances {
  /// The distances of Material 3 lists, within the margins of Fiori for Android.
  static let material = ProfileDistances(
    source: "Material 3, lists", compactMargin: 16, margin: 24, padding: 8, highPadding: 12,
    leastHeights: [56, 72, 88], imageGap: 16,
    iconColumn: 16, gap: 8, descriptionGap: 16, rowGap: 0, statusGap: 8, actionGap: 8, belowGap: 4)
}

extension Profile.TextStyles {
  /// The text styles of Material 3: title 16/24, supporting text 14/20, labels 12/16.
  static let material = Profile.TextStyles(
    title: .bodyLarge,
    subtitle: .bodyMedium,
    footnote: .bodyMedium,
    description: .bodyMedium,
    status: .bodySmall,
    tag: .bodySmall,
    label: .bodySmall,
    action: .labelLarge,
    headerTitle: .titleLarge,
    section: .titleSmall)
}
