/// A line of a field: the index of the field, and the index of the text line in the row.
struct TextPiece {
  var field: Int32
  var line: Int32
}

/// An icon in a row: the index of a named icon in the icon table, or a short text.
enum PlacedIcon {
  case named(Int32)
  case text(TextPiece)
}

/// The meaning of a line in a row. Renderers spell it with characters or draw it as a shape.
enum PlacedContent {
  /// Nothing, for example because an icon does not fit.
  case nothing
  case text(TextPiece)
  /// A tag. It has no brackets if they do not fit.
  case tag(TextPiece?, hasBrackets: Bool)
  /// The image of the cell, or one of its avatars.
  case image(avatar: Int32?, initials: TextPiece?)
  /// A named icon: its index in the icon table.
  case icon(Int32)
  /// An icon and a text. A space separates them if the icon has a width.
  case status(PlacedIcon, TextPiece?)
  case control(SelectionControl, isOn: Bool)
  case unread
  case accessory(AccessoryMark)
  /// A button of the action at an index. A check mark shows that a toggle is on.
  case button(action: Int32, face: ButtonFace, hasCheck: Bool)
  /// The menu of the action at an index, or the overflow menu of all actions that are not inline.
  case menu(action: Int32?)
  case download(action: Int32, Download)
  /// The mark of a toggle that is on, in a menu.
  case check
  /// The rating of the row as stars, or as a number.
  case stars, score
  /// `+N`, for N tags or avatars that are not shown.
  case more(Int32)
  /// A terminal line of the series of the row's chart, from the top. In points it has one line.
  case series(row: Int32, of: Int32)
  /// How many objects a section has.
  case count(Int32)
  /// A bar of so many columns for content that is being loaded. In points it is a shape.
  case placeholder(Int32)
  /// A dot for each page of a header.
  case pages(shown: Int32, count: Int32)

  /// Makes a status, or only its text if it has no icon.
  init(icon: PlacedIcon?, text: TextPiece?) {
    self =
      switch (icon, text) {
      case (let icon?, _): .status(icon, text)
      case (nil, let text?): .text(text)
      case (nil, nil): .nothing
      }
  }

  /// Makes an icon without a text.
  init(_ icon: PlacedIcon?) {
    self =
      switch icon {
      case .named(let index): .icon(index)
      case .text(let piece): .text(piece)
      case nil: .nothing
      }
  }

  /// The text of content that is drawn as a single line of one field.
  var wholeText: TextPiece? {
    switch self {
    case .text(let piece), .status(.text(let piece), nil),
      .button(_, face: .icon(.text(let piece)), hasCheck: false):
      piece
    case .tag(let piece, _), .image(_, let piece): piece
    default: nil
    }
  }

  /// The text of content that has both shapes and a line of one field.
  var textBesideShapes: TextPiece? {
    switch self {
    case .status(.named, let piece), .button(_, face: .title(let piece), _),
      .button(_, face: .both(.named, let piece), _):
      piece
    case .button(_, face: .icon(.text(let piece)), hasCheck: true): piece
    default: nil
    }
  }

  /// The text that the direction of the content depends on.
  var mainText: TextPiece? {
    if case .status(.text, let piece?) = self { return piece }
    return wholeText ?? textBesideShapes
  }

  /// The index of the action that the content triggers.
  var action: Int32? {
    switch self {
    case .button(let action, _, _), .download(let action, _): action
    case .menu(let action): action
    default: nil
    }
  }
}

/// The face of a button: its title between borders, an icon and its title, or only an icon.
enum ButtonFace {
  case title(TextPiece?)
  case both(PlacedIcon, TextPiece?)
  case icon(PlacedIcon?)
}

/// The state of a download.
enum Download {
  case ready
  /// The progress in percent, 0…99.
  case running(Int32)
  case done

  /// Makes a download with a progress of 0…1, or `nil` before it starts.
  init(progress: Double?) {
    guard let progress else { self = .ready; return }
    self = progress >= 1 ? .done : .running(Int32(min(99, Int((max(0, progress) * 100).rounded()))))
  }
}

/// The form of a selection control.
public enum SelectionControl: String, CaseIterable, Sendable {
  case checkbox, radio
  /// A circle with a check mark, to select one cell or many.
  case circle

  /// The character of the control in a terminal.
  func glyph(isOn: Bool) -> Glyph {
    switch self {
    case .checkbox: isOn ? .checkboxOn : .checkboxOff
    case .radio, .circle: isOn ? .radioOn : .radioOff
    }
  }
}

/// A mark at the trailing edge that opens something.
enum AccessoryMark {
  case chevron, detail, menu

  /// The character of the mark in a terminal.
  func glyph(isMirrored: Bool) -> Glyph {
    switch self {
    case .chevron: isMirrored ? .mirroredChevron : .chevron
    case .detail: .detail
    case .menu: .menu
    }
  }
}
