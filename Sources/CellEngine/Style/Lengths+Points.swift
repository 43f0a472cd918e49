extension Lengths {
  /// Sets the distances of a row in points, from the numbers of its profile. Texts and icons grow
  /// with the text scale.
  mutating func setPoints(_ style: Style) {
    let profile = style.profile
    let distances = profile.distances
    let ornaments = profile.ornaments
    let scale = style.fontScale
    isColumns = false
    dp = 1 / Double(Points.unitsPerPoint)
    if style.margins {
      margin = Self.units(style.widthClass == .compact ? distances.compactMargin : distances.margin)
    }
    gap = Self.units(distances.gap)
    imageGap = Self.units(distances.imageGap)
    descriptionGap = Self.units(distances.descriptionGap)
    tableGap = Self.units(distances.gap)
    splitsWholeRow = profile.description.splitsWholeRow
    leadingActionGap = Self.units(distances.actionGap)
    descriptionTrailingGap = Self.units(distances.statusGap)
    image = Self.units(profile.image.standard)
    smallestImage = Self.units(profile.image.smallest)
    largestImage = Self.units(profile.image.largest)
    personImage = profile.image.person.map { Self.units($0) }
    contactImage = Self.units(profile.image.contact)
    keptImage = Self.units(style.keptImageEdge)
    leastIconColumn = Self.units(distances.iconColumn * scale)
    iconColumnLimit = leastIconColumn
    statusIconLimit = .max
    numberLimit = Self.units(ornaments.number * scale)
    initials = Self.units(profile.texts.label.size * scale / Style.initialsShare)
    let avatarScale = Self.avatarScale(style)
    avatar = Self.units(profile.avatars.size * avatarScale)
    showsAvatarInitials = profile.avatars.size * avatarScale >= Style.leastInitialsEdge
    avatarGap = -Self.units(profile.avatars.overlap * avatarScale)
    actionGap = Self.units(ornaments.actionSpacing)
    contactActionGap = Self.units(ornaments.activitySpacing)
    leastControl = Self.units(ornaments.control * scale)
    leastAction = Self.units(ornaments.action * scale)
    tagGap = Self.units(ornaments.tagSpacing)
    tagInset = Self.units(ornaments.tagInset)
    tagPadding = Self.units(ornaments.tagPadding)
    tagLineGap = Self.units(ornaments.tagLineSpacing)
    star = Self.units(ornaments.star * scale)
    starGap = Self.units(ornaments.starSpacing)
    actionTitleLimit =
      style.isUnlimited
      ? .max
      : max(
        Self.units(ornaments.actionTitle * scale),
        Self.part(ornaments.actionTitleShare, of: style.width))
    leastMain = Self.units(profile.givingWay.leastMain)
    leastDescription = Self.units(profile.givingWay.leastDescription)
    leastStatus = Self.units(profile.givingWay.leastStatus)
    setHeader(style)
    setListParts(style)
    line = Self.units(profile.texts.description.lineHeight * scale)
    lines = Self.lines(style, tagPadding: tagPadding)
    rowGap = Self.units(distances.rowGap)
    blockGap = Self.units(distances.blockGap)
    statusRowGap = Self.units(distances.statusRowGap)
    belowGap = Self.units(distances.belowGap)
    keyGap = gap
    padding = Self.units(distances.padding)
    highPadding = Self.units(distances.highPadding)
    let least = distances.leastHeights.map { Self.units($0) }
    descriptionTop = max(0, lines.title.baseline - lines.description.baseline)
    statusTop = max(0, lines.title.baseline - lines.status.baseline)
    minimumHeights = RowHeights(
      one: least.first ?? 0, two: least.dropFirst().first ?? 0, three: least.dropFirst(2).first ?? 0)
    switch style.separator {
    case .none: separator = 0
    case .line: separator = Self.units(1)
    case .blank: separator = line
    }
  }

  private mutating func setHeader(_ style: Style) {
    let header = style.profile.header
    let isWide = style.hasWideHeader
    headerImage = Self.units(isWide ? header.image : header.compactImage)
    smallestHeaderImage = isWide ? headerImage : Self.units(header.smallestCompactImage)
    largestHeaderImage = isWide ? headerImage : Self.units(header.largestCompactImage)
    leastWideHeader = Self.units(header.leastWidth)
    headerGap = Self.units(header.gap)
    headerRowGap = Self.units(header.rowGap)
    headerTitleGap = Self.units(header.titleGap)
    headerImageGap = Self.units(isWide ? header.imageGap : header.compactImageGap)
    headerStatusGap = Self.units(header.statusGap)
    headerPadding = Self.units(header.padding)
    headerLeastLeft = Self.units(header.leastLeft)
    headerLeft = Self.units(header.left)
    headerMiddle = Self.units(header.middle)
    headerStatus = Self.units(header.status)
    chartTitleGap = Self.units(header.chartTitleGap)
    chartGap = Self.units(header.chartGap)
    chartColumnGap = Self.units(header.chartColumnGap)
    chartLabelGap = Self.units(header.chartLabelGap)
    series = Self.units(style.profile.ornaments.series * style.fontScale)
  }

  private mutating func setListParts(_ style: Style) {
    let section = style.profile.listParts.section
    sectionPadding = Self.units(section.padding)
    leastSection = Self.units(section.leastHeight)
    let message = style.profile.listParts.emptyState
    messageImage = Self.units(message.image)
    smallestMessageImage = Self.units(message.smallestImage)
    largestMessageImage = Self.units(message.largestImage)
    messageIcon = Self.units(message.icon * style.fontScale)
    messagePadding = Self.units(message.padding)
    messageImageGap = Self.units(message.imageGap)
    messageTitleGap = Self.units(message.titleGap)
    messageActionGap = Self.units(message.actionGap)
    messageText = Self.units(message.text * style.fontScale)
  }

  /// Images do not grow with the text, and avatars in their place do not, either.
  private static func avatarScale(_ style: Style) -> Double {
    style.profile.avatars.replaceImage ? 1 : style.fontScale
  }

  /// Points in layout units.
  static func units(_ points: Double) -> Int32 { Points.units(points) }

  private static func lines(_ style: Style, tagPadding: Int32) -> SlotLines {
    let profile = style.profile
    let scale = style.fontScale
    func line(_ role: FontRole, padding: Int32 = 0) -> SlotLines.Line {
      let height = units(profile.texts[role].lineHeight * scale) + 2 * padding
      return SlotLines.Line(height: height, baseline: style.baseline(of: role, inHeight: height))
    }
    func line(_ role: FontRole, height: Double) -> SlotLines.Line {
      SlotLines.Line(height: units(height), baseline: style.baseline(of: role, inHeight: units(height)))
    }
    var lines = SlotLines()
    lines.title = line(.title)
    lines.headerTitle = line(.headerTitle)
    lines.kpi = line(.kpi)
    lines.key = line(.key)
    lines.value = line(.value)
    lines.subtitle = line(.subtitle)
    lines.footnote = line(.footnote)
    lines.description = line(.description)
    lines.status = line(.status)
    lines.tag = line(.tag, padding: tagPadding)
    lines.icon = line(.label, height: profile.distances.iconColumn * scale)
    lines.rating = line(.label, height: profile.ornaments.star * scale)
    lines.avatar = line(.label, height: profile.avatars.size * avatarScale(style))
    // Marks and actions next to the title have the height of its line.
    lines.mark = line(.label, height: profile.texts.title.lineHeight * scale)
    lines.action = line(.action, height: profile.texts.title.lineHeight * scale)
    lines.unread = profile.icons.holdsUnread ? lines.icon : lines.mark
    lines.chart = line(.status)
    lines.pages = line(.label)
    lines.section = line(.section)
    lines.count = line(.label)
    return lines
  }
}

extension Style {
  /// The size of initials, as a share of their image's edge. It is smaller if they would be wider
  /// than ``widestInitialsShare`` of it, and initials wider than the image are cut.
  static let initialsShare = 0.4
  /// The size of initials in images of less than 24 points, where small letters are hard to read.
  static let smallInitialsShare = 0.5
  static let widestInitialsShare = 0.75
  /// The maximum size of initials, as a share of the part of their image that is not covered.
  static let coveredInitialsShare = 0.5
  /// The minimum edge of an avatar with initials, in points. Smaller ones have a colour.
  static let leastInitialsEdge = 24.0

  /// The baseline of a line of points, from its top. Ascent and descent are centred in `height`, as
  /// in CSS.
  func baseline(of role: FontRole, inHeight height: Int32) -> Int32 {
    guard let fonts = metrics.fonts else {
      // Letters without a font reach up seven tenths of their size.
      return (height + Lengths.units(profile.texts[role].size * 0.7 * fontScale)) / 2
    }
    return (height + fonts.ascent(of: role) - fonts.descent(of: role)) / 2
  }
}

extension LengthUnit {
  /// How many layout units one unit of length has.
  public var layoutUnits: Int32 { self == .column ? 1 : Points.unitsPerPoint }
}
