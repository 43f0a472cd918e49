extension Exhibit {
  /// A cell with actions of all gestures, and the next one in the list.
  private static let gestureCells = [
    #"""
    {"id":"1","title":"Pump station 7 — vibration alarm","subtitle":"WO-11482 · Preventive maintenance",
    "footnote":"Plant 1010, Hall 3","preview":"Bearing temperature rose to 78 °C within two hours after start-up.
     Check lubrication and alignment before the next shift.","status":{"text":"High","state":"negative"},"accessory":"menu",
    "actions":[{"id":"order","title":"Order parts","icon":{"name":"add"}},{"id":"call","title":"Call","icon":{"name":"call"}},
    {"id":"more","kind":"menu","items":[{"id":"flag","title":"Flag","icon":{"name":"flag"},"kind":"toggle","on":true},
    {"id":"delete","title":"Delete","icon":{"name":"delete"},"role":"destructive"}]}],
    "swipe":{"leading":[{"id":"done","title":"Done","icon":{"name":"accept"},"role":"positive"}],
    "trailing":[{"id":"pin","title":"Pin","icon":{"name":"pin"}},"delete"]},
    "menu":[{"id":"edit","title":"Edit","icon":{"name":"edit"}},"flag","delete"]}
    """#,
    #"""
    {"id":"2","title":"Lift B","subtitle":"WO-11490 · Inspection","status":"Open","accessory":"menu",
    "actions":[{"id":"call","title":"Call","icon":"call"},{"id":"share","title":"Share","icon":"share"}]}
    """#,
  ]

  /// The parts of a row that a gesture or a tap shows.
  static let gestures = [
    Exhibit(
      name: "Swipe from the leading edge",
      rule: "Quick actions at the leading edge. A role has its colour (S0, S1, S2).", cells: gestureCells,
      reveal: .leading),
    Exhibit(
      name: "Swipe from the trailing edge",
      rule: "Quick actions at the trailing edge, such as delete (S0, S1, S2, S4).", cells: gestureCells,
      reveal: .trailing),
    Exhibit(
      name: "Context menu", rule: "The actions of a long press. Each is also reachable by a tap (S2).",
      cells: gestureCells, reveal: .menu),
    Exhibit(
      name: "Overflow menu", rule: "The actions that are not in the row (S0, S1, S2).", cells: gestureCells,
      reveal: .overflow),
    Exhibit(
      name: "Preview", rule: "A long press shows the preview, or else the description in full (S2, S4).",
      cells: gestureCells, reveal: .peek),
  ]
}
