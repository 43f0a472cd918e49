/// How many cells of a list may be selected.
public enum SelectionMode: String, CaseIterable, Sendable {
  case none, single, multiple
}

/// An environment in which every choice is made: all that the layout of a cell depends on beside the cell.
///
/// Equal values give equal rows, so it is the key of what is kept of a layout.
public struct LayoutEnvironment: Hashable, Sendable {
  /// Why an environment cannot be laid out.
  public enum Unsupported: Error, Equatable {
    /// No profile has this name.
    case profile(String)
    /// The fonts that it asks for cannot be had.
    case font(FontFault)
  }

  /// A width that no definite width reaches.
  public static let unlimited = Int32.max
  /// The largest definite width, in columns or points; wider views are laid out as this one.
  public static let widest: Double = 1_000_000
  /// A width in dp that has room for all leading columns, a title and a status.
  private static let roomy = 384.0

  public var unit: LengthUnit
  /// In layout units: columns, or 1/64 pt. ``unlimited`` is as wide as the content.
  public var width: Int32
  public var widthClass: WidthClass
  public var heightClass: HeightClass
  public var profile: Profile
  public var mode: Environment.Mode
  public var selection: SelectionMode
  public var direction: Environment.Direction
  public var split: Double
  /// Never `auto`.
  public var description: Environment.DescriptionPlacement
  /// The same for contacts, which show it where the class is expanded.
  var contactDescription: Environment.DescriptionPlacement
  /// Whether object headers have none.
  var hidesHeaderDescription: Bool
  /// 0 is no limit, here and in the following two.
  public var descriptionLines: Int
  public var titleLines: Int
  public var tagLines: Int
  /// Whether the title has the lines that the profile gives it in each case, as nobody set a number.
  public var titleFollowsProfile: Bool
  /// Whether a description column has as many lines as the text rows beside it.
  public var descriptionFollowsTextRows: Bool
  /// Whether an object header is laid out side by side; else it has pages.
  public var hasWideHeader: Bool
  /// From how many text lines on a row is aligned at the top; 0 is always, `Int.max` never.
  public var topAlignedFrom: Int
  public var statusAxis: Environment.StatusAxis
  /// Indexed by the slot's place in `Slot.allCases`.
  var truncation: [TruncationMode]
  public var truncateAt: TruncationUnit
  public var ellipsis: String
  public var breaks: LineBreakRule
  public var widthModel: WidthModel
  public var separator: Environment.Separator
  public var margins: Bool
  /// In layout units; `nil` is as wide as the text.
  public var statusWidth: Int32?
  public var glyphs: Environment.Glyphs
  public var textScale: Double
  public var font: Environment.Font?
  public var theme: Environment.Theme
  public var kept: KeptColumns
  /// The edge of the image column that the list keeps, in dp, in points.
  var keptImageEdge: Double
  /// How texts are measured.
  let metrics: ViewMetrics

  /// Resolves `environment` for a list of the profile `profile` whose cells are selected as `selection` says.
  ///
  /// - Parameter fonts: where a view in points gets its metrics from; without it, every column advances by half of
  ///   the font's size.
  /// - Throws: ``Unsupported`` where the environment names a profile that is not here, or fonts that cannot be had.
  public init(
    _ environment: Environment, profile listProfile: Profile = .compose, selection: SelectionMode = .none,
    kept: KeptColumns = KeptColumns(), fonts: (any FontSource)? = nil
  ) throws(Unsupported) {
    var profile = listProfile
    if let name = environment.profile {
      guard let named = Profile.named(name) else { throw .profile(name) }
      profile = named
    }
    let unit = environment.unit ?? .column
    self.unit = unit
    let scale = Double(unit.layoutUnits)
    switch environment.width ?? .definite(80) {
    case .definite(let value): width = Int32(max(0, min(value, Self.widest)) * scale)
    case .unlimited: width = Self.unlimited
    }
    widthClass = Self.widthClass(environment, profile: profile, unit: unit, width: width)
    heightClass = Self.heightClass(environment, profile: profile, unit: unit)
    self.profile = profile
    self.selection = selection
    self.kept = kept
    // Sizes that the profile draws alike, or nobody draws, are one environment.
    self.kept.imageSizes = ImageSizes()
    keptImageEdge = unit == .point && kept.image ? kept.imageSizes.largestEdge(in: profile.image) : 0
    mode = environment.mode ?? .browse
    direction = environment.direction ?? .auto
    split = environment.split ?? profile.description.titleShare
    description = Self.placement(environment, profile: profile, widthClass: widthClass)
    let set = environment.description ?? .auto
    hidesHeaderDescription = set == .hidden
    contactDescription = set != .auto ? set : widthClass == .expanded ? .column : .hidden
    let lifted = environment.lineLimits == Environment.LineLimits.none || width == Self.unlimited
    let low = heightClass == .compact && profile.compactHeight != nil
    let bounds = profile.bounds
    descriptionLines =
      lifted
      ? 0
      : Self.lines(
        environment.descriptionLines ?? (low ? 1 : profile.description.lines),
        within: bounds?.descriptionLines)
    titleLines =
      lifted
      ? 0 : Self.lines(environment.titleLines ?? (low ? 1 : profile.title.lines), within: bounds?.textLines)
    tagLines = lifted ? 0 : environment.tagLines ?? (low ? 1 : profile.tagLines)
    titleFollowsProfile = !lifted && environment.titleLines == nil
    descriptionFollowsTextRows =
      profile.description.columnFollowsTextRows && !lifted && environment.descriptionLines == nil
    hasWideHeader = Self.hasWideHeader(environment, unit: unit, width: width)
    switch environment.verticalAlignment ?? .auto {
    case .auto: topAlignedFrom = profile.topAlignedFrom
    case .top: topAlignedFrom = 0
    case .center: topAlignedFrom = .max
    }
    statusAxis = environment.statusAxis ?? .auto
    truncation = Slot.allCases.map {
      environment.truncation?[.slot($0)] ?? environment.truncation?[.all] ?? .tail
    }
    truncateAt = environment.truncateAt ?? .cluster
    glyphs = environment.glyphs ?? .unicode
    ellipsis = environment.ellipsis ?? (glyphs == .ascii ? "..." : "…")
    breaks = environment.breaks ?? .normal
    widthModel = WidthModel(
      mode: environment.widthModel ?? .grapheme, ambiguous: environment.ambiguousWidth ?? 1)
    metrics = try Self.metrics(environment, unit, widthModel, profile, fonts)
    separator = environment.separator ?? .none
    margins = environment.margins ?? (unit == .point)
    statusWidth = environment.statusWidth.map { Int32(max(0, min($0, Self.widest)) * scale) }
    textScale = environment.textScale ?? 1
    font = environment.font
    theme = environment.theme ?? .light
    // Whether an icon of one column has two here is not known without the icon: then the column has room for both. ASCII
    // forms have one.
    if kept.icons > 0, widthModel.ambiguous == 2 { self.kept.icons = 2 }
    // Only wide classes have tables.
    if widthClass == .compact {
      self.kept.tableStatus = 0
      self.kept.tableMarks = []
    }
    // Wider views have room for all, so that a first status or accessory is no new layout of them.
    if Self.dp(width, unit) >= Self.roomy * max(1, textScale) { self.kept.beside = [] }
  }

  /// Whether titles of objects have one line, whatever stands beside them.
  var titleIsLine: Bool {
    titleLines == 1 && (!titleFollowsProfile || profile.title.linesAlone ?? 1 == 1)
  }

  /// How `slot` is cut where a cell does not say.
  func truncation(of slot: Slot) -> TruncationMode {
    truncation[slot.index]
  }

  /// How high a row is taken for before it is laid out, in layout units.
  public var typicalRowHeight: Int { Int(LayoutLengths(self).typicalHeight) }

  /// The width in the unit of lengths; `nil` is unlimited.
  public var definiteWidth: Double? {
    width == Self.unlimited ? nil : Double(width) / Double(unit.layoutUnits)
  }

  /// The fonts of a view in points; `nil` in columns.
  public var fontRequest: FontRequest? { metrics.request }

  /// The metrics of the fonts of a view in points.
  public var fontMetrics: (any FontMetrics)? { metrics.fonts }

  /// What one point of text is multiplied with: the text scale, and the font's size by that of the profile's title.
  var fontScale: Double { Self.fontScale(font, profile, textScale: textScale) }

  private static func fontScale(_ font: Environment.Font?, _ profile: Profile, textScale: Double) -> Double {
    textScale * (font?.size.map { $0 / profile.texts.title.size } ?? 1)
  }

  /// The fonts that ``init(_:profile:selection:kept:fonts:)`` asks its source for; `nil` if it needs none.
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
      return FontRequest.Style(size: style.size * scale, weight: font?.weight ?? style.weight)
    }
  }

  private static func metrics(
    _ environment: Environment, _ unit: LengthUnit, _ model: WidthModel, _ profile: Profile,
    _ source: (any FontSource)?
  ) throws(Unsupported) -> ViewMetrics {
    guard unit == .point else { return .columns(ColumnMetrics(model)) }
    let request = fontRequest(environment, profile)
    guard let source, request.family != FontRequest.fixedFamily else {
      return .fixed(FixedAdvanceMetrics(request))
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

  /// S3 has regular width from 667 dp on, unless the class is set outright. Unlimited width has room for all.
  private static func hasWideHeader(_ environment: Environment, unit: LengthUnit, width: Int32) -> Bool {
    guard width != unlimited else { return true }
    return switch environment.widthClass ?? .auto {
    case .compact: false
    case .expanded, .regular: true
    case .auto, .medium: dp(width, unit) >= 667
    }
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

  /// A number of lines, of which 0 is no limit, within a bound.
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
