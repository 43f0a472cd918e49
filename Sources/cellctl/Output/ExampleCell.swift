/// Objects of the protocol that show all of their members, for help.
enum ExampleCell {
  /// A cell.
  static let cell = #"""
    {
      "id": "17",
      "title": "Pump station 7",
      "subtitle": "WO-11482 · Maintenance",
      "footnote": "Plant 1010, Hall 3",
      "caption": "Due 12 May",
      "description": "Bearing temperature rose.",
      "preview": "Last check: 4 May, no findings.",
      "number": "3",
      "icons": ["alert", {"name": "attachment", "label": "2 files"}],
      "unread": true,
      "image": {"initials": "PS", "shape": "square", "size": 40},
      "avatars": ["AN", {"initials": "BO", "person": true}],
      "status": [
        {"text": "High", "state": "negative", "icon": "alert"},
        "Open"
      ],
      "info": {"text": "Overdue", "state": "critical"},
      "tags": ["pump", "vibration"],
      "rating": {"value": 4.5, "max": 5, "count": 12},
      "accessory": "disclosure",
      "actions": [
        {"id": "call", "title": "Call", "icon": "phone"},
        {"id": "follow", "kind": "toggle", "title": "Follow",
          "on": true},
        {"id": "plan", "kind": "download", "title": "Plan",
          "progress": 0.4, "enabled": true},
        {"id": "more", "kind": "menu", "title": "More",
          "items": [{"id": "close", "title": "Close"}]}
      ],
      "swipe": {"leading": ["follow"], "trailing": ["call"]},
      "menu": ["call", "follow"],
      "detailActions": ["call"],
      "selected": false,
      "enabled": true,
      "href": "https://example.org/17",
      "kind": "object",
      "columns": [{"text": "Pump", "width": 0.5}],
      "count": 3,
      "header": {
        "tags": ["critical spare"],
        "footnotes": ["Plant 1010"],
        "chart": {"title": "Temperature", "subtitle": "Today",
          "kpi": "78 °C", "trend": {"text": "+12 %", "icon": "trend-up", "state": "critical"},
          "type": "line", "values": [61, 66, 78], "minimum": "61 °C", "maximum": "78 °C"},
        "description": "Checked every week."
      },
      "truncate": {"title": "middle"},
      "data": {"hours": 1.5}
    }
    """#

  /// An environment.
  static let environment = #"""
    {"unit": "column", "width": 48, "height": 24, "widthClass": "compact", "heightClass": "auto",
      "profile": "compose", "mode": "edit", "direction": "auto", "split": 0.5, "description": "below",
      "descriptionLines": 2, "titleLines": 1, "lineLimits": "profile", "verticalAlignment": "top",
      "statusAxis": "vertical", "truncation": {"title": "middle"}, "truncateAt": "word",
      "ellipsis": "…", "breaks": "keepAll", "widthModel": "wcwidth", "ambiguousWidth": 2,
      "isolates": true, "separator": "line", "margins": true, "tagLines": 1, "statusWidth": 18, "glyphs": "ascii",
      "textScale": 1.5, "font": {"family": "Inter", "size": 16, "weight": 400}, "theme": "dark",
      "where": {"any": [{"field": "status/state", "is": "negative"}, {"field": "data/hours", "above": 8}]},
      "sort": ["-data/hours", "title"], "group": "data/plant", "collapsed": ["Hamburg", null]}
    """#
}
