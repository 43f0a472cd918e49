/// The buttons of a swiped row, and the menus and previews next to a row. Lengths are in points.
public struct ProfileOverlays: Hashable, Sendable {
  /// The document that has the lengths.
  public var source: String
  /// The minimum width of a button of a swipe, and the room at both sides of its content.
  public var swipe = 74.0
  public var swipeInset = 16.0
  /// The maximum share of the row for all buttons of a swipe, 0…1.
  public var swipeShare = 0.75
  /// Between the icon and the title of a button, if the icon is above the title.
  public var swipeGap = 2.0
  /// The height of an icon with its room.
  public var icon = 24.0
  /// The minimum and the maximum width of a menu.
  public var leastMenu: Double
  public var menu: Double
  /// The height of an item, and the room at its sides and between its icon and title.
  public var item: Double
  public var itemInset: Double
  public var itemGap: Double
  /// Above the first and below the last item.
  public var menuPadding: Double
  /// Whether icons are after titles, at the trailing edge.
  public var iconsAreTrailing: Bool
  /// Whether lines separate items.
  public var separatesItems: Bool
  /// The radius of the corners of a menu and of a preview.
  public var radius: Double
  /// Between the row and what is next to it.
  public var gap: Double
  /// The room at the sides of a preview, and between its title and its text.
  public var peekInset = 16.0
  public var peekGap = 8.0
  /// The minimum width of a preview in a view without a width.
  public var leastPeek = 320.0

  /// The context menus of iOS.
  public static let cocoa = ProfileOverlays(
    source: "UIKit, context menus and swipe actions", leastMenu: 250, menu: 250, item: 44, itemInset: 16,
    itemGap: 12, menuPadding: 0, iconsAreTrailing: true,
    separatesItems: true, radius: 13, gap: 8)

  /// The menus of Material 3.
  public static let material = ProfileOverlays(
    source: "Material 3, menus", leastMenu: 112, menu: 280, item: 48, itemInset: 12, itemGap: 12,
    menuPadding: 8,
    iconsAreTrailing: false, separatesItems: false, radius: 4, gap: 4)
}
