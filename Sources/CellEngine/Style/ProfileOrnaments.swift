/// The sizes of the parts next to and below the texts, in points.
public struct ProfileOrnaments: Hashable, Sendable {
  /// The minimum of a selection control, and of an action that is an icon.
  public var control = 24.0
  public var action = 25.0
  /// Between actions, and between the activities of a contact.
  public var actionSpacing = 8.0
  public var activitySpacing = 4.0
  /// The maximum of the title of an action, unless a share of the view's width is more.
  public var actionTitle = 128.0
  public var actionTitleShare = 0.125
  /// The maximum of a number.
  public var number = 64.0
  /// At both sides of a tag's text, and above and below it; between tags.
  public var tagInset = 4.0
  public var tagPadding = 2.0
  public var tagSpacing = 10.0
  /// Between lines of tags. It is less than the gap around all tags.
  public var tagLineSpacing = 4.0
  /// The edge of a star, and between two of them.
  public var star = 16.0
  public var starSpacing = 6.0
  /// The marks that are drawn as shapes: of an unread cell, of a drill-down, and all others.
  public var unread = 8.0
  public var chevron = 10.0
  public var mark = 20.0
  /// The mark of a toggle that is on, and the space between a title and the border of its button.
  public var check = 18.0
  public var buttonInset = 10.0
  /// The minimum width of a bar of a series, and the dot of a page.
  public var bar = 8.0
  public var dot = 8.0
  /// The height of a series (SAP/cloud-sdk-ios-fiori, HeaderChart).
  public var series = 75.0
  /// The minimum edge of the area of an element that reacts to touch, if its row has room.
  public var touchTarget = 48.0
  /// Whether separators begin at the texts, and not at the edge of the row.
  public var insetsSeparators = false

  /// The ornaments of the open SwiftUI library, and the targets of Material.
  public static let fiori = ProfileOrnaments()
}
