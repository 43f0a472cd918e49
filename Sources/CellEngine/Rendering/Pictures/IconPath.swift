/// Drawings of the named icons: SVG paths in a square of 24 units, drawn as lines.
enum IconPath {
  /// The `d` attribute of the path of the icon `name`; `nil` if the icon has no drawing.
  static func named(_ name: String) -> StaticString? {
    switch name {
    case "accept", "check", "success": "M5 12.5l4.5 4.5L19 7"
    case "add": "M12 5v14M5 12h14"
    case "alert", "warning": "M12 4L2.5 20h19zM12 10v4.5M12 17v.5"
    case "attachment":
      "M19 11l-7.5 7.5a4 4 0 0 1-6-6L13.5 4.5a2.7 2.7 0 0 1 4 4L10 16a1.3 1.3 0 0 1-2-2l6.5-6.5"
    case "calendar": "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4"
    case "call", "phone":
      "M6 4h3l1.5 4-2 1.5a11 11 0 0 0 6 6l1.5-2 4 1.5v3a2 2 0 0 1-2 2A16 16 0 0 1 4 6a2 2 0 0 1 2-2z"
    case "cancel": "M6 6l12 12M18 6L6 18"
    case "comment", "message": "M4 5h16v11H11l-4 4v-4H4z"
    case "delete", "trash": "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5"
    case "document": "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6"
    case "down": "M12 5v14M6 13l6 6 6-6"
    case "download": "M12 4v11M7 11l5 5 5-5M5 20h14"
    case "edit": "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3"
    case "error": "M12 3a9 9 0 1 0 .01 0zM9 9l6 6M15 9l-6 6"
    case "favorite", "star":
      "M12 3l2.7 5.6 6.3.9-4.5 4.4 1 6.1L12 17.2 6.5 20l1-6.1L3 9.5l6.3-.9z"
    case "flag": "M6 21V4h11l-2.5 4L17 12H6"
    case "heart": "M12 20C5 15 3 12 3 9a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1c0 3-2 6-9 11z"
    case "home": "M4 11l8-7 8 7M6 10v10h12V10M10 20v-6h4v6"
    case "info", "information": "M12 3a9 9 0 1 0 .01 0zM12 11v6M12 7v.5"
    case "link": "M14 5h5v5M19 5l-9 9M10 6H5v13h13v-5"
    case "lock", "locked": "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3"
    case "mail": "M3 6h18v12H3zM3 7l9 6 9-6"
    case "pending", "time": "M12 3a9 9 0 1 0 .01 0zM12 7v5l3 3"
    case "person", "user": "M12 4a4 4 0 1 0 .01 0zM4 20c0-4 4-6 8-6s8 2 8 6"
    case "pin": "M12 21s-6-6-6-11a6 6 0 0 1 12 0c0 5-6 11-6 11zM12 8a2 2 0 1 0 .01 0z"
    case "priority": "M12 4v11M12 19v.5"
    case "process", "settings":
      """
      M12 8a4 4 0 1 0 .01 0zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1\
      M5.6 18.4l2.1-2.1M16.3 7.7l2.1-2.1
      """
    case "refresh": "M19 8a8 8 0 1 0 1 4M19 3v5h-5"
    case "search": "M10.5 4a6.5 6.5 0 1 0 .01 0zM15.5 15.5L20 20"
    case "sync": "M4 9h14l-4-4M20 15H6l4 4"
    case "unread": "M12 8a4 4 0 1 0 .01 0z"
    case "up": "M12 19V5M6 11l6-6 6 6"
    case "video": "M3 7h12v10H3zM15 11l6-3v8l-6-3z"
    default: nil
    }
  }
}
