/// An environment as a client set it. A member that is `nil` has its default.
public struct Environment: Equatable, Sendable {
  /// A width class set outright; `regular` is expanded.
  public enum ClassChoice: String, CaseIterable, Sendable {
    case auto, compact, medium, expanded, regular
  }
  /// A height class set outright.
  public enum HeightChoice: String, CaseIterable, Sendable {
    case auto, compact, regular
  }
  /// Whether the list is looked at or edited: editing shows the selection control.
  public enum Mode: String, CaseIterable, Sendable {
    case browse, edit
  }
  /// The direction of slots. `auto` keeps them left to right and sets each text in its own first
  /// strong direction.
  public enum Direction: String, CaseIterable, Sendable {
    case auto, ltr, rtl
  }
  /// The placement of the description.
  public enum DescriptionPlacement: String, CaseIterable, Sendable {
    case auto, hidden, below, column
  }
  /// Whether the profile's line limits hold.
  public enum LineLimits: String, CaseIterable, Sendable {
    case profile, none
  }
  /// The alignment of the parts next to the tallest one.
  public enum VerticalAlignment: String, CaseIterable, Sendable {
    case auto, top, center
  }
  /// The axis along which statuses are stacked, if the profile leaves the choice.
  public enum StatusAxis: String, CaseIterable, Sendable {
    case auto, vertical, horizontal
  }
  /// The separator between rows; it counts in a row's height.
  public enum Separator: String, CaseIterable, Sendable {
    case none, line, blank
  }
  /// The character set of marks that celld draws by itself.
  public enum Glyphs: String, CaseIterable, Sendable {
    case unicode, ascii
  }
  /// The colour theme of pictures.
  public enum Theme: String, CaseIterable, Sendable {
    case light, dark, highContrastLight, highContrastDark
  }
  /// A font for points.
  public struct Font: Equatable, Hashable, Sendable {
    public var family: String?
    /// In points.
    public var size: Double?
    /// 1…1000, as in CSS.
    public var weight: Int?

    /// A font by its members.
    public init(family: String? = nil, size: Double? = nil, weight: Int? = nil) {
      self.family = family
      self.size = size
      self.weight = weight
    }
  }
  /// The slots that one truncation mode is set for.
  public enum TruncationScope: Equatable, Hashable, Sendable {
    /// `"*"`: every slot that is not named.
    case all
    case slot(Slot)
  }

  public var unit: LengthUnit?
  public var width: AvailableWidth?
  /// The viewport's height, in the unit; for the height class only.
  public var height: Double?
  public var widthClass: ClassChoice?
  public var heightClass: HeightChoice?
  /// A name of ``Profile/named(_:)``.
  public var profile: String?
  public var mode: Mode?
  public var direction: Direction?
  /// The share of the title block next to a description column, 0…1.
  public var split: Double?
  public var description: DescriptionPlacement?
  /// 0 means no limit.
  public var descriptionLines: Int?
  /// 0 means no limit.
  public var titleLines: Int?
  public var lineLimits: LineLimits?
  public var verticalAlignment: VerticalAlignment?
  public var statusAxis: StatusAxis?
  public var truncation: [TruncationScope: TruncationMode]?
  public var truncateAt: TruncationUnit?
  /// The default is `…`, and `...` with ASCII glyphs.
  public var ellipsis: String?
  public var breaks: LineBreakRule?
  public var widthModel: WidthModel.Mode?
  /// 1 or 2 columns for characters of ambiguous width (UAX #11).
  public var ambiguousWidth: Int?
  /// Whether slots are isolated from each other for terminals that reorder text.
  public var isolates: Bool?
  public var separator: Separator?
  public var margins: Bool?
  /// 0 means no limit.
  public var tagLines: Int?
  /// The width of the status block, in the unit; `nil` is as wide as its text.
  public var statusWidth: Double?
  public var glyphs: Glyphs?
  /// A factor on text and icons, 0.5…4.
  public var textScale: Double?
  public var font: Font?
  public var theme: Theme?
  /// The condition that cells must meet.
  public var condition: Condition?
  public var sort: [SortKey]?
  /// The field whose values are groups.
  public var group: CellField?
  /// The values of groups whose cells are hidden.
  public var collapsed: [QueryValue]?

  /// An environment in which every member has its default.
  public init() {}
}

extension Environment {
  /// The part and the order of the session that the view shows; `nil` for all of its cells.
  public var query: Query? {
    guard condition != nil || group != nil || sort?.isEmpty == false else { return nil }
    return Query(condition: condition, sort: sort ?? [], group: group, collapsed: collapsed ?? [])
  }
}
