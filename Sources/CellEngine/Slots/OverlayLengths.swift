/// The lengths of swipe buttons, menus and previews, in layout units.
struct OverlayLengths {
  var leastSwipe: Int32 = 0
  var swipeInset: Int32 = 1
  /// The maximum width of all buttons of a swipe.
  var swipeLimit: Int32
  var swipeGap: Int32 = 0
  /// The height of an icon; 0 if icons are on the line of the title.
  var icon: Int32 = 0
  var leastMenu: Int32 = 0
  var menuLimit: Int32 = 32
  var item: Int32 = 1
  var itemInset: Int32 = 1
  var itemGap: Int32 = 1
  var menuPadding: Int32 = 0
  var gap: Int32 = 0
  var peekInset: Int32 = 1
  var peekPadding: Int32 = 0
  var peekGap: Int32 = 0
  var leastPeek: Int32 = 40

  /// The lengths of a row of `width`.
  init(_ style: Style, width: Int32) {
    let overlays = style.profile.overlays
    swipeLimit = Lengths.part(overlays.swipeShare, of: width)
    guard style.unit == .point else { return }
    let scale = style.fontScale
    leastSwipe = Lengths.units(overlays.swipe)
    swipeInset = Lengths.units(overlays.swipeInset)
    swipeGap = Lengths.units(overlays.swipeGap)
    icon = Lengths.units(overlays.icon * scale)
    leastMenu = Lengths.units(overlays.leastMenu)
    menuLimit = Lengths.units(overlays.menu * scale)
    item = Lengths.units(overlays.item * scale)
    itemInset = Lengths.units(overlays.itemInset)
    itemGap = Lengths.units(overlays.itemGap)
    menuPadding = Lengths.units(overlays.menuPadding)
    gap = Lengths.units(overlays.gap)
    peekInset = Lengths.units(overlays.peekInset)
    peekPadding = peekInset
    peekGap = Lengths.units(overlays.peekGap)
    leastPeek = Lengths.units(overlays.leastPeek)
  }
}
