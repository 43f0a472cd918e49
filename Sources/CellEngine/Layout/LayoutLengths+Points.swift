extension LayoutLengths {
  /// Sets the distances of a row in points, from the numbers of its profile. Texts and icons grow with the text scale.
  mutating func setPoints(_ environment: LayoutEnvironment, isUnlimited: Bool) {
    let profile = environment.profile
    let distances = profile.distances
    let scale = environment.textScale
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
    leastMain = Self.units(64)
    leastStatus = Self.units(32)
    setHeader(environment)
    asciiAdvance = FixedAdvanceMetrics(scale: scale).columnAdvance
    line = Self.units(20 * scale)
    lines = Self.lines(profile, scale: scale, tagPadding: tagPadding)
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

  private static func lines(_ profile: Profile, scale: Double, tagPadding: Int32) -> SlotLines {
    func line(_ style: Profile.TextStyle, padding: Int32 = 0) -> SlotLines.Line {
      let height = units(style.lineHeight * scale)
      // Letters reach up seven tenths of their size; the line stands half above and half below their middle.
      let baseline = (height + units(style.size * 0.7 * scale)) / 2
      return SlotLines.Line(height: height + 2 * padding, baseline: baseline)
    }
    var lines = SlotLines()
    lines.title = line(profile.texts.title)
    lines.headerTitle = line(profile.texts.headerTitle)
    lines.subtitle = line(profile.texts.subtitle)
    lines.footnote = line(profile.texts.footnote)
    lines.description = line(profile.texts.description)
    lines.status = line(profile.texts.status)
    lines.tag = line(profile.texts.tag, padding: tagPadding)
    let icon = profile.distances.iconColumn
    lines.icon = line(Profile.TextStyle(size: icon, lineHeight: icon))
    lines.rating = line(Profile.TextStyle(size: 16, lineHeight: 16))
    let avatar = profile.avatars.size
    lines.avatar = SlotLines.Line(height: units(avatar), baseline: units(avatar / 2 + 4))
    return lines
  }
}

extension FixedAdvanceMetrics {
  /// Those of a view in points: a column of terminal width is 8 pt wide.
  init(scale: Double) {
    self.init(columnAdvance: LayoutLengths.units(LengthUnit.column.dpAcross * scale))
  }
}

extension LengthUnit {
  /// How many layout units one point has.
  static let unitsPerPoint: Int32 = 64

  /// How many layout units one unit of length has.
  public var layoutUnits: Int32 { self == .column ? 1 : Self.unitsPerPoint }
}
