/// A number of a profile, by its name.
public struct ProfileNumber: Sendable {
  /// The unit of a number.
  public enum Unit: String, CaseIterable, Sendable {
    /// Density-independent pixels, which are points on iOS.
    case dp
    /// Lines of text, or text rows; 0 means no limit.
    case lines
    case count
    /// A part of a whole, 0…1.
    case share
    /// A text scale.
    case scale
  }

  /// The name of the part and that of the number, with a dot between them.
  public var name: String
  public var value: Double
  public var unit: Unit
  /// The document that has the number; ``own`` if it is a decision of celld.
  public var source: String

  /// The source of numbers that no document has.
  public static let own = "celld"
  static let library = "SAP/cloud-sdk-ios-fiori"
}

/// All numbers of a profile: those that layout uses. A number that the profile does not have is
/// left out.
public struct ProfileNumbers {
  public private(set) var all: [ProfileNumber] = []

  private typealias Unit = ProfileNumber.Unit

  /// The numbers of `profile`.
  public init(of profile: Profile) {
    let page = profile.page
    let touch =
      profile.texts.title.scale == .material
      ? "Material 3, touch targets" : "iOS, Human Interface Guidelines"
    let (library, own) = (ProfileNumber.library, ProfileNumber.own)
    add("widthClasses.medium", profile.widthClasses.medium, .dp, page)
    add("widthClasses.expanded", profile.widthClasses.expanded, .dp, page)
    add("compactHeight", profile.compactHeight, .dp, page)
    add("description.lines", profile.description.lines, .lines, page)
    add("description.titleShare", profile.description.titleShare, .share, page)
    add("title.lines", profile.title.lines, .lines, page)
    add("title.linesAlone", profile.title.linesAlone, .lines, page)
    add("tagLines", profile.tagLines, .lines, page)
    add("bounds.textLines", profile.bounds?.textLines, .lines, page)
    add("bounds.descriptionLines", profile.bounds?.descriptionLines, .lines, page)
    add("icons.limit", profile.icons.limit, .count, page)
    add("statuses.limit", profile.statuses.limit, .count, page)
    add("statuses.limitBesideAction", profile.statuses.limitBesideAction, .count, page)
    add("actions.inlineLimit", profile.actions.inlineLimit, .count, page)
    add("actions.compactInlineLimit", profile.actions.compactInlineLimit, .count, page)
    add("image.standard", profile.image.standard, .dp, page)
    add("image.smallest", profile.image.smallest, .dp, page)
    add("image.largest", profile.image.largest, .dp, page)
    add("image.person", profile.image.person, .dp, page)
    add("image.contact", profile.image.contact, .dp, library)
    add("avatars.size", profile.avatars.size, .dp, library)
    add("avatars.overlap", profile.avatars.overlap, .dp, library)
    add("alignment.topFrom", profile.alignment.topFrom, .lines, profile.distances.source)
    add("alignment.topFromInColumns", profile.alignment.topFromInColumns, .lines, own)
    add("givingWay.leastMain", profile.givingWay.leastMain, .dp, own)
    add("givingWay.leastDescription", profile.givingWay.leastDescription, .dp, own)
    add("givingWay.leastStatus", profile.givingWay.leastStatus, .dp, own)
    add("givingWay.statusShare", profile.givingWay.statusShare, .share, own)
    add("largeText.stacksFrom", profile.largeText.stacksFrom, .scale, own)
    add("distances.compactMargin", profile.distances.compactMargin, .dp, page)
    add("distances.margin", profile.distances.margin, .dp, page)
    add("distances.padding", profile.distances.padding, .dp, profile.distances.source)
    add("distances.highPadding", profile.distances.highPadding, .dp, profile.distances.source)
    for (index, height) in profile.distances.leastHeights.enumerated() {
      add("distances.leastHeights.\(index)", height, .dp, profile.distances.source)
    }
    add("distances.imageGap", profile.distances.imageGap, .dp, profile.distances.source)
    add("distances.iconColumn", profile.distances.iconColumn, .dp, profile.distances.source)
    add("distances.gap", profile.distances.gap, .dp, profile.distances.source)
    add("distances.descriptionGap", profile.distances.descriptionGap, .dp, profile.distances.source)
    add("distances.rowGap", profile.distances.rowGap, .dp, profile.distances.source)
    add("distances.blockGap", profile.distances.blockGap, .dp, profile.distances.source)
    add("distances.statusRowGap", profile.distances.statusRowGap, .dp, profile.distances.source)
    add("distances.statusGap", profile.distances.statusGap, .dp, profile.distances.source)
    add("distances.actionGap", profile.distances.actionGap, .dp, profile.distances.source)
    add("distances.belowGap", profile.distances.belowGap, .dp, profile.distances.source)
    add("ornaments.control", profile.ornaments.control, .dp, own)
    add("ornaments.action", profile.ornaments.action, .dp, library)
    add("ornaments.actionSpacing", profile.ornaments.actionSpacing, .dp, own)
    add("ornaments.activitySpacing", profile.ornaments.activitySpacing, .dp, library)
    add("ornaments.actionTitle", profile.ornaments.actionTitle, .dp, own)
    add("ornaments.actionTitleShare", profile.ornaments.actionTitleShare, .share, own)
    add("ornaments.number", profile.ornaments.number, .dp, own)
    add("ornaments.tagInset", profile.ornaments.tagInset, .dp, library)
    add("ornaments.tagPadding", profile.ornaments.tagPadding, .dp, library)
    add("ornaments.tagSpacing", profile.ornaments.tagSpacing, .dp, library)
    add("ornaments.tagLineSpacing", profile.ornaments.tagLineSpacing, .dp, library)
    add("ornaments.star", profile.ornaments.star, .dp, library)
    add("ornaments.starSpacing", profile.ornaments.starSpacing, .dp, library)
    add("ornaments.unread", profile.ornaments.unread, .dp, own)
    add("ornaments.chevron", profile.ornaments.chevron, .dp, own)
    add("ornaments.mark", profile.ornaments.mark, .dp, own)
    add("ornaments.check", profile.ornaments.check, .dp, own)
    add("ornaments.buttonInset", profile.ornaments.buttonInset, .dp, own)
    add("ornaments.bar", profile.ornaments.bar, .dp, own)
    add("ornaments.dot", profile.ornaments.dot, .dp, own)
    add("ornaments.series", profile.ornaments.series, .dp, library)
    add("ornaments.touchTarget", profile.ornaments.touchTarget, .dp, touch)
    add("overlays.swipe", profile.overlays.swipe, .dp, profile.overlays.source)
    add("overlays.swipeInset", profile.overlays.swipeInset, .dp, profile.overlays.source)
    add("overlays.swipeShare", profile.overlays.swipeShare, .share, profile.overlays.source)
    add("overlays.swipeGap", profile.overlays.swipeGap, .dp, profile.overlays.source)
    add("overlays.icon", profile.overlays.icon, .dp, profile.overlays.source)
    add("overlays.leastMenu", profile.overlays.leastMenu, .dp, profile.overlays.source)
    add("overlays.menu", profile.overlays.menu, .dp, profile.overlays.source)
    add("overlays.item", profile.overlays.item, .dp, profile.overlays.source)
    add("overlays.itemInset", profile.overlays.itemInset, .dp, profile.overlays.source)
    add("overlays.itemGap", profile.overlays.itemGap, .dp, profile.overlays.source)
    add("overlays.menuPadding", profile.overlays.menuPadding, .dp, profile.overlays.source)
    add("overlays.radius", profile.overlays.radius, .dp, profile.overlays.source)
    add("overlays.gap", profile.overlays.gap, .dp, profile.overlays.source)
    add("overlays.peekInset", profile.overlays.peekInset, .dp, own)
    add("overlays.peekGap", profile.overlays.peekGap, .dp, own)
    add("overlays.leastPeek", profile.overlays.leastPeek, .dp, own)
    add(
      "listParts.section.padding", profile.listParts.section.padding, .dp,
      profile.texts.title.scale == .material ? "Material 3, lists" : library)
    add(
      "listParts.section.leastHeight", profile.listParts.section.leastHeight, .dp,
      profile.texts.title.scale == .material ? "Material 3, lists" : library)
    add("listParts.emptyState.image", profile.listParts.emptyState.image, .dp, library)
    add("listParts.emptyState.smallestImage", profile.listParts.emptyState.smallestImage, .dp, own)
    add("listParts.emptyState.largestImage", profile.listParts.emptyState.largestImage, .dp, own)
    add("listParts.emptyState.icon", profile.listParts.emptyState.icon, .dp, own)
    add("listParts.emptyState.padding", profile.listParts.emptyState.padding, .dp, library)
    add("listParts.emptyState.imageGap", profile.listParts.emptyState.imageGap, .dp, library)
    add("listParts.emptyState.titleGap", profile.listParts.emptyState.titleGap, .dp, library)
    add("listParts.emptyState.actionGap", profile.listParts.emptyState.actionGap, .dp, library)
    add("listParts.emptyState.text", profile.listParts.emptyState.text, .dp, own)
    add("listParts.skeleton.bar", profile.listParts.skeleton.bar, .share, own)
    add("listParts.skeleton.title", profile.listParts.skeleton.title, .share, own)
    add("listParts.skeleton.subtitle", profile.listParts.skeleton.subtitle, .share, own)
    add("listParts.skeleton.description", profile.listParts.skeleton.description, .share, own)
    add("listParts.skeleton.lastDescription", profile.listParts.skeleton.lastDescription, .share, own)
    add("listParts.skeleton.radius", profile.listParts.skeleton.radius, .dp, own)
    add("header.image", profile.header.image, .dp, profile.header.source)
    add("header.compactImage", profile.header.compactImage, .dp, profile.header.source)
    add("header.smallestCompactImage", profile.header.smallestCompactImage, .dp, profile.header.source)
    add("header.largestCompactImage", profile.header.largestCompactImage, .dp, profile.header.source)
    add("header.leastWidth", profile.header.leastWidth, .dp, own)
    add("header.padding", profile.header.padding, .dp, profile.header.source)
    add("header.gap", profile.header.gap, .dp, profile.header.source)
    add("header.rowGap", profile.header.rowGap, .dp, profile.header.source)
    add("header.titleGap", profile.header.titleGap, .dp, profile.header.source)
    add("header.imageGap", profile.header.imageGap, .dp, profile.header.source)
    add("header.compactImageGap", profile.header.compactImageGap, .dp, profile.header.source)
    add("header.statusGap", profile.header.statusGap, .dp, profile.header.source)
    add("header.leastLeft", profile.header.leastLeft, .dp, profile.header.source)
    add("header.left", profile.header.left, .dp, profile.header.source)
    add("header.middle", profile.header.middle, .dp, profile.header.source)
    add("header.status", profile.header.status, .dp, profile.header.source)
    add("header.chartTitleGap", profile.header.chartTitleGap, .dp, library)
    add("header.chartGap", profile.header.chartGap, .dp, library)
    add("header.chartColumnGap", profile.header.chartColumnGap, .dp, library)
    add("header.chartLabelGap", profile.header.chartLabelGap, .dp, library)
    add("header.compactStatusShare", profile.header.compactStatusShare, .share, profile.header.source)
  }

  private mutating func add(_ name: String, _ value: Double?, _ unit: Unit, _ source: String) {
    guard let value else { return }
    all.append(ProfileNumber(name: name, value: value, unit: unit, source: source))
  }

  private mutating func add(_ name: String, _ value: Int?, _ unit: Unit, _ source: String) {
    add(name, value.map(Double.init), unit, source)
  }
}
