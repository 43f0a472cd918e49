/// A line of a field: the indices of the field and of the row's text line that shows it.
struct TextPiece {
  var field: Int32
  var line: Int32
}

/// An icon at its place: a named one by its index in the icon table, or a short text.
enum PlacedIcon {
  case named(Int32)
  case text(TextPiece)
}

/// The meaning of what a row shows at a place. Renderers spell it in characters or draw it as a shape.
enum PlacedContent {
  /// Nothing, as for an icon that does not fit.
  case nothing
  case text(TextPiece)
  /// A tag. It has no brackets if there is no room for them.
  case tag(TextPiece?, hasBrackets: Bool)
  /// The image of the cell, or one of its avatars.
  case image(avatar: Int32?, initials: TextPiece?)
  /// A named icon by its index in the icon table.
  case icon(Int32)
  /// An icon and a text, with a space between them if both have a width.
  case status(PlacedIcon, TextPiece?)
  case control(SelectionControl, isOn: Bool)
  case unread
  case accessory(AccessoryMark)
  /// A button of the action at an index, with a title or an icon. A toggle may be on.
  case button(action: Int32, face: ButtonFace, isOn: Bool)
  /// The overflow menu of the action at an index, or that of all actions without a place of their own.
  case menu(action: Int32?)
  case download(action: Int32, Download)
  /// The rating of the row as stars, or as a number.
  case stars, score
  /// `+N`: how many tags or avatars are not shown.
  case more(Int32)
  /// The series of the row's chart.
  case bars
  /// A dot for each page of a header.
  case pages(shown: Int32, count: Int32)

  /// A status without an icon is its text.
  init(icon: PlacedIcon?, text: TextPiece?) {
    self =
      switch (icon, text) {
      case (let icon?, _): .status(icon, text)
      case (nil, let text?): .text(text)
      case (nil, nil): .nothing
      }
  }

  /// An icon that stands alone.
  init(_ icon: PlacedIcon?) {
    self =
      switch icon {
      case .named(let index): .icon(index)
      case .text(let piece): .text(piece)
      case nil: .nothing
      }
  }

  /// The text of content that is drawn as one line of one field and nothing else.
  var wholeText: TextPiece? {
    switch self {
    case .text(let piece), .status(.text(let piece), nil),
      .button(_, face: .icon(.text(let piece)), isOn: false):
      piece
    case .tag(let piece, _), .image(_, let piece): piece
    default: nil
    }
  }

  /// The text of content that has shapes next to a line of one field.
  var textBesideShapes: TextPiece? {
    switch self {
    case .status(.named, let piece), .button(_, face: .title(let piece), _): piece
    case .button(_, face: .icon(.text(let piece)), isOn: true): piece
    default: nil
    }
  }

  /// The index of the action that the content stands for.
  var action: Int32? {
    switch self {
    case .button(let action, _, _), .download(let action, _): action
    case .menu(let action): action
    default: nil
    }
  }
}

/// The face of a button: its title between borders, or an icon alone.
enum ButtonFace {
  case title(TextPiece?)
  case icon(PlacedIcon?)
}

/// How far a download is.
enum Download {
  case ready
  /// In percent, 0…99.
  case running(Int32)
  case done

  /// A download whose progress is 0…1, or `nil` before it has begun.
  init(progress: Double?) {
    guard let progress else { self = .ready; return }
    self = progress >= 1 ? .done : .running(Int32(min(99, Int((max(0, progress) * 100).rounded()))))
  }
}

/// The form of a selection control.
public enum SelectionControl: String, CaseIterable, Sendable {
  case checkbox, radio
  /// A circle with a check mark, for one as for many.
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
