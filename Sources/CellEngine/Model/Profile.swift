/// A style profile: everything in which the systems that the Fiori guideline describes differ, as data.
///
/// Rules name the page of the guideline that they come from: S0 is *Object Cell* for Android, S1 *FioriObjectCell* for
/// Jetpack Compose, S2 *Object Cell* for iOS, S3 *Object Header* for iOS, S4 the older *Object Cell* for iOS.
///
/// Lengths are in dp (one dp is one point) unless they say otherwise. A profile is added by writing one value.
public struct Profile: Sendable {
  /// From which widths, in dp, a view is medium or expanded.
  public struct WidthClasses: Sendable {
    /// `nil` in a profile of two classes.
    public var medium: Double?
    public var expanded: Double

    /// The class of a width in dp.
    public func widthClass(of dp: Double) -> WidthClass {
      if dp >= expanded { return .expanded }
      if let medium, dp >= medium { return .medium }
      return .compact
    }
  }

  /// Where the description stands in each class.
  public struct Description: Sendable {
    public var compact: Environment.DescriptionPlacement
    public var medium: Environment.DescriptionPlacement
    public var expanded: Environment.DescriptionPlacement
    /// Lines shown; 0 is no limit.
    public var lines: Int
    /// The title block's share where the description has a column of its own.
    public var titleShare: Double

    /// The placement in `widthClass`.
    public func placement(in widthClass: WidthClass) -> Environment.DescriptionPlacement {
      switch widthClass {
      case .compact: compact
      case .medium: medium
      case .expanded: expanded
      }
    }
  }

  /// How the third and fourth text rows are named.
  public enum ThirdRow: Sendable {
    /// The third row is `caption`, and `footnote` is an alias of it (S1).
    case caption
    /// The third row is `footnote`, and `caption` is an alias of it.
    case footnote
    /// Both are rows of their own (S2).
    case both
  }

  /// How many icons are stacked, and what stands with them.
  public struct IconStack: Sendable {
    /// How many entries the stack shows.
    public var limit: Int
  }

  /// How actions and accessories are shown.
  public struct Actions: Sendable {
    /// How many stand inline.
    public var inlineLimit: Int
    /// How many stand inline when the width is compact.
    public var compactInlineLimit: Int
    /// Whether a drill-down shows a chevron.
    public var drawsChevron: Bool
  }

  /// The sizes of the detail image, in dp.
  public struct ImageSize: Sendable {
    public var standard: Double
    public var smallest: Double
    public var largest: Double
  }

  public var name: String
  public var widthClasses: WidthClasses
  /// The viewport height in dp below which the height is compact; `nil` where the profile knows no such class.
  public var compactHeight: Double?
  public var description: Description
  /// Lines of the title; 0 is no limit.
  public var titleLines: Int
  /// Lines of tags; 0 is no limit.
  public var tagLines: Int
  /// The slots that a cell of this profile has.
  public var slots: Set<Slot>
  public var thirdRow: ThirdRow
  public var icons: IconStack
  public var statusLimit: Int
  public var actions: Actions
  public var image: ImageSize
  /// From how many text lines on the row is aligned at the top.
  public var topAlignedFrom: Int

  /// All profiles, the default first.
  public static let all: [Profile] = [compose]

  /// The profile with this name.
  public static func named(_ name: String) -> Profile? {
    all.first { $0.name == name }
  }
}

extension Profile: Hashable {
  public static func == (left: Profile, right: Profile) -> Bool { left.name == right.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
