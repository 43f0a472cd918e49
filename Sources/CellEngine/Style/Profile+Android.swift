extension Profile {
  /// The object cell of Fiori for Android (S0): three text rows, a numeric label on top of the
  /// icons, and a description on tablets only.
  public static let android = Profile(
    name: "android",
    page: "S0 Object Cell, Android",
    widthClasses: WidthClasses(expanded: 600),
    description: Description(
      compact: .hidden, medium: .hidden, expanded: .column, lines: 3, titleShare: 0.5),
    title: Title(lines: 1),
    tagLines: 1,
    bounds: Bounds(textLines: 3, descriptionLines: 3),
    lacks: SlotSet(.tags, .rating, .avatars, .info),
    thirdRow: .footnote,
    icons: IconStack(limit: 3, beginsWithNumber: true, holdsUnread: true),
    statuses: Statuses(limit: 2, limitBesideAction: 1),
    actions: Actions(
      placement: .inline, inlineLimit: 3, compactInlineLimit: 2, drawsChevron: false, hasVerticalMenu: true),
    control: .checkbox,
    image: ImageSize(standard: 40, smallest: 40, largest: 40),
    avatars: .row,
    alignment: .material,
    distances: .material,
    overlays: .material,
    listParts: .material,
    hasObjectHeader: false,
    texts: .material,
    fontFamily: "Roboto")
}
