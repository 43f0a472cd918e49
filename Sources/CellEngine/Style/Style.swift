/// How many cells of a list may be selected.
public enum SelectionMode: String, CaseIterable, Sendable {
  case none, single, multiple
}

/// An environment in which every choice is made: plain numbers that layout and renderers read,
/// resolved once for a view.
///
/// Rows of the same cells are equal in equal styles, so a style is the key of a cache of rows.
public struct Style: Hashable, Sendable {
  /// Why an environment cannot be laid out.
  public enum Unsupported: Error, Equatable {
    /// No profile has this name.
    case profile(String)
    /// The fonts of the environment cannot be loaded.
    case font(FontFault)
  }

  /// A width that no definite width reaches.
  public static let unlimited = Int32.max
  /// The maximum of a definite width, in columns or points; wider views are laid out at it.
  public static let widest: Double = 1_000_000
  /// A width in dp that has room for all leading columns, a title and a status.
  private static let roomy = 384.0
  /// The default number of lines of a contact's title.
  private static let contactTitleLines = 2
  /// How many activities of a contact are inline.
  static let contactActionLimit = 4

  public let unit: LengthUnit
  /// In layout units: columns, or 1/64 pt. ``unlimited`` is as wide as the content.
  public private(set) var width: Int32
  public let widthClass: WidthClass
  public let heightClass: HeightClass
  public let profile: Profile
  public let mode: Environment.Mode
  public let selection: SelectionMode
  /// Whether cells can be opened.
  public let drillsDown: Bool
  public let direction: Environment.Direction
  /// The title block's share of the room that it shares with a description column.
  public let split: Double
  /// Never `auto`.
  public let description: Environment.DescriptionPlacement
  /// The placement for contacts; never `auto`.
  let contactDescription: Environment.DescriptionPlacement
  /// Whether object headers have no description.
  let hidesHeaderDescription: Bool
  /// 0 means no limit, here and in the following.
  public internal(set) var descriptionLines: Int
  public internal(set) var titleLines: Int
  public let tagLines: Int
  /// Lines of a title without other texts; equal to ``titleLines`` if that makes no difference.
  let aloneTitleLines: Int
  /// Lines of a contact's title.
  let contactTitleLines: Int
  /// The maximum of the lines of title, subtitle and third row together.
  let textLineBound: Int
  /// Whether a single status shares the row of a title of one line if the row has no description
  /// column. The other slots are below the title in full width.
  let titleSharesRow: Bool
  /// Whether every object's title has ``titleLines``.
  let titleIsPlain: Bool
  /// Whether the view asks for more lines than the profile has at most.
  let exceedsLineBounds: Bool
  /// Whether a description column has as many lines as the text rows next to it.
  let descriptionFollowsTextRows: Bool
  /// Whether an object header is laid out side by side; else it has pages.
  let hasWideHeader: Bool
  /// From how many text lines on a row is aligned at the top; 0 is always, `Int.max` never.
  let topAlignedFrom: Int
  /// Whether controls, actions and accessories are in the middle of rows aligned at the top.
  let centersMarks: Bool
  /// Whether images and icons are above the title, and statuses and actions below it.
  let isStacked: Bool
  /// Whether a description column is aligned at the top with all that is next to it.
  let topAlignsColumns: Bool
  public let statusAxis: Environment.StatusAxis
  let stacksStatusesHorizontally: Bool
  /// How many statuses are shown next to an action.
  let statusLimitBesideAction: Int
  /// How many actions are inline.
  let actionLimit: Int
  /// The order in which the slots of a narrow row are dropped or shrunk.
  let concessions: ConcessionOrder
  let truncation: SlotTruncations
  public let truncateAt: TruncationUnit
  public let ellipsis: String
  public let breaks: LineBreakRule
  public let widthModel: WidthModel
  public let isolates: Bool
  public let separator: Environment.Separator
  public let margins: Bool
  /// In layout units; `nil` is as wide as the text.
  public let statusWidth: Int32?
  public let glyphs: Environment.Glyphs
  public let textScale: Double
  /// The factor from points of the profile to points of the view: the text scale, and the size of
  /// the font.
  let fontScale: Double
  public let theme: Environment.Theme
  public private(set) var kept: KeptColumns
  /// The edge of the image column that the list keeps in points, in dp.
  let keptImageEdge: Double
  /// How texts are measured.
  let metrics: ViewMetrics
  /// The distances of rows, in layout units.
  private(set) var lengths = Lengths()

  /// Whether an accessory `disclosure` has a chevron.
  var drawsChevron: Bool { drillsDown && profile.actions.drawsChevron }

  /// Resolves `environment` for a list of the profile `profile` with the selection mode
  /// `selection`.
  ///
  /// - Parameter fonts: the source of metrics for a view in points; without it, every character
  ///   advances by half of the font's size.
  /// - Throws: ``Unsupported`` if the profile does not exist, or if fonts cannot be loaded.
  public init(
    _ environment: Environment, profile listProfile: Profile = .compose, selection: SelectionMode = .none,
    drillsDown: Bool = true, kept: KeptColumns = KeptColumns(), fonts: (any FontSource)? = nil
  ) throws(Unsupported) {
    var profile = listProfile
    if let name = environment.profile {
      guard let named = Profile.named(name) else { throw .profile(name) }
      profile = named
    }
    self.profile = profile
    self.selection = selection
    self.drillsDown = drillsDown
    unit = environment.unit ?? .column
    let scale = Double(unit.layoutUnits)
    switch environment.width ?? .definite(80) {
    case .definite(let value): width = Int32(max(0, min(value, Self.widest)) * scale)
    case .unlimited: width = Self.unlimited
    }
    let isUnlimited = width == Self.unlimited
    widthClass = Self.widthClass(environment, profile: profile, unit: unit, width: width)
    heightClass = Self.heightClass(environment, profile: profile, unit: unit)
    mode = environment.mode ?? .browse
    direction = environment.direction ?? .auto
    split = environment.split ?? profile.description.titleShare
    margins = environment.margins ?? (unit == .point)
    separator = environment.separator ?? .none
    theme = environment.theme ?? .light
    glyphs = environment.glyphs ?? .unicode
    concessions = ConcessionOrder(profile.givingWay.order)

    // Placement
    isStacked = Self.isStacked(environment, profile, unit: unit, width: width, widthClass: widthClass)
    let placement = environment.description ?? .auto
    let place = Self.placement(environment, profile: profile, widthClass: widthClass)
    description = isStacked && place == .column ? .below : place
    hidesHeaderDescription = placement == .hidden
    let contactPlace = placement != .auto ? placement : widthClass == .expanded ? .column : .hidden
    contactDescription = isStacked && contactPlace == .column ? .below : contactPlace
    hasWideHeader = Self.hasWideHeader(environment, unit: unit, width: width)
    switch environment.verticalAlignment ?? .auto {
    case .auto:
      topAlignedFrom =
        unit == .point ? profile.alignment.topFrom : profile.alignment.topFromInColumns
    case .top: topAlignedFrom = 0
    case .center: topAlignedFrom = .max
    }
    centersMarks = unit == .point && profile.alignment.centersMarks
    topAlignsColumns = profile.description.topAlignsColumns && topAlignedFrom != .max
    statusAxis = environment.statusAxis ?? .auto
    stacksStatusesHorizontally = profile.statuses.mayBeHorizontal && statusAxis == .horizontal
    statusLimitBesideAction = profile.statuses.limitBesideAction ?? profile.statuses.limit
    statusWidth = environment.statusWidth.map { Int32(max(0, min($0, Self.widest)) * scale) }
    actionLimit =
      widthClass == .compact ? profile.actions.compactInlineLimit : profile.actions.inlineLimit

    // Lines
    let lifted = environment.lineLimits == Environment.LineLimits.none || isUnlimited
    let isLow = heightClass == .compact && profile.compactHeight != nil
    func lines(_ set: Int?, _ own: Int, within bound: Int?) -> Int {
      lifted ? 0 : Self.lines(set ?? (isLow ? 1 : own), within: bound)
    }
    descriptionLines = lines(
      environment.descriptionLines, profile.description.lines, within: profile.bounds?.descriptionLines)
    // A stacked row shows all of its title.
    let liftsTitle = isStacked && environment.titleLines == nil
    titleLines =
      liftsTitle ? 0 : lines(environment.titleLines, profile.title.lines, within: profile.bounds?.textLines)
    tagLines = lines(environment.tagLines, profile.tagLines, within: nil)
    func exceeds(_ set: Int?, _ bound: Int?) -> Bool {
      set.map { $0 != Self.lines($0, within: bound) } ?? false
    }
    exceedsLineBounds =
      !lifted
      && (exceeds(environment.descriptionLines, profile.bounds?.descriptionLines)
        || exceeds(environment.titleLines, profile.bounds?.textLines))
    let titleFollowsProfile = !lifted && !isStacked && environment.titleLines == nil
    aloneTitleLines = titleFollowsProfile ? profile.title.linesAlone ?? titleLines : titleLines
    contactTitleLines = titleFollowsProfile ? max(titleLines, Self.contactTitleLines) : titleLines
    titleSharesRow = titleFollowsProfile && profile.title.sharesRowWithStatus
    textLineBound = titleLines == 0 ? 0 : profile.bounds?.textLines ?? 0
    titleIsPlain = aloneTitleLines == titleLines && !titleSharesRow && textLineBound == 0
    descriptionFollowsTextRows =
      profile.description.columnFollowsTextRows && !lifted && environment.descriptionLines == nil

    // Texts
    truncation = SlotTruncations(
      Slot.allCases.map { environment.truncation?[.slot($0)] ?? environment.truncation?[.all] ?? .tail })
    truncateAt = environment.truncateAt ?? .cluster
    ellipsis = environment.ellipsis ?? (glyphs == .ascii ? "..." : "…")
    breaks = environment.breaks ?? .normal
    widthModel = WidthModel(
      mode: environment.widthModel ?? .wcwidth, ambiguous: environment.ambiguousWidth ?? 1)
    isolates = environment.isolates ?? false
    textScale = environment.textScale ?? 1
    fontScale = Self.fontScale(environment.font, profile, textScale: textScale)
    metrics = try Self.metrics(environment, unit, widthModel, profile, fonts)

    keptImageEdge =
      unit == .point && kept.image && !isStacked ? kept.imageSizes.largestEdge(in: profile.image) : 0
    self.kept = kept
    // The sizes are dropped: `keptImageEdge` has all that layout needs of them. With them, styles
    // of equal rows could differ.
    self.kept.imageSizes = ImageSizes()
    if !profile.avatars.replaceImage { self.kept.avatars = .none }
    // An icon of one column may have two here, so the column has room for both. ASCII forms have
    // one.
    if kept.icons > 0, widthModel.ambiguous == 2 { self.kept.icons = 2 }
    // Only wide classes have tables.
    if widthClass == .compact || isStacked {
      self.kept.tableStatus = 0
      self.kept.tableMarks = []
    }
    // Slots above and below the title have no columns that rows share.
    if isStacked { self.kept.removeStackedColumns() }
    if description != .column {
      self.kept.alignsDescriptions = false
      self.kept.descriptionStatus = 0
      self.kept.descriptionMarks = []
    }
    if description != .column || !descriptionGivesWay { self.kept.described = [] }
    if statusLimitBesideAction > 0 { self.kept.described.remove(.withAction) }
    // Wider views have room for all, so a first status or accessory does not change their layout.
    if Self.dp(width, unit) >= Self.roomy * max(1, textScale) { self.kept.beside = [] }
    lengths = Lengths(self)
  }

  /// Whether the view is as wide as its content.
  var isUnlimited: Bool { @inline(__always) get { width == Self.unlimited } }

  /// Lines of the text rows below the title.
  var rowLines: Int { @inline(__always) get { isUnlimited ? 0 : isStacked ? Self.stackedLines : 1 } }

  /// Lines of the text rows of a stacked row.
  private static let stackedLines = 2

  /// Whether a description column moves below at large text sizes if no status is next to it.
  var descriptionGivesWay: Bool { textScale >= 1.15 }

  /// Whether cells of the kind grid are table rows, and a key is next to its value.
  var drawsTables: Bool { @inline(__always) get { widthClass != .compact && !isStacked } }

  /// Whether titles of objects have one line in every cell.
  var titleIsLine: Bool { titleLines == 1 && aloneTitleLines == 1 }

  /// The height of a row before it is laid out, in layout units.
  public var typicalRowHeight: Int { Int(lengths.typicalHeight) }

  /// The width in the unit of lengths; `nil` is unlimited.
  public var definiteWidth: Double? {
    width == Self.unlimited ? nil : Double(width) / Double(unit.layoutUnits)
  }

  /// The fonts of a view in points; `nil` in columns.
  public var fontRequest: FontRequest? { metrics.request }

  /// The metrics of the fonts of a view in points.
  public var fontMetrics: (any FontMetrics)? { metrics.fonts }

  private static func fontScale(_ font: Environment.Font?, _ profile: Profile, textScale: Double) -> Double {
    textScale * (font?.size.map { $0 / profile.texts.title.size } ?? 1)
  }

  /// The fonts that ``init(_:profile:selection:kept:fonts:)`` asks its source for; `nil` if there
  /// are none.
  public static func fontRequest(of environment: Environment, profile listProfile: Profile) -> FontRequest? {
    let profile = environment.profile.map { Profile.named($0) } ?? listProfile
    guard environment.unit == .point, let profile else { return nil }
    let request = fontRequest(environment, profile)
    return request.family == FontRequest.fixedFamily ? nil : request
  }

  private static func fontRequest(_ environment: Environment, _ profile: Profile) -> FontRequest {
    let font = environment.font
    let scale = fontScale(font, profile, textScale: environment.textScale ?? 1)
    return FontRequest(
      family: font?.family ?? profile.fontFamily, isFamilyNamed: font?.family != nil
    ) { role in
      let style = profile.texts[role]
      return FontRequest.RoleStyle(size: style.size * scale, weight: font?.weight ?? style.weight)
    }
  }

  private static func metrics(
    _ environment: Environment, _ unit: LengthUnit, _ model: WidthModel, _ profile: Profile,
    _ source: (any FontSource)?
  ) throws(Unsupported) -> ViewMetrics {
    guard unit == .point else { return .columns(ColumnMetrics(model)) }
    let request = fontRequest(environment, profile)
    guard let source, request.family != FontRequest.fixedFamily else {
      return .columns(ColumnMetrics(request))
    }
    do {
      return .fonts(request, try source.metrics(for: request))
    } catch {
      throw .font(error)
    }
  }

  private static func widthClass(
    _ environment: Environment, profile: Profile, unit: LengthUnit, width: Int32
  ) -> WidthClass {
    let derived =
      width == unlimited
      ? WidthClass.expanded : profile.widthClasses.widthClass(of: dp(width, unit))
    switch environment.widthClass ?? .auto {
    case .auto: return derived
    case .compact: return .compact
    case .medium: return profile.widthClasses.medium == nil ? derived : .medium
    case .expanded, .regular: return .expanded
    }
  }

  /// S3 has regular width from 667 dp on, unless the class is set outright. Unlimited width has
  /// room for all.
  private static func hasWideHeader(_ environment: Environment, unit: LengthUnit, width: Int32) -> Bool {
    guard width != unlimited else { return true }
    return switch environment.widthClass ?? .auto {
    case .compact: false
    case .expanded, .regular: true
    case .auto, .medium: dp(width, unit) >= 667
    }
  }

  /// Whether the slots of rows are stacked: the text is large, and the width is compact for it.
  private static func isStacked(
    _ environment: Environment, _ profile: Profile, unit: LengthUnit, width: Int32, widthClass: WidthClass
  ) -> Bool {
    let scale = environment.textScale ?? 1
    guard unit == .point, width != unlimited, scale >= profile.largeText.stacksFrom else { return false }
    guard (environment.widthClass ?? .auto) == .auto else { return widthClass == .compact }
    return profile.widthClasses.widthClass(of: dp(width, unit) / scale) == .compact
  }

  private static func placement(
    _ environment: Environment, profile: Profile, widthClass: WidthClass
  ) -> Environment.DescriptionPlacement {
    let set = environment.description ?? .auto
    guard set == .auto else { return set }
    let placement = profile.description.placement(in: widthClass)
    let lacksSplit = profile.description.columnNeedsSplit && environment.split == nil
    return placement == .column && lacksSplit ? profile.description.placement(in: .compact) : placement
  }

  /// A width in layout units, in dp.
  private static func dp(_ width: Int32, _ unit: LengthUnit) -> Double {
    Double(width) / Double(unit.layoutUnits) * unit.dpAcross
  }

  /// The smaller of a number of lines, 0 for no limit, and a bound.
  private static func lines(_ lines: Int, within bound: Int?) -> Int {
    guard let bound else { return lines }
    return lines == 0 ? bound : min(lines, bound)
  }

  private static func heightClass(
    _ environment: Environment, profile: Profile, unit: LengthUnit
  ) -> HeightClass {
    switch environment.heightClass ?? .auto {
    case .compact: return .compact
    case .regular: return .regular
    case .auto:
      guard let height = environment.height, let limit = profile.compactHeight else { return .regular }
      return height * unit.dpDown < limit ? .compact : .regular
    }
  }
}

extension Environment {
  /// Returns the environment with every member set that has a default, as `style` resolves it.
  public func completed(by style: Style) -> Environment {
    var all = self
    all.unit = style.unit
    all.width = style.definiteWidth.map { .definite($0) } ?? .unlimited
    all.widthClass = ClassChoice(rawValue: style.widthClass.rawValue)
    all.heightClass = HeightChoice(rawValue: style.heightClass.rawValue)
    all.profile = style.profile.name
    all.mode = style.mode
    all.direction = style.direction
    all.split = style.split
    all.description = description ?? .auto
    all.descriptionLines = descriptionLines ?? style.profile.description.lines
    all.titleLines = titleLines ?? style.profile.titleLines
    all.tagLines = tagLines ?? style.profile.tagLines
    all.lineLimits = lineLimits ?? .profile
    all.verticalAlignment = verticalAlignment ?? .auto
    all.statusAxis = style.statusAxis
    all.truncation = truncation ?? [.all: .tail]
    all.truncateAt = style.truncateAt
    all.ellipsis = style.ellipsis
    all.breaks = style.breaks
    all.widthModel = style.widthModel.mode
    all.ambiguousWidth = style.widthModel.ambiguous
    all.isolates = style.isolates
    all.separator = style.separator
    all.margins = style.margins
    all.glyphs = style.glyphs
    all.textScale = style.textScale
    if statusWidth != nil {
      all.statusWidth = style.statusWidth.map { Double($0) / Double(style.unit.layoutUnits) }
    }
    all.theme = style.theme
    return all
  }
}
