/// A style profile: everything in which the systems that the Fiori guideline describes differ, as data.
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
    /// Whether the unread mark is an icon of the stack, or has a place of its own.
    public var holdsUnread: Bool
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

  /// Distances of a layout in points.
  public struct Distances: Sendable {
    public var marginCompact: Double
    public var marginWide: Double
    public var padding: Double
    /// The padding of a row with three or more text rows.
    public var paddingThreeRows: Double
    /// The least height of a row with one, two, and three or more text rows.
    public var leastHeights: [Double]
    public var imageGap: Double
    public var iconColumn: Double
    public var gap: Double
    public var textRowGap: Double
  }

  /// A text's size and line height, in dp.
  public struct TextStyle: Sendable {
    public var size: Double
    public var lineHeight: Double
  }

  /// The text styles by what they serve.
  public struct TextStyles: Sendable {
    public var title: TextStyle
    public var supporting: TextStyle
    public var status: TextStyle
    public var tag: TextStyle
  }

  public var name: String
  /// The seed that the profile follows.
  public var source: String
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
  public var distances: Distances
  public var styles: TextStyles

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
