extension LayoutLengths {
  /// Sets the distances of a row in points, from the numbers of its profile. Texts and icons grow with the text scale.
  mutating func setPoints(_ environment: LayoutEnvironment, isUnlimited: Bool) {
    let profile = environment.profile
    let distances = profile.distances
    let scale = environment.fontScale
    isColumns = false
    dp = 1 / Double(LengthUnit.unitsPerPoint)
    if environment.margins {
      margin = Self.units(environment.widthClass == .compact ? distances.compactMargin : distances.margin)
    }
    gap = Self.units(distances.gap)
    imageGap = Self.units(distances.imageGap)
    descriptionGap = Self.units(distances.gap)
    splitsWholeRow = profile.description.splitsWholeRow
    leadingActionGap = Self.units(distances.actionGap)
    descriptionTrailingGap = Self.units(distances.statusGap)
    image = Self.units(profile.image.standard)
    smallestImage = Self.units(profile.image.smallest)
    largestImage = Self.units(profile.image.largest)
    personImage = profile.image.person.map { Self.units($0) }
    leastIconColumn = Self.units(distances.iconColumn * scale)
    iconColumnLimit = leastIconColumn
    statusIconLimit = .max
    numberLimit = Self.units(32 * scale)
    avatar = Self.units(profile.avatars.size)
    avatarGap = -Self.units(profile.avatars.overlap)
    actionGap = Self.units(8)
    contactActionGap = Self.units(4)
    leastControl = Self.units(24)
    leastAction = Self.units(25)
    tagGap = Self.units(10)
    tagInset = Self.units(4)
    tagPadding = Self.units(2)
    tagLineGap = tagGap
    star = Self.units(16 * scale)
    starGap = Self.units(6)
    actionTitleLimit = isUnlimited ? .max : Self.units(128 * scale)
    leastMain = Self.units(profile.givingWay.leastMain)
    leastDescription = Self.units(profile.givingWay.leastDescription)
    leastStatus = Self.units(profile.givingWay.leastStatus)
    setHeader(environment)
    line = Self.units(20 * scale)
    lines = Self.lines(environment, tagPadding: tagPadding)
    rowGap = Self.units(distances.rowGap)
    belowGap = Self.units(distances.belowGap)
    keyGap = gap
    padding = Self.units(distances.padding)
    highPadding = Self.units(distances.highPadding)
    let least = distances.leastHeights.map { Self.units($0) }
    leastHeights = (least.first ?? 0, least.dropFirst().first ?? 0, least.dropFirst(2).first ?? 0)
    switch environment.separator {
    case .none: separator = 0
    case .line: separator = Self.units(1)
    case .blank: separator = line
    }
  }

  private mutating func setHeader(_ environment: LayoutEnvironment) {
    headerImage = environment.hasWideHeader ? Self.units(70) : Self.units(45)
    leastWideHeader = Self.units(480)
    headerGap = Self.units(48)
    headerRowGap = Self.units(8)
    headerPadding = Self.units(18)
    headerLeastLeft = Self.units(120)
    headerLeft = Self.units(740)
    headerMiddle = Self.units(312)
    headerStatus = Self.units(120)
  }

  /// Points in layout units.
  static func units(_ points: Double) -> Int32 {
    Int32((points * Double(LengthUnit.unitsPerPoint)).rounded())
  }

  private static func lines(_ environment: LayoutEnvironment, tagPadding: Int32) -> SlotLines {
    let profile = environment.profile
    let scale = environment.fontScale
    func line(_ role: FontRole, padding: Int32 = 0) -> SlotLines.Line {
      let height = units(profile.texts[role].lineHeight * scale)
      return SlotLines.Line(
        height: height + 2 * padding, baseline: environment.baseline(of: role, inHeight: height))
    }
    func line(_ role: FontRole, height: Double) -> SlotLines.Line {
      SlotLines.Line(height: units(height), baseline: environment.baseline(of: role, inHeight: units(height)))
    }
    var lines = SlotLines()
    lines.title = line(.title)
    lines.headerTitle = line(.headerTitle)
    lines.subtitle = line(.subtitle)
    lines.footnote = line(.footnote)
    lines.description = line(.description)
    lines.status = line(.status)
    lines.tag = line(.tag, padding: tagPadding)
    lines.icon = line(.label, height: profile.distances.iconColumn * scale)
    lines.rating = line(.label, height: 16 * scale)
    lines.avatar = line(.label, height: profile.avatars.size)
    return lines
  }
}

extension LayoutEnvironment {
  /// Where letters stand in a line of points that is `height` high, from its top: what they reach above and below the
  /// baseline stands in the middle, as CSS has it.
  func baseline(of role: FontRole, inHeight height: Int32) -> Int32 {
    guard let fonts = metrics.fonts else {
      // Letters without a font reach up seven tenths of their size.
      return (height + LayoutLengths.units(profile.texts[role].size * 0.7 * fontScale)) / 2
    }
    return (height + fonts.ascent(of: role) - fonts.descent(of: role)) / 2
  }
}

extension LengthUnit {
  /// How many layout units one point has.
  static let unitsPerPoint: Int32 = 64

  /// How many layout units one unit of length has.
  public var layoutUnits: Int32 { self == .column ? 1 : Self.unitsPerPoint }
}
