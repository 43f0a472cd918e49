/// The rows of a list that are not objects.
public struct ProfileListParts: Hashable, Sendable {
  public var section: SectionHeader
  public var emptyState = EmptyState.fiori
  public var skeleton = Skeleton.bars

  /// Those of iOS.
  public static let cocoa = ProfileListParts(section: .cocoa)
  /// Those of Material.
  public static let material = ProfileListParts(section: .material)

  /// The header of a section: a title, and a count at the trailing edge.
  public struct SectionHeader: Hashable, Sendable {
    /// At the top and the bottom, in points.
    public var padding: Double
    /// The minimum height, in points.
    public var leastHeight: Double
    /// Whether a separator is below it.
    public var isSeparated = false

    /// The section header of the open SwiftUI library, in its style for titles (C).
    public static let cocoa = SectionHeader(padding: 10, leastHeight: 40)
    /// The subheader of Material lists: 48 high.
    public static let material = SectionHeader(padding: 8, leastHeight: 48)
  }

  /// The state of a list without objects. From top to bottom: an image or an icon, a title, a
  /// description, and a button.
  public struct EmptyState: Hashable, Sendable {
    /// The edge of the image, and of the icon, in points. An image may ask for another edge between
    /// the smallest and the largest.
    public var image = 92.0
    public var smallestImage = 48.0
    public var largestImage = 160.0
    public var icon = 48.0
    /// At the top and the bottom, in points.
    public var padding = 24.0
    /// Below the image, and below the title, in points.
    public var imageGap = 16.0
    public var titleGap = 4.0
    /// Before the button, in points.
    public var actionGap = 24.0
    /// The maximum width of the texts, in dp. Longer lines are hard to read in the middle of a wide
    /// row.
    public var text = 400.0

    /// The illustrated message of the open SwiftUI library (C), which Fiori also has on Android.
    public static let fiori = EmptyState()
  }

  /// The placeholder of an object: bars for its image and its texts.
  public struct Skeleton: Hashable, Sendable {
    /// The height of a bar, as a share of the line of its text.
    public var bar = 0.6
    /// The widths of the bars of title and subtitle, as shares of the main block.
    public var title = 0.6
    public var subtitle = 0.4
    /// The widths of the two bars of a description, as shares of its column.
    public var description = 0.9
    public var lastDescription = 0.6
    /// The radius of the corners, in points.
    public var radius = 4.0

    /// The bars of all profiles.
    public static let bars = Skeleton()
  }
}
