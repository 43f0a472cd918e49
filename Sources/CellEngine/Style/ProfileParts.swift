/// The classes and texts of a profile.
extension Profile {
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

  /// The placement of the description in each class.
  public struct Description: Sendable {
    public var compact: Environment.DescriptionPlacement
    public var medium: Environment.DescriptionPlacement
    public var expanded: Environment.DescriptionPlacement
    /// Lines shown; 0 means no limit.
    public var lines: Int
    /// Whether a description column has as many lines as the text rows next to it, instead of
    /// `lines`.
    public var columnFollowsTextRows = false
    /// Whether a description has a column only if the client sets the share of the title block.
    public var columnNeedsSplit = false
    /// Whether that share is one of the whole row, images and statuses included. It applies to
    /// views in points only.
    public var splitsWholeRow = false
    /// Whether rows with a description column are aligned at the top, whatever they have.
    public var topAlignsColumns = false
    /// The title block's share next to a description column, 0…1.
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

  /// How many lines the title has.
  public struct Title: Sendable {
    /// Lines; 0 means no limit.
    public var lines: Int
    /// Lines of a title without subtitle, footnote, tags and visible description; `nil` is `lines`.
    public var linesAlone: Int?
    /// Whether a single status shares the row of a title of one line if the row has no description
    /// column. The other slots are below the title in full width.
    public var sharesRowWithStatus = false
  }

  /// The bounds of a profile.
  public struct Bounds: Sendable {
    /// Lines of title, subtitle and footnote together.
    public var textLines: Int
    public var descriptionLines: Int
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

  /// A text style of the system, by its name. Its size and the height of its lines are in points.
  public struct TextStyle: Hashable, Sendable {
    /// The table of the system that has the style.
    public enum Scale: Sendable {
      case material, dynamicType
    }

    public var scale: Scale
    public var name: String
    public var size: Double
    public var lineHeight: Double
    /// 400 is regular, 600 semibold.
    public var weight: Int
  }

  /// The texts' styles.
  public struct TextStyles: Sendable {
    public var title: TextStyle
    public var subtitle: TextStyle
    /// Footnote and caption.
    public var footnote: TextStyle
    public var description: TextStyle
    public var status: TextStyle
    public var tag: TextStyle
    /// Numbers, texts of icons, and initials.
    public var label: TextStyle
    /// Titles of actions.
    public var action: TextStyle
    public var headerTitle: TextStyle
    /// A small key figure (SAP/cloud-sdk-ios-fiori, KPIItem).
    public var kpi = TextStyle.kpi
    /// A key, and its value.
    public var key = TextStyle.subheadline
    public var value = TextStyle.body
    /// The title of a section.
    public var section = TextStyle.subheadline
  }
}

/// The slots of a profile next to the texts.
extension Profile {
  /// How many icons are stacked, and the marks among them.
  public struct IconStack: Sendable {
    /// How many entries the stack shows, a number and an unread mark in it included.
    public var limit: Int
    /// Whether the numeric label is the stack's first entry (S0).
    public var beginsWithNumber = false
    /// Whether the unread mark is an entry of the stack, and has no column of its own.
    public var holdsUnread = false
    /// Whether the stack is at most as high as the text rows next to it.
    public var followsTextRows = false
  }

  /// How statuses are stacked.
  public struct Statuses: Sendable {
    /// How many are shown.
    public var limit: Int
    /// How many are shown next to an action; `nil` is `limit`.
    public var limitBesideAction: Int?
    /// Whether they may be horizontal.
    public var mayBeHorizontal = false
  }

  /// How the parts of a row are aligned vertically.
  public struct Alignment: Sendable {
    /// From how many text lines on a row in points is aligned at the top; 0 is always.
    public var topFrom: Int
    /// This number for rows in columns.
    public var topFromInColumns: Int
    /// Whether marks are in the middle of a row in points that is aligned at the top, as in table
    /// views of iOS. Marks are selection controls, actions and accessories.
    public var centersMarks = false

    /// Rows of one and two texts are centred, and rows of three are aligned at the top (M).
    public static let material = Alignment(topFrom: 3, topFromInColumns: 3)
    /// Rows of a title only are centred, and so are the marks of all rows (UIKit).
    public static let cocoa = Alignment(topFrom: 2, topFromInColumns: 0, centersMarks: true)
    /// Rows of one text are centred, and so are the marks of all rows (C).
    public static let swiftUI = Alignment(topFrom: 2, topFromInColumns: 2, centersMarks: true)
  }

  /// How a row in points changes at large text sizes.
  public struct LargeText: Sendable {
    /// The text scale from which on slots are stacked: images and icons above the title, statuses
    /// and actions below it. They are stacked if the width, divided by the scale, is compact.
    public var stacksFrom: Double

    public static let standard = LargeText(stacksFrom: 1.5)
  }

  /// How actions and accessories are shown.
  public struct Actions: Sendable {
    /// The parts at the trailing edge.
    public enum Placement: Sendable {
      /// Some actions, then the overflow menu for the rest, then `detail` or `menu`.
      case inline
      /// A single accessory: an action, the overflow menu, or a mark of navigation.
      case oneAccessory
    }

    public var placement: Placement
    /// The maximum number of actions inline.
    public var inlineLimit: Int
    /// The maximum number of actions inline if the width is compact.
    public var compactInlineLimit: Int
    /// Whether a drill-down shows a chevron.
    public var drawsChevron: Bool
    /// Whether an information disclosure shows its mark.
    public var drawsDetail = true
    /// Whether the dots of the overflow menu form a vertical line, as on Android.
    public var hasVerticalMenu = false

    /// Whether there is room for one accessory only, which may be an action.
    var isOneAccessory: Bool { placement == .oneAccessory }
  }

  /// The selection control if many cells may be selected.
  public enum Control: Sendable {
    case checkbox
    /// A circle, for many as for one (S2, S4).
    case circle
  }

  /// The sizes of the detail image, in dp.
  public struct ImageSize: Sendable {
    public var standard: Double
    public var smallest: Double
    public var largest: Double
    /// The size of a person's image, which is round whatever its shape; `nil` if it is drawn as an
    /// object's.
    public var person: Double?
    /// The size of a contact's image.
    public var contact = 45.0
    /// Whether the image of an object may be round (S4).
    public var objectsMayBeRound = false
  }
}
